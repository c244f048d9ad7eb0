/** A team that others change while its section is open. */
import type { ErrorCode } from '@kindling/contract/errors';
import type { Team } from '@kindling/contract/team';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useCurrentUser } from '../../../lib/auth/current-user.ts';
import { makeProblem } from '../../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { makeUser } from '../../../testing/session.ts';
import { bob, makeInvitation, makeMember, makeTeam } from '../../../testing/team.ts';
import { TeamSection } from './team-section.tsx';

const invitation = makeInvitation();
const userCall = 'POST /api/users/getuserbyemail';
const hint = page.getByText('The team has changed in the meantime. You now see the current version.');
const button = (name: string) => page.getByRole('button', { name });
const invited = page.getByText(invitation.email);

/** The section in an app that keeps the person's rights up to date. */
function CurrentTeam() {
  const [start] = useState(makeUser);
  useCurrentUser(start);
  return <TeamSection />;
}

/** Shows a team that others change to one without invitations and offers: by `change`, or before they get a refusal. */
async function show(before: Team, refused: Record<string, ErrorCode> = {}) {
  let team = before;
  const change = () => {
    team = makeTeam();
  };
  const refusals = Object.entries(refused).map(([call, code]): [string, ApiAnswers[string]] => [
    call,
    async () => {
      change();
      return makeProblem(code === 'not-found' ? 404 : 409, code);
    },
  ]);
  const result = await renderScreen(<CurrentTeam />, {
    answers: {
      'GET /team': async () => ({ team }),
      'GET /businesses': { businesses: [] },
      'GET /invitations': { invitations: [] },
      [userCall]: { user: makeUser() },
      ...Object.fromEntries(refusals),
    },
  });
  await expect.element(page.getByRole('heading', { name: /members?$/ })).toBeVisible();
  return { ...result, change };
}

test('is read again when the person comes back from another window', async () => {
  const { change } = await show(makeTeam({ invitations: [invitation] }));
  await expect.element(invited).toBeVisible();
  change();
  window.dispatchEvent(new Event('focus'));
  await expect.element(invited).not.toBeInTheDocument();
});

test('is read again every minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { change } = await show(makeTeam({ invitations: [invitation] }));
  await expect.element(invited).toBeVisible();
  change();
  vi.advanceTimersByTime(60_000);
  await expect.element(invited).not.toBeInTheDocument();
});

test('an invitation that was accepted goes when it cannot be sent again', async () => {
  const { calls } = await show(makeTeam({ invitations: [invitation] }), {
    [`POST /team/invitations/${invitation.id}/send-again`]: 'not-found',
  });
  await expect.element(invited).toBeVisible();
  await button(`Send again: ${invitation.email}`).click();
  await expect.element(hint).toBeVisible();
  await expect.element(invited).not.toBeInTheDocument();
  expect(calls).toContain(userCall);
});

test('an offer that was answered goes when it cannot be taken back', async () => {
  await show(
    makeTeam({
      ownershipOffer: {
        fromUserId: makeMember().userId,
        toUserId: bob.userId,
        createdAt: '2026-11-20T10:00:00.000Z',
        expiresAt: '2026-11-27T10:00:00.000Z',
      },
    }),
    { 'DELETE /team/ownership-offer': 'not-found' },
  );
  await expect.element(button('Take back')).toBeVisible();
  await button('Take back').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect.element(hint).toBeVisible();
  await expect.element(button('Take back')).not.toBeInTheDocument();
});

test('the only owner left learns why leaving fails, and cannot try it again', async () => {
  await show(makeTeam({ members: [makeMember(), { ...bob, role: 'owner' }] }), {
    'POST /team/leave': 'last-owner',
  });
  await button('Leave the team…').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click();
  await expect.element(hint).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.element(button('Leave the team…')).toBeDisabled();
});
