/**
 * Walks every route as members who are limited to some locations of an account, with ids of the other locations in every
 * place and without any. A route of the contract without a request fails the first test.
 */
import { mayTake } from '@kindling/contract/rights';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../db/transaction.ts';
import { importFeed } from '../features/imports/import-feed.ts';
import { createRunFeed } from '../features/sync/sync.ts';
import { newId } from '../lib/ids.ts';
import { apiAddress } from '../testing/api-address.ts';
import type { ApiRequest } from '../testing/api-request.ts';
import { sendRequest, tenantRequests, validRequests } from '../testing/api-requests.ts';
import { dashboardRequests } from '../testing/dashboard-requests.ts';
import { databaseModes, featureModes, queryAsOwner } from '../testing/database.ts';
import { asMemberOf, createLocationWorld, type LocationWorld } from '../testing/location-world.ts';
import { runsEverything } from '../testing/scope.ts';
import { addTeamMember } from '../testing/team-fixture.ts';
import type { TenantIds } from '../testing/tenant-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts';
import { declaredRoutes } from './api.ts';
import type { Feed } from './event-streams.ts';

/** Managers may do the most, so their walk reaches the most statements. */
const roles = runsEverything ? (['viewer', 'responder', 'manager'] as const) : (['manager'] as const);
/** Read filters: the id of another location finds nothing; the embed itself is not found. */
const filters = new Set([
  'POST /embeds/{id}/picks',
  'GET /reviews',
  'GET /reviews/count',
  ...Object.keys(dashboardRequests),
]);
/**
 * Refused for another reason: the person has an account, the session is of the owner, the time zone of the account, the
 * offer of ownership and the invitation are for other people, the saved view is the owner's, the note, the export and the action
 * on many reviews are somebody else's; there is no assistant.
 */
const otherRefusals = new Map([
  ['POST /reviews/{id}/reply-draft', 409],
  ['POST /accounts', 409],
  ['POST /team/ownership-offer/accept', 404],
  ['DELETE /team/ownership-offer', 404],
  ['POST /invitations/look-up', 404],
  ['POST /invitations/{id}/accept', 403],
  ['POST /invitations/{id}/decline', 403],
  ['DELETE /profile/sessions/{id}', 404],
  ['PUT /profile/region', 403],
  ['PUT /saved-views/{id}', 404],
  ['DELETE /saved-views/{id}', 404],
  ['GET /bulk-actions/{id}', 404],
  ['GET /reviews/exports/{id}', 404],
  ['DELETE /reviews/exports/{id}', 404],
  ['DELETE /bulk-actions/{id}', 404],
  ['PUT /reviews/{id}/notes/{noteId}', 403],
  ['DELETE /reviews/{id}/notes/{noteId}', 403],
]);
/**
 * Answered otherwise than for an unknown id: every member sees everybody of the team, and whoever has the id of an
 * invitation is told that it was sent to another address; an id cannot be guessed.
 */
const tellsThatItExists = new Map([
  ['GET /team/members/{id}', 200],
  ['POST /invitations/{id}/accept', 403],
  ['POST /invitations/{id}/decline', 403],
]);
/**
 * Tables with rows that belong to neither member: events without a location, embeds of more than one location, imports
 * without a location, sums of the whole account, and what another member does with many reviews.
 */
const withRowsOfNeither = new Set([
  'bulk_action_parts',
  'bulk_actions',
  'domain_events',
  'embed_days',
  'embed_state_days',
  'embeds',
  'import_changes',
  'import_faults',
  'import_parts',
  'imports',
  'review_sums',
  'snapshots',
]);

async function limitedTables(app: TestApp): Promise<string[]> {
  const { rows } = await queryAsOwner<{ name: string }>(
    app.services.db,
    `select tablename as name from pg_policies where policyname = 'location_limit' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The account's rows as text, by a statement without a condition. Null: without a limit. */
function rowsOf(app: TestApp, accountId: string, table: string, member: TestUser | null): Promise<string[]> {
  const read = () =>
    inTenant(app.services.db, accountId, (trx) =>
      sql<{ row: string }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(trx),
    );
  return (member === null ? read() : asMemberOf(member, read)).then(({ rows }) => rows.map(({ row }) => row));
}

/** All rows of the hidden locations. */
async function hiddenRows(app: TestApp, { own, hiddenMember }: LocationWorld): Promise<string> {
  const all: [string, string[]][] = [];
  for (const table of await limitedTables(app))
    all.push([table, await rowsOf(app, own.user.accountId, table, hiddenMember)]);
  return JSON.stringify(all);
}

/** Ids of rows of the hidden locations, and of what is shared with them. */
async function hiddenIds(app: TestApp, { own, hiddenMember, ...world }: LocationWorld): Promise<string[]> {
  const ids = [...world.hiddenLocations, ...world.sharedEmbeds, world.importWithoutLocation];
  for (const table of [
    'businesses',
    'connections',
    'listings',
    'reviews',
    'imports',
    'embeds',
    'sync_runs',
  ]) {
    const { rows } = await asMemberOf(hiddenMember, () =>
      inTenant(app.services.db, own.user.accountId, (trx) =>
        sql<{ id: string }>`select id from ${sql.table(table)}`.execute(trx),
      ),
    );
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** A session is a person's, a cursor names a moment, tags and addresses that want no invitations are the account's. */
const ofNoLocation = new Set<string>(['sessionId', 'cursor', 'suppressionId', 'tagId', 'otherTagId']);

interface Foreign {
  name: string;
  request: ApiRequest;
  /** The same with an id that nobody has. */
  missing: ApiRequest;
}

/** The request with each id of the own half replaced by the one of the other half, also beside the own one in a list. */
function foreignRequests(
  request: ApiRequest,
  { own, hidden, sharedEmbeds, importWithoutLocation }: LocationWorld,
) {
  const text = JSON.stringify(request);
  const list: Foreign[] = [];
  const add = (name: string, from: string, to: (id: string) => string, id: string) => {
    const [changed, missing] = [id, newId()].map((one) => JSON.parse(text.replaceAll(from, to(one))));
    list.push({ name, request: changed as ApiRequest, missing: missing as ApiRequest });
  };
  for (const name of Object.keys(own.ids) as (keyof TenantIds)[]) {
    const id = own.ids[name];
    if (ofNoLocation.has(name) || !text.includes(id)) continue;
    add(name, id, (one) => one, hidden.ids[name]);
    if (text.includes(JSON.stringify([id])))
      add(`${name} in a list`, JSON.stringify([id]), (one) => JSON.stringify([id, one]), hidden.ids[name]);
    if (name === 'embedId')
      for (const [index, shared] of sharedEmbeds.entries()) add(`shared ${index}`, id, (one) => one, shared);
    if (name.endsWith('ImportId')) add('without a location', id, (one) => one, importWithoutLocation);
  }
  return list;
}

/** Problem documents differ in the request's id alone. */
function comparable(text: string): string {
  return text.replace(/"requestId":"[^"]+"/, '"requestId":""');
}

describe.each(databaseModes)('locations are separate, %s', (mode) => {
  let app: TestApp;
  let world: LocationWorld;
  beforeAll(async () => {
    app = await startTestApp(mode, { payments: true });
    world = await createLocationWorld(app);
  });
  afterAll(() => app.close());

  test('every route of the contract is walked', () => {
    const declared = declaredRoutes().map(
      ({ method, path }) => `${method} ${path.replace(/^\/api(\/v1)?/, '')}`,
    );
    expect(Object.keys(validRequests).sort()).toEqual(declared.sort());
  });

  test('row-level security alone: statements without a condition see only the rows of the own locations', async () => {
    const { own, ownMember, hiddenMember } = world;
    const { accountId } = own.user;
    const before = await hiddenRows(app, world);
    for (const table of await limitedTables(app)) {
      const all = await rowsOf(app, accountId, table, null);
      const mine = await rowsOf(app, accountId, table, ownMember);
      const others = await rowsOf(app, accountId, table, hiddenMember);
      expect.soft(mine.length, `${table}: own rows`).toBeGreaterThan(0);
      expect.soft(others.length, `${table}: rows of the other half`).toBeGreaterThan(0);
      expect
        .soft(
          mine.filter((row) => others.includes(row)),
          `${table}: rows of both`,
        )
        .toEqual([]);
      expect.soft(mine.join('\n'), table).not.toMatch(/elsewhere/);
      const rest = all.length - mine.length - others.length;
      if (withRowsOfNeither.has(table)) expect.soft(rest, table).toBeGreaterThanOrEqual(0);
      else expect.soft(rest, `${table}: rows of neither`).toBe(0);
      const changed = await asMemberOf(ownMember, () =>
        inTenant(app.services.db, accountId, (trx) =>
          sql`update ${sql.table(table)} set account_id = account_id`.execute(trx),
        ),
      );
      expect.soft(Number(changed.numAffectedRows), `${table}: changed rows`).toBe(mine.length);
    }
    expect(await hiddenRows(app, world)).toBe(before);
  });

  test('row-level security alone: no row can be moved to a location of others, or made there', async () => {
    const { own, hidden, ownMember } = world;
    const { accountId } = own.user;
    const refused = (work: ReturnType<typeof sql>) =>
      expect(
        asMemberOf(ownMember, () => inTenant(app.services.db, accountId, (trx) => work.execute(trx))),
      ).rejects.toThrow(/row-level security/);
    for (const table of ['listings', 'reviews', 'imports', 'review_days'])
      await refused(sql`update ${sql.table(table)} set location_id = ${hidden.ids.locationId}`);
    for (const ids of [[], [own.ids.locationId, hidden.ids.locationId]]) {
      const settings = JSON.stringify({ locationIds: ids });
      await refused(sql`update embeds set draft = ${settings}::jsonb`);
      await refused(sql`insert into embeds (account_id, id, code, kind, name, draft)
        values (${accountId}, ${newId()}, 'nobodys', 'widget', 'x', ${settings}::jsonb)`);
    }
  });

  test('lists and figures are those of the own locations', async () => {
    const { own, ownMember, ownLocations } = world;
    const get = async (path: string, as: { token: string } = ownMember) =>
      (await sendRequest(app, { method: 'GET', path }, as.token)).json;
    const listed = async (as: { token: string }, filter = '') =>
      (
        (await get(`/reviews?limit=100${filter}`, as)) as { items: { id: string; locationId: string }[] }
      ).items.filter(({ locationId }) => ownLocations.includes(locationId));
    const [mine, all] = [await listed(ownMember), await listed(own.user)];
    expect(mine).toEqual(all);
    expect(mine.length).toBeGreaterThan(4);
    const unanswered = (await listed(own.user, '&answered=false')).length;
    // Two of a platform and two first-party ones.
    expect(unanswered).toBe(4);
    expect(await get('/reviews/count')).toEqual({ count: mine.length, more: false });
    expect(await get('/reviews/figures')).toMatchObject({ total: mine.length, unanswered });
    const dashboard = (await get('/dashboard')) as {
      sources: { platformCount: number | null; stored: number }[];
      newest: { id: string }[];
    };
    const { rows } = await inSystem(app.services.db, (trx) =>
      sql<{ rating: number; month: string }>`
        select rating, to_char(written_at, 'YYYY-MM') as month from reviews
         where removed_at is null and location_id = any(${ownLocations}::uuid[])`.execute(trx),
    );
    const places = await inSystem(app.services.db, (trx) =>
      trx.selectFrom('listings').select('platform_count').where('location_id', 'in', ownLocations).execute(),
    );
    const stars = [1, 2, 3, 4, 5].map((one) => rows.filter(({ rating }) => rating === one).length);
    expect(dashboard).toMatchObject({ total: mine.length, unanswered, setup: null });
    const { figures: written } = (await get('/dashboard/figures')) as { figures: unknown };
    expect(written).toMatchObject({ total: mine.length, ratings: stars });
    expect(dashboard.newest.map(({ id }) => id)).toEqual(mine.slice(0, 5).map(({ id }) => id));
    expect(dashboard.sources.reduce((sum, { stored }) => sum + stored, 0)).toBe(mine.length);
    expect(dashboard.sources.find(({ platformCount }) => platformCount !== null)?.platformCount).toBe(
      places.reduce((sum, { platform_count }) => sum + (platform_count ?? 0), 0),
    );
    const { businesses } = (await get('/businesses')) as { businesses: { locations: { id: string }[] }[] };
    expect(businesses.flatMap(({ locations }) => locations.map(({ id }) => id)).sort()).toEqual(
      [...ownLocations].sort(),
    );
  });

  test('the reply of a limited member changes the figures of everybody who sees the review', async () => {
    const { own, ownMember, hiddenMember, ownLocations } = world;
    const figures = async (as: { token: string }) =>
      (await sendRequest(app, { method: 'GET', path: '/reviews/figures' }, as.token)).json as {
        unanswered: number;
      };
    const everybody = [own.user, ownMember, hiddenMember];
    const before = await Promise.all(everybody.map(figures));
    const unanswered = await own.user.call('GET', '/reviews?limit=100&answered=false');
    const review = (unanswered.json as { items: { id: string; locationId: string }[] }).items.find(
      ({ locationId }) => ownLocations.includes(locationId),
    );
    const reply = {
      method: 'PUT',
      path: `/reviews/${review?.id}/reply`,
      body: { text: 'Thank you', seen: null },
    };
    const answer = await sendRequest(app, reply, ownMember.token);
    expect(answer.status, answer.text).toBe(200);
    const changes = (await Promise.all(everybody.map(figures))).map(
      (after, index) => after.unanswered - (before[index]?.unanswered ?? 0),
    );
    expect(changes).toEqual([-1, -1, 0]);
  });

  test('event streams read the rows of the own locations', async () => {
    const { own, ownMember, hiddenMember } = world;
    const { services } = app;
    const feeds: Feed<unknown>[] = [createRunFeed(services.sync), importFeed(services.imports)];
    for (const feed of feeds) {
      const read = async (member: TestUser) =>
        (await asMemberOf(member, () => feed.read(own.user.accountId))).map(({ id }) => id);
      const [mine, others] = [await read(ownMember), await read(hiddenMember)];
      expect(mine.length).toBeGreaterThan(0);
      expect(others.length).toBeGreaterThan(0);
      expect(mine.filter((id) => others.includes(id))).toEqual([]);
    }
  });

  test('a part of a file goes into no import of other locations', async () => {
    const { own, hidden, ownMember } = world;
    const send = async (id: string) => {
      const { status } = await app.request({
        method: 'PUT',
        url: apiAddress(`/imports/${id}/files/0/parts/0`),
        headers: {
          authorization: `Bearer ${ownMember.token}`,
          'content-type': 'application/octet-stream',
        },
        payload: Buffer.from('a'),
      });
      return status;
    };
    // The own one takes no more parts of this length.
    expect(await send(own.ids.readImportId)).toBe(400);
    expect(await send(hidden.ids.readImportId)).toBe(404);
    expect(await send(world.importWithoutLocation)).toBe(404);
  });

  test('a member without any location gets empty answers', async () => {
    const nobody = await addTeamMember(app, world.own.user, 'nowhere@location.example', {
      role: 'manager',
      locationIds: [],
    });
    for (const path of [
      '/dashboard',
      '/reviews',
      '/reviews/figures',
      '/businesses',
      '/connections',
      '/imports',
    ]) {
      const answer = await sendRequest(app, { method: 'GET', path }, nobody.token);
      expect.soft(answer.status, path).toBe(200);
      expect.soft(answer.text, path).not.toMatch(/elsewhere|own/);
    }
    const made = { method: 'POST', path: '/embeds', body: { kind: 'widget', name: 'Empty' } };
    expect((await sendRequest(app, made, nobody.token)).status).toBe(400);
  });

  // The conditions of the queries are the same on both databases; the tests above prove the row-level security of each.
  test.each(featureModes.includes(mode) ? roles : [])('the walk as a limited %s', async (role) => {
    const { own, ownLocations } = world;
    const { accountId } = own.user;
    const member = await addTeamMember(app, own.user, `own@${role}.example`, {
      role,
      locationIds: ownLocations,
    });
    // What the member before has asked for would be a conflict.
    await inTenant(app.services.db, accountId, (trx) =>
      trx.updateTable('replies').set({ state: null }).execute(),
    );
    const send = (request: ApiRequest) => sendRequest(app, request, member.token, accountId);
    const user = { ...own.user, email: member.email, sub: member.sub, token: member.token };
    const forbidden = await hiddenIds(app, world);
    const before = await hiddenRows(app, world);
    const actions = new Map(
      declaredRoutes().map(({ method, path, action }) => [
        `${method} ${path.replace(/^\/api(\/v1)?/, '')}`,
        action,
      ]),
    );
    const expectNothingHidden = (label: string, text: string, sent: string) => {
      expect.soft(text, label).not.toMatch(/elsewhere/);
      expect
        .soft(
          forbidden.filter((id) => text.includes(id) && !sent.includes(id)),
          label,
        )
        .toEqual([]);
    };
    for (const [route, build] of Object.entries(tenantRequests)) {
      const action = actions.get(route);
      const allowed = action === undefined || mayTake({ role, locationIds: [] }, action);
      for (const { name, request, missing } of foreignRequests(build({ user, ids: own.ids }), world)) {
        const [answer, unknown] = await Promise.all([send(request), send(missing)]);
        const label = `${route}: ${name}`;
        if (!allowed) expect.soft(answer.status, label).toBe(403);
        else if (filters.has(route)) expect.soft([200, 400, 404], label).toContain(answer.status);
        else if (tellsThatItExists.has(route))
          expect.soft(answer.status, label).toBe(tellsThatItExists.get(route));
        else expect.soft([400, 404], `${label}: ${answer.text}`).toContain(answer.status);
        if (!tellsThatItExists.has(route))
          expect.soft(`${label} ${comparable(answer.text)}`).toBe(`${label} ${comparable(unknown.text)}`);
        expectNothingHidden(label, answer.text, JSON.stringify(request));
      }
    }
    // The member would be refused everything after leaving, so another one leaves.
    const leaver = await addTeamMember(app, own.user, `left@${role}.example`, { role, locationIds: [] });
    const left = await sendRequest(app, { method: 'POST', path: '/team/leave' }, leaver.token, accountId);
    expect.soft(left.status, left.text).toBe(200);
    expectNothingHidden('POST /team/leave', left.text, '');
    for (const [route, build] of Object.entries(tenantRequests)) {
      if (route === 'POST /team/leave') continue;
      const action = actions.get(route);
      const request = build({ user, ids: own.ids });
      const answer = await send(request);
      const label = `${route}: ${answer.text}`;
      if (action !== undefined && !mayTake({ role, locationIds: [] }, action))
        expect.soft(answer.status, label).toBe(403);
      else if (otherRefusals.has(route)) expect.soft(answer.status, label).toBe(otherRefusals.get(route));
      else expect.soft(answer.status, label).toBeLessThan(300);
      expectNothingHidden(route, answer.text, JSON.stringify(request));
    }
    expect(await hiddenRows(app, world)).toBe(before);
  });
});
