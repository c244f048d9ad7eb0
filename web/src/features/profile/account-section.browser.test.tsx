/** The account's name: owners change it, everybody else reads it, and the session of the shell follows. */
import type { Profile } from '@kindling/contract/profile';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useAuth } from '../../lib/auth/session.tsx';
import { someProfile } from '../../testing/profile.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount, type SessionOptions } from '../../testing/session.ts';
import { ProfileScreen } from './profile-screen.tsx';

const account = page.getByRole('region', { name: 'Account', exact: true });
const name = account.getByLabelText('Account name');
const save = account.getByRole('button', { name: 'Save changes' });
const renamed: Profile = { ...someProfile, accountName: 'Salt Quay' };
const second = { ...ownAccount, id: '0199f000-0000-7000-8000-00000000000b', name: 'Harbor' };

/** What the user menu shows of the accounts. */
function AccountsOfSession() {
  const { additionalUserDetails: details } = useAuth();
  const names = [
    details?.accountName,
    details?.account?.name,
    ...(details?.accounts ?? []).map((one) => one.name),
  ];
  return <output aria-label="Accounts">{names.join(', ')}</output>;
}

async function show(answers: ApiAnswers, session: SessionOptions = {}) {
  const screen = (
    <>
      <AccountsOfSession />
      <ProfileScreen />
    </>
  );
  const { calls } = await renderScreen(screen, {
    path: '/profile',
    ...session,
    answers: {
      'GET /profile': { profile: someProfile },
      'GET /profile/sessions': { sessions: [] },
      'GET /team': { team: { members: [], invitations: [], ownershipOffer: null } },
      'GET /invitations': { invitations: [] },
      ...answers,
    },
  });
  await expect.element(name).toHaveValue('Berg');
  return calls;
}

test('an owner changes it, and the session and the question before the deletion follow at once', async () => {
  const sent: unknown[] = [];
  await show(
    {
      'PUT /profile/account-name': async (_url, request) => {
        sent.push(await request.json());
        return { profile: renamed };
      },
    },
    { accounts: [second, ownAccount] },
  );
  await expect.element(save).toBeDisabled();
  await expect.element(name).toHaveAccessibleDescription(/invitations and in e-mails/);
  await name.fill('Salt Quay ');
  await save.click();
  await expect.element(account.getByText('Saved', { exact: true })).toBeVisible();
  await expect.element(name).toHaveValue('Salt Quay');
  expect(sent).toEqual([{ name: 'Salt Quay ' }]);
  const inSession = page.getByRole('status', { name: 'Accounts' });
  await expect.element(inSession).toHaveTextContent('Salt Quay, Salt Quay, Harbor, Salt Quay');
  await page.getByRole('button', { name: 'Delete account…' }).click();
  await expect.element(page.getByRole('dialog').getByLabelText('Type Salt Quay to confirm')).toBeVisible();
});

test('an empty name is reported at the field and not sent', async () => {
  const calls = await show({});
  await name.fill('  ');
  await save.click();
  await expect.element(account.getByText('Enter a name for the account.')).toBeVisible();
  await expect.element(name).toHaveFocus();
  expect(calls).not.toContain('PUT /profile/account-name');
});

test('a name that the server refuses is marked, and its text is kept', async () => {
  const fields = [{ path: 'name', message: 'No.' }];
  await show({
    'PUT /profile/account-name': () => Response.json({ code: 'invalid-input', fields }, { status: 400 }),
  });
  await name.fill('Salt\u0007');
  await save.click();
  await expect.element(account.getByText('Please check this field.')).toBeVisible();
  await expect.element(name).toHaveValue('Salt\u0007');
});

test('a manager reads it', async () => {
  await show({}, { account: { ...ownAccount, role: 'manager' } });
  await expect.element(name).toHaveAttribute('readonly');
  await expect.element(account.getByText(/^Owners can change it\./)).toBeVisible();
  await expect.element(save).not.toBeInTheDocument();
});
