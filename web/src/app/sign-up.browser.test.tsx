/** What the way to the sign-up form keeps of its address. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { chosenInterval } from '../lib/chosen-interval.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { SignUp } from './pages.tsx';

test.each([
  ['interval=year', 'year'],
  ['interval=month', 'month'],
  ['interval=https://evil.example', null],
  ['', null],
])('the way to the sign-up with "%s" keeps %s', async (query, kept) => {
  onTestFinished(() => localStorage.clear());
  await renderScreen(<SignUp />, { answers: {}, path: `/auth/sign-up?${query}` });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(chosenInterval()).toBe(kept);
});
