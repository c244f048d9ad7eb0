/** What the dialogs say about invitations that end with a change of their sender's rights. */
import type { Team } from '@kindling/contract/team';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ownAccount, type SessionOptions } from '../../../testing/session.ts';
import { bob, makeInvitation, makeMember, makeTeam } from '../../../testing/team.ts';
import { TeamSection } from './team-section.tsx';

const show = (team: Team, session: SessionOptions = {}) =>
  renderScreen(<TeamSection />, {
    ...session,
    answers: {
      'GET /team': { team },
      'GET /businesses': { businesses: [] },
      'GET /invitations': { invitations: [] },
    },
  });
const dialog = () => page.getByRole('dialog');
const sentBy = (inviterId: string, ...roles: ('owner' | 'manager' | 'viewer')[]) =>
  roles.map((role, index) =>
    makeInvitation({ id: `0199f000-0000-7000-8000-0000000000a${index}`, inviterId, role }),
  );
const openMenu = () => page.getByRole('button', { name: 'Actions for Bob Lund' }).click();

test('removing somebody says that their open invitations end', async () => {
  await show(makeTeam({ invitations: [...sentBy(bob.userId, 'viewer', 'manager'), makeInvitation()] }));
  await openMenu();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect
    .element(dialog().getByText(/^2 open invitations that this person sent end, too\./))
    .toBeVisible();
});

test('removing somebody who has sent none says nothing of invitations', async () => {
  await show(makeTeam({ invitations: [makeInvitation()] }));
  await openMenu();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect.element(dialog().getByText(/Their access ends at once/)).toBeVisible();
  await expect.element(dialog().getByText(/invitation/)).not.toBeInTheDocument();
});

test('a change of the role names the invitations that the new role could not send', async () => {
  const owner = { ...bob, role: 'owner' as const };
  await show(
    makeTeam({ members: [makeMember(), owner], invitations: sentBy(bob.userId, 'owner', 'viewer') }),
  );
  await openMenu();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await expect.element(dialog().getByRole('radio', { name: 'Manager' })).toBeVisible();
  await expect.element(dialog().getByText(/this person sent/)).not.toBeInTheDocument();
  await dialog().getByRole('radio', { name: 'Manager' }).click();
  await expect.element(dialog().getByText(/^1 open invitation that this person sent ends/)).toBeVisible();
  await dialog().getByRole('radio', { name: 'Viewer' }).click();
  await expect.element(dialog().getByText(/^2 open invitations that this person sent end/)).toBeVisible();
});

test('leaving says that the own open invitations end', async () => {
  const me = makeMember({ role: 'manager' });
  await show(
    makeTeam({ members: [{ ...bob, role: 'owner' }, me], invitations: sentBy(me.userId, 'viewer') }),
    { account: { ...ownAccount, role: 'manager' } },
  );
  await page.getByRole('button', { name: 'Leave the team…' }).click();
  await expect.element(dialog().getByText(/^1 open invitation that you sent ends, too\./)).toBeVisible();
});
