/** Screens in the place of the shell's content, by role and membership. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { onAccountLost } from '../lib/api/access.ts';
import { client } from '../lib/api/client.ts';
import { makeProblem } from '../testing/problem.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { ownAccount } from '../testing/session.ts';
import { bob, makeMember, makeTeam } from '../testing/team.ts';
import { AccountLost } from './account-lost.tsx';
import { NotForRole } from './not-for-role.tsx';

test('a viewer on a page of the owners learns whom to ask', async () => {
  const team = makeTeam({ members: [{ ...bob, role: 'owner' }, makeMember({ role: 'viewer' })] });
  await renderScreen(<NotForRole action="billing.manage" />, {
    account: { ...ownAccount, role: 'viewer' },
    answers: { 'GET /team': { team } },
  });
  await expect.element(page.getByText('Only owners can use this page.')).toBeVisible();
  await expect.element(page.getByText('Your role is Viewer. Ask Bob Lund.')).toBeVisible();
});

test('a manager of some locations learns that a page concerns all of them', async () => {
  await renderScreen(<NotForRole action="keys.manage" />, {
    account: { ...ownAccount, role: 'manager', limited: true },
    answers: { 'GET /team': makeProblem(503, 'unavailable') },
  });
  await expect.element(page.getByText(/This page concerns all locations/)).toBeVisible();
  await expect.element(page.getByText('Ask an owner.')).toBeVisible();
});

test.each(['no-membership', 'account-required'] as const)(
  'a call refused with %s reports it',
  async (code) => {
    await renderScreen(<p>Screen</p>, { answers: { 'GET /reviews/figures': makeProblem(403, code) } });
    let lost = 0;
    const stop = onAccountLost(() => {
      lost += 1;
    });
    await expect(client.reviews.figures({})).rejects.toMatchObject({ code });
    stop();
    expect(lost).toBe(1);
  },
);

test('who lost their account chooses another one', async () => {
  const other = {
    ...ownAccount,
    id: '0199f000-0000-7000-8000-00000000000b',
    name: 'Salt Quay',
    role: 'viewer',
  };
  await renderScreen(<AccountLost />, {
    answers: { 'POST /api/users/getuserbyemail': { user: { account: other, accounts: [other] } } },
  });
  await expect
    .element(page.getByRole('heading', { name: 'You are no longer a member of Berg' }))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Salt Quay (Viewer)' })).toBeVisible();
});
