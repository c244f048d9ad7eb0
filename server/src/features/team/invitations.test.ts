import {
  invitationDays,
  invitationsPerAddressAndDay,
  invitationsPerDay,
  maxMembers,
  maxOpenInvitations,
} from '@kindling/contract/team';
import type { User } from '@kindling/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import {
  addTeamMember,
  inviteAddress,
  mailsTo,
  type TeamAccess,
  teamOf,
  tokenSentTo,
} from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../../testing/test-app.ts';
import { teamJobs } from './jobs.ts';

const viewer: TeamAccess = { role: 'viewer', locationIds: null };
const manager: TeamAccess = { role: 'manager', locationIds: null };

describe.each(featureModes)('invitations, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('owner@example.com');
  });
  afterAll(() => app.close());

  const anAddress = () => {
    count += 1;
    return `guest-${count}@example.com`;
  };
  const tokenOf = (email: string, sub = `auth0|${email}`) => app.issuer.sign({ sub, email });
  const as = async (email: string, sub?: string) => app.callWith(await tokenOf(email, sub));
  const accept = async (id: string, email: string, sub?: string) =>
    (await as(email, sub))('POST', `/invitations/${id}/accept`);
  const look = async (token: string) => {
    const answer = await app.request({
      method: 'POST',
      url: '/api/v1/invitations/look-up',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ token }),
    });
    return answer.status === 200 ? (answer.json as { invitation: object }).invitation : answer.json;
  };
  const recordOf = async (email: string, account?: string) => {
    const token = await tokenOf(email);
    const body = { useremail: email, userToken: token };
    return app.callWith(token, account)('POST', '/users/getuserbyemail', body);
  };
  const invite = (who: TestUser, email: string, access: TeamAccess = viewer) =>
    who.call('POST', '/team/invitations', { email, ...access });
  const codeOf = ({ json }: TestResponse) => (json as { code?: string }).code;
  const inDatabase = (statement: string, values: unknown[]) =>
    queryAsOwner(app.services.db, statement, values);
  const expire = (id: string) =>
    inDatabase(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [id]);
  async function aLocation(who: TestUser): Promise<string> {
    const { json } = await who.call('GET', '/businesses');
    const id = (json as { businesses: { locations: { id: string }[] }[] }).businesses[0]?.locations[0]?.id;
    if (id === undefined) throw new Error('No location');
    return id;
  }

  test('an invited person signs up without an account of their own and joins by accepting', async () => {
    const email = anAddress();
    const access = { role: 'responder', locationIds: [await aLocation(owner)] } as const;
    await inviteAddress(owner, email, access);
    const token = await tokenSentTo(app, email);
    const preview = {
      accountName: 'owner',
      invitedBy: 'owner',
      role: 'responder',
      email: 'g…@example.com',
      state: 'valid',
    };
    expect(await look(token)).toMatchObject(preview);
    const accounts = async () => (await inDatabase('select id from accounts', [])).rows.length;
    const before = await accounts();
    const guest = await as(email);
    const profile = { sub: `auth0|${email}`, email, name: 'Guest' };
    expect((await guest('POST', '/users/adduser', profile)).status).toBe(200);
    expect((await recordOf(email)).json).toMatchObject({ user: { account: null, accounts: [] } });
    const waiting = (await guest('GET', '/invitations')).json as { invitations: { id: string }[] };
    expect(waiting.invitations).toMatchObject([
      { accountName: 'owner', invitedBy: 'owner', role: 'responder' },
    ]);
    const id = waiting.invitations[0]?.id ?? '';
    expect((await accept(id, email)).json).toEqual({ accountId: owner.accountId });
    const membership = { id: owner.accountId, name: 'owner', ...access };
    expect((await recordOf(email)).json).toMatchObject({
      user: { account: membership, accounts: [membership] },
    });
    expect((await guest('GET', '/invitations')).json).toEqual({ invitations: [] });
    expect(await look(token)).toMatchObject({ ...preview, state: 'accepted' });
    expect(await accounts()).toBe(before);
  });

  test('accepting creates a person whom nobody has seen yet, without an account of their own', async () => {
    const email = anAddress();
    const id = await inviteAddress(owner, email, viewer);
    expect((await accept(id, email)).status).toBe(200);
    const { user } = (await recordOf(email)).json as { user: User };
    expect(user.accounts.map((account) => account.id)).toEqual([owner.accountId]);
  });

  test('a person in two accounts sees one at a time, and must name it', async () => {
    const ben = await app.signIn('ben@example.com');
    await ben.call('POST', '/businesses', { name: 'Bens bakery' });
    await owner.call('POST', '/businesses', { name: 'Owners inn' });
    await addTeamMember(app, owner, ben.email, manager);
    const names = async (account?: string) => {
      const answer = await app.callWith(ben.token, account)('GET', '/businesses');
      if (answer.status !== 200) return `${answer.status} ${codeOf(answer)}`;
      return (answer.json as { businesses: { name: string }[] }).businesses.map(({ name }) => name).sort();
    };
    expect(await names(ben.accountId)).toEqual(['Bens bakery', 'ben']);
    expect(await names(owner.accountId)).toEqual(['Owners inn', 'owner']);
    expect(await names()).toBe('400 account-required');
    const stranger = await app.signIn('stranger@example.com');
    for (const foreign of [stranger.accountId, newId(), 'x', `${ben.accountId}'`, ''])
      expect(await names(foreign)).toBe('403 no-membership');
    const { user } = (await recordOf(ben.email, owner.accountId)).json as { user: User };
    expect(user.account).toMatchObject({ id: owner.accountId, role: 'manager' });
    expect(user.accounts.map(({ id, role }) => [id, role])).toEqual([
      [ben.accountId, 'owner'],
      [owner.accountId, 'manager'],
    ]);
  });

  describe('an invitation is refused', () => {
    test('when it was accepted before, also by the same person', async () => {
      const email = anAddress();
      const id = await inviteAddress(owner, email, viewer);
      expect((await accept(id, email)).status).toBe(200);
      expect(codeOf(await accept(id, email))).toBe('invitation-used');
    });

    test('to another address, and accepted by its own in any spelling', async () => {
      const email = anAddress();
      const id = await inviteAddress(owner, email, viewer);
      expect(codeOf(await accept(id, 'other@example.com'))).toBe('invitation-other-address');
      const unproven = await app.issuer.sign(
        { sub: 'auth0|unproven', email },
        { payload: { 'https://kindling.app/email_verified': false } },
      );
      const refused = await app.callWith(unproven)('POST', `/invitations/${id}/accept`);
      expect(codeOf(refused)).toBe('email-not-verified');
      expect((await accept(id, email.toUpperCase())).status).toBe(200);
    });

    test('after it was revoked', async () => {
      const email = anAddress();
      const id = await inviteAddress(owner, email, viewer);
      const token = await tokenSentTo(app, email);
      expect((await owner.call('DELETE', `/team/invitations/${id}`)).status).toBe(200);
      expect(codeOf(await accept(id, email))).toBe('invitation-revoked');
      expect(await look(token)).toMatchObject({ state: 'revoked' });
      expect((await owner.call('DELETE', `/team/invitations/${id}`)).status).toBe(404);
      expect((await owner.call('POST', `/team/invitations/${id}/send-again`)).status).toBe(404);
      // The address may be invited anew, and a sign-up without an open invitation gets an account.
      const record = await app.signIn(email);
      expect(record.accountId).not.toBe(owner.accountId);
      expect((await invite(owner, email)).status).toBe(201);
    });

    test('after it expired, until it is sent again with a new link', async () => {
      const email = anAddress();
      const id = await inviteAddress(owner, email, viewer);
      const old = await tokenSentTo(app, email);
      await expire(id);
      expect(codeOf(await accept(id, email))).toBe('invitation-expired');
      expect(await look(old)).toMatchObject({ state: 'expired' });
      expect((await (await as(email))('GET', '/invitations')).json).toEqual({ invitations: [] });
      const listed = teamOf(await owner.call('GET', '/team')).invitations.find((one) => one.id === id);
      expect(listed).toMatchObject({ email, expired: true });
      const again = teamOf(await owner.call('POST', `/team/invitations/${id}/send-again`));
      const renewed = again.invitations.find((one) => one.id === id);
      expect(renewed?.expired).toBe(false);
      const left = Date.parse(renewed?.expiresAt ?? '') - Date.now();
      expect(Math.round(left / 86_400_000)).toBe(invitationDays);
      expect(await look(old)).toMatchObject({ code: 'not-found' });
      expect(await look(await tokenSentTo(app, email))).toMatchObject({ state: 'valid' });
      expect((await accept(id, email)).status).toBe(200);
    });

    test('by a blocked person, and for an account that waits for its deletion', async () => {
      const blocked = await app.signIn(anAddress());
      const id = await inviteAddress(owner, blocked.email, viewer);
      await inDatabase('update users set blocked_at = now() where id = $1', [blocked.userId]);
      expect(codeOf(await accept(id, blocked.email))).toBe('forbidden');

      const closing = await app.signIn('closing@example.com');
      const guest = anAddress();
      const late = await inviteAddress(closing, guest, viewer);
      await closing.call('POST', '/profile/deletion', { accountName: 'closing' });
      expect(codeOf(await accept(late, guest))).toBe('account-closing');
      expect(codeOf(await invite(closing, anAddress()))).toBe('account-closing');
      await closing.call('DELETE', '/profile/deletion');
      expect((await accept(late, guest)).status).toBe(200);
    });
  });

  test('many acceptances at once make one member', async () => {
    const email = anAddress();
    const id = await inviteAddress(owner, email, viewer);
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(id, email)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(codeOf(answer)).toBe('invitation-used');
    const { members } = teamOf(await owner.call('GET', '/team'));
    expect(members.filter((member) => member.email === email)).toHaveLength(1);
  });

  test('a new person who accepts invitations to two accounts at once becomes one person in both', async () => {
    const email = anAddress();
    const second = await app.signIn('second-shop@example.com');
    const ids = [await inviteAddress(owner, email, viewer), await inviteAddress(second, email, viewer)];
    const answers = await Promise.all(ids.map((id) => accept(id, email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { user } = (await recordOf(email)).json as { user: User };
    expect(user.accounts.map(({ id }) => id).sort()).toEqual([owner.accountId, second.accountId].sort());
  });

  test('managers invite everybody but owners; nobody below them, and nobody limited, invites', async () => {
    const locationId = await aLocation(owner);
    const boss = await addTeamMember(app, owner, anAddress(), manager);
    expect((await invite(boss, anAddress(), manager)).status).toBe(201);
    expect(codeOf(await invite(boss, anAddress(), { role: 'owner', locationIds: null }))).toBe(
      'role-forbids',
    );
    const ownersGuest = await inviteAddress(owner, anAddress(), { role: 'owner', locationIds: null });
    for (const call of [
      boss.call('POST', `/team/invitations/${ownersGuest}/send-again`),
      boss.call('DELETE', `/team/invitations/${ownersGuest}`),
    ])
      expect(codeOf(await call)).toBe('role-forbids');
    for (const access of [
      { role: 'responder', locationIds: null },
      viewer,
      { role: 'manager', locationIds: [locationId] },
    ] as const) {
      const member = await addTeamMember(app, owner, anAddress(), access);
      expect(codeOf(await invite(member, anAddress()))).toBe('role-forbids');
      expect(teamOf(await member.call('GET', '/team'))).toMatchObject({
        invitations: [],
        ownershipOffer: null,
      });
    }
  });

  test('locations must be the account’s own, and an owner has no limits', async () => {
    const other = await app.signIn('elsewhere@example.com');
    const [own, foreign] = [await aLocation(owner), await aLocation(other)];
    for (const access of [
      { role: 'viewer', locationIds: [own, foreign] },
      { role: 'viewer', locationIds: [newId()] },
      { role: 'viewer', locationIds: [] },
      { role: 'owner', locationIds: [own] },
    ] as const) {
      const answer = await invite(owner, anAddress(), access);
      expect(answer.json).toMatchObject({ status: 400, code: 'invalid-input' });
    }
  });

  test('an address that is a member or already invited is a conflict, in any spelling', async () => {
    const member = await addTeamMember(app, owner, anAddress());
    expect((await invite(owner, member.email.toUpperCase())).json).toMatchObject({
      status: 409,
      code: 'already-member',
    });
    const invited = anAddress();
    await inviteAddress(owner, invited, viewer);
    expect((await invite(owner, invited.toUpperCase())).json).toMatchObject({
      status: 409,
      code: 'already-invited',
    });
  });

  test('mails to an address are limited per day, over all accounts', async () => {
    const email = anAddress();
    const id = await inviteAddress(owner, email, viewer);
    for (let sent = 1; sent < invitationsPerAddressAndDay; sent += 1)
      expect((await owner.call('POST', `/team/invitations/${id}/send-again`)).status).toBe(200);
    const token = await tokenSentTo(app, email);
    const refused = await owner.call('POST', `/team/invitations/${id}/send-again`);
    expect(refused.json).toMatchObject({ status: 429, code: 'rate-limited', retryAfter: expect.any(Number) });
    const other = await app.signIn('eager@example.com');
    expect((await invite(other, email)).status).toBe(429);
    expect((await mailsTo(app, email)).length).toBe(invitationsPerAddressAndDay);
    expect(await look(token)).toMatchObject({ state: 'valid' });
  });

  /** Mails of invitations as an earlier process sent them. */
  const insertMails = (accountId: string, email: (n: number) => string, number: number, hoursAgo: number) =>
    inDatabase(
      `insert into emails (id, account_id, recipient, template, locale, state, created_at, next_try_at, give_up_at, ended_at)
       select gen_random_uuid(), $1, recipient, 'team-invitation', 'en', 'sent', at, at, at, at
         from unnest($2::text[]) recipient, (select now() - $3::int * interval '1 hour' as at) sent`,
      [accountId, Array.from({ length: number }, (_, n) => email(n)), hoursAgo],
    );

  test('mails that another process sent count, for the account and for the address, for a day', async () => {
    const busy = await app.signIn('busy@example.com');
    const other = await app.signIn('busy-too@example.com');
    const email = anAddress();
    await insertMails(busy.accountId, (n) => `old-${n}@example.com`, invitationsPerDay, 25);
    await insertMails(busy.accountId, () => email, invitationsPerAddressAndDay, 25);
    expect((await invite(busy, email)).status).toBe(201);
    await insertMails(busy.accountId, (n) => `new-${n}@example.com`, invitationsPerDay - 1, 1);
    const hours = ({ json }: TestResponse) => Math.ceil((json as { retryAfter: number }).retryAfter / 3600);
    const full = await invite(busy, anAddress());
    expect(full.json).toMatchObject({ status: 429, code: 'rate-limited' });
    expect(hours(full)).toBe(23);
    await insertMails(busy.accountId, () => email.toUpperCase(), invitationsPerAddressAndDay - 1, 2);
    const flooded = await invite(other, email);
    expect(flooded.json).toMatchObject({ status: 429, code: 'rate-limited' });
    expect(hours(flooded)).toBe(22);
    expect((await invite(other, anAddress())).status).toBe(201);
  });

  test('calls at the same time send no more mails to an address than the limit', async () => {
    const email = anAddress();
    const id = await inviteAddress(owner, email, viewer);
    const calls = Array.from({ length: 8 }, () => owner.call('POST', `/team/invitations/${id}/send-again`));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(invitationsPerAddressAndDay - 1);
    expect(await mailsTo(app, email)).toHaveLength(invitationsPerAddressAndDay);
  });

  test('members and open invitations of an account are limited', async () => {
    const full = await app.signIn('full@example.com');
    const guest = anAddress();
    const id = await inviteAddress(full, guest, viewer);
    await inDatabase(
      `insert into invitations (account_id, id, email, role, token_hash, expires_at)
       select $1, gen_random_uuid(), n || '@many.example', 'viewer', sha256(n::text::bytea || $2::text::bytea),
              now() + interval '1 day' from generate_series(1, $3::int) n`,
      [full.accountId, full.accountId, maxOpenInvitations - 1],
    );
    expect(codeOf(await invite(full, anAddress()))).toBe('limit-reached');
    await inDatabase(`delete from invitations where account_id = $1 and email like '%@many.example'`, [
      full.accountId,
    ]);
    await inDatabase(
      `with people as (
         insert into users (id, issuer, sub, email, first_name, last_name, display_name, role)
         select gen_random_uuid(), 'test', n::text, n || '@crowd.example', '', '', '', 'Regular'
           from generate_series(1, $2::int) n returning id)
       insert into memberships (account_id, user_id, role) select $1, id, 'viewer' from people`,
      [full.accountId, maxMembers - 1],
    );
    expect(codeOf(await invite(full, anAddress()))).toBe('limit-reached');
    expect(codeOf(await accept(id, guest))).toBe('limit-reached');
  });

  test('the mail is in the language of whoever invites, or of a person whom we know', async () => {
    const french = await app.signIn('patronne@example.com');
    await french.call('PUT', '/profile/region', { locale: 'fr', timeZone: 'UTC' });
    const known = await app.signIn('bekannt@example.com');
    await known.call('PUT', '/profile/region', { locale: 'de', timeZone: 'UTC' });
    const unknown = anAddress();
    for (const email of [unknown, known.email]) await inviteAddress(french, email, viewer);
    const subjects = [unknown, known.email].map(async (email) => (await mailsTo(app, email)).at(-1)?.subject);
    expect(await Promise.all(subjects)).toEqual([
      'Vous êtes invité à rejoindre un compte Kindling',
      'Einladung in ein Konto bei Kindling',
    ]);
  });

  test('the token is in the mail only, and the audit entries name nobody', async () => {
    const email = anAddress();
    const id = await inviteAddress(owner, email, viewer);
    const token = await tokenSentTo(app, email);
    await look(token);
    await accept(id, email);
    expect(app.logLines.join('')).not.toContain(token);
    const { rows } = await inDatabase(
      `select action, target, details from audit_entries where account_id = $1 order by id`,
      [owner.accountId],
    );
    expect(rows.map(({ action }) => action)).toContain('member.joined');
    expect(JSON.stringify(rows)).not.toContain('@');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('look-ups of tokens are limited per network and minute', async () => {
    const ask = () =>
      app.request({
        method: 'POST',
        url: '/api/v1/invitations/look-up',
        remoteAddress: '203.0.113.7',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ token: 'x'.repeat(43) }),
      });
    const statuses = new Set<number>();
    for (let asked = 0; asked < 31; asked += 1) statuses.add((await ask()).status);
    expect([...statuses]).toEqual([404, 429]);
  });

  test('the daily job deletes what ended 30 days ago and nothing else', async () => {
    const shop = await app.signIn('tidy@example.com');
    const addresses = Array.from({ length: 5 }, anAddress);
    const ids: string[] = [];
    for (const email of addresses) ids.push(await inviteAddress(shop, email, viewer));
    const [accepted, revoked, expired, recent, open] = ids;
    const ago = (days: number) => `now() - interval '${days} days'`;
    await inDatabase(`update invitations set accepted_at = ${ago(31)} where id = $1`, [accepted]);
    await inDatabase(`update invitations set revoked_at = ${ago(31)} where id = $1`, [revoked]);
    await inDatabase(`update invitations set expires_at = ${ago(31)} where id = $1`, [expired]);
    await inDatabase(`update invitations set expires_at = ${ago(29)} where id = $1`, [recent]);
    const [job] = teamJobs({ db: app.services.db });
    await job?.run({}, new AbortController().signal);
    const left = await inSystem(app.services.db, (trx) =>
      trx.selectFrom('invitations').select('id').where('account_id', '=', shop.accountId).execute(),
    );
    expect(left.map(({ id }) => id).sort()).toEqual([recent, open].sort());
  });
});
