import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import {
  addTeamMember,
  changeMember,
  mailsTo,
  removeMember,
  type TeamAccess,
  teamOf,
} from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../../testing/test-app.ts';

const owning: TeamAccess = { role: 'owner', locationIds: null };
const manager: TeamAccess = { role: 'manager', locationIds: null };
const viewer: TeamAccess = { role: 'viewer', locationIds: null };

describe.each(featureModes)('members, %s', (mode) => {
  let app: TestApp;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  /** A new account with its owner. */
  const aShop = () => {
    count += 1;
    return app.signIn(`shop-${count}@example.com`);
  };
  const join = (owner: TestUser, access: TeamAccess) => {
    count += 1;
    return addTeamMember(app, owner, `colleague-${count}@example.com`, access);
  };
  const leave = (who: TestUser) => who.call('POST', '/team/leave');
  const codeOf = ({ status, json }: TestResponse) => (json as { code?: string } | undefined)?.code ?? status;
  const rolesOf = async (who: TestUser) =>
    teamOf(await who.call('GET', '/team')).members.map(({ userId, role }) => [userId, role]);
  const ownersOf = async ({ accountId }: TestUser) =>
    (
      await queryAsOwner(
        app.services.db,
        `select user_id from memberships where account_id = $1 and role = 'owner'`,
        [accountId],
      )
    ).rows.length;

  test('every member sees the team, owners first; only who manages it sees more', async () => {
    const owner = await aShop();
    const [low, high] = [await join(owner, viewer), await join(owner, manager)];
    await owner.call('POST', '/team/invitations', { email: 'waits@example.com', ...viewer });
    const team = teamOf(await low.call('GET', '/team'));
    expect(team.members.map(({ email, role, you }) => [email, role, you])).toEqual([
      [owner.email, 'owner', false],
      [high.email, 'manager', false],
      [low.email, 'viewer', true],
    ]);
    expect(team.invitations).toEqual([]);
    expect(teamOf(await high.call('GET', '/team')).invitations).toMatchObject([
      { email: 'waits@example.com' },
    ]);
  });

  test('a change of role and locations counts from the next request on', async () => {
    const owner = await aShop();
    const member = await join(owner, viewer);
    const make = () => member.call('POST', '/businesses', { name: 'New' });
    expect(codeOf(await make())).toBe('role-forbids');
    await changeMember(owner, member, manager);
    expect((await make()).status).toBe(201);
    const { json } = await owner.call('GET', '/businesses');
    const [location] = (json as { businesses: { locations: { id: string }[] }[] }).businesses.flatMap(
      ({ locations }) => locations,
    );
    const limited = { role: 'manager', locationIds: [location?.id ?? ''] } as const;
    expect((await changeMember(owner, member, limited)).status).toBe(200);
    expect(codeOf(await make())).toBe('role-forbids');
    const body = { useremail: member.email, userToken: member.token };
    expect((await member.call('POST', '/users/getuserbyemail', body)).json).toMatchObject({
      user: { account: limited },
    });
    expect((await changeMember(owner, member, viewer)).status).toBe(200);
    expect(codeOf(await make())).toBe('role-forbids');
  });

  test('managers manage everybody but owners, and make none', async () => {
    const owner = await aShop();
    const [boss, other, low] = [
      await join(owner, manager),
      await join(owner, manager),
      await join(owner, viewer),
    ];
    expect((await changeMember(boss, low, { role: 'responder', locationIds: null })).status).toBe(200);
    expect((await changeMember(boss, other, viewer)).status).toBe(200);
    for (const refused of [
      changeMember(boss, low, owning),
      changeMember(boss, boss, owning),
      changeMember(boss, owner, viewer),
      removeMember(boss, owner),
      changeMember(low, boss, viewer),
      removeMember(low, boss),
    ])
      expect(codeOf(await refused)).toBe('role-forbids');
    expect((await removeMember(boss, low)).status).toBe(200);
    expect(await rolesOf(owner)).toEqual([
      [owner.userId, 'owner'],
      [boss.userId, 'manager'],
      [other.userId, 'viewer'],
    ]);
  });

  test('an owner is not limited to locations', async () => {
    const owner = await aShop();
    const member = await join(owner, viewer);
    const limited = { role: 'owner', locationIds: [owner.accountId] } as const;
    expect((await changeMember(owner, member, limited)).json).toMatchObject({
      code: 'invalid-input',
      fields: [{ path: 'locationIds' }],
    });
  });

  describe('the last owner', () => {
    test('cannot leave, or give the role away by a change', async () => {
      const owner = await aShop();
      await join(owner, manager);
      expect(codeOf(await leave(owner))).toBe('last-owner');
      expect(codeOf(await changeMember(owner, owner, manager))).toBe('last-owner');
      expect(await ownersOf(owner)).toBe(1);
    });

    test('leaves once somebody else owns the account, too', async () => {
      const owner = await aShop();
      const member = await join(owner, viewer);
      await changeMember(owner, member, owning);
      expect((await leave(owner)).status).toBe(200);
      expect(await rolesOf(member)).toEqual([[member.userId, 'owner']]);
      expect(codeOf(await leave(member))).toBe('last-owner');
    });

    test('is who is not blocked, and may remove one who is', async () => {
      const owner = await aShop();
      const blocked = await join(owner, owning);
      await queryAsOwner(app.services.db, 'update users set blocked_at = now() where id = $1', [
        blocked.userId,
      ]);
      expect(codeOf(await leave(owner))).toBe('last-owner');
      expect(codeOf(await changeMember(owner, owner, manager))).toBe('last-owner');
      expect((await removeMember(owner, blocked)).status).toBe(200);
      expect(await ownersOf(owner)).toBe(1);
    });

    test.each([
      ['leave', (one: TestUser) => leave(one)],
      ['remove each other', (one: TestUser, other: TestUser) => removeMember(one, other)],
      ['take the role from each other', (one: TestUser, other: TestUser) => changeMember(one, other, viewer)],
      ['step down', (one: TestUser) => changeMember(one, one, viewer)],
    ] as const)('stays when two owners %s at the same time', async (_what, deed) => {
      for (let round = 0; round < 3; round += 1) {
        const owner = await aShop();
        const second = await join(owner, viewer);
        await changeMember(owner, second, owning);
        const answers = await Promise.all([deed(owner, second), deed(second, owner)]);
        expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
        expect(await ownersOf(owner)).toBe(1);
      }
    });
  });

  test('removing ends the membership and its streams, is told by mail, and keeps what the person made', async () => {
    const owner = await aShop();
    const member = await join(owner, manager);
    const made = await member.call('POST', '/imports', { files: [{ name: 'reviews.csv', bytes: 10 }] });
    expect(made.status).toBe(201);
    const stream = await fetch(`${await app.listen()}/api/v1/imports/events`, {
      headers: { authorization: `Bearer ${member.token}`, 'kindling-account': owner.accountId },
    });
    expect(stream.status).toBe(200);
    const ended = stream.text().catch(() => 'closed');
    expect(codeOf(await removeMember(owner, owner))).toBe('conflict');
    expect((await removeMember(owner, member)).status).toBe(200);
    await ended;
    expect(codeOf(await member.call('GET', '/imports'))).toBe('no-membership');
    expect((await mailsTo(app, member.email)).map(({ kind }) => kind)).toEqual(['member-removed']);
    expect((await owner.call('GET', '/imports')).json).toMatchObject({ imports: [{}] });
    expect((await removeMember(owner, member)).status).toBe(404);
    // The person is still there and may begin anew.
    const own = app.callWith(member.token);
    expect((await own('POST', '/accounts', { zoneinfo: 'UTC' })).status).toBe(201);
    expect((await own('GET', '/team')).status).toBe(200);
  });

  test('a removed member gets no more alerts, and a later one does', async () => {
    const owner = await aShop();
    const [gone, stays] = [await join(owner, manager), await join(owner, manager)];
    await leave(gone);
    await owner.call('POST', '/profile/deletion', { accountName: owner.email.split('@')[0] });
    const kinds = async ({ email }: TestUser) => (await mailsTo(app, email)).map(({ kind }) => kind);
    expect(await kinds(gone)).not.toContain('account-deletion-scheduled');
    expect(await kinds(stays)).toContain('account-deletion-scheduled');
    await owner.call('DELETE', '/profile/deletion');
  });

  test('the audit entries hold each change by ids only', async () => {
    const owner = await aShop();
    const [one, two] = [await join(owner, viewer), await join(owner, viewer)];
    await changeMember(owner, one, manager);
    await removeMember(owner, one);
    await leave(two);
    const { rows } = await queryAsOwner<{ action: string; user_id: string; target: string }>(
      app.services.db,
      `select action, user_id, target from audit_entries
        where account_id = $1 and action like 'member.%' order by at, id`,
      [owner.accountId],
    );
    expect(rows).toEqual([
      { action: 'member.joined', user_id: one.userId, target: one.userId },
      { action: 'member.joined', user_id: two.userId, target: two.userId },
      { action: 'member.changed', user_id: owner.userId, target: one.userId },
      { action: 'member.removed', user_id: owner.userId, target: one.userId },
      { action: 'member.left', user_id: two.userId, target: two.userId },
    ]);
  });
});
