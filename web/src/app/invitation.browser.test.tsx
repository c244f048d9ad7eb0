/** The page behind the link of an invitation mail, in each of its states. */
import type { DescribedInvitation } from '@kindling/contract/team';
import { Route, Routes } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as currentAccount from '../lib/api/current-account.ts';
import * as texts from '../lib/i18n/load-area.ts';
import { pendingInvitationPath } from '../lib/pending-invitation.ts';
import { makeProblem } from '../testing/problem.ts';
import { type ApiAnswer, renderScreen } from '../testing/render-screen.tsx';
import { ownAccount, type SessionOptions } from '../testing/session.ts';
import { Invitation } from './invitation.tsx';
import { NoAccount } from './no-account.tsx';

vi.mock(import('../lib/api/current-account.ts'), { spy: true });
vi.mock(import('../lib/i18n/load-area.ts'), { spy: true });

const token = 'a'.repeat(43);
const preview: DescribedInvitation = {
  id: '0199f000-0000-7000-8000-000000000031',
  accountName: 'Salt Quay',
  invitedBy: 'Ines',
  role: 'responder',
  limited: false,
  email: 'a…@example.com',
  expiresAt: '2026-11-30T10:00:00.000Z',
  state: 'valid',
};
const { id, accountName, invitedBy, role, limited, expiresAt } = preview;
const own = { id, accountName, invitedBy, role, limited, expiresAt };
const button = (name: string) => page.getByRole('button', { name });

interface World extends Pick<SessionOptions, 'visitor' | 'accounts'> {
  preview?: ApiAnswer;
  own?: unknown[] | (() => ApiAnswer);
  decline?: ApiAnswer | (() => ApiAnswer);
  hash?: string;
}

/** The page of the link, and what stands for the rest of the app. */
function AppPages() {
  return (
    <Routes>
      <Route path="/invitation" element={<Invitation />} />
      <Route path="*" element={<p>The dashboard</p>} />
    </Routes>
  );
}

function show(world: World) {
  onTestFinished(() => sessionStorage.clear());
  const { own: waiting = [], decline = { ok: true } } = world;
  return renderScreen(<AppPages />, {
    path: `/invitation#${world.hash ?? token}`,
    visitor: world.visitor,
    accounts: world.accounts,
    answers: {
      'POST /invitations/look-up': world.preview ?? { invitation: preview },
      'GET /invitations': Array.isArray(waiting) ? { invitations: waiting } : waiting,
      [`POST /invitations/${id}/decline`]: decline,
      [`POST /invitations/${id}/accept`]: { accountId: '0199f000-0000-7000-8000-00000000000b' },
    },
  });
}
const confirmDecline = () =>
  page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click();

test('a visitor learns who invites to what, and the invitation waits for their sign-in', async () => {
  await show({ visitor: true });
  await expect
    .element(page.getByRole('heading', { name: 'Ines invites you to the account Salt Quay' }))
    .toBeVisible();
  await expect.element(page.getByText(/Your role: Responder\./)).toBeVisible();
  await expect.element(page.getByText(/For a…@example\.com, until/)).toBeVisible();
  expect(pendingInvitationPath()).toBeNull();
  await button('Sign in').click();
  expect(pendingInvitationPath()).toBe(`/invitation#${token}`);
});

test('an invitation of a manager for some locations promises no more than the limit leaves', async () => {
  await show({ visitor: true, preview: { invitation: { ...preview, role: 'manager', limited: true } } });
  await expect.element(page.getByText(/Manages widgets .* only for the chosen locations\./)).toBeVisible();
  await expect.element(page.getByText(/Cannot manage the team, connections or businesses/)).toBeVisible();
  await expect.element(page.getByText(/Manages connections/)).not.toBeInTheDocument();
});

test('an invitation whose names are not shown still says what it is about', async () => {
  const unnamed = { ...preview, accountName: null, invitedBy: null };
  await show({
    preview: { invitation: unnamed },
    own: [{ ...own, accountName: null, invitedBy: null }],
  });
  await expect.element(page.getByRole('heading', { name: 'You are invited to an account' })).toBeVisible();
  await expect.element(page.getByText(/Your role: Responder\./)).toBeVisible();
  await expect.element(button('Join')).toBeVisible();
});

test('the invited person joins, and the tab opens the account', async () => {
  const open = vi.mocked(currentAccount.openAccount).mockReturnValue();
  onTestFinished(() => {
    open.mockReset();
  });
  sessionStorage.setItem('invitation', token);
  await show({ own: [own] });
  await button('Join Salt Quay').click();
  await expect.poll(() => open.mock.calls).toEqual([['0199f000-0000-7000-8000-00000000000b']]);
  expect(pendingInvitationPath()).toBeNull();
});

test('the invited person declines, and goes on to the dashboard', async () => {
  let waiting = [own];
  const { calls } = await show({
    own: () => ({ invitations: waiting }),
    decline: () => {
      waiting = [];
      return { ok: true };
    },
  });
  await button('Decline the invitation to Salt Quay').click();
  await confirmDecline();
  await expect.element(page.getByText('Invitation declined')).toBeVisible();
  await expect.element(page.getByText('The dashboard')).toBeVisible();
  expect(calls).toContain(`POST /invitations/${id}/decline`);
});

test('a refused answer says why, and the person can still answer', async () => {
  await show({ own: [own], decline: makeProblem(409, 'invitation-used') });
  await button('Decline the invitation to Salt Quay').click();
  await confirmDecline();
  await expect.element(page.getByRole('alert').getByText(/already been accepted/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.element(button('Join Salt Quay')).toBeEnabled();
});

test('a person with another address learns both addresses, and can sign out', async () => {
  await show({});
  await expect
    .element(page.getByText(/It is for a…@example\.com, and you are signed in as ada@example\.com/))
    .toBeVisible();
  await expect.element(button('Sign out')).toBeVisible();
  await expect.element(button('Join Salt Quay')).not.toBeInTheDocument();
});

test('an invitation that has expired says what to do', async () => {
  await show({ visitor: true, preview: { invitation: { state: 'expired' } } });
  await expect.element(page.getByRole('heading', { name: /has expired/ })).toBeVisible();
  await expect.element(page.getByText(/Ask whoever invited you to send it again/)).toBeVisible();
  await expect.element(button('Sign in')).not.toBeInTheDocument();
});

test('a visitor can sign in from an invitation that has been accepted', async () => {
  await show({ visitor: true, preview: { invitation: { state: 'accepted' } } });
  await expect.element(page.getByRole('heading', { name: /has been accepted/ })).toBeVisible();
  await expect.element(page.getByText(/works once/)).toBeVisible();
  // The sign-in service of these tests refuses.
  await button('Sign in').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
});

test('an invitation that was revoked says so, and nothing else', async () => {
  await show({ visitor: true, preview: { invitation: { state: 'revoked' } } });
  await expect
    .element(page.getByRole('heading', { name: 'This invitation is no longer open' }))
    .toBeVisible();
  await expect.element(page.getByText(/ask the person who invited you for a new one/)).toBeVisible();
  await expect.element(button('Sign in')).not.toBeInTheDocument();
});

test('a signed-in person learns of an accepted invitation where its account would be', async () => {
  const joined = { ...ownAccount, id: '0199f000-0000-7000-8000-00000000000b', name: 'Salt Quay' };
  const open = vi.mocked(currentAccount.openAccount).mockReturnValue();
  onTestFinished(() => {
    open.mockReset();
  });
  await show({
    preview: { invitation: { state: 'accepted' } },
    accounts: [ownAccount, { ...joined, role: 'viewer' }],
  });
  await expect.element(page.getByText(/If you accepted it as ada@example\.com, you find/)).toBeVisible();
  await expect.element(page.getByText(/accepted with another address/)).toBeVisible();
  await button('Salt Quay (Viewer)').click();
  expect(open.mock.calls).toEqual([[joined.id]]);
});

test.each(['accepted', 'expired', 'revoked'])(
  'nobody who is signed in is told to sign in for an invitation that is %s',
  async (state) => {
    await show({ preview: { invitation: { state } } });
    await expect.element(page.getByRole('link', { name: 'Go to the dashboard' })).toBeVisible();
    await expect.element(page.getByText(/sign in/i)).not.toBeInTheDocument();
  },
);

test('an unknown or incomplete link says so', async () => {
  await show({ visitor: true, preview: makeProblem(404, 'not-found') });
  await expect.element(page.getByRole('heading', { name: 'This invitation does not exist' })).toBeVisible();
});

test('an incomplete link is not looked up', async () => {
  const { calls } = await show({ visitor: true, hash: 'abc' });
  await expect.element(page.getByRole('heading', { name: 'This invitation does not exist' })).toBeVisible();
  expect(calls).toEqual([]);
});

test('a person without an account sees their invitations, and can create an account', async () => {
  const open = vi.mocked(currentAccount.openAccount).mockReturnValue();
  onTestFinished(() => {
    open.mockReset();
  });
  const { calls } = await renderScreen(<NoAccount />, {
    account: null,
    answers: {
      'GET /invitations': { invitations: [own] },
      [`POST /invitations/${id}/accept`]: makeProblem(409, 'invitation-expired'),
      'POST /accounts': { accountId: '0199f000-0000-7000-8000-00000000000c' },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'You are invited' })).toBeVisible();
  await button('Join Salt Quay').click();
  await expect.element(page.getByRole('alert').getByText(/has expired/)).toBeVisible();
  await button('Create your own account').click();
  await expect.poll(() => open.mock.calls).toEqual([['0199f000-0000-7000-8000-00000000000c']]);
  expect(calls).toContain('POST /accounts');
});

test('a person without an account who declines can create their own', async () => {
  let waiting = [own];
  await renderScreen(<NoAccount />, {
    account: null,
    answers: {
      'GET /invitations': async () => ({ invitations: waiting }),
      [`POST /invitations/${id}/decline`]: async () => {
        waiting = [];
        return { ok: true };
      },
    },
  });
  await button('Decline the invitation to Salt Quay').click();
  await confirmDecline();
  await expect.element(page.getByRole('heading', { name: 'You do not belong to an account' })).toBeVisible();
  await expect.element(page.getByText(/^There is no open invitation for ada@example\.com\./)).toBeVisible();
  await expect.element(button('Create your own account')).toBeVisible();
});

test('a person without an account whose texts do not load learns it, and can try again', async () => {
  const load = vi.mocked(texts.loadArea).mockRejectedValueOnce(new texts.MissingTextsError('profile'));
  onTestFinished(() => {
    load.mockRestore();
  });
  await renderScreen(<NoAccount />, { account: null, answers: { 'GET /invitations': { invitations: [] } } });
  await expect.element(page.getByText(/We could not reach the server/)).toBeVisible();
  await button('Try again').click();
  await expect.element(button('Create your own account')).toBeVisible();
});
