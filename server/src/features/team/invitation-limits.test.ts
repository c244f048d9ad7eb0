import {
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

  test('mails to an address are limited per day, over all accounts', async () => {
    const email = anAddress();
    const id = await inviteAddress(owner, email, allLocations('viewer'));
    for (let sent = 1; sent < invitationsPerAddressAndDay; sent += 1)
      expect((await sendAgain(owner, id)).status).toBe(200);
    const token = await tokenSentTo(app, email);
    const refused = await sendAgain(owner, id);
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
    const id = await inviteAddress(owner, email, allLocations('viewer'));
    const calls = Array.from({ length: 8 }, () => sendAgain(owner, id));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(invitationsPerAddressAndDay - 1);
    expect(await mailsTo(app, email)).toHaveLength(invitationsPerAddressAndDay);
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
