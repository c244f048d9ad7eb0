import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../testing/render-screen.tsx';
import { SecondFactorNeeded } from './second-factor-needed.tsx';

test('an administrator without the required second factor gets the way to set one up', async () => {
  const securityUrl = 'https://id.example/account/security';
  await renderScreen(<SecondFactorNeeded />, { path: '/admin/dashboard', securityUrl, answers: {} });
  await expect.element(page.getByText('Set up a second factor', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Set it up' }))
    .toHaveAttribute('href', `${securityUrl}?lng=en`);
});

test('with a hosted provider they sign in again with the one they have there', async () => {
  await renderScreen(<SecondFactorNeeded />, { path: '/admin/dashboard', answers: {} });
  await expect.element(page.getByText(/which you manage at id\.example/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
});
