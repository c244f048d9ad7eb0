/**
 * Calls every route as one tenant with ids of another tenant in every place: one at a time, in pairs and inside lists.
 * Once as the program runs, and once without row-level security, to prove that the conditions of the queries suffice.
 * Queries without a condition prove that row-level security suffices.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import type { ApiRequest } from '../testing/api-request.ts';
import { sendRequest, tenantRequests } from '../testing/api-requests.ts';
import { dashboardRequests } from '../testing/dashboard-requests.ts';
import { databaseModes, featureModes, queryAsOwner } from '../testing/database.ts';
import { everySixth, everyThird } from '../testing/scope.ts';
import { createTenantFixture, type TenantFixture, type TenantIds } from '../testing/tenant-fixture.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/** Filters of lists: another tenant's id must give the same as an unknown id, an empty list. */
const filters = new Set([
  'POST /embeds/{id}/picks',
  'GET /reviews',
  'GET /reviews/count',
  ...Object.keys(dashboardRequests),
]);
const forbiddenKeys = {
  account_id: '',
  accountId: '',
  tenant_id: '',
  user_id: '',
  userId: '',
  role: 'Super Admin',
  impersonated: true,
  sub_ends: 9999,
  created_at: '2020-01-01T00:00:00Z',
  code: 'aaaaaaaaaa',
};
/** The identity library sends the profile with keys of its own, and the server drops unknown ones. */
const dropsUnknownKeys = new Set(['POST /users/adduser']);

/**
 * Valid requests with nothing to do, and how they are refused: the connection works, the person has an account, an offer
 * stands and is another member's to accept, the last owner cannot leave, the account has a plan, the token and the invitation are somebody else's; the
 * operator of the tests has set up no assistant.
 */
const nothingToAsk = new Map([
  ['PUT /assistant', 409],
  ['POST /reviews/{id}/reply-draft', 409],
  ['POST /connections/{id}/recheck-access', 409],
  ['POST /accounts', 409],
  ['POST /billing/orders', 409],
  ['POST /billing/change', 409],
  ['POST /team/ownership-offer', 409],
  ['POST /team/ownership-offer/accept', 404],
  ['POST /team/leave', 409],
  ['POST /invitations/look-up', 404],
  ['POST /invitations/{id}/accept', 403],
  ['POST /invitations/{id}/decline', 403],
]);
/** Whoever has the id of an invitation is told that it was sent to another address; an id cannot be guessed. */
const tellsThatItExists = new Set(['POST /invitations/{id}/accept', 'POST /invitations/{id}/decline']);

/** Tables whose rows an account may neither change nor delete. */
const appendOnly = new Set(['audit_entries', 'audit_personal', 'audit_seals']);

/** Tables that the program writes in an account's transaction, and only jobs read. */
const writeOnly = new Set(['audit_unsealed']);

interface Tenants {
  a: TenantFixture;
  b: TenantFixture;
  deleted: TenantIds;
}

async function seed(app: TestApp): Promise<Tenants> {
  // B is created first, so that the simulated platforms offer A's listings at the end.
  const gone = await createTenantFixture(app, 'canary-gone');
  const b = await createTenantFixture(app, 'canary-b');
  const a = await createTenantFixture(app, 'tenant-a');
  for (const [path, body] of [
    [`/embeds/${gone.ids.embedId}`, undefined],
    [`/connections/${gone.ids.connectionId}`, { content: 'now' }],
  ] as const)
    expect((await gone.user.call('DELETE', path, body)).status).toBe(200);
  return { a, b, deleted: gone.ids };
}

async function tenantTables(app: TestApp): Promise<{ name: string; column: string }[]> {
  const { rows } = await queryAsOwner<{ name: string }>(
    app.services.db,
    `select table_name as name from information_schema.columns c join information_schema.tables t
       using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'account_id' and table_type = 'BASE TABLE' order by 1`,
  );
  return [...rows.map(({ name }) => ({ name, column: 'account_id' })), { name: 'accounts', column: 'id' }];
}

/** Makes digests over all rows of a tenant in all tables, and the number of its waiting jobs. */
async function watchTenant(app: TestApp, accountId: string): Promise<() => Promise<string>> {
  const parts = (await tenantTables(app)).map(
    ({ name, column }) =>
      sql`select ${name}::text as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
            from ${sql.table(name)} t where ${sql.ref(`t.${column}`)} = ${accountId}::uuid`,
  );
  return async () => {
    const { rows } = await inSystem(app.services.db, (trx) =>
      sql<{ name: string; digest: string }>`${sql.join(parts, sql` union all `)}`.execute(trx),
    );
    const jobs = await app.services.db.pool.query(
      'select count(*) from pgboss.job where data::text like $1',
      [`%${accountId}%`],
    );
    return JSON.stringify([rows.sort((x, y) => x.name.localeCompare(y.name)), jobs.rows]);
  };
}

interface Mutation {
  name: string;
  request: ApiRequest;
  /** The same request with unknown ids. */
  missing: ApiRequest;
}

/** Works on the request as text, so that an id is replaced in every place. */
function replaceIds(request: ApiRequest, changes: [from: string, to: string][]): ApiRequest {
  let text = JSON.stringify(request);
  for (const [from, to] of changes) text = text.replaceAll(from, to);
  return JSON.parse(text) as ApiRequest;
}

function mutations(request: ApiRequest, { a, b, deleted }: Tenants): Mutation[] {
  const text = JSON.stringify(request);
  const names = (Object.keys(a.ids) as (keyof TenantIds)[]).filter((name) => text.includes(a.ids[name]));
  const unknown = (name: keyof TenantIds) => {
    if (name === 'externalId') return 'nowhere';
    // Ids of sessions are hex without dashes.
    return name === 'sessionId' ? newId().replaceAll('-', '') : newId();
  };
  const build = (label: string, others: TenantIds, chosen: (keyof TenantIds)[]): Mutation => ({
    name: `${label} ${chosen.join(' + ')}`,
    request: replaceIds(
      request,
      chosen.map((name) => [a.ids[name], others[name]]),
    ),
    missing: replaceIds(
      request,
      chosen.map((name) => [a.ids[name], name === 'cursor' ? a.ids.cursor : unknown(name)]),
    ),
  });
  const list: Mutation[] = [];
  for (const [index, name] of names.entries()) {
    list.push(build('foreign', b.ids, [name]), build('deleted foreign', deleted, [name]));
    for (const other of names.slice(index + 1)) list.push(build('foreign', b.ids, [name, other]));
    // A list with an own and a foreign id must be refused as a whole.
    const own = JSON.stringify([a.ids[name]]);
    if (text.includes(own)) {
      const beside = (id: string) =>
        JSON.parse(text.replaceAll(own, JSON.stringify([a.ids[name], id]))) as ApiRequest;
      list.push({ name: `in a list ${name}`, request: beside(b.ids[name]), missing: beside(unknown(name)) });
    }
  }
  return list;
}

/** Problem documents differ only in the request id. */
function comparable(text: string): string {
  return text.replace(/"requestId":"[^"]+"/, '"requestId":""');
}

/** Tries the mutations that `choose` leaves of each route, which may be none, as A and returns their number. */
async function walk(
  app: TestApp,
  tenants: Tenants,
  choose: (all: Mutation[], turn: number) => readonly Mutation[] = (all) => all,
): Promise<number> {
  const { a, b } = tenants;
  const digest = await watchTenant(app, b.user.accountId);
  const before = await digest();
  const unchecked: string[] = [];
  // Some routes are checked together, because a digest of all tables takes as long as many requests.
  const expectUnchanged = async (route: string) => {
    unchecked.push(route);
    if (unchecked.length < 16) return;
    expect.soft(await digest(), `one of ${unchecked.splice(0).join(', ')}`).toBe(before);
  };
  let tried = 0;
  for (const [turn, [route, build]] of Object.entries(tenantRequests).entries()) {
    for (const { name, request, missing } of choose(mutations(build(a), tenants), turn)) {
      const [answer, unknown] = await Promise.all([
        sendRequest(app, request, a.user.token),
        sendRequest(app, missing, a.user.token),
      ]);
      tried += 1;
      const label = `${route}: ${name}`;
      // The embed of a pick is the route's own id; the reviews are what it filters.
      if (filters.has(route) && !name.includes('embedId'))
        expect.soft([200, 400], label).toContain(answer.status);
      else expect.soft([400, 401, 403, 404], label).toContain(answer.status);
      if (!name.includes('cursor') && !tellsThatItExists.has(route))
        expect.soft(`${label} ${comparable(answer.text)}`).toBe(`${label} ${comparable(unknown.text)}`);
      expect.soft(answer.text, label).not.toMatch(/canary/i);
    }
    await expectUnchanged(route);
  }
  for (const [route, build] of Object.entries(tenantRequests)) {
    const answer = await sendRequest(app, build(a), a.user.token);
    // So that a request that is not valid for another reason cannot pass for a refusal.
    const refusal = nothingToAsk.get(route);
    if (refusal !== undefined) expect.soft(answer.status, route).toBe(refusal);
    else expect.soft(answer.status, `${route}: ${answer.text}`).toBeLessThan(300);
    expect.soft(answer.text, route).not.toMatch(/canary/i);
    await expectUnchanged(route);
  }
  expect(await digest(), `one of ${unchecked.join(', ')}`).toBe(before);
  return tried;
}

describe.each(databaseModes)('tenants are isolated, %s', (mode) => {
  let app: TestApp;
  let tenants: Tenants;
  beforeAll(async () => {
    app = await startTestApp(mode, { payments: true });
    tenants = await seed(app);
  });
  afterAll(() => app.close());

  test('the other tenant has rows in every table, so that no check passes on an empty table', async () => {
    const tables = await tenantTables(app);
    expect(tables.length).toBeGreaterThanOrEqual(14);
    for (const { name, column } of tables) {
      const { rows } = await inSystem(app.services.db, (trx) =>
        sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}
              where ${sql.ref(column)} = ${tenants.b.user.accountId}`.execute(trx),
      );
      expect.soft(rows[0]?.count, name).toBeGreaterThan(0);
    }
  });

  test('row-level security alone: statements without a condition return only the tenant’s own rows', async () => {
    const { a, b } = tenants;
    const digest = await watchTenant(app, b.user.accountId);
    const before = await digest();
    for (const { name, column } of await tenantTables(app)) {
      if (writeOnly.has(name)) {
        const read = inTenant(app.services.db, a.user.accountId, (trx) =>
          sql`select from ${sql.table(name)}`.execute(trx),
        );
        await expect.soft(read, name).rejects.toThrow(/permission denied/);
        continue;
      }
      const seen = await inTenant(app.services.db, a.user.accountId, (trx) =>
        sql<{ id: string }>`select distinct ${sql.ref(column)} as id from ${sql.table(name)}`.execute(trx),
      );
      expect.soft(seen.rows, name).toEqual([{ id: a.user.accountId }]);
      if (appendOnly.has(name)) {
        for (const change of [
          sql`update ${sql.table(name)} set ${sql.ref(column)} = ${sql.ref(column)}`,
          sql`delete from ${sql.table(name)}`,
        ])
          await expect
            .soft(
              inTenant(app.services.db, a.user.accountId, (trx) => change.execute(trx)),
              name,
            )
            .rejects.toThrow(/permission denied/);
        continue;
      }
      const written = await inTenant(app.services.db, a.user.accountId, async (trx) => [
        await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${sql.ref(column)}
                  where ${sql.ref(column)} <> ${a.user.accountId}`.execute(trx),
        await sql`delete from ${sql.table(name)} where ${sql.ref(column)} <> ${a.user.accountId}`.execute(
          trx,
        ),
      ]);
      expect
        .soft(
          written.map((result) => Number(result.numAffectedRows)),
          name,
        )
        .toEqual([0, 0]);
      await expect
        .soft(
          inTenant(app.services.db, a.user.accountId, (trx) =>
            sql`update ${sql.table(name)} set ${sql.ref(column)} = ${b.user.accountId}`.execute(trx),
          ),
          `${name}: a row cannot be given away`,
        )
        .rejects.toThrow(/row-level security|foreign key|duplicate key/);
    }
    expect(await digest()).toBe(before);
  });

  // These requests are refused before any query, so one database is enough.
  if (featureModes.includes(mode))
    test('a key that names a tenant, a role or a time is refused in every body and query', async () => {
      const { a, b } = tenants;
      const digest = await watchTenant(app, b.user.accountId);
      const before = await digest();
      const role = () =>
        a.user.call('POST', '/users/getuserbyemail', { useremail: a.user.email, userToken: a.user.token });
      const known = (await role()).json;
      for (const [turn, [route, build]] of Object.entries(tenantRequests).entries()) {
        const request = build(a);
        // A stream has no end to compare; its declaration accepts no input.
        if (route.endsWith('/events')) continue;
        for (const [key, sample] of everySixth(Object.entries(forbiddenKeys), turn)) {
          const value = sample === '' ? b.user.accountId : sample;
          const inQuery = `${request.path}${request.path.includes('?') ? '&' : '?'}${key}=${value}`;
          const changed =
            request.method === 'GET'
              ? { ...request, path: inQuery }
              : { ...request, body: { ...request.body, [key]: value } };
          const answer = await sendRequest(app, changed, a.user.token);
          expect
            .soft(`${route} ${key} ${answer.status}`)
            .toBe(`${route} ${key} ${dropsUnknownKeys.has(route) ? 200 : 400}`);
        }
      }
      expect((await role()).json).toEqual(known);
      expect(await digest()).toBe(before);
    });

  test('an id in a body does not override the id in the path', async () => {
    const { a, b } = tenants;
    const digest = await watchTenant(app, b.user.accountId);
    const before = await digest();
    const request = tenantRequests['PUT /embeds/{id}']?.(a);
    const answer = await a.user.call('PUT', `/embeds/${a.ids.embedId}`, {
      ...request?.body,
      id: b.ids.embedId,
    });
    expect(
      answer.status === 400 || (answer.json as { embed: { id: string } }).embed.id === a.ids.embedId,
    ).toBe(true);
    const foreign = await a.user.call('PUT', `/embeds/${b.ids.embedId}`, {
      ...request?.body,
      id: a.ids.embedId,
    });
    expect([400, 404]).toContain(foreign.status);
    expect(await digest()).toBe(before);
  });

  test('the cursor of another tenant returns the caller’s own rows', async () => {
    const { a, b } = tenants;
    const answer = await a.user.call('GET', `/reviews?cursor=${b.ids.cursor}`);
    const own = await a.user.call('GET', '/reviews?limit=100');
    const ids = new Set((own.json as { items: { id: string }[] }).items.map((item) => item.id));
    for (const item of (answer.json as { items: { id: string }[] }).items) expect(ids).toContain(item.id);
  });

  // The conditions of the queries are the same on both databases, and the walk below tries each of them alone; the test
  // above proves the row-level security of each.
  if (featureModes.includes(mode))
    test('all routes, as the program runs', async () => {
      expect(await walk(app, tenants, everyThird)).toBeGreaterThanOrEqual(100);
    });

  test('the log contains no data of a tenant and no secret', () => {
    const text = app.logLines.join('');
    expect(text).not.toMatch(/canary/i);
    expect(text).not.toContain('google-access');
    expect(text).not.toContain(tenants.a.user.token);
  });
});

// The queries are the same on both databases, so one is enough.
describe.each(featureModes)('tenants are isolated without row-level security, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode, { payments: true });
  });
  afterAll(() => app.close());

  test('all routes: the conditions of the queries suffice', async () => {
    const tenants = await seed(app);
    for (const { name } of await tenantTables(app))
      await queryAsOwner(app.services.db, `alter table ${name} disable row level security`);
    const visible = await inTenant(app.services.db, tenants.a.user.accountId, (trx) =>
      sql<{ count: number }>`select count(*)::int as count from accounts`.execute(trx),
    );
    expect(visible.rows[0]?.count).toBe(3);
    expect(await walk(app, tenants)).toBeGreaterThanOrEqual(300);
  });
});
