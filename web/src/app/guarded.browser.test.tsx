/** Screens in the place of the shell's content, by role and membership. */
import type { ErrorCode } from '@kindling/contract/errors';
import type { OwnMembership } from '@kindling/contract/users';
import { focusManager } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { reportSessionEnded } from '../lib/api/access.ts';
import { client } from '../lib/api/client.ts';
import { currentAccount, setCurrentAccount } from '../lib/api/current-account.ts';
import { somePrices } from '../testing/billing.ts';
import { makeProblem } from '../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../testing/render-screen.tsx';
import { makeUser, ownAccount, type SessionOptions } from '../testing/session.ts';
import { bob, makeMember, makeTeam } from '../testing/team.ts';
import { Guarded } from './guarded.tsx';
import { NotForRole } from './not-for-role.tsx';

const longName = 'Harbor'.repeat(14).slice(0, 80);

/** Until the end of the test. */
async function inPhoneWindow(): Promise<void> {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
}

test('a viewer on a page of the owners learns whom to ask', async () => {
  const team = makeTeam({ members: [{ ...bob, role: 'owner' }, makeMember({ role: 'viewer' })] });
  await renderScreen(<NotForRole action="billing.manage" />, {
    account: { ...ownAccount, role: 'viewer' },
    answers: { 'GET /team': { team } },
  });
  await expect.element(page.getByText('Only owners can use this page.')).toBeVisible();
  await expect.element(page.getByText('Your role is Viewer. Ask Bob Lund.')).toBeVisible();
});

test('a member who has lost their last location learns so, and whom to ask', async () => {
  const team = makeTeam({ members: [{ ...bob, role: 'owner' }, makeMember({ role: 'manager' })] });
  await renderScreen(<Guarded />, {
    path: '/dashboard',
    account: { ...ownAccount, role: 'manager', locationIds: [] },
    answers: {
      'GET /team': { team },
      'GET /invitations': { invitations: [] },
      'GET /reviews/figures': { unanswered: 0, total: 0 },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'You have no location' })).toBeVisible();
  await expect.element(page.getByText('You currently see no location of Berg.')).toBeVisible();
  await expect.element(page.getByText(/Ask Bob Lund\.$/)).toBeVisible();
});

test.each([
  ['without plans', null, 'There is no page here'],
  ['with plans', somePrices, 'Your role is Viewer. Ask Bob Lund.'],
])(
  'on an installation %s, billing is for a viewer what it is for everybody there',
  async (_which, plans, text) => {
    const team = makeTeam({ members: [{ ...bob, role: 'owner' }, makeMember({ role: 'viewer' })] });
    await renderScreen(<Guarded />, {
      path: '/billing',
      plans,
      account: { ...ownAccount, role: 'viewer' },
      answers: {
        'GET /team': { team },
        'GET /invitations': { invitations: [] },
        'GET /reviews/figures': { unanswered: 0, total: 0 },
      },
    });
    await expect.element(page.getByText(text)).toBeVisible();
  },
);

const acting = { id: '0199f000-0000-7000-8000-0000000000ac', adminName: 'Ana', endsAt: inMinutes(42) };
function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000 - 1_000).toISOString();
}

test('an administrator who acts as a member sees above every screen as whom and how long, with the way back', async () => {
  await inPhoneWindow();
  await renderScreen(<Guarded />, {
    path: '/profile',
    acting,
    answers: { 'GET /invitations': { invitations: [] }, 'GET /reviews/figures': { unanswered: 0, total: 0 } },
  });
  const banner = page.getByRole('region', { name: 'Acting as a member' });
  await expect.element(banner.getByText('You are acting as Ada Berg in Berg.')).toBeVisible();
  await expect.element(banner.getByText('42 minutes left')).toBeVisible();
  await expect.element(banner.getByRole('button', { name: 'Back to admin dashboard' })).toBeVisible();
  await expect.element(page.getByText('This page is for the member alone')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
});

test.each([
  [390, 70, 'en'],
  [390, 70, 'fr'],
  [1440, 46, 'en'],
])('a long name hides neither the account nor the time, at %i px', async (width, height, language) => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(width, 900);
  onTestFinished(() => page.viewport(before.width, before.height));
  await renderScreen(<Guarded />, {
    path: '/profile',
    language,
    acting,
    account: { ...ownAccount, name: longName },
    answers: { 'GET /invitations': { invitations: [] }, 'GET /reviews/figures': { unanswered: 0, total: 0 } },
  });
  const account = page.getByTitle(longName);
  await expect.element(account).toBeVisible();
  const banner = account.element().closest('section');
  if (banner === null) throw new Error('No banner');
  expect(banner.getBoundingClientRect().height).toBeLessThan(height);
  expect(account.element().getBoundingClientRect().width).toBeGreaterThan(80);
  const bottom = banner.getBoundingClientRect().bottom;
  for (const part of banner.querySelectorAll('span, button')) {
    const { right, bottom: end } = part.getBoundingClientRect();
    expect(right).toBeLessThanOrEqual(width);
    expect(end).toBeLessThanOrEqual(bottom);
  }
  const name = page.getByTitle('Ada Berg (ada@example.com)').element();
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
  expect(document.documentElement.scrollWidth).toBe(width);
});

test('when the acting session is over, nothing of the account is shown any more', async () => {
  const record = makeUser({ account: null });
  await renderScreen(<Guarded />, {
    path: '/profile',
    acting: { ...acting, endsAt: inMinutes(0) },
    answers: {
      'GET /invitations': { invitations: [] },
      'GET /reviews/figures': { unanswered: 0, total: 0 },
      'POST /api/users/getuserbyemail': { user: { ...record, role: 'Super Admin' } },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'You no longer act as Ada Berg' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Acting as a member' })).not.toBeInTheDocument();
});

test('a reply asks twice, and is sent with the confirmation', async () => {
  const sent: (string | null)[] = [];
  await renderScreen(<Guarded />, {
    path: '/profile',
    acting,
    answers: {
      'GET /invitations': { invitations: [] },
      'GET /reviews/figures': { unanswered: 0, total: 0 },
      [`DELETE /reviews/${ownAccount.id}/reply`]: (_url: URL, request: Request) => {
        const confirmation = request.headers.get('kindling-confirm-acting');
        sent.push(confirmation);
        return confirmation === 'yes' ? { review: null } : makeProblem(428, 'confirm-acting');
      },
    },
  });
  await expect.element(page.getByRole('region', { name: 'Acting as a member' })).toBeVisible();
  const call = () => client.reviews.deleteReply({ id: ownAccount.id, seen: null });
  const refused = call().then(
    () => null,
    (error: unknown) => error,
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await refused).toMatchObject({ code: 'aborted' });
  const done = call();
  await expect.element(page.getByText(/Ada Berg and Ana/)).toBeVisible();
  await page.getByRole('button', { name: 'Do it in their name' }).click();
  await done;
  expect(sent).toEqual([null, null, 'yes']);
});

test('a long name of an owner fits a narrow window', async () => {
  await inPhoneWindow();
  const owner = { ...bob, role: 'owner' as const, displayName: longName };
  await renderScreen(<NotForRole action="billing.manage" />, {
    account: { ...ownAccount, role: 'viewer' },
    answers: { 'GET /team': { team: makeTeam({ members: [owner, makeMember({ role: 'viewer' })] }) } },
  });
  const text = page.getByText(`Your role is Viewer. Ask ${longName}.`);
  await expect.element(text).toBeVisible();
  const { left, right } = text.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(390);
});

test('a viewer on a page for replies learns that responders can use it too', async () => {
  await renderScreen(<NotForRole action="reviews.reply" />, {
    account: { ...ownAccount, role: 'viewer' },
    answers: { 'GET /team': makeProblem(503, 'unavailable') },
  });
  await expect
    .element(page.getByText('Only owners, managers and responders can use this page.'))
    .toBeVisible();
});

test('a manager of some locations learns that a page concerns all of them', async () => {
  await renderScreen(<NotForRole action="keys.manage" />, {
    account: { ...ownAccount, role: 'manager', locationIds: [ownAccount.id] },
    answers: { 'GET /team': makeProblem(503, 'unavailable') },
  });
  await expect.element(page.getByText(/This page concerns all locations/)).toBeVisible();
  await expect.element(page.getByText('Ask an owner.')).toBeVisible();
});

const other: OwnMembership = {
  id: '0199f000-0000-7000-8000-00000000000b',
  name: 'Salt Quay',
  role: 'viewer',
  locationIds: null,
};
const read = 'POST /api/users/getuserbyemail';
const count = (calls: readonly string[], name: string) => calls.filter((call) => call === name).length;
const lostTitle = () => page.getByRole('heading', { name: 'You are no longer a member of Berg' });

/** The editor's address as an owner whose calls are refused with `code`, while the server has another user record. */
function showRefused(code: ErrorCode, now: SessionOptions, answers: ApiAnswers = {}) {
  onTestFinished(() => setCurrentAccount(null));
  return renderScreen(<Guarded />, {
    path: '/widgets/edit-widget/1',
    answers: {
      [read]: () => ({ user: makeUser(now) }),
      'GET /embeds': () => makeProblem(403, code),
      ...answers,
    },
  });
}
const refusedCall = () => client.embeds.list({ kind: 'widget' }).catch(() => undefined);

test('calls that are refused at the same time read the user record once, and the new role applies', async () => {
  const { calls } = await showRefused('role-forbids', { account: { ...ownAccount, role: 'viewer' } });
  await expect.element(page.getByRole('main')).toBeVisible();
  await Promise.all([refusedCall(), refusedCall(), refusedCall()]);
  await expect.element(page.getByText('Only owners and managers can use this page.')).toBeVisible();
  expect(count(calls, read)).toBe(1);
});

test('a refused call reads the user record once also when nothing has changed', async () => {
  const { calls } = await showRefused('role-forbids', {});
  await expect.element(page.getByRole('main')).toBeVisible();
  for (const expected of [1, 2]) {
    await refusedCall();
    await expect.poll(() => count(calls, read)).toBe(expected);
  }
  await expect.element(page.getByText('Only owners and managers')).not.toBeInTheDocument();
});

test.each(['no-membership', 'account-required'] as const)(
  'a person who lost their account (%s) chooses another one',
  async (code) => {
    await showRefused(code, { account: other });
    await refusedCall();
    await expect.element(lostTitle()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Salt Quay (Viewer)' })).toBeVisible();
  },
);

test('long names of accounts fit a narrow window', async () => {
  await inPhoneWindow();
  const names = [longName, 'מאפיית הרציף הישן '.repeat(5).trim()];
  const accounts = names.map((name, index) => ({ ...other, id: `${other.id.slice(0, -1)}${index}`, name }));
  const account = { ...ownAccount, name: names.join('').slice(0, 80) };
  onTestFinished(() => setCurrentAccount(null));
  await renderScreen(<Guarded />, {
    path: '/dashboard',
    account,
    answers: {
      [read]: { user: makeUser({ account: accounts[0], accounts }) },
      'GET /embeds': () => makeProblem(403, 'no-membership'),
    },
  });
  await refusedCall();
  for (const name of names) {
    const button = page.getByRole('button', { name: new RegExp(`^${name}`) });
    await expect.element(button).toBeVisible();
    const label = button.getByText(new RegExp(`^${name}`)).element();
    expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth);
    const { lineHeight, fontSize } = getComputedStyle(label);
    expect(Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)).toBeGreaterThanOrEqual(1.3);
  }
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('a person who lost their only account can create one', async () => {
  await showRefused('no-membership', { account: null }, { 'GET /invitations': { invitations: [] } });
  await refusedCall();
  await expect.element(lostTitle()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Create your own account' })).toBeVisible();
});

test('a page that becomes visible again shows the data of the locations that the person now has', async () => {
  onTestFinished(() => focusManager.setFocused(undefined));
  const now = { account: { ...ownAccount, role: 'manager' as const, locationIds: [other.id] } };
  const figures = 'GET /reviews/figures';
  const { calls } = await showRefused('role-forbids', now, { [figures]: { unanswered: 7, total: 9 } });
  await expect.element(page.getByRole('link', { name: /^Reviews\s*7/ })).toBeVisible();
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await expect.poll(() => count(calls, figures)).toBe(2);
  expect(count(calls, read)).toBe(1);
});

test('a person without an account who joins one elsewhere works in it', async () => {
  onTestFinished(() => focusManager.setFocused(undefined));
  onTestFinished(() => setCurrentAccount(null));
  await renderScreen(<Guarded />, {
    path: '/dashboard',
    account: null,
    answers: { [read]: { user: makeUser({ account: other }) }, 'GET /invitations': { invitations: [] } },
  });
  await expect.element(page.getByRole('button', { name: 'Create your own account' })).toBeVisible();
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await expect.element(page.getByRole('main')).toHaveAttribute('id', 'content');
  expect(currentAccount()).toBe(other.id);
});

test.each([
  ['abuse', 'Reason: Abuse of the service'],
  [null, null],
])(
  'a blocked person who signs in again learns since when, why (%s) and whom to ask',
  async (reason, words) => {
    await inPhoneWindow();
    await renderScreen(<Guarded />, {
      path: '/profile',
      signInAgain: async () => undefined,
      answers: {
        'GET /invitations': { invitations: [] },
        'GET /reviews/figures': { unanswered: 0, total: 0 },
        'POST /api/users/savelogin': {
          data: { status: false, block: { since: '2024-11-20T10:00:00.000Z', reason } },
        },
      },
    });
    await expect.element(page.getByRole('main')).toHaveAttribute('id', 'content');
    reportSessionEnded();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect.element(page.getByRole('heading', { name: 'Your sign-in is blocked' })).toBeVisible();
    await expect.element(page.getByText(/^Blocked since .*2024/)).toBeVisible();
    if (words === null) await expect.element(page.getByText(/^Reason/)).not.toBeInTheDocument();
    else await expect.element(page.getByText(words)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'support@kindling.local' }))
      .toHaveAttribute('href', 'mailto:support@kindling.local');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(390);
  },
);

test('who signs in again and is not blocked goes on', async () => {
  await renderScreen(<Guarded />, {
    path: '/profile',
    signInAgain: async () => undefined,
    answers: {
      'GET /invitations': { invitations: [] },
      'GET /reviews/figures': { unanswered: 0, total: 0 },
      'POST /api/users/savelogin': { data: { status: true } },
    },
  });
  await expect.element(page.getByRole('main')).toHaveAttribute('id', 'content');
  reportSessionEnded();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('main')).toHaveAttribute('id', 'content');
});
