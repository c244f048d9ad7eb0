/** The largest team that an account can have: answers about it stay small. */
import { maxLocations } from '@kindling/contract/businesses';
import { listedLocations, maxMembers, maxOpenInvitations } from '@kindling/contract/team';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { addTeamMember, teamOf } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const largestAnswerBytes = 100_000;
const viewer = { role: 'viewer', locationIds: null } as const;

describe.each(featureModes)('a full team, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let member: TestUser;
  let locationIds: string[];
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('owner@example.com');
    member = await addTeamMember(app, owner, 'member@example.com');
    locationIds = await fillTeamOf(app, owner);
  });
  afterAll(() => app.close());

  const getMember = (who: TestUser, id: string) => who.call('GET', `/team/members/${id}`);

  test('is listed in less than 100 KB, with the number of locations and the first of them', async () => {
    const answer = await owner.call('GET', '/team');
    expect(answer.text.length).toBeLessThan(largestAnswerBytes);
    const { members, invitations } = teamOf(answer);
    expect([members.length, invitations.length]).toEqual([maxMembers, maxOpenInvitations]);
    const limited = { locationCount: maxLocations, firstLocationIds: locationIds.slice(0, listedLocations) };
    for (const one of [...members.filter(({ role }) => role !== 'owner'), ...invitations])
      expect.soft(one).toMatchObject(limited);
    expect(members.find(({ you }) => you)).toMatchObject({ locationCount: null, firstLocationIds: [] });
  });

  test('is answered by a change in no more than by the list', async () => {
    const change = await owner.call('PUT', `/team/members/${member.userId}`, { role: 'viewer', locationIds });
    expect(change.status, change.text).toBe(200);
    expect(change.json).toEqual((await owner.call('GET', '/team')).json);
  });

  test('has all locations of one member at the member’s own address', async () => {
    const { json } = await getMember(owner, member.userId);
    const listed = teamOf(await owner.call('GET', '/team')).members.find(
      ({ userId }) => userId === member.userId,
    );
    expect(json).toEqual({ member: { ...listed, locationIds } });
    expect((await getMember(owner, owner.userId)).json).toMatchObject({ member: { locationIds: null } });
    const stranger = await app.signIn('stranger@example.com');
    expect((await getMember(stranger, member.userId)).status).toBe(404);
  });

  test('takes nobody more, and names members and invited addresses in any spelling', async () => {
    const invite = async (email: string) =>
      (await owner.call('POST', '/team/invitations', { email, ...viewer })).json;
    expect(await invite('Member@Example.com')).toMatchObject({ code: 'already-member' });
    expect(await invite('Invited-7@Example.com')).toMatchObject({ code: 'already-invited' });
    expect(await invite('somebody@example.com')).toMatchObject({ code: 'limit-reached' });
  });
});

/** Makes all places of a team taken: each member but the owner, and each invitation, is limited to every location. */
async function fillTeamOf(app: TestApp, { accountId, userId }: TestUser): Promise<string[]> {
  return inSystem(app.services.db, async (trx) => {
    await sql`insert into locations (account_id, id, business_id, name)
      select ${accountId}, gen_random_uuid(), (select id from businesses where account_id = ${accountId}), 'Place ' || n
        from generate_series((select count(*) from locations where account_id = ${accountId}) + 1, ${maxLocations}) n`.execute(
      trx,
    );
    await sql`with people as (
        insert into users (id, issuer, sub, email, first_name, last_name, display_name)
          select gen_random_uuid(), 'issuer', 'sub-' || n, 'member-' || n || '@example.com', 'First', 'Last', 'First Last'
            from generate_series((select count(*) from memberships where account_id = ${accountId}) + 1, ${maxMembers}) n
          returning id)
      insert into memberships (account_id, user_id, role) select ${accountId}, id, 'viewer' from people`.execute(
      trx,
    );
    await sql`update memberships set all_locations = false
      where account_id = ${accountId} and user_id <> ${userId}`.execute(trx);
    await sql`insert into membership_locations (account_id, user_id, location_id)
      select m.account_id, m.user_id, l.id from memberships m join locations l using (account_id)
       where m.account_id = ${accountId} and not m.all_locations`.execute(trx);
    await sql`insert into invitations (account_id, id, email, role, all_locations, token_hash, invited_by, expires_at)
      select ${accountId}, gen_random_uuid(), 'invited-' || n || '@example.com', 'viewer', false,
             decode(lpad(to_hex(n), 64, '0'), 'hex'), ${userId}, now() + interval '1 day'
        from generate_series(1, ${maxOpenInvitations}) n`.execute(trx);
    await sql`insert into invitation_locations (account_id, invitation_id, location_id)
      select i.account_id, i.id, l.id from invitations i join locations l using (account_id)
       where i.account_id = ${accountId}`.execute(trx);
    const { rows } = await sql<{ id: string }>`
      select id from locations where account_id = ${accountId} order by id`.execute(trx);
    return rows.map(({ id }) => id);
  });
}
