/** People and accounts through the routes of administrators. */
import type { AdminAccount, ListedPerson, Person } from '@kindling/contract/admin-users';
import { claims } from '@kindling/contract/constants';
import { recentSignInSeconds } from '@kindling/contract/profile';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { anyMode } from '../../testing/database.ts';
import { addReviews, signInWithListing } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { mailKindsTo, operatorActionsOn, trailOfAccount } from '../../testing/operator-trails.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { eraseAccount } from '../identity/account-deletion.ts';
import type { SignInService } from '../identity/index.ts';
import { block, unblock } from './change-person.ts';
import { adminUsersSlice } from './module.ts';

let app: TestApp;
let admin: TestUser;
let number = 0;

beforeAll(async () => {
  app = await startTestApp(anyMode, { plans: true });
  admin = await app.signInAdmin('chief@operator.example');
});
afterAll(() => app.close());

/** A new owner of a new account. */
function newOwner(): Promise<TestUser> {
  number += 1;
  return app.signIn(`owner-${number}@shop.example`);
}

async function list(query: string): Promise<ListedPerson[]> {
  const answer = await admin.call('GET', `/admin/users?${query}`);
  expect(answer.status).toBe(200);
  return (answer.json as { people: ListedPerson[] }).people;
}

async function getPerson(userId: string): Promise<Person> {
  return ((await admin.call('GET', `/admin/users/${userId}`)).json as { person: Person }).person;
}

async function getAccount(accountId: string): Promise<AdminAccount> {
  return ((await admin.call('GET', `/admin/accounts/${accountId}`)).json as { account: AdminAccount })
    .account;
}

const query = <T>(text: ReturnType<typeof sql<T>>) =>
  inSystem(app.services.db, async (trx) => (await text.execute(trx)).rows);

async function codeOf(answer: Promise<{ status: number; json: unknown }>): Promise<string> {
  const { status, json } = await answer;
  return status === 200 ? 'ok' : ((json as { code?: string }).code ?? String(status));
}

const mailsTo = (email: string) => mailKindsTo(app, email);
const operatorActions = (target: string) => operatorActionsOn(app, target);
const trailOf = (accountId: string) => trailOfAccount(app, accountId);
/** The causes in the operator's trail of the ends of acting as a person. */
const actingEnds = async (userId: string) =>
  (
    await query(
      sql<{ because: string }>`select details ->> 'because' as because from operator_entries
        where action = 'acting.ended' and target = ${userId} order by at, id`,
    )
  ).map(({ because }) => because);

test('what an administrator decides about others, acting, mailings and the read-only mode ask for a recent sign-in', async () => {
  const { accountId, userId, email } = await newOwner();
  const signedIn = (secondsAgo: number) =>
    app.issuer.sign(admin, {
      payload: { [claims.authTime]: Math.floor(Date.now() / 1000) - secondsAgo },
    });
  const deletion = (when: string) => ({ when, accountName: (email.split('@')[0] ?? '').trim() });
  const calls = [
    ['POST', '/admin/acting', { userId, accountId, reason: 'They asked for help.' }],
    ['PUT', `/admin/users/${userId}/role`, { role: 'Super Admin', expected: 'Regular' }],
    ['POST', `/admin/users/${userId}/block`, { reason: 'security' }],
    ['DELETE', `/admin/users/${userId}`, { email }],
    ['POST', `/admin/accounts/${accountId}/deletion`, deletion('now')],
    ['POST', `/admin/mailings/${newId()}/confirm`, { version: 1, recipients: 1, start: null }],
    ['PUT', '/admin/maintenance/read-only', { on: true, version: 0 }],
  ] as const;
  const late = app.callWith(await signedIn(recentSignInSeconds + 60));
  for (const [method, path, body] of calls)
    expect
      .soft((await late(method, path, body)).json, path)
      .toMatchObject({ status: 403, code: 'sign-in-again' });
  expect(await operatorActions(userId)).toEqual([]);
  expect((await late('GET', `/admin/users/${userId}`)).status).toBe(200);
  // Its members can take a deletion in two weeks back.
  const scheduled = late('POST', `/admin/accounts/${accountId}/deletion`, deletion('in-two-weeks'));
  expect(await codeOf(scheduled)).toBe('ok');
  const recent = app.callWith(await signedIn(60));
  expect(await codeOf(recent('POST', `/admin/users/${userId}/block`, { reason: 'security' }))).toBe('ok');
});

describe('the list', () => {
  test('finds people by words of their name, address and accounts, and by ids', async () => {
    const owner = await newOwner();
    await query(sql`update users set first_name = 'Željka', last_name = 'Mu\u0308ller-Đorđević', display_name = 'Żeljka \u200dŁukasz Groß'
      where id = ${owner.userId}::uuid`);
    await query(sql`update accounts set name = 'Café Ágnes & Co' where id = ${owner.accountId}::uuid`);
    for (const search of [
      'zeljka',
      'ŽELJKA mull',
      'Z\u030celjka mu\u0308ller',
      'lukasz groß',
      'ŁUKASZ GROSS',
      'dorde',
      'agnes',
      'café co',
      owner.email,
      owner.email.split('@')[0] ?? '',
      owner.userId,
      owner.accountId.toUpperCase(),
    ])
      expect
        .soft([search, (await list(`search=${encodeURIComponent(search)}`)).map(({ id }) => id)])
        .toEqual([search, [owner.userId]]);
    for (const search of ['eljka', 'zeljka nobody', '@@@', "'", `\\' or true --`, newId(), '%'])
      expect.soft([search, await list(`search=${encodeURIComponent(search)}`)]).toEqual([search, []]);
    expect((await list('search=')).length).toBeGreaterThan(0);
  });

  test('filters by role, block, plan and what an account needs', async () => {
    const [trial, ended, closing, blocked] = [
      await newOwner(),
      await newOwner(),
      await newOwner(),
      await newOwner(),
    ];
    const ours = [trial, ended, closing, blocked].map(({ userId }) => userId);
    const among = async (filter: string) =>
      (await list(filter)).map(({ id }) => id).filter((id) => ours.includes(id));
    const day = 86_400_000;
    await query(
      sql`update accounts set plan_ends_at = ${new Date(Date.now() + 3 * day)} where id = ${trial.accountId}`,
    );
    await query(
      sql`update accounts set plan_ends_at = ${new Date(Date.now() - day)} where id = ${ended.accountId}`,
    );
    await query(
      sql`update accounts set deletion_scheduled_for = ${new Date(Date.now() + day)} where id = ${closing.accountId}`,
    );
    await query(sql`update users set blocked_at = now() where id = ${blocked.userId}`);
    expect(await among('signal=trial-ending')).toEqual([trial.userId]);
    expect(await among('plan=ended')).toEqual([ended.userId]);
    expect(await among('plan=trial')).toEqual([blocked.userId, closing.userId, trial.userId]);
    expect(await among('signal=deletion-scheduled')).toEqual([closing.userId]);
    expect(await among('signal=deletion-scheduled&plan=ended')).toEqual([]);
    expect(await among('blocked=true')).toEqual([blocked.userId]);
    expect(await among('blocked=false')).toHaveLength(3);
    expect((await list('role=Super+Admin')).map(({ id }) => id)).toEqual([admin.userId]);
    const { user: connected } = await signInWithListing(app, 900);
    const never = (await list('signal=never-connected')).map(({ id }) => id);
    expect(never).toContain(trial.userId);
    expect(never).not.toContain(connected.userId);
    await query(sql`delete from memberships where user_id = ${blocked.userId}`);
    expect(await among('signal=no-account')).toEqual([blocked.userId]);
  });

  test('pages hold every person once, in both orders, also those of the same time', async () => {
    await query(sql`
      insert into users (id, issuer, sub, email, display_name, registered_at, last_login_at)
      select gen_random_uuid(), 'page', 'page-' || n, 'page-' || n || '@pages.example', 'Page ' || n,
             timestamptz '2026-01-01 10:00:00.123456+00' + make_interval(hours => n / 4),
             case when n % 3 = 0 then null else timestamptz '2026-02-01' + make_interval(hours => n / 5) end
        from generate_series(1, 120) n`);
    for (const sort of ['registered', 'last-login']) {
      const seen: ListedPerson[] = [];
      let cursor: string | null = null;
      do {
        const next: string = cursor === null ? '' : `&cursor=${cursor}`;
        const answer = await admin.call('GET', `/admin/users?search=pages.example&sort=${sort}${next}`);
        const page = answer.json as { people: ListedPerson[]; nextCursor: string | null };
        seen.push(...page.people);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(120);
      const keys = seen.map((one) => (sort === 'registered' ? one.registeredAt : (one.lastLoginAt ?? '')));
      expect(keys).toEqual([...keys].sort().reverse());
    }
    expect((await admin.call('GET', '/admin/users?cursor=nonsense')).status).toBe(400);
  });
});

test('an account shows what it has set up, and no content', async () => {
  const { user, listing } = await signInWithListing(app, 901);
  await addReviews(app, user, listing, [
    aReview({ text: 'SECRET-REVIEW-TEXT', authorName: 'SECRET-AUTHOR' }),
  ]);
  const made = await user.call('POST', '/embeds', { kind: 'widget', name: 'Home page' });
  expect(made.status).toBe(201);
  expect((await getAccount(user.accountId)).listings.rows).toMatchObject([{ paused: false }]);
  await query(sql`update listings set operator_paused_at = now() where id = ${listing.id}::uuid`);
  const account = await getAccount(user.accountId);
  expect(account).toMatchObject({
    id: user.accountId,
    plan: { state: 'trial', gift: null, subscription: null, payments: [] },
    members: { count: 1, rows: [{ userId: user.userId, role: 'owner', actable: true }] },
    connections: { count: 1, rows: [{ platform: 'google', status: 'active', listings: 1 }] },
    listings: { count: 1, rows: [{ paused: true }] },
    embeds: { count: 1, rows: [{ name: 'Home page', takenDown: null }] },
    pages: { count: 1, rows: [{ takenDown: null }] },
    deletion: null,
  });
  const activity = await admin.call('GET', `/admin/accounts/${user.accountId}/activity`);
  const { entries } = activity.json as { entries: { action: string; personName: string }[] };
  expect(entries[0]).toMatchObject({ action: 'embed.created', actor: 'person', personName: 'owner-901' });
  expect(entries.map(({ action }) => action)).toContain('connection.created');
  const person = await admin.call('GET', `/admin/users/${user.userId}`);
  for (const { text } of [activity, person, { text: JSON.stringify(account) }])
    expect(text).not.toMatch(/SECRET/);
  expect((await admin.call('GET', `/admin/accounts/${newId()}`)).status).toBe(404);
});

describe('roles', () => {
  const setRole = (by: TestUser, userId: string, role: string, expected: string) =>
    codeOf(by.call('PUT', `/admin/users/${userId}/role`, { role, expected }));

  test('a person becomes an administrator and a regular user again, both told and recorded', async () => {
    const owner = await newOwner();
    expect(await setRole(admin, owner.userId, 'Super Admin', 'Regular')).toBe('ok');
    expect((await owner.call('GET', '/admin/users')).status).toBe(200);
    expect((await owner.call('GET', '/profile')).status).toBe(403);
    // The second of two administrators who saw a Regular person.
    expect(await setRole(admin, owner.userId, 'Super Admin', 'Regular')).toBe('conflict');
    expect(await setRole(owner, owner.userId, 'Regular', 'Super Admin')).toBe('own-person');
    expect(await setRole(admin, owner.userId, 'Regular', 'Super Admin')).toBe('ok');
    expect((await owner.call('GET', '/admin/users')).status).toBe(403);
    expect((await owner.call('GET', '/profile')).status).toBe(200);
    expect(await operatorActions(owner.userId)).toEqual(['role.changed', 'role.changed']);
    expect((await trailOf(owner.accountId)).slice(-2)).toEqual([
      { action: 'member.operator-role-changed', actor: 'operator' },
      { action: 'member.operator-role-changed', actor: 'operator' },
    ]);
    expect((await mailsTo(owner.email)).slice(-2)).toEqual([
      'administrator-changed',
      'administrator-changed',
    ]);
    expect((await getPerson(owner.userId)).operatorEntries[0]).toMatchObject({
      action: 'role.changed',
      adminName: 'chief',
    });
  });

  test('of two administrators who act against each other at once, one stays', async () => {
    for (let round = 0; round < 4; round += 1) {
      const other = await app.signInAdmin(`rival-${round}@operator.example`);
      const answers = await Promise.all(
        round % 2 === 0
          ? [
              setRole(admin, other.userId, 'Regular', 'Super Admin'),
              setRole(other, admin.userId, 'Regular', 'Super Admin'),
            ]
          : [
              codeOf(admin.call('POST', `/admin/users/${other.userId}/block`, { reason: 'security' })),
              codeOf(other.call('POST', `/admin/users/${admin.userId}/block`, { reason: 'security' })),
            ],
      );
      expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
      expect(answers.filter((answer) => answer !== 'ok')[0]).toMatch(/forbidden|unauthenticated/);
      const [{ left = 0 } = {}] = await query(
        sql<{ left: number }>`select count(*)::int as left from users
          where role = 'Super Admin' and blocked_at is null`,
      );
      expect(left).toBe(1);
      await query(sql`update users set role = 'Regular' where id = ${other.userId}`);
      await query(sql`update users set role = 'Super Admin', blocked_at = null, tokens_valid_from = null
        where id = ${admin.userId}`);
    }
  });

  test('an administrator who is demoted while acting as a member acts no more', async () => {
    const [owner, other] = [await newOwner(), await app.signInAdmin('acting@operator.example')];
    const { userId, accountId } = owner;
    const begun = await other.call('POST', '/admin/acting', { userId, accountId, reason: 'They asked us' });
    const { acting } = begun.json as { acting: { id: string } };
    const acted = app.callActing(other.token, acting.id);
    expect((await acted('GET', '/businesses')).status).toBe(200);
    expect(await setRole(admin, other.userId, 'Regular', 'Super Admin')).toBe('ok');
    expect((await acted('GET', '/businesses')).status).toBe(403);
    const rows = await query(
      sql<{ end_cause: string }>`select end_cause from acting_sessions where admin_id = ${other.userId}`,
    );
    expect(rows).toEqual([{ end_cause: 'role-lost' }]);
    expect((await trailOf(accountId)).at(-1)).toEqual({ action: 'support.ended', actor: 'operator' });
  });
});

describe('blocks', () => {
  test('a blocked person is refused from the next request on, until it is lifted', async () => {
    const owner = await newOwner();
    const path = `/admin/users/${owner.userId}`;
    expect(await codeOf(admin.call('POST', `${path}/block`, { reason: 'abuse' }))).toBe('ok');
    expect([401, 403]).toContain((await owner.call('GET', '/profile')).status);
    expect(await codeOf(admin.call('POST', `${path}/block`, { reason: 'abuse' }))).toBe('conflict');
    expect(await codeOf(admin.call('POST', `/admin/users/${admin.userId}/block`, { reason: 'abuse' }))).toBe(
      'own-person',
    );
    // Who signs in again learns since when and why; their tokens from before, and nobody else, learn nothing.
    const later = Math.floor(Date.now() / 1000) + 2;
    const fresh = await app.issuer.sign({ sub: owner.sub, email: owner.email }, { payload: { iat: later } });
    const saveLogin = (bearer: string) =>
      app.callWith(bearer)('POST', '/users/savelogin', { useremail: owner.email, userToken: bearer });
    const { blockedAt } = await getPerson(owner.userId);
    expect(await saveLogin(fresh)).toMatchObject({
      status: 200,
      json: { data: { status: false, block: { since: blockedAt, reason: 'abuse' } } },
    });
    for (const bearer of ['none', owner.token, (await newOwner()).token]) {
      const { status, json } = await saveLogin(bearer);
      expect([401, 403]).toContain(status);
      expect(JSON.stringify(json)).not.toMatch(/block|abuse/);
    }
    // Nobody acts as them either.
    const acting = { userId: owner.userId, accountId: owner.accountId, reason: 'They asked us' };
    expect((await admin.call('POST', '/admin/acting', acting)).status).toBe(404);
    expect(await codeOf(admin.call('POST', `${path}/unblock`))).toBe('ok');
    expect(await codeOf(admin.call('POST', `${path}/unblock`))).toBe('conflict');
    // Tokens from before stay refused; a new sign-in works.
    expect((await owner.call('GET', '/profile')).status).toBe(401);
    expect((await app.callWith(fresh)('GET', '/profile')).status).toBe(200);
    expect((await saveLogin(fresh)).json).toEqual({ data: { status: true } });
    expect((await mailsTo(owner.email)).slice(-2)).toEqual(['person-blocked', 'person-unblocked']);
    expect((await trailOf(owner.accountId)).slice(-2).map(({ action }) => action)).toEqual([
      'member.blocked',
      'member.unblocked',
    ]);
  });

  test('a block that was cut off is finished by the next one, or before it is lifted', async () => {
    const { deps } = adminUsersSlice.module(app.services);
    const { signIns } = deps;
    if (signIns === null) throw new Error('Our own sign-in service was expected');
    const ended: string[] = [];
    const counted: SignInService = {
      list: (sub) => signIns.list(sub),
      end: (sub, id) => signIns.end(sub, id),
      deleteAccount: (sub) => signIns.deleteAccount(sub),
      endAll: async (sub) => void ended.push(sub),
    };
    const broken = { ...counted, endAll: () => Promise.reject(new Error('the process is gone')) };
    const owner = await newOwner();
    const decision = { adminId: admin.userId, userId: owner.userId };
    await expect(block({ ...deps, signIns: broken }, decision, 'abuse')).rejects.toThrow('is gone');
    await expect(block({ ...deps, signIns: counted }, decision, 'abuse')).rejects.toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
    expect(ended.splice(0)).toEqual([owner.sub]);
    await expect(unblock({ ...deps, signIns: broken }, decision)).rejects.toThrow('is gone');
    await unblock({ ...deps, signIns: counted }, decision);
    expect(ended.splice(0)).toEqual([owner.sub]);
    // Whoever is not blocked stays signed in.
    await expect(unblock({ ...deps, signIns: counted }, decision)).rejects.toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
    expect(ended).toEqual([]);
  });
});

describe('plans', () => {
  test('a trial is extended once, also by two administrators who saw the same end', async () => {
    const owner = await newOwner();
    const path = `/admin/accounts/${owner.accountId}/trial`;
    const before = (await getAccount(owner.accountId)).plan;
    const body = { days: 10, expected: before?.trialEndsAt };
    const answers = await Promise.all([
      codeOf(admin.call('POST', path, body)),
      codeOf(admin.call('POST', path, body)),
    ]);
    expect(answers.sort()).toEqual(['conflict', 'ok']);
    const after = (await getAccount(owner.accountId)).plan;
    const moved = Date.parse(after?.trialEndsAt ?? '') - Date.parse(before?.trialEndsAt ?? '');
    expect(Math.abs(moved - 10 * 86_400_000)).toBeLessThanOrEqual(3_600_000);
    expect(after).toMatchObject({ state: 'trial', endsAt: after?.trialEndsAt });
    expect((await trailOf(owner.accountId)).at(-1)).toEqual({ action: 'trial.extended', actor: 'operator' });
    expect((await mailsTo(owner.email)).at(-1)).toBe('plan-changed');
  });

  test('an ended trial goes on from now', async () => {
    const owner = await newOwner();
    const past = new Date(Date.now() - 30 * 86_400_000);
    await query(
      sql`update accounts set trial_ends_at = ${past}, plan_ends_at = ${past} where id = ${owner.accountId}`,
    );
    const body = { days: 5, expected: past.toISOString() };
    expect(await codeOf(admin.call('POST', `/admin/accounts/${owner.accountId}/trial`, body))).toBe('ok');
    const { plan } = await getAccount(owner.accountId);
    expect(plan?.state).toBe('trial');
    expect(Date.parse(plan?.endsAt ?? '')).toBeGreaterThan(Date.now() + 4 * 86_400_000);
  });

  test('a free plan is given until a day, changed, and taken back', async () => {
    const owner = await newOwner();
    const path = `/admin/accounts/${owner.accountId}/free-plan`;
    const give = (lastDay: string | null, expected: unknown) =>
      codeOf(admin.call('PUT', path, { lastDay, expected }));
    expect(await give('2020-01-01', null)).toBe('invalid-input');
    expect(await give('2099-12-31', null)).toBe('ok');
    const first = (await getAccount(owner.accountId)).plan;
    expect(first).toMatchObject({ state: 'free', endsAt: '2099-12-31T23:59:59.999Z' });
    // The second administrator saw no gift.
    expect(await give(null, null)).toBe('conflict');
    expect(await give(null, first?.gift)).toBe('ok');
    const { gift } = (await getAccount(owner.accountId)).plan ?? {};
    expect(gift).toMatchObject({ until: null });
    expect(await codeOf(admin.call('POST', `${path}/take-back`, { expected: first?.gift }))).toBe('conflict');
    expect(await codeOf(admin.call('POST', `${path}/take-back`, { expected: gift }))).toBe('ok');
    expect((await getAccount(owner.accountId)).plan).toMatchObject({ state: 'trial', gift: null });
    expect(await operatorActions(owner.accountId)).toEqual(['plan.given', 'plan.given', 'plan.taken-back']);
    expect((await mailsTo(owner.email)).slice(-3)).toEqual(Array(3).fill('plan-changed'));
  });
});

describe('the end of an account and of a person', () => {
  const remove = (accountId: string, accountName: string, when: string) =>
    codeOf(admin.call('POST', `/admin/accounts/${accountId}/deletion`, { accountName, when }));

  test('in two weeks, until when it can be taken back', async () => {
    const owner = await newOwner();
    const { name } = await getAccount(owner.accountId);
    expect(await remove(owner.accountId, 'something else', 'in-two-weeks')).toBe('invalid-input');
    expect(await remove(owner.accountId, ` ${name.toUpperCase()} `, 'in-two-weeks')).toBe('ok');
    expect(await remove(owner.accountId, name, 'in-two-weeks')).toBe('conflict');
    const { deletion } = await getAccount(owner.accountId);
    expect(deletion?.begun).toBe(false);
    expect(Date.parse(deletion?.scheduledFor ?? '')).toBeGreaterThan(Date.now() + 13 * 86_400_000);
    const path = `/admin/accounts/${owner.accountId}/deletion/cancel`;
    expect(await codeOf(admin.call('POST', path))).toBe('ok');
    expect(await codeOf(admin.call('POST', path))).toBe('conflict');
    expect((await getAccount(owner.accountId)).deletion).toBeNull();
    expect(await operatorActions(owner.accountId)).toEqual([
      'account.deletion-scheduled',
      'account.deletion-canceled',
    ]);
    expect(await mailsTo(owner.email)).toContain('account-deletion-canceled');
    // The owner's own deletion afterwards is the owner's.
    await owner.call('POST', '/profile/deletion', { accountName: name });
    expect(await query(sql`select deletion_cause from accounts where id = ${owner.accountId}`)).toEqual([
      { deletion_cause: 'owner' },
    ]);
  });

  test('at once: nobody gets in, everything goes, the members are told and the operator’s trail stays', async () => {
    const owner = await newOwner();
    const { name } = await getAccount(owner.accountId);
    const helper = await app.signInAdmin('erased-account@operator.example');
    const { userId, accountId } = owner;
    await helper.call('POST', '/admin/acting', { userId, accountId, reason: 'They asked us' });
    expect(await remove(owner.accountId, name, 'now')).toBe('ok');
    expect(await actingEnds(owner.userId)).toEqual(['member-changed']);
    expect((await trailOf(accountId)).at(-1)).toEqual({ action: 'support.ended', actor: 'operator' });
    expect((await owner.call('GET', '/profile')).status).toBe(403);
    expect(await remove(owner.accountId, name, 'now')).toBe('conflict');
    const path = `/admin/accounts/${owner.accountId}`;
    expect(await codeOf(admin.call('POST', `${path}/deletion/cancel`))).toBe('conflict');
    await eraseAccount(app.services.users, owner.accountId);
    expect((await admin.call('GET', path)).status).toBe(404);
    expect((await admin.call('GET', `/admin/users/${owner.userId}`)).status).toBe(404);
    expect(await mailsTo(owner.email)).toEqual(['account-deleted']);
    expect(
      (await operatorActions(owner.accountId)).filter((action) => !action.startsWith('acting.')),
    ).toEqual(['account.deleted', 'account.erased']);
    expect(
      await query(sql`select cause from account_erasures where erased_account = ${owner.accountId}`),
    ).toEqual([{ cause: 'operator' }]);
  });

  test('a person goes only when they belong to no account, and their token makes nobody new', async () => {
    const owner = await newOwner();
    const removePerson = (email: string) =>
      codeOf(admin.call('DELETE', `/admin/users/${owner.userId}`, { email }));
    expect(await removePerson(owner.email)).toBe('conflict');
    const helper = await app.signInAdmin('deleted-person@operator.example');
    const { userId, accountId } = owner;
    await helper.call('POST', '/admin/acting', { userId, accountId, reason: 'They asked us' });
    await query(sql`delete from memberships where user_id = ${owner.userId}`);
    expect(await removePerson('someone@else.example')).toBe('invalid-input');
    expect(await actingEnds(userId)).toEqual([]);
    expect(await removePerson(owner.email.toUpperCase())).toBe('ok');
    expect(await actingEnds(userId)).toEqual(['member-changed']);
    expect((await trailOf(accountId)).at(-1)).toEqual({ action: 'support.ended', actor: 'operator' });
    expect((await admin.call('GET', `/admin/users/${owner.userId}`)).status).toBe(404);
    const again = await owner.call('POST', '/users/adduser', { sub: owner.sub, email: owner.email });
    expect(again.status).toBe(403);
    expect((await mailsTo(owner.email)).at(-1)).toBe('person-deleted');
    expect(await operatorActions(owner.userId)).toContain('person.deleted');
  });
});
