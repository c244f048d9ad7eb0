/** What the operator sees and does on the sync schedule, and what the owners see of it. */
import type {
  DeletionRequest,
  ListingKey,
  QueueState,
  ScheduledListing,
  SyncPlatform,
} from '@kindling/contract/admin-sync-schedule';
import type { Connection, Listing } from '@kindling/contract/connections';
import type { SyncRun } from '@kindling/contract/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { createGaugeReader } from '../../monitoring/gauge-readings.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import {
  addReviews,
  type ConnectedListing,
  connectListings,
  signInWithListing,
} from '../../testing/factories.ts';
import { aReview, type FakeConnector } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { SyncPausedError } from '../connections/index.ts';
import { lagReading } from '../connections/lag-reading.ts';
import { createPlatformRateLimiter } from '../connections/rate-limiter.ts';
import { requestDeletion } from '../deletion-requests/index.ts';
import { processDeletionRequests } from '../deletion-requests/requests.ts';
import { sweepDueListings } from '../sync/index.ts';
import { runSync } from '../sync/run-sync.ts';

const signal = new AbortController().signal;
const schedule = '/admin/sync-schedule';
const standard = {
  intervalMinutes: null,
  fastestIntervalMinutes: null,
  fullPassDays: null,
  callsPerMinute: null,
};

describe.each(featureModes)('the sync schedule of the operator, %s', (mode) => {
  let app: TestApp;
  let admin: TestUser;
  let user: TestUser;
  let listing: ConnectedListing;
  let google: FakeConnector;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp(mode);
    google = app.platforms.google;
    admin = await app.signInAdmin('operator@example.com');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    google.failures.length = 0;
    google.calls.length = 0;
    await inSystem(app.services.db, async (trx) => {
      await trx.deleteFrom('sync_settings').execute();
      await trx.deleteFrom('platform_rate_limits').execute();
      await trx.deleteFrom('connections').execute();
    });
    await app.services.db.pool.query("delete from pgboss.job where name = 'sync.listing'");
    ({ user, listing } = await signInWithListing(app, people));
  });

  async function get<T>(path: string, of: TestUser = admin): Promise<T> {
    const answer = await of.call('GET', path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.json as T;
  }
  const platformOf = async (connector: string) => {
    const { platforms } = await get<{ platforms: SyncPlatform[] }>(`${schedule}/platforms`);
    const found = platforms.find((one) => one.connector === connector);
    if (found === undefined) throw new Error(`No ${connector}`);
    return found;
  };
  const pause = (paused: boolean, connector = 'google') =>
    admin.call('PUT', `${schedule}/platforms/${connector}/pause`, { paused });
  const change = (version: number, values: object, connector = 'google') =>
    admin.call('PUT', `${schedule}/platforms/${connector}`, { version, ...standard, ...values });
  const act = (action: string, listings: ListingKey[], more: object = {}) =>
    admin.call('POST', `${schedule}/listings/actions`, { action, listings, ...more });
  const list = (search = '') =>
    get<{ items: ScheduledListing[]; nextCursor: string | null }>(`${schedule}/listings${search}`);
  const key = (of: ConnectedListing = listing, owner: TestUser = user): ListingKey => ({
    accountId: owner.accountId,
    id: of.id,
  });
  const sync = (trigger: 'first' | 'schedule' | 'manual' = 'schedule') =>
    runSync(app.services.sync, user.accountId, listing.id, trigger, signal);
  const rows = <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
    inTenant(app.services.db, user.accountId, async (trx) => (await query.execute(trx)).rows);
  async function owned(): Promise<{ connection: Connection; listing: Listing }> {
    const { connections } = await get<{ connections: Connection[] }>('/connections', user);
    const [connection] = connections;
    const [first] = connection?.listings ?? [];
    if (connection === undefined || first === undefined) throw new Error('No connection');
    return { connection, listing: first };
  }
  const runs = async () => (await get<{ runs: SyncRun[] }>(`/listings/${listing.id}/runs`, user)).runs;
  const jobs = async () => {
    const state = await get<{ jobs: QueueState[] }>(`${schedule}/queue`);
    return new Map(state.jobs.map((job) => [job.name, job]));
  };
  const pages = () => google.calls.filter((call) => call === 'fetchReviews').length;
  const some = (count: number) => Array.from({ length: count }, () => aReview());
  /** Calls `work` once, while the first page of the next run is read. */
  function duringFirstPage(work: () => Promise<unknown>): void {
    const { fetchReviews } = google;
    google.fetchReviews = async (tokens, place, cursor, options) => {
      google.fetchReviews = fetchReviews;
      const page = await fetchReviews(tokens, place, cursor, options);
      await work();
      return page;
    };
  }
  async function trail() {
    const { rows: operator } = await queryAsOwner<{ action: string; target: string }>(
      app.services.db,
      'select action, target from operator_entries where admin_id = $1 order by id',
      [admin.userId],
    );
    const own = await rows<{ action: string; details: object; actor: string }>(
      sql`select action, details, actor from audit_entries where admin_id is not null order by id`,
    );
    return { operator, own };
  }

  test('a pause during a run ends it after its page; it goes on where it was, and nothing is lost', async () => {
    google.reviews.set(listing.externalId, some(170));
    duringFirstPage(() => pause(true));
    await sync('first');
    expect(pages()).toBe(1);
    expect(await rows(sql`select count(*)::int as count from reviews`)).toEqual([{ count: 50 }]);
    const [open] = await runs();
    expect(open).toMatchObject({ outcome: 'running', error: 'sync-paused', nextTryAt: null, seen: 50 });

    const shown = await owned();
    expect(shown.connection.pausedByOperatorSince).not.toBeNull();
    expect(shown.listing.nextSyncAt).toBeNull();
    expect((await user.call('POST', `/listings/${listing.id}/sync`, {})).json).toMatchObject({
      code: 'sync-paused',
    });
    // Nothing that asks for a run begins one, in any process: another one has a limiter of its own.
    for (const trigger of ['first', 'schedule', 'manual'] as const) await sync(trigger);
    const other = createPlatformRateLimiter(app.services.db, app.services.sync.connectors);
    await expect(other.acquireForSync('google', 'person')).rejects.toThrow(SyncPausedError);
    // A reply is still sent.
    await other.acquire('google', 'person');
    expect(pages()).toBe(1);

    await pause(false);
    expect((await jobs()).get('sync.listing')).toMatchObject({ waiting: 1 });
    await sync();
    const after = await runs();
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({
      id: open?.id,
      outcome: 'succeeded',
      error: null,
      seen: 170,
      added: 170,
    });
    expect(
      await rows(
        sql`select count(*)::int as count, count(distinct external_id)::int as different from reviews`,
      ),
    ).toEqual([{ count: 170, different: 170 }]);
    expect((await trail()).operator.slice(-2).map(({ action }) => action)).toEqual([
      'sync.platform-paused',
      'sync.platform-resumed',
    ]);
  });

  test('pauses that follow one another use up no attempts', async () => {
    google.reviews.set(listing.externalId, some(120));
    duringFirstPage(() => pause(true));
    await sync('first');
    for (let time = 0; time < 10; time += 1) {
      await pause(false);
      await inSystem(app.services.db, (trx) => sql`update sync_settings set paused_at = null`.execute(trx));
      const { acquireForSync } = app.services.sync.rateLimiter;
      app.services.sync.rateLimiter.acquireForSync = () => Promise.reject(new SyncPausedError());
      await sync();
      app.services.sync.rateLimiter.acquireForSync = acquireForSync;
    }
    expect(await rows(sql`select attempts from sync_runs`)).toEqual([{ attempts: expect.toBeOneOf([0, 1]) }]);
  });

  test('the sweep leaves a paused platform alone, and reads the others', async () => {
    await connectListings(app, user, 'facebook');
    await rows(sql`
      insert into listings (account_id, id, connection_id, location_id, platform, external_id, resource_name, name, next_sync_at)
      select account_id, gen_random_uuid(), connection_id, location_id, platform, external_id || n, resource_name, name || n,
             now() - interval '1 hour'
        from listings, generate_series(1, 600) n where platform = 'google'`);
    await rows(
      sql`update listings set next_sync_at = now() - interval '1 minute' where platform = 'facebook'`,
    );
    const before = await rows(sql`select id, next_sync_at, fence from listings order by id`);
    await pause(true);
    await app.services.db.pool.query("delete from pgboss.job where name = 'sync.listing'");
    for (let minute = 0; minute < 3; minute += 1) await sweepDueListings(app.services.sync);
    expect((await jobs()).get('sync.listing')).toMatchObject({ waiting: 1 });
    expect(await rows(sql`select id, next_sync_at, fence from listings order by id`)).toEqual(before);
    expect(await platformOf('google')).toMatchObject({
      listings: { all: 601, due: 601, overdue: 600 },
      forecast: { seconds: null, limit: 'operator-pause' },
    });
    // What waits because of a pause is not late, or each pause would wake the operator.
    const due = async () => {
      const samples = await createGaugeReader(app.services.db, [lagReading], 0)();
      return samples.samples.find(
        ({ name, labels }) => name === 'kindling_sync_due_listings' && labels?.state === 'ok',
      )?.value;
    };
    expect(await due()).toBe(1);
    await pause(false);
    expect(await due()).toBe(602);
    expect((await jobs()).get('sync.listing')?.waiting).toBe(501);
    // Nothing is known of their runs yet, so each is expected to take three workers two seconds, beside what becomes due.
    const { forecast } = await platformOf('google');
    expect(forecast.limit).toBe('workers');
    expect(forecast.seconds).toBeGreaterThan((600 * 2) / 3);
    expect(forecast.seconds).toBeLessThan((615 * 2) / 3);
  });

  test('defaults hold for a run that is under way when they change, without a restart', async () => {
    google.reviews.set(listing.externalId, some(120));
    expect((await owned()).listing.syncIntervalMinutes).toBe(360);
    duringFirstPage(() =>
      change(0, {
        intervalMinutes: 1_440,
        fastestIntervalMinutes: 120,
        fullPassDays: 2,
        callsPerMinute: 900,
      }),
    );
    await sync('first');
    const [row] = await rows<{ hours: number }>(
      sql`select extract(epoch from next_sync_at - now())::float8 / 3600 as hours from listings`,
    );
    expect(row?.hours).toBeGreaterThan(21);
    expect(row?.hours).toBeLessThan(27);
    expect(await platformOf('google')).toMatchObject({
      version: 1,
      chosen: { intervalMinutes: 1_440, callsPerMinute: 900 },
      standard: { intervalMinutes: 360, callsPerMinute: 6_000 },
      quota: { limit: 900 },
    });
    const shown = await owned();
    expect(shown.listing.syncIntervalMinutes).toBe(1_440);
    expect(shown.connection.fastestIntervalMinutes).toBe(120);

    // Full runs follow the new number of days.
    await rows(sql`update listings set next_sync_at = now(), last_full_pass_at = now() - interval '3 days'`);
    await sync();
    expect((await runs())[0]).toMatchObject({ kind: 'full' });
    await change(1, {});
    await rows(sql`update listings set next_sync_at = now(), last_full_pass_at = now() - interval '3 days'`);
    await sync();
    expect((await runs())[0]).toMatchObject({ kind: 'newest' });
    expect(await platformOf('google')).toMatchObject({
      version: 2,
      chosen: standard,
      quota: { limit: 6_000 },
    });
  });

  test('the limit of calls holds for the next call', async () => {
    await change(0, { callsPerMinute: 1 });
    const { acquire } = createPlatformRateLimiter(app.services.db, app.services.sync.connectors);
    const before = (await platformOf('google')).quota.used;
    await acquire('google', 'person');
    // The next one would wait for a minute, longer than a run waits.
    await expect(acquire('google', 'person')).rejects.toThrow('too many calls');
    const { limit, used } = (await platformOf('google')).quota;
    expect(limit).toBe(1);
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThanOrEqual(before + 1);
    expect((await platformOf('google')).quota.nextCallInSeconds).toBeGreaterThan(0);
    await change(1, {});
    await acquire('google', 'person');
  });

  test('settings are within their ranges, and the second of two administrators learns of the first', async () => {
    const other = await app.signInAdmin('other-operator@example.com');
    expect((await change(0, { intervalMinutes: 720 })).status).toBe(200);
    const late = await other.call('PUT', `${schedule}/platforms/google`, {
      version: 0,
      ...standard,
      fullPassDays: 3,
    });
    expect(late.json).toMatchObject({ status: 409, code: 'conflict' });
    expect(await platformOf('google')).toMatchObject({
      chosen: { intervalMinutes: 720, fullPassDays: null },
    });
    for (const values of [
      { intervalMinutes: 59 },
      { intervalMinutes: 10_081 },
      { fullPassDays: 0 },
      { fullPassDays: 15 },
      { callsPerMinute: 0 },
      { intervalMinutes: 120, fastestIntervalMinutes: 180 },
      { fastestIntervalMinutes: 400 },
    ])
      expect((await change(1, values)).status).toBe(400);
    expect((await trail()).operator.at(-1)).toMatchObject({
      action: 'sync.settings-changed',
      target: 'google',
    });

    // The owner may not choose what is faster, and what was chosen before is read at the fastest.
    await user.call('PUT', `/listings/${listing.id}`, { syncIntervalMinutes: 60 });
    await change(1, { fastestIntervalMinutes: 180, intervalMinutes: 720 });
    expect((await owned()).listing.syncIntervalMinutes).toBe(180);
    expect(
      (await user.call('PUT', `/listings/${listing.id}`, { syncIntervalMinutes: 120 })).json,
    ).toMatchObject({ code: 'invalid-input' });
    expect((await user.call('PUT', `/listings/${listing.id}`, { syncIntervalMinutes: 240 })).status).toBe(
      200,
    );
  });

  test('the pause of one listing is beside the owner’s, who sees whose it is', async () => {
    google.reviews.set(listing.externalId, some(120));
    duringFirstPage(() => act('pause', [key()]));
    await sync('first');
    // The page that was under way is not stored; the run goes on with it.
    expect(await rows(sql`select count(*)::int as count from reviews`)).toEqual([{ count: 0 }]);
    expect((await runs())[0]).toMatchObject({ outcome: 'running', error: 'sync-paused' });
    expect((await act('pause', [key()])).json).toMatchObject({ changed: 0, unchanged: 1 });
    const shown = (await owned()).listing;
    expect(shown.paused).toBe(false);
    expect(shown.pausedByOperatorSince).not.toBeNull();
    expect(shown.nextSyncAt).toBeNull();

    // The owner cannot end it, and has a pause of their own.
    await user.call('PUT', `/listings/${listing.id}`, { paused: true });
    await user.call('PUT', `/listings/${listing.id}`, { paused: false });
    expect((await owned()).listing.pausedByOperatorSince).not.toBeNull();
    await sync('manual');
    expect(pages()).toBe(1);
    expect((await act('run', [key()])).json).toMatchObject({
      refused: [{ ...key(), reason: 'sync-paused' }],
    });
    expect((await list('?only=paused-by-operator')).items.map(({ id }) => id)).toEqual([listing.id]);

    expect((await act('resume', [key()])).json).toMatchObject({ changed: 1 });
    await sync();
    expect(await rows(sql`select count(*)::int as count from reviews`)).toEqual([{ count: 120 }]);
    expect(await runs()).toHaveLength(1);
    expect((await trail()).own).toEqual([
      { action: 'listing.changed', details: { operatorPaused: true }, actor: 'operator' },
      { action: 'listing.changed', details: { operatorPaused: false }, actor: 'operator' },
    ]);
  });

  test('many listings at once: foreign and missing ones are told, the others change', async () => {
    const mine = user;
    const own = listing;
    people += 1;
    const { user: stranger, listing: foreign } = await signInWithListing(app, people);
    const mixed = [
      { accountId: mine.accountId, id: own.id },
      { accountId: mine.accountId, id: own.id },
      { accountId: stranger.accountId, id: foreign.id },
      // The listing of another account, one that is nowhere, and an account that is nowhere.
      { accountId: mine.accountId, id: foreign.id },
      { accountId: mine.accountId, id: newId() },
      { accountId: newId(), id: own.id },
    ];
    const answer = await act('interval', mixed, { intervalMinutes: 720 });
    expect(answer.json).toEqual({ changed: 2, unchanged: 0, missing: mixed.slice(3), refused: [] });
    expect((await act('interval', [key(own, mine)], { intervalMinutes: 720 })).json).toMatchObject({
      unchanged: 1,
    });
    expect((await owned()).listing.syncIntervalMinutes).toBe(720);
    await act('interval', [key(own, mine)], { intervalMinutes: null });
    expect((await owned()).listing.syncIntervalMinutes).toBe(360);
    await change(0, { intervalMinutes: 180, fastestIntervalMinutes: 180 });
    expect((await act('interval', [key(own, mine)], { intervalMinutes: 120 })).json).toMatchObject({
      refused: [{ reason: 'invalid-input' }],
    });
    const { operator, own: seen } = await trail();
    expect(operator.slice(-4).map(({ action }) => action)).toEqual([
      'listing.interval-changed',
      'listing.interval-changed',
      'listing.interval-changed',
      'sync.settings-changed',
    ]);
    expect(seen.map(({ details }) => details)).toEqual([
      { syncIntervalMinutes: 720 },
      { syncIntervalMinutes: null },
    ]);
    const tooMany = Array.from({ length: 201 }, () => key(own, mine));
    for (const [action, listings, more] of [
      ['pause', tooMany, {}],
      ['pause', [], {}],
      ['pause', [key()], { intervalMinutes: 60 }],
      ['interval', [key()], {}],
    ] as const)
      expect((await act(action, [...listings], more)).status).toBe(400);
  });

  test('a run that is asked for begins as a manual one, once a minute', async () => {
    await rows(sql`update listings set next_sync_at = now() + interval '5 hours'`);
    expect((await act('run', [key()])).json).toMatchObject({ changed: 1 });
    await sync('schedule');
    expect((await runs())[0]).toMatchObject({ trigger: 'first', outcome: 'succeeded' });
    expect((await act('run', [key()])).json).toMatchObject({ refused: [{ reason: 'read-just-now' }] });
    expect((await trail()).own.map(({ action }) => action)).toEqual(['listing.sync-requested']);
  });

  test('the list finds listings by name, account, platform and state, page by page, without a word of a review', async () => {
    const secret = 'nobody may read this';
    await addReviews(app, user, listing, [aReview({ text: secret })]);
    await rows(sql`
      insert into listings (account_id, id, connection_id, location_id, platform, external_id, resource_name, name, next_sync_at, paused, state)
      select account_id, gen_random_uuid(), connection_id, location_id, platform, external_id || n, resource_name, 'Copy ' || n || ' 100%',
             now() + make_interval(mins => n), n > 115, case when n = 7 then 'gone' else 'ok' end
        from listings, generate_series(1, 120) n`);
    const seen: ScheduledListing[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: ScheduledListing[]; nextCursor: string | null } = await list(
        `?query=copy${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen.map(({ name }) => name)).toHaveLength(120);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(120);
    expect(seen.slice(0, 115).map(({ name }) => name)).toEqual(
      Array.from({ length: 115 }, (_, index) => `Copy ${index + 1} 100%`),
    );
    expect(seen.slice(115).every(({ paused, nextSyncAt }) => paused && nextSyncAt === null)).toBe(true);
    const names = async (search: string) => (await list(search)).items.map(({ name }) => name);
    expect(await names('?query=copy&state=gone')).toEqual(['Copy 7 100%']);
    expect(await names('?query=copy&only=paused')).toHaveLength(5);
    expect(await names('?query=100%25&connector=facebook')).toEqual([]);
    expect(await names('?query=100_')).toEqual([]);
    expect(await names(`?query=${listing.id}`)).toHaveLength(1);
    expect(await names(`?query=${user.accountId}`)).toHaveLength(50);
    const { items } = await list(`?query=${encodeURIComponent(seen[0]?.accountName ?? '')}`);
    expect(items.every(({ accountId }) => accountId === user.accountId)).toBe(true);
    await rows(sql`update accounts set name = 'Café Ágnes & Söhne' where id = ${user.accountId}::uuid`);
    for (const query of ['agnes', 'sohne CAFE', 'Ágnes'])
      expect.soft((await names(`?query=${encodeURIComponent(query)}`)).length, query).toBe(50);
    expect((await admin.call('GET', `${schedule}/listings?cursor=bad`)).status).toBe(400);
    expect((await admin.call('GET', `${schedule}/listings`)).text).not.toContain(secret);
  });

  test('failing and overdue listings are found, with the last outcome', async () => {
    const { failures } = google;
    await rows(sql`update listings set next_sync_at = now() - interval '1 hour'`);
    expect((await list('?only=overdue')).items).toMatchObject([
      { id: listing.id, lastRun: null, failures: 0 },
    ]);
    const { ConnectorFailure } = await import('../../connectors/connector.ts');
    failures.push(new ConnectorFailure('gone', 'no such place'));
    await sync();
    const { items } = await list('?only=failing');
    expect(items).toMatchObject([
      { id: listing.id, failures: 1, state: 'gone', lastRun: { outcome: 'failed', error: 'platform-gone' } },
    ]);
    expect((await list('?only=overdue')).items).toEqual([]);
    await rows(sql`update listings set next_sync_at = now(), state = 'ok'`);
    await sync();
    expect((await list('?only=failing')).items).toEqual([]);
    // Somebody whose business is at rest is not behind.
    await rows(sql`update listings set next_sync_at = now() - interval '1 hour'`);
    await rows(sql`update businesses set archived_at = now()`);
    expect((await list('?only=due')).items).toEqual([]);
    expect(await platformOf('google')).toMatchObject({ listings: { all: 1, due: 0, overdue: 0 } });
  });

  test('the queue is told as it is', async () => {
    const { pool } = app.services.db;
    await pool.query("delete from pgboss.job where name = 'sync.listing'");
    for (let place = 1; place <= 4; place += 1)
      await app.services.queue.enqueue(
        { name: 'sync.listing', payload: (await import('zod')).z.any() },
        { place },
        { key: `place-${place}`, ...(place > 2 ? { delaySeconds: 3_600 } : {}) },
      );
    await pool.query(
      "update pgboss.job set start_after = now() - interval '10 minutes' where name = 'sync.listing' and singleton_key = 'place-1'",
    );
    expect((await jobs()).get('sync.listing')).toMatchObject({
      waiting: 2,
      scheduled: 2,
      running: 0,
      failed: 0,
    });
    const oldest = (await jobs()).get('sync.listing')?.oldestDueAt ?? '';
    expect(Date.now() - Date.parse(oldest)).toBeGreaterThan(590_000);
    await pool.query(
      "update pgboss.job set state = case singleton_key when 'place-1' then 'active' else 'failed' end::pgboss.job_state where name = 'sync.listing' and singleton_key in ('place-1', 'place-3')",
    );
    const told = (await jobs()).get('sync.listing');
    const { rows: truth } = await pool.query(
      `select count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
              count(*) filter (where state < 'active' and start_after > now())::int as scheduled,
              count(*) filter (where state = 'active')::int as running, count(*) filter (where state = 'failed')::int as failed
         from pgboss.job where name = 'sync.listing'`,
    );
    expect(told).toMatchObject({ waiting: 1, scheduled: 1, running: 1, failed: 1 });
    expect(told).toMatchObject(truth[0]);
    expect([...(await jobs()).keys()].filter((name) => name.startsWith('__'))).toEqual([]);
  });

  test('a deletion request that is stuck is told, and tried again', async () => {
    const { deletionRequests, db } = app.services;
    const person = { externalId: `owner-${people}`, askedAt: new Date() };
    const code = await requestDeletion(deletionRequests, 'google', person);
    const broken = { ...deletionRequests, eraseConnection: () => Promise.reject(new Error('no')) };
    await expect(processDeletionRequests(broken)).rejects.toThrow('no');
    await inSystem(db, (trx) =>
      sql`update deletion_requests set received_at = now() - interval '1 hour' where code = ${code}`.execute(
        trx,
      ),
    );
    const find = async () => {
      const found = await get<{ items: DeletionRequest[]; open: number }>(
        `${schedule}/deletion-requests?code=${code}`,
      );
      return found.items[0];
    };
    expect(await find()).toMatchObject({ state: 'stuck', attempts: 1, platform: 'google', connections: 1 });
    await app.services.db.pool.query("delete from pgboss.job where name = 'deletion-requests.process'");
    const retry = () => admin.call('POST', `${schedule}/deletion-requests/retry`, { code });
    expect((await retry()).status).toBe(202);
    expect((await jobs()).get('deletion-requests.process')).toMatchObject({ waiting: 1 });
    await processDeletionRequests(deletionRequests);
    expect(await find()).toMatchObject({ state: 'done', attempts: 2 });
    expect((await retry()).json).toMatchObject({ code: 'conflict' });
    const all = await admin.call('GET', `${schedule}/deletion-requests`);
    expect(all.json).toMatchObject({ open: 0, items: [{ code }] });
    expect(all.text).not.toContain(person.externalId);
    expect((await trail()).operator.at(-1)).toEqual({ action: 'deletion-request.retried', target: code });
  });

  test('wishes for platforms are counted by month, and nobody is named', async () => {
    await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_requests').execute());
    const other = await app.signIn('wishes@example.com');
    for (const one of [user, other]) await one.call('PUT', '/platform-requests/yelp', { wanted: true });
    await inTenant(app.services.db, other.accountId, (trx) =>
      sql`update platform_requests set created_at = created_at - interval '2 years'`.execute(trx),
    );
    const answer = await admin.call('GET', `${schedule}/platform-requests`);
    const { platforms } = answer.json as {
      platforms: { platform: string; total: number; months: { month: string; count: number }[] }[];
    };
    const yelp = platforms.find(({ platform }) => platform === 'yelp');
    expect(yelp?.total).toBe(2);
    expect(yelp?.months).toHaveLength(12);
    expect(yelp?.months.at(-1)).toEqual({ month: new Date().toISOString().slice(0, 7), count: 1 });
    expect(platforms.find(({ platform }) => platform === 'trustpilot')?.total).toBe(0);
    expect(answer.text).not.toMatch(/@|account/);
  });
});
