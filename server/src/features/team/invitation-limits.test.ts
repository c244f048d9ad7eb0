import {
  invitationsPerAddressAndAccount,
  invitationsPerAddressAndDay,
  invitationsPerDay,
  maxMembers,
  maxOpenInvitations,
} from '@kindling/contract/team';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { allLocations, codeOf, invitationSteps, invite, sendAgain } from '../../testing/invitation-steps.ts';
import { inviteAddress, mailsTo, tokenSentTo } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../../testing/test-app.ts';

describe.each(featureModes)('limits of invitations, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  const { anAddress, accept, look, inDatabase } = invitationSteps(() => app);
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('owner@example.com');
  });
  afterAll(() => app.close());

  /** All that count, also those that a newer one has replaced. */
  const mailCount = async (email: string) =>
    (await inDatabase('select from emails where recipient = $1', [email])).rows.length;
  const hoursToWait = ({ json }: TestResponse) =>
    Math.ceil((json as { retryAfter: number }).retryAfter / 3600);
  const limited = { status: 429, code: 'rate-limited', retryAfter: expect.any(Number) };

  test('an account sends an address fewer mails a day than all accounts together', async () => {
    const email = anAddress();
    const eager = await app.signIn('eager@example.com');
    const late = await app.signIn('late@example.com');
    for (const who of [owner, eager]) {
      const id = await inviteAddress(who, email, allLocations('viewer'));
      for (let sent = 1; sent < invitationsPerAddressAndAccount; sent += 1)
        expect((await sendAgain(who, id)).status).toBe(200);
      const token = await tokenSentTo(app, email);
      const before = await mailCount(email);
      // Refused calls count nothing: the next account still has its mails, and the link stays.
      const calls = Array.from({ length: invitationsPerAddressAndDay }, () => sendAgain(who, id));
      for (const refused of await Promise.all(calls)) expect(refused.json).toMatchObject(limited);
      expect(await mailCount(email)).toBe(before);
      expect(await look(token)).toMatchObject({ state: 'valid' });
    }
    expect((await invite(late, email)).status).toBe(201);
    expect(await mailCount(email)).toBe(invitationsPerAddressAndDay);
    const last = await app.signIn('last@example.com');
    expect((await invite(last, email)).json).toMatchObject(limited);
    expect(await mailCount(email)).toBe(invitationsPerAddressAndDay);
  });

  test('spellings of one mailbox share its mails of a day, and are other people all the same', async () => {
    const busy = await app.signIn('busy-mailbox@example.com');
    const spellings = (name: string, spell: (n: number) => string) =>
      Array.from({ length: invitationsPerAddressAndDay }, (_, n) => `${name}${spell(n)}`);
    for (const email of spellings('ann', (n) => `+${n}@example.com`))
      expect((await invite(busy, email)).status).toBe(201);
    const other = await app.signIn('other-mailbox@example.com');
    for (const email of ['ann@example.com', 'Ann+shop+cafe@Example.com']) {
      expect((await invite(busy, email)).json).toMatchObject(limited);
      expect((await invite(other, email)).json).toMatchObject(limited);
    }
    for (const email of ['ann@example.org', 'an.n@example.com', 'bob@example.com'])
      expect((await invite(other, email)).status).toBe(201);
    const dotted = [
      'bea.berg@gmail.com',
      'beaberg+x@googlemail.com',
      'b.e.a.b.e.r.g@gmail.com',
      'be.aberg@gmail.com',
    ];
    for (const email of [...dotted, 'beaberg@gmail.com'])
      expect((await invite(other, email)).status).toBe(201);
    expect((await invite(busy, 'Bea.Berg+new@gmail.com')).json).toMatchObject(limited);
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
    const full = await invite(busy, anAddress());
    expect(full.json).toMatchObject({ status: 429, code: 'rate-limited' });
    expect(hoursToWait(full)).toBe(23);
    await insertMails(busy.accountId, () => email.toUpperCase(), invitationsPerAddressAndDay - 1, 2);
    const flooded = await invite(other, email);
    expect(flooded.json).toMatchObject({ status: 429, code: 'rate-limited' });
    expect(hoursToWait(flooded)).toBe(22);
    expect((await invite(other, anAddress())).status).toBe(201);
  });

  test('the own limit of an account is checked first, so that it tells nothing of other accounts', async () => {
    const full = await app.signIn('full-day@example.com');
    const other = await app.signIn('other-day@example.com');
    const email = anAddress();
    await insertMails(other.accountId, () => email, invitationsPerAddressAndDay, 1);
    await insertMails(full.accountId, (n) => `day-${n}@example.com`, invitationsPerDay, 20);
    expect(hoursToWait(await invite(full, email))).toBe(4);
    expect(hoursToWait(await invite(full, anAddress()))).toBe(4);
  });

  test('calls at the same time send no more mails to an address than the limit', async () => {
    const email = anAddress();
    const id = await inviteAddress(owner, email, allLocations('viewer'));
    const calls = Array.from({ length: 8 }, () => sendAgain(owner, id));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(invitationsPerAddressAndAccount - 1);
    expect(await mailCount(email)).toBe(invitationsPerAddressAndAccount);
  });

  test('sending again replaces a mail that was not sent, which still counts', async () => {
    const email = anAddress();
    const id = await inviteAddress(owner, email, allLocations('viewer'));
    const [first] = await mailsTo(app, email);
    const token = await tokenSentTo(app, email);
    for (let sent = 1; sent < invitationsPerAddressAndAccount; sent += 1)
      expect((await sendAgain(owner, id)).status).toBe(200);
    const waiting = await mailsTo(app, email);
    expect(waiting.map(({ kind }) => kind)).toEqual(['team-invitation']);
    expect(waiting).not.toContainEqual(first);
    expect(await look(token)).toMatchObject({ code: 'not-found' });
    expect(await look(await tokenSentTo(app, email))).toMatchObject({ state: 'valid' });
    expect((await sendAgain(owner, id)).json).toMatchObject(limited);
  });

  test('members and open invitations of an account are limited', async () => {
    const full = await app.signIn('full@example.com');
    const guest = anAddress();
    const id = await inviteAddress(full, guest, allLocations('viewer'));
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
});
