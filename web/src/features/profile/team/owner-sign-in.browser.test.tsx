/** Changes of owners ask for a new sign-in when the last one is too old, and go on after it. */
import type { Team } from '@kindling/contract/team';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as currentAccount from '../../../lib/api/current-account.ts';
import * as session from '../../../lib/auth/session.tsx';
import { makeProblem } from '../../../testing/problem.ts';
import { type ApiAnswer, renderScreen } from '../../../testing/render-screen.tsx';
import { ownAccount, type SessionOptions } from '../../../testing/session.ts';
import { bob, makeInvitation, makeMember, makeTeam } from '../../../testing/team.ts';
import { TeamSection } from './team-section.tsx';

vi.mock(import('../../../lib/api/current-account.ts'), { spy: true });
vi.mock(import('../../../lib/auth/session.tsx'), { spy: true });

const dialog = () => page.getByRole('dialog');
const click = (name: string) => page.getByRole('button', { name }).click();
const inDialog = (name: string) => dialog().getByRole('button', { name }).click();
async function openDialog(item: string) {
  await click('Actions for Bob Lund');
  await page.getByRole('menuitem', { name: item }).click();
}

const me = makeMember();
const second = { ...bob, role: 'owner' as const };
const asOwner = makeInvitation({ role: 'owner' });
const offer = {
  fromUserId: bob.userId,
  toUserId: me.userId,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-27T10:00:00.000Z',
};
const ownInvitation = {
  id: asOwner.id,
  accountName: 'Salt Quay',
  invitedBy: 'Ines',
  role: 'owner',
  expiresAt: asOwner.expiresAt,
};

interface Deed {
  what: string;
  team: Team;
  session?: SessionOptions;
  own?: object[];
  /** The call that the server refuses at first. */
  call: string;
  answer?: ApiAnswer;
  act: () => Promise<void>;
}

const deeds: Deed[] = [
  {
    what: 'making somebody owner',
    team: makeTeam(),
    call: `PUT /team/members/${bob.userId}`,
    async act() {
      await openDialog('Change role');
      await dialog().getByRole('radio', { name: 'Owner' }).click();
      await inDialog('Save');
    },
  },
  {
    what: 'removing an owner',
    team: makeTeam({ members: [me, second] }),
    call: `DELETE /team/members/${bob.userId}`,
    async act() {
      await openDialog('Remove');
      await inDialog('Remove');
    },
  },
  {
    what: 'leaving as an owner',
    team: makeTeam({ members: [me, second] }),
    call: 'POST /team/leave',
    // A success would load the app again.
    answer: makeProblem(409, 'last-owner'),
    async act() {
      await click('Leave the team…');
      await inDialog('Leave the team');
    },
  },
  {
    what: 'inviting an owner',
    team: makeTeam(),
    call: 'POST /team/invitations',
    async act() {
      await click('Invite');
      await dialog().getByLabelText('E-mail address').fill('cleo@example.com');
      await dialog().getByRole('radio', { name: 'Owner' }).click();
      await inDialog('Send invitation');
    },
  },
  {
    what: 'sending an invitation as owner again',
    team: makeTeam({ invitations: [asOwner] }),
    call: `POST /team/invitations/${asOwner.id}/send-again`,
    act: () => click('Send again: cleo@example.com'),
  },
  {
    what: 'accepting the ownership',
    team: makeTeam({ members: [second, { ...me, role: 'manager' }], ownershipOffer: offer }),
    session: { account: { ...ownAccount, role: 'manager' } },
    call: 'POST /team/ownership-offer/accept',
    async act() {
      await click('Accept');
      await inDialog('Accept');
    },
  },
  {
    what: 'joining another account as owner',
    team: makeTeam(),
    own: [ownInvitation],
    call: `POST /invitations/${asOwner.id}/accept`,
    answer: { accountId: ownAccount.id },
    act: () => click('Join Salt Quay'),
  },
];

test.each(deeds)('$what', async ({ team, session: options = {}, own = [], call, answer, act }) => {
  const prove = vi.mocked(session.signInAgain).mockResolvedValue(true);
  const open = vi.mocked(currentAccount.openAccount).mockReturnValue();
  onTestFinished(() => {
    prove.mockReset();
    open.mockReset();
  });
  const { calls } = await renderScreen(<TeamSection />, {
    ...options,
    answers: {
      'GET /team': { team },
      'GET /businesses': { businesses: [] },
      'GET /invitations': { invitations: own },
      [call]: () =>
        prove.mock.calls.length > 0 ? (answer ?? { team: makeTeam() }) : makeProblem(403, 'sign-in-again'),
    },
  });
  await act();
  const notice = page.getByRole('alert').filter({ hasText: 'so that we know it is you' });
  await expect.element(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Sign in again' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  expect(calls.filter((one) => one === call)).toHaveLength(2);
});
