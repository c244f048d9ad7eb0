/** The team: what each role sees of it, and every change of it. */
import type { Team } from '@kindling/contract/team';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useCurrentUser } from '../../../lib/auth/current-user.ts';
import { useAuth } from '../../../lib/auth/session.tsx';
import { makeProblem } from '../../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { makeUser, ownAccount, type SessionOptions } from '../../../testing/session.ts';
import { bob, makeInvitation, makeMember, makeTeam } from '../../../testing/team.ts';
import { TeamSection } from './team-section.tsx';

const places = ['Harbor', 'Market', 'Mill', 'North Pier', 'Old Town'].map((name, index) => ({
  id: `0199f000-0000-7000-8000-00000000005${index}`,
  name,
}));
const businesses = [{ id: '0199f000-0000-7000-8000-000000000015', name: 'Salt Quay', locations: places }];

const limitedToMost = { locationCount: 4, firstLocationIds: places.slice(0, 3).map(({ id }) => id) };
const limited = { ...bob, role: 'viewer' as const, ...limitedToMost };

/** The section in an app that keeps the person's rights up to date. */
function CurrentTeam({ session }: { session: SessionOptions }) {
  const [start] = useState(() => makeUser(session));
  useCurrentUser(useAuth().additionalUserDetails ?? start);
  return <TeamSection />;
}

async function show(team: Team, answers: ApiAnswers = {}, session: SessionOptions = {}) {
  const result = await renderScreen(<CurrentTeam session={session} />, {
    ...session,
    answers: {
      'GET /team': { team },
      'GET /businesses': { businesses },
      'GET /invitations': { invitations: [] },
      ...answers,
    },
  });
  await expect.element(page.getByRole('heading', { name: /members?$/ })).toBeVisible();
  return result;
}
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const menuItem = (name: string) => page.getByRole('menuitem', { name });
const dialog = () => page.getByRole('dialog');

test('shows each member with role and locations', async () => {
  const one = { ...limited, locationCount: 1, firstLocationIds: [places[1]?.id ?? ''] };
  await show(makeTeam({ members: [makeMember(), one], invitations: [makeInvitation(limitedToMost)] }));
  await expect.element(row('ada@example.com').getByText('Owner', { exact: true })).toBeVisible();
  await expect.element(row('ada@example.com').getByText('You', { exact: true })).toBeVisible();
  await expect.element(row('bob@example.com').getByText('Viewer · Market')).toBeVisible();
  await expect
    .element(row('cleo@example.com').getByText(/^Viewer · Harbor, Market, Mill and 1 more/))
    .toBeVisible();
});

test('says how many locations there are while their names are missing', async () => {
  await show(makeTeam({ members: [makeMember(), limited] }), { 'GET /businesses': 'offline' });
  await expect.element(row('bob@example.com').getByText('Viewer · 4 locations')).toBeVisible();
});

test('a limited member reads of colleagues elsewhere only that they are not at the same locations', async () => {
  const me = makeMember({ role: 'viewer', locationCount: 1, firstLocationIds: [places[0]?.id ?? ''] });
  const elsewhere = { ...bob, locationCount: 0 };
  await show(
    makeTeam({ members: [me, elsewhere] }),
    { 'POST /api/users/getuserbyemail': 'offline' },
    { account: { ...ownAccount, role: 'viewer', locationIds: me.firstLocationIds } },
  );
  await expect.element(row('bob@example.com').getByText('Manager · Not at your locations')).toBeVisible();
});

test('an owner learns that a member has no location', async () => {
  await show(makeTeam({ members: [makeMember(), { ...bob, locationCount: 0 }] }));
  await expect.element(row('bob@example.com').getByText('Manager · No location')).toBeVisible();
});

test('loads the locations of a limited member before they are changed, again after a failure', async () => {
  const sent: unknown[] = [];
  const locationIds = places.slice(0, 4).map(({ id }) => id);
  let fails = true;
  await show(makeTeam({ members: [makeMember(), limited] }), {
    [`GET /team/members/${bob.userId}`]: () =>
      fails ? makeProblem(404, 'not-found') : { member: { ...limited, locationIds } },
    [`PUT /team/members/${bob.userId}`]: async (_url, request) => {
      sent.push(await request.json());
      return { team: makeTeam() };
    },
  });
  await button('Actions for Bob Lund').click();
  await menuItem('Change role').click();
  await expect.element(dialog().getByRole('alert')).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  fails = false;
  await dialog().getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog().getByRole('checkbox', { name: 'North Pier' })).toBeChecked();
  await expect.element(dialog().getByRole('checkbox', { name: 'Old Town' })).not.toBeChecked();
  await dialog().getByRole('checkbox', { name: 'Harbor' }).click();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sent).toEqual([{ role: 'viewer', locationIds: locationIds.slice(1) }]);
});

test('invites an address with a role and some locations', async () => {
  const sent: unknown[] = [];
  await show(makeTeam(), {
    'POST /team/invitations': async (_url, request) => {
      sent.push(await request.json());
      return { team: makeTeam({ invitations: [makeInvitation()] }) };
    },
  });
  await button('Invite').click();
  const send = dialog().getByRole('button', { name: 'Send invitation' });
  const address = dialog().getByLabelText('E-mail address');
  await address.fill('cleo');
  await send.click();
  await expect.element(dialog().getByText('Enter a valid e-mail address.')).toBeVisible();
  await expect.element(address).toHaveFocus();
  await address.fill(' cleo@example.com ');
  await dialog().getByRole('radio', { name: 'Viewer' }).click();
  await dialog().getByRole('radio', { name: 'Only some locations' }).click();
  await expect.element(send).toBeDisabled();
  await dialog().getByRole('checkbox', { name: 'Market' }).click();
  await send.click();
  await expect.element(row('cleo@example.com').getByText(/Valid for 3 more days$/)).toBeVisible();
  expect(sent).toEqual([{ email: 'cleo@example.com', role: 'viewer', locationIds: [places[1]?.id] }]);
});

test('keeps the dialog with the reason when an invitation is refused', async () => {
  await show(makeTeam(), { 'POST /team/invitations': () => makeProblem(409, 'already-member') });
  await button('Invite').click();
  await dialog().getByLabelText('E-mail address').fill('bob@example.com');
  await dialog().getByRole('button', { name: 'Send invitation' }).click();
  await expect
    .element(
      dialog()
        .getByRole('alert')
        .getByText(/already a member/),
    )
    .toBeVisible();
});

test('sends an invitation again, and revokes it', async () => {
  const invitation = makeInvitation({ expired: true });
  const { calls } = await show(makeTeam({ invitations: [invitation] }), {
    [`POST /team/invitations/${invitation.id}/send-again`]: {
      team: makeTeam({ invitations: [makeInvitation()] }),
    },
    [`DELETE /team/invitations/${invitation.id}`]: { team: makeTeam() },
  });
  await expect.element(row('cleo@example.com').getByText('Expired')).toBeVisible();
  await button('Send again: cleo@example.com').click();
  await expect.element(row('cleo@example.com').getByText(/Valid for 3 more days$/)).toBeVisible();
  await button('Revoke: cleo@example.com').click();
  expect(calls).not.toContain(`DELETE /team/invitations/${invitation.id}`);
  await dialog().getByRole('button', { name: 'Revoke' }).click();
  await expect.element(page.getByText('Invitation to cleo@example.com revoked')).toBeVisible();
  await expect.element(row('cleo@example.com')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: '2 members' })).toHaveFocus();
  expect(calls).toContain(`DELETE /team/invitations/${invitation.id}`);
});

test('changes a role, and removes a member after a confirmation', async () => {
  const sent: unknown[] = [];
  await show(makeTeam(), {
    [`PUT /team/members/${bob.userId}`]: async (_url, request) => {
      sent.push(await request.json());
      return { team: makeTeam({ members: [makeMember(), { ...bob, role: 'responder' }] }) };
    },
    [`DELETE /team/members/${bob.userId}`]: { team: makeTeam({ members: [makeMember()] }) },
  });
  await button('Actions for Bob Lund').click();
  await menuItem('Change role').click();
  await expect.element(dialog().getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog().getByRole('radio', { name: 'Responder' }).click();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expect.element(row('bob@example.com').getByText(/^Responder/)).toBeVisible();
  expect(sent).toEqual([{ role: 'responder', locationIds: null }]);
  await button('Actions for Bob Lund').click();
  await menuItem('Remove').click();
  await dialog().getByRole('button', { name: 'Remove' }).click();
  await expect.element(row('bob@example.com')).not.toBeInTheDocument();
  await expect.element(page.getByText('Bob Lund removed from the team')).toBeVisible();
});

test('the last owner sees why they cannot leave', async () => {
  await show(makeTeam());
  await expect.element(page.getByText(/You are the only owner/)).toBeVisible();
  await expect.element(button('Leave the team…')).toBeDisabled();
});

test('a manager may change everybody but owners, and may leave', async () => {
  const me = makeMember({ role: 'manager' });
  const owner = { ...bob, role: 'owner' as const };
  const cleo = makeMember({
    userId: '0199f000-0000-7000-8000-000000000003',
    displayName: 'Cleo',
    email: 'cleo@example.com',
    role: 'viewer',
    you: false,
  });
  await show(makeTeam({ members: [owner, me, cleo] }), {}, { account: { ...ownAccount, role: 'manager' } });
  await expect.element(button('Actions for Bob Lund')).not.toBeInTheDocument();
  await expect.element(button('Leave the team…')).toBeEnabled();
  await button('Actions for Cleo').click();
  await expect.element(menuItem('Hand over ownership…')).not.toBeInTheDocument();
  await menuItem('Change role').click();
  await expect.element(dialog().getByRole('radio', { name: 'Manager' })).toBeVisible();
  await expect.element(dialog().getByRole('radio', { name: 'Owner' })).not.toBeInTheDocument();
});

test('the question before leaving fits a narrow window with a long name of the account', async () => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  const name = 'Harbor'.repeat(14).slice(0, 80);
  const me = makeMember({ role: 'viewer' });
  await show(
    makeTeam({ members: [{ ...bob, role: 'owner' }, me] }),
    {},
    { account: { ...ownAccount, role: 'viewer', name } },
  );
  await button('Leave the team…').click();
  const title = dialog().getByRole('heading', { name: new RegExp(name) });
  await expect.element(title).toBeVisible();
  const close = dialog().getByRole('button', { name: 'Close' }).element().getBoundingClientRect();
  expect(title.element().getBoundingClientRect().right).toBeLessThanOrEqual(close.left);
  expect(close.right).toBeLessThanOrEqual(390);
});

test('a viewer sees the members, and can only leave', async () => {
  const me = makeMember({ role: 'viewer' });
  await show(
    makeTeam({ members: [{ ...bob, role: 'owner' }, me] }),
    {},
    { account: { ...ownAccount, role: 'viewer' } },
  );
  await expect.element(row('bob@example.com')).toBeVisible();
  await expect.element(page.getByRole('button')).toHaveTextContent('Leave the team…');
});

test('offering the ownership asks for a new sign-in when the last one is too old', async () => {
  const offer = {
    fromUserId: makeMember().userId,
    toUserId: bob.userId,
    createdAt: '2026-11-20T10:00:00.000Z',
    expiresAt: '2026-11-27T10:00:00.000Z',
  };
  let recent = false;
  await show(makeTeam(), {
    'POST /team/ownership-offer': () =>
      recent ? { team: makeTeam({ ownershipOffer: offer }) } : makeProblem(403, 'sign-in-again'),
  });
  await button('Actions for Bob Lund').click();
  await menuItem('Hand over ownership…').click();
  await dialog().getByRole('button', { name: 'Offer ownership' }).click();
  await expect
    .element(
      dialog()
        .getByRole('alert')
        .getByText(/Sign in again so/),
    )
    .toBeVisible();
  await expect.element(dialog().getByRole('button', { name: 'Offer ownership' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  recent = true;
  await button('Actions for Bob Lund').click();
  await menuItem('Hand over ownership…').click();
  await dialog().getByRole('button', { name: 'Offer ownership' }).click();
  await expect.element(page.getByText('You offer the ownership to Bob Lund')).toBeVisible();
});

test('who accepts the ownership has the rights of an owner at once', async () => {
  const me = makeMember({ role: 'viewer' });
  const before = makeTeam({
    members: [{ ...bob, role: 'owner' }, me],
    ownershipOffer: {
      fromUserId: bob.userId,
      toUserId: me.userId,
      createdAt: '2026-11-20T10:00:00.000Z',
      expiresAt: '2026-11-27T10:00:00.000Z',
    },
  });
  const after = makeTeam({ members: [{ ...me, role: 'owner' }, bob] });
  let team = before;
  await show(
    before,
    {
      // Read again when the role has changed.
      'GET /team': async () => ({ team }),
      'POST /team/ownership-offer/accept': async () => {
        team = after;
        return { team };
      },
      'POST /api/users/getuserbyemail': { user: makeUser() },
    },
    { account: { ...ownAccount, role: 'viewer' } },
  );
  await expect.element(page.getByText('Bob Lund offers you the ownership of Berg')).toBeVisible();
  await button('Accept').click();
  await dialog().getByRole('button', { name: 'Accept' }).click();
  await expect.element(button('Invite')).toBeVisible();
  await expect.element(page.getByText(/offers you the ownership/)).not.toBeInTheDocument();
});
