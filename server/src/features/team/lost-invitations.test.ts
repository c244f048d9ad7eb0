/** Invitations of members who could not send them any more: they end, so that they are no way back in. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import {
  allLocations,
  codeOf,
  firstLocation,
  invitationSteps,
  sendAgain,
} from '../../testing/invitation-steps.ts';
import {
  addTeamMember,
  changeMember,
  inviteAddress,
  mailsTo,
  removeMember,
  teamOf,
  tokenSentTo,
} from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../../testing/test-app.ts';

describe.each(featureModes)('invitations of members who lose their rights, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let boss: TestUser;
  let second: string;
  let invitationId: string;
  const { aShop, anAddress, as, accept, look, inDatabase, recordOf } = invitationSteps(() => app);
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  /** A new account whose manager has invited an address as manager. */
  async function aTeam(): Promise<void> {
    owner = await aShop();
    boss = await addTeamMember(app, owner, anAddress(), allLocations('manager'));
    second = anAddress();
    invitationId = await inviteAddress(boss, second, allLocations('manager'));
  }
  const openIds = async (who: TestUser) =>
    teamOf(await who.call('GET', '/team')).invitations.map(({ id }) => id);
  const waitingFor = async (email: string) => (await (await as(email))('GET', '/invitations')).json;
  const revocations = async () =>
    (
      await inDatabase(
        `select user_id, target from audit_entries where account_id = $1 and action = 'invitation.revoked'`,
        [owner.accountId],
      )
    ).rows;

  test.each([
    ['is removed', () => removeMember(owner, boss)],
    ['leaves', () => boss.call('POST', '/team/leave')],
    ['becomes a responder', () => changeMember(owner, boss, allLocations('responder'))],
    [
      'is limited to a location',
      async () => changeMember(owner, boss, { role: 'manager', locationIds: [await firstLocation(owner)] }),
    ],
  ] as [string, () => Promise<TestResponse>][])('end when the member %s', async (what, deed) => {
    await aTeam();
    const token = await tokenSentTo(app, second);
    const other = await inviteAddress(owner, anAddress(), allLocations('viewer'));
    expect((await deed()).status).toBe(200);
    expect(await openIds(owner)).toEqual([other]);
    expect(await waitingFor(second)).toEqual({ invitations: [] });
    expect(await look(token)).toEqual({ state: 'revoked' });
    expect(codeOf(await accept(invitationId, second))).toBe('invitation-revoked');
    expect(await mailsTo(app, second)).toEqual([]);
    const actor = what === 'leaves' ? boss : owner;
    expect(await revocations()).toEqual([{ user_id: actor.userId, target: invitationId }]);
  });

  test('as an owner end when their owner becomes a manager, also by handing over, and others stay', async () => {
    for (const handsOver of [false, true]) {
      await aTeam();
      const asOwner = await inviteAddress(owner, anAddress(), allLocations('owner'));
      const asViewer = await inviteAddress(owner, anAddress(), allLocations('viewer'));
      if (handsOver) {
        await owner.call('POST', '/team/ownership-offer', { memberId: boss.userId });
        expect((await boss.call('POST', '/team/ownership-offer/accept')).status).toBe(200);
      } else {
        await changeMember(owner, boss, allLocations('owner'));
        expect((await changeMember(boss, owner, allLocations('manager'))).status).toBe(200);
      }
      expect(await openIds(boss)).toEqual([asViewer, invitationId]);
      expect(await revocations()).toEqual([{ user_id: boss.userId, target: asOwner }]);
    }
  });

  test('stay when another member has sent them again, who is the inviter from then on', async () => {
    await aTeam();
    const sent = teamOf(await sendAgain(owner, invitationId)).invitations;
    expect(sent).toMatchObject([{ id: invitationId, inviterId: owner.userId }]);
    expect((await removeMember(owner, boss)).status).toBe(200);
    expect(await look(await tokenSentTo(app, second))).toMatchObject({
      state: 'valid',
      invitedBy: owner.email.split('@')[0],
    });
    expect((await accept(invitationId, second)).status).toBe(200);
  });

  test('are not accepted when their inviter may not give the role, however that came about', async () => {
    const ways = [
      `update memberships set role = 'viewer' where user_id = $1`,
      `delete from memberships where user_id = $1`,
      `update users set blocked_at = now() where id = $1`,
    ];
    for (const way of ways) {
      await aTeam();
      await inDatabase(way, [boss.userId]);
      expect(codeOf(await accept(invitationId, second))).toBe('invitation-revoked');
      expect(await waitingFor(second)).toEqual({ invitations: [] });
      // Without an invitation that counts, a sign-up gets an account of its own.
      expect((await app.signIn(second)).accountId).not.toBe(owner.accountId);
      // An owner can send it again, and then it counts.
      expect(teamOf(await owner.call('GET', '/team')).invitations).toMatchObject([{ expired: true }]);
      expect((await sendAgain(owner, invitationId)).status).toBe(200);
      expect((await accept(invitationId, second)).status).toBe(200);
      expect((await recordOf(second, owner.accountId)).status).toBe(200);
    }
  });

  test('lose their unsent mails, whether or not a server has seen them', async () => {
    await aTeam();
    const seen = anAddress();
    const seenId = await inviteAddress(boss, seen, allLocations('viewer'));
    await inDatabase(`update emails set attempts = 1 where recipient = $1`, [seen]);
    for (const id of [seenId, invitationId])
      expect((await boss.call('DELETE', `/team/invitations/${id}`)).status).toBe(200);
    for (const email of [seen, second]) {
      const { rows } = await inDatabase('select state, sealed from emails where recipient = $1', [email]);
      expect(rows).toEqual([{ state: 'canceled', sealed: null }]);
    }
  });
});
