/** SEC-28: an administrator acts as a member, and what ends it. */
import { claims } from '@kindling/contract/constants';
import type { User } from '@kindling/contract/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { giveRole } from '../../testing/give-role.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../../testing/test-app.ts';
import { eraseAccount } from './account-deletion.ts';
import { endOutdatedActing } from './acting.ts';

const codeOf = (answer: TestResponse) => (answer.json as { code?: string }).code ?? answer.status;

describe.each(featureModes)('acting as a member, %s', (mode) => {
  let app: TestApp;
  let admin: TestUser;
  let owner: TestUser;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    count += 1;
    [admin, owner] = [
      await app.signInAdmin(`admin-${count}@example.com`),
      await app.signIn(`owner-${count}@example.com`),
    ];
  });

  async function start(by = admin, target = owner, reason = 'Their widget is empty.'): Promise<string> {
    const body = { userId: target.userId, accountId: target.accountId, reason };
    const answer = await by.call('POST', '/admin/acting', body);
    expect(answer.status, answer.text).toBe(201);
    return (answer.json as { acting: { id: string } }).acting.id;
  }
  const acting = (id: string, token = admin.token) => app.callActing(token, id);
  async function readUser(user: TestUser): Promise<User> {
    const body = { useremail: user.email, userToken: user.token };
    return ((await user.call('POST', '/users/getuserbyemail', body)).json as { user: User }).user;
  }
  /** The actions of the account's trail about acting, with their cause. */
  async function trail(account = owner.accountId): Promise<string[]> {
    const { rows } = await queryAsOwner<{ action: string; because: string | null; admin: string }>(
      app.services.db,
      `select action, details ->> 'because' as because, admin_id as admin from audit_entries
        where account_id = $1 and action like 'support.%' order by id`,
      [account],
    );
    return rows.map(({ action, because }) => (because === null ? action : `${action} ${because}`));
  }

  test('an administrator reaches an account only by acting, and only the part that is allowed', async () => {
    expect(codeOf(await admin.call('GET', '/businesses'))).toBe('forbidden');
    expect((await readUser(admin)).account).toBeNull();
    const id = await start();
    const call = acting(id);
    expect((await call('GET', '/businesses')).status).toBe(200);
    // Without the header the administrator has no rights of their own meanwhile.
    expect(codeOf(await admin.call('GET', '/businesses'))).toBe('forbidden');
    expect(codeOf(await admin.call('GET', '/profile/sessions'))).toBe('acting');
    expect(codeOf(await call('GET', '/profile'))).toBe('acting');
    expect(codeOf(await call('GET', '/billing'))).toBe('acting');
    const record = await readUser(admin);
    expect(record).toMatchObject({ id: owner.userId, impersonated: true, role: 'Regular', acting: { id } });
    expect(record.account?.id).toBe(owner.accountId);
  });

  test('of two sessions that begin at once, one is left', async () => {
    const body = { userId: owner.userId, accountId: owner.accountId, reason: 'Their widget is empty.' };
    const answers = await Promise.all([1, 2, 3].map(() => admin.call('POST', '/admin/acting', body)));
    const begun = answers.filter(({ status }) => status === 201);
    // One that comes when another has begun is refused instead, because a session within a session is.
    for (const refused of answers.filter((answer) => !begun.includes(answer)))
      expect(codeOf(refused)).toBe('acting');
    const ids = begun.map(({ json }) => (json as { acting: { id: string } }).acting.id);
    const works = await Promise.all(
      ids.map(async (id) => (await acting(id)('GET', '/businesses')).status === 200),
    );
    expect(works.filter(Boolean)).toHaveLength(1);
  });

  test('each write names both, and start and end are in both trails with the reason', async () => {
    const id = await start(admin, owner, 'A reason of their own');
    const made = await acting(id)('POST', '/tags', { name: 'Support', color: 'blue' });
    expect(made.status, made.text).toBe(201);
    expect((await admin.call('DELETE', '/admin/acting')).status).toBe(200);
    expect((await admin.call('DELETE', '/admin/acting')).status).toBe(200);
    const {
      rows: [entry],
    } = await queryAsOwner(
      app.services.db,
      `select actor, user_id as user, admin_id as admin from audit_entries
        where account_id = $1 and action = 'tag.created'`,
      [owner.accountId],
    );
    expect(entry).toEqual({ actor: 'acting-admin', user: owner.userId, admin: admin.userId });
    expect(await trail()).toEqual(['support.started', 'support.ended left']);
    const { rows: operator } = await queryAsOwner<{ action: string }>(
      app.services.db,
      'select action from operator_entries where admin_id = $1 order by id',
      [admin.userId],
    );
    expect(operator.map(({ action }) => action)).toEqual(['acting.started', 'acting.ended']);
    const {
      rows: [session],
    } = await queryAsOwner(app.services.db, 'select reason from acting_sessions where id = $1', [id]);
    expect(session).toEqual({ reason: 'A reason of their own' });
    expect(codeOf(await acting(id)('GET', '/businesses'))).toBe('acting-ended');
  });

  test('only of a Regular, unblocked member of that account, with a reason', async () => {
    const other = await app.signIn(`other-${count}@example.com`);
    const ask = async (userId: string, accountId: string, reason: unknown = 'Because') =>
      (await admin.call('POST', '/admin/acting', { userId, accountId, reason })).status;
    expect(await ask(owner.userId, other.accountId)).toBe(404);
    expect(await ask(admin.userId, admin.accountId)).toBe(404);
    expect(await ask(owner.userId, owner.accountId, '  a ')).toBe(400);
    expect(await ask(owner.userId, owner.accountId, undefined)).toBe(201);
    await admin.call('DELETE', '/admin/acting');
    expect(
      (await admin.call('POST', '/admin/acting', { userId: owner.userId, accountId: owner.accountId }))
        .status,
    ).toBe(400);
    await setBlocked(other, true);
    expect(await ask(other.userId, other.accountId)).toBe(404);
  });

  test('not nested: another start needs the end of the first', async () => {
    const other = await app.signIn(`nested-${count}@example.com`);
    const first = await start();
    const body = { userId: other.userId, accountId: other.accountId, reason: 'Another one' };
    expect(codeOf(await admin.call('POST', '/admin/acting', body))).toBe('acting');
    expect(codeOf(await acting(first)('POST', '/admin/acting', body))).toBe('acting');
    // In another browser the administrator acts as nobody; starting there ends the first one.
    const elsewhere = await secondBrowser();
    await start({ ...admin, call: app.callWith(elsewhere), token: elsewhere }, other);
    expect(codeOf(await acting(first)('GET', '/businesses'))).toBe('acting-ended');
    expect(await trail()).toEqual(['support.started', 'support.ended left']);
  });

  test('an id of another administrator, of another sign-in, or of nobody does not act', async () => {
    const id = await start();
    const second = await app.signInAdmin(`second-${count}@example.com`);
    expect(codeOf(await acting(id, second.token)('GET', '/businesses'))).toBe('acting-ended');
    expect(codeOf(await acting(id, await secondBrowser())('GET', '/businesses'))).toBe('acting-ended');
    expect(codeOf(await acting(id, owner.token)('GET', '/businesses'))).toBe('acting-ended');
    for (const wrong of ['', 'x', '00000000-0000-7000-8000-000000000000'])
      expect(codeOf(await acting(wrong)('GET', '/businesses'))).toBe('acting-ended');
  });

  test('a reply asks twice', async () => {
    const id = await start();
    const path = '/reviews/00000000-0000-7000-8000-000000000000/reply';
    const body = { text: 'Thank you', expectedHash: 'a'.repeat(64) };
    expect(codeOf(await acting(id)('PUT', path, body))).toBe('confirm-acting');
    const confirmed = app.callActing(admin.token, id, { confirms: true });
    expect(codeOf(await confirmed('PUT', path, body))).not.toBe('confirm-acting');
  });

  const endings: [string, string, (id: string) => Promise<unknown>][] = [
    [
      'its hour is over',
      'expired',
      () =>
        query(
          "update acting_sessions set started_at = now() - interval '61 minutes', expires_at = now() - interval '1 minute' where ended_at is null and admin_id = $1",
          admin.userId,
        ),
    ],
    ['the administrator signs out', 'signed-out', () => admin.call('POST', '/profile/sign-out')],
    [
      'the administrator signed out everywhere',
      'signed-out',
      () =>
        query("update users set tokens_valid_from = now() + interval '1 second' where id = $1", admin.userId),
    ],
    ['the administrator is demoted', 'role-lost', () => giveRole(app.services.db, admin.email, 'Regular')],
    ['the administrator is blocked', 'blocked', () => setBlocked(admin, true)],
    ['the member is blocked', 'member-changed', () => setBlocked(owner, true)],
    [
      'the member becomes an administrator',
      'member-changed',
      () => giveRole(app.services.db, owner.email, 'Super Admin'),
    ],
  ];
  test.each(endings)('ends when %s', async (_what, because, end) => {
    const id = await start();
    expect((await acting(id)('GET', '/businesses')).status).toBe(200);
    await end(id);
    const answer = await acting(id)('GET', '/businesses');
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(['acting-ended', 'unauthenticated', 'forbidden']).toContain(codeOf(answer));
    await endOutdatedActing({ db: app.services.db });
    expect(await trail()).toEqual(['support.started', `support.ended ${because}`]);
    // What ended it is undone: the session stays over.
    await query('update users set blocked_at = null, tokens_valid_from = null where id = $1', admin.userId);
    await giveRole(app.services.db, admin.email, 'Super Admin');
    const again = await secondBrowser();
    expect(codeOf(await acting(id, again)('GET', '/businesses'))).toBe('acting-ended');
  });

  test('ends with the account, in both trails', async () => {
    await start();
    await query(
      "update accounts set deletion_scheduled_for = now() - interval '1 minute' where id = $1",
      owner.accountId,
    );
    let kept: string[] = [];
    const step = { slice: 'test', before: async () => (kept = await trail()) };
    await eraseAccount({ ...app.services.users, erasureSteps: [step] }, owner.accountId);
    expect(kept).toEqual(['support.started', 'support.ended member-changed']);
    const { rows } = await queryAsOwner(
      app.services.db,
      'select action, details from operator_entries where admin_id = $1 order by at, id',
      [admin.userId],
    );
    expect(rows).toEqual([
      { action: 'acting.started', details: {} },
      { action: 'acting.ended', details: { because: 'member-changed' } },
    ]);
  });

  test('ends when the member leaves the account', async () => {
    const member = await addTeamMember(app, owner, `member-${count}@example.com`, {
      role: 'manager',
      locationIds: null,
    });
    const id = await start(admin, { ...member, accountId: owner.accountId });
    expect((await acting(id)('GET', '/businesses')).status).toBe(200);
    expect((await owner.call('DELETE', `/team/members/${member.userId}`)).status).toBe(200);
    expect(codeOf(await acting(id)('GET', '/businesses'))).toBe('acting-ended');
    await endOutdatedActing({ db: app.services.db });
    expect(await trail()).toEqual(['support.started', 'support.ended member-changed']);
  });

  async function query(text: string, id: string): Promise<void> {
    await queryAsOwner(app.services.db, text, [id]);
  }
  function setBlocked(user: TestUser, blocked: boolean): Promise<void> {
    return inSystem(app.services.db, async (trx) => {
      await trx
        .updateTable('users')
        .set({ blocked_at: blocked ? new Date() : null })
        .where('id', '=', user.userId)
        .execute();
    });
  }
  /** A token of the same administrator from another sign-in. */
  function secondBrowser(): Promise<string> {
    const payload = { [claims.session]: 'f'.repeat(32) };
    return app.issuer.sign({ sub: admin.sub, email: admin.email }, { payload });
  }
});
