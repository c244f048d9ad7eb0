/** The open offer of ownership: each answer is asked for, and told after it. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeProblem } from '../../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { ownAccount } from '../../../testing/session.ts';
import { bob, makeMember, makeTeam } from '../../../testing/team.ts';
import { TeamSection } from './team-section.tsx';

const times = { createdAt: '2026-11-20T10:00:00.000Z', expiresAt: '2026-11-27T10:00:00.000Z' };
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const answer = (name: string) => dialog().getByRole('button', { name, exact: true });
const membersHeading = () => page.getByRole('heading', { name: '2 members' });
const endOffer = 'DELETE /team/ownership-offer';

interface World {
  answers?: ApiAnswers;
  accountName?: string;
  /** The locations of whoever is not owner yet. */
  locationCount?: number | null;
}

/** The team with an offer from Bob to the person, or from the person to Bob, or before there is one. */
async function show(direction: 'received' | 'sent' | 'none', world: World = {}) {
  const { answers = {}, accountName = ownAccount.name, locationCount = null } = world;
  const received = direction === 'received';
  const me = makeMember(received ? { role: 'manager', locationCount } : { role: 'owner' });
  const other = { ...bob, ...(received ? { role: 'owner' as const } : { locationCount }) };
  const [from, to] = received ? [other, me] : [me, other];
  const ownershipOffer =
    direction === 'none' ? null : { fromUserId: from.userId, toUserId: to.userId, ...times };
  const members = [from, to];
  return renderScreen(<TeamSection />, {
    account: { ...ownAccount, name: accountName, role: me.role },
    answers: {
      'GET /team': { team: makeTeam({ members, ownershipOffer }) },
      'GET /businesses': { businesses: [] },
      'GET /invitations': { invitations: [] },
      [endOffer]: { team: makeTeam({ members }) },
      'POST /team/ownership-offer/accept': { team: makeTeam({ members }) },
      'POST /api/users/getuserbyemail': 'offline',
      ...answers,
    },
  });
}

test('declining is asked for first, and told', async () => {
  const { calls } = await show('received');
  await button('Decline').click();
  await expect.element(dialog()).toHaveAccessibleName('Decline the ownership of Berg?');
  await expect.element(dialog().getByText(/^Bob Lund stays owner/)).toBeVisible();
  await answer('Cancel').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(calls).not.toContain(endOffer);
  await button('Decline').click();
  await answer('Decline').click();
  await expect.element(page.getByText('Offer declined')).toBeVisible();
  await expect.element(page.getByText(/offers you the ownership/)).not.toBeInTheDocument();
  await expect.element(membersHeading()).toHaveFocus();
});

test('taking the offer back is asked for first, and told', async () => {
  const { calls } = await show('sent');
  await button('Take back').click();
  await expect.element(dialog()).toHaveAccessibleName('Take the offer to Bob Lund back?');
  expect(calls).not.toContain(endOffer);
  await answer('Take back').click();
  await expect.element(page.getByText('Offer to Bob Lund taken back')).toBeVisible();
  await expect.element(page.getByText('You offer the ownership to Bob Lund')).not.toBeInTheDocument();
  await expect.element(membersHeading()).toHaveFocus();
});

test('a refused answer is explained in the question', async () => {
  await show('received', { answers: { [endOffer]: makeProblem(503, 'unavailable') } });
  await button('Decline').click();
  await answer('Decline').click();
  await expect.element(dialog().getByRole('alert')).toBeVisible();
  await expect.element(answer('Decline')).toBeEnabled();
});

test('accepting looks like what it is, and not like a deletion', async () => {
  await show('received');
  const colorOf = (element: Element) => getComputedStyle(element).backgroundColor;
  await expect.element(button('Accept')).toBeVisible();
  const primary = colorOf(button('Accept').element());
  await button('Accept').click();
  await expect.element(answer('Accept')).toBeVisible();
  expect(colorOf(answer('Accept').element())).toBe(primary);
  await answer('Accept').click();
  await expect.element(page.getByText('You are now owner of Berg')).toBeVisible();
});

test('an account with the name of its owner is not named beside it', async () => {
  await show('received', { accountName: bob.displayName });
  await expect.element(page.getByText('Bob Lund offers you the ownership of the account')).toBeVisible();
});

test.each([2, null])('handing over says whether a limit to %s locations ends', async (locationCount) => {
  await show('none', { locationCount });
  await button('Actions for Bob Lund').click();
  await page.getByRole('menuitem', { name: 'Hand over ownership…' }).click();
  await expect.element(dialog().getByText(/^Bob Lund gets an e-mail/)).toBeVisible();
  const ends = dialog().getByText('The limit to some locations ends: Bob Lund then sees all locations.');
  if (locationCount === null) await expect.element(ends).not.toBeInTheDocument();
  else await expect.element(ends).toBeVisible();
});

test.each([2, null])('accepting says whether the own limit to %s locations ends', async (locationCount) => {
  await show('received', { locationCount });
  await button('Accept').click();
  await expect.element(dialog().getByText(/Bob Lund becomes manager/)).toBeVisible();
  const ends = dialog().getByText('Your limit to some locations ends: you then see all locations.');
  if (locationCount === null) await expect.element(ends).not.toBeInTheDocument();
  else await expect.element(ends).toBeVisible();
});
