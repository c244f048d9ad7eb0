/** An administrator's own sign-in, and that the shell asks nothing that is about an account. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeProblem } from '../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount } from '../../testing/session.ts';
import { Shell } from './shell.tsx';

const session = {
  id: 'a'.repeat(32),
  browser: 'Firefox',
  system: 'Windows',
  network: '192.0.2.x',
  signedInAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: '2026-11-28T08:00:00.000Z',
  current: false,
};
const quiet: ApiAnswers = {
  'GET /maintenance': { readOnly: false, notices: [] },
  'GET /profile/sessions': { sessions: [session] },
  'GET /profile/sign-in-security': { passkeys: 1, authenticatorApp: false, recoveryCodes: 10 },
};
const show = (answers: ApiAnswers = {}) =>
  renderScreen(
    <Shell>
      <h1>Page</h1>
    </Shell>,
    // A record of an earlier version may still name an account.
    {
      admin: true,
      account: ownAccount,
      path: '/admin/dashboard',
      passwordUrl: 'https://id.example/account/password',
      securityUrl: 'https://id.example/account/security',
      answers: { ...quiet, ...answers },
    },
  );

async function openDrawer() {
  await page.getByRole('button', { name: 'Account menu of Ada Berg', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Your sign-in' }).click();
  const drawer = page.getByRole('dialog', { name: 'Your sign-in' });
  await expect.element(drawer).toBeVisible();
  return drawer;
}

test('the shell and the drawer ask only what an administrator may ask', async () => {
  const { calls } = await show();
  const drawer = await openDrawer();
  await expect.element(drawer.getByText('Firefox on Windows')).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Profile' })).not.toBeInTheDocument();
  expect([...new Set(calls)].sort()).toEqual([
    'GET /maintenance',
    'GET /profile/sessions',
    'GET /profile/sign-in-security',
  ]);
});

test('it closes with Escape, and the focus returns', async () => {
  await show();
  const drawer = await openDrawer();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toContain('Account menu of Ada Berg');
});

test('one browser is signed out', async () => {
  const { calls } = await show({ [`DELETE /profile/sessions/${session.id}`]: { ok: true } });
  const drawer = await openDrawer();
  await drawer.getByRole('button', { name: /^Sign out .*Firefox/ }).click();
  await expect.poll(() => calls).toContain(`DELETE /profile/sessions/${session.id}`);
});

test('a language that is not saved says why, and the choice goes back', async () => {
  await show({ 'PUT /profile/language': () => makeProblem(503, 'read-only') });
  const drawer = await openDrawer();
  await drawer.getByRole('combobox', { name: 'Language' }).selectOptions('de');
  await expect.element(drawer.getByRole('alert').getByText(/^We are upgrading/)).toBeVisible();
  await expect.element(drawer.getByRole('combobox', { name: 'Language' })).toHaveValue('en');
});
