/** What the profile says of a person's second factor. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type ApiAnswer, renderScreen } from '../../testing/render-screen.tsx';
import { SignInSecurity } from './sign-in-security.tsx';

const route = 'GET /profile/sign-in-security';
const securityUrl = 'https://id.example/account/security';

async function show(answer: ApiAnswer, account: null | undefined = undefined) {
  await renderScreen(<SignInSecurity />, {
    path: '/profile',
    securityUrl,
    answers: { [route]: answer },
    ...(account === null ? { account } : {}),
  });
}

test('without a second factor it says so, with the way to the page, also to somebody without an account', async () => {
  await show({ passkeys: 0, authenticatorApp: false, recoveryCodes: 0 }, null);
  await expect.element(page.getByText(/^Off\./)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Manage' }))
    .toHaveAttribute('href', `${securityUrl}?lng=en`);
});

test('names what there is, and says when few recovery codes are left', async () => {
  await show({ passkeys: 2, authenticatorApp: true, recoveryCodes: 1 });
  await expect
    .element(page.getByText('On: 2 passkeys, authenticator app, and 1 recovery code left.'))
    .toBeVisible();
  await expect.element(page.getByText(/Few recovery codes are left/)).toBeVisible();
});
