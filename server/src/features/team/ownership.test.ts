import { claims } from '@kindling/contract/constants';
import { recentSignInSeconds } from '@kindling/contract/profile';
import { ownershipOfferDays } from '@kindling/contract/team';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { addTeamMember, mailsTo, type TeamAccess, teamOf } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../../testing/test-app.ts';
import { mailsPerRecipientAndDay } from '../mail/index.ts';

const owning: TeamAccess = { role: 'owner', locationIds: null };
const manager: TeamAccess = { role: 'manager', locationIds: null };

describe.each(featureModes)('handing over the ownership, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let member: TestUser;
  let other: TestUser;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  /** A new account with an owner, a member and a manager. */
  async function aTeam(): Promise<void> {
    count += 1;
    owner = await app.signIn(`owner-${count}@example.com`);
    member = await addTeamMember(app, owner, `member-${count}@example.com`);
    other = await addTeamMember(app, owner, `other-${count}@example.com`, manager);
  }
  const offer = (who: TestUser, { userId }: TestUser) =>
    who.call('POST', '/team/ownership-offer', { memberId: userId });
  const accept = (who: TestUser) => who.call('POST', '/team/ownership-offer/accept');
  const withdraw = (who: TestUser) => who.call('DELETE', '/team/ownership-offer');
  const codeOf = ({ status, json }: TestResponse) => (json as { code?: string } | undefined)?.code ?? status;
  const offerSeenBy = async (who: TestUser) => teamOf(await who.call('GET', '/team')).ownershipOffer;
  const kindsTo = async ({ email }: TestUser) => (await mailsTo(app, email)).map(({ kind }) => kind);
  const rolesOf = async () =>
    Object.fromEntries(
      teamOf(await owner.call('GET', '/team')).members.map(({ userId, role }) => [userId, role]),
    );

  test('an owner offers it, the member accepts, and both are told', async () => {
    await aTeam();
    const made = teamOf(await offer(owner, member));
    expect(made.ownershipOffer).toMatchObject({ fromUserId: owner.userId, toUserId: member.userId });
    const left = Date.parse(made.ownershipOffer?.expiresAt ?? '') - Date.now();
    expect(Math.round(left / 86_400_000)).toBe(ownershipOfferDays);
    expect(await offerSeenBy(member)).toEqual(made.ownershipOffer);
    expect(await offerSeenBy(other)).toBe(null);
    expect(await rolesOf()).toMatchObject({ [owner.userId]: 'owner', [member.userId]: 'viewer' });
    for (const nobody of [owner, other]) expect((await accept(nobody)).status).toBe(404);
    const after = teamOf(await accept(member));
    expect(after.ownershipOffer).toBe(null);
    expect(await rolesOf()).toEqual({
      [member.userId]: 'owner',
      [owner.userId]: 'manager',
      [other.userId]: 'manager',
    });
    expect((await accept(member)).status).toBe(404);
    const [, handedOver] = await mailsTo(app, member.email);
    expect(handedOver?.html).toContain(`/profile?account=${owner.accountId}`);
    expect(await kindsTo(member)).toEqual(['ownership-offered', 'ownership-handed-over']);
    expect(await kindsTo(owner)).toEqual(['welcome', 'ownership-handed-over']);
    expect(await kindsTo(other)).toEqual([]);
    expect(codeOf(await owner.call('POST', '/profile/deletion', { accountName: 'x' }))).toBe('role-forbids');
  });

  test('a limited member who accepts has all locations from then on', async () => {
    await aTeam();
    const { json } = await owner.call('GET', '/businesses');
    const [business] = (json as { businesses: { locations: { id: string }[] }[] }).businesses;
    const locationIds = business?.locations.map(({ id }) => id) ?? [];
    await owner.call('PUT', `/team/members/${member.userId}`, { role: 'viewer', locationIds });
    await offer(owner, member);
    const { members } = teamOf(await accept(member));
    expect(members.find(({ you }) => you)).toMatchObject({ role: 'owner', locationCount: null });
  });

  test('needs a recent sign-in of an owner, and is for members who are not owners', async () => {
    await aTeam();
    const seconds = Math.floor(Date.now() / 1000) - recentSignInSeconds - 60;
    const old = await app.issuer.sign(owner, { payload: { [claims.authTime]: seconds } });
    const late = { ...owner, call: app.callWith(old) };
    expect(codeOf(await offer(late, member))).toBe('sign-in-again');
    expect(codeOf(await offer(other, member))).toBe('role-forbids');
    const stranger = await app.signIn(`stranger-${count}@example.com`);
    expect((await offer(owner, stranger)).status).toBe(404);
    expect((await offer(owner, owner)).status).toBe(409);
    expect((await offer(owner, member)).status).toBe(201);
    expect((await offer(owner, other)).status).toBe(409);
  });

  test('is taken back by an owner or declined by the member, and by nobody else', async () => {
    for (const by of ['owner', 'member'] as const) {
      await aTeam();
      expect((await withdraw(owner)).status).toBe(404);
      await offer(owner, member);
      expect((await withdraw(other)).status).toBe(404);
      expect((await withdraw(by === 'owner' ? owner : member)).status).toBe(200);
      expect((await accept(member)).status).toBe(404);
      expect((await offer(owner, other)).status).toBe(201);
    }
  });

  test('expires, and another offer can be made', async () => {
    await aTeam();
    await offer(owner, member);
    await queryAsOwner(
      app.services.db,
      `update ownership_offers set expires_at = now() - interval '1 second' where account_id = $1`,
      [owner.accountId],
    );
    expect(await offerSeenBy(member)).toBe(null);
    expect((await accept(member)).status).toBe(404);
    expect((await withdraw(member)).status).toBe(404);
    expect((await offer(owner, other)).status).toBe(201);
  });

  test('does not stand while the offering person is blocked, and another owner can make one', async () => {
    await aTeam();
    await owner.call('PUT', `/team/members/${other.userId}`, owning);
    await offer(owner, member);
    await queryAsOwner(app.services.db, 'update users set blocked_at = now() where id = $1', [owner.userId]);
    expect(await offerSeenBy(member)).toBe(null);
    expect((await accept(member)).status).toBe(404);
    expect((await offer(other, member)).status).toBe(201);
    expect((await accept(member)).status).toBe(200);
  });

  test('ends when the offering person is no owner any more, or the other becomes one or leaves', async () => {
    const ends: ((second: TestUser) => Promise<TestResponse>)[] = [
      (second) => second.call('PUT', `/team/members/${owner.userId}`, { role: 'viewer', locationIds: null }),
      (second) => second.call('DELETE', `/team/members/${owner.userId}`),
      (second) => second.call('PUT', `/team/members/${member.userId}`, owning),
      (second) => second.call('DELETE', `/team/members/${member.userId}`),
    ];
    for (const end of ends) {
      await aTeam();
      await owner.call('PUT', `/team/members/${other.userId}`, owning);
      await offer(owner, member);
      expect((await end(other)).status).toBe(200);
      expect(await offerSeenBy(other)).toBe(null);
      expect([403, 404]).toContain((await accept(member)).status);
    }
  });

  test('a member gets a limited number of offers per day; taking back and declining always work', async () => {
    await aTeam();
    for (let round = 0; round < mailsPerRecipientAndDay; round += 1) {
      expect((await offer(owner, member)).status).toBe(201);
      expect((await withdraw(round % 2 === 0 ? owner : member)).status).toBe(200);
    }
    const refused = await offer(owner, member);
    expect(refused.json).toMatchObject({ status: 429, code: 'rate-limited', retryAfter: expect.any(Number) });
    expect(await offerSeenBy(owner)).toBe(null);
    expect((await offer(owner, other)).status).toBe(201);
    const { rows } = await queryAsOwner(
      app.services.db,
      `select from emails where template = 'ownership-offered' and recipient = $1`,
      [member.email],
    );
    expect(rows).toHaveLength(mailsPerRecipientAndDay);
  });

  test('an offer that ended before its mail was sent is not mailed any more', async () => {
    const ends: (() => Promise<TestResponse>)[] = [
      () => withdraw(owner),
      () => withdraw(member),
      () => owner.call('PUT', `/team/members/${member.userId}`, owning),
      () => owner.call('DELETE', `/team/members/${member.userId}`),
      () => member.call('POST', '/team/leave'),
    ];
    for (const end of ends) {
      await aTeam();
      await offer(owner, member);
      expect(await kindsTo(member)).toEqual(['ownership-offered']);
      const answer = await end();
      expect(answer.status, answer.text).toBe(200);
      expect(await kindsTo(member)).not.toContain('ownership-offered');
    }
    await aTeam();
    await offer(owner, member);
    expect((await other.call('POST', '/team/leave')).status).toBe(200);
    expect(await kindsTo(member)).toEqual(['ownership-offered']);
  });

  test('two acceptances at once hand it over once', async () => {
    await aTeam();
    await offer(owner, member);
    const answers = await Promise.all([accept(member), accept(member), accept(member)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });
});
