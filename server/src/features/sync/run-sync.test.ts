import type { SyncRun } from '@kindling/contract/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startFacebookSimulator } from '../../../../simulators/facebook/server.ts';
import { startGoogleSimulator } from '../../../../simulators/google/server.ts';
import { answerConsent } from '../../commands/consent.ts';
import { createConnectors } from '../../connectors/registry.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts';
import { databaseModes } from '../../testing/database.ts';
import { chooseListings, finishAuthorisation, startAuthorisation } from '../connections/index.ts';
import { sweepDueListings } from './index.ts';
import { runSync } from './run-sync.ts';

type Platform = 'google' | 'facebook';
type Running = Awaited<ReturnType<typeof startGoogleSimulator>>;

const neverStops = new AbortController().signal;
const place = 'accounts/7/locations/77';
const page = '555000111';
let simulators: Record<Platform, Running>;

beforeAll(async () => {
  simulators = {
    google: await startGoogleSimulator({ port: 0 }),
    facebook: await startFacebookSimulator({ port: 0 }),
  };
});
afterAll(() => Promise.all(Object.values(simulators).map((one) => one.close())));

async function steer(platform: Platform, order: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${simulators[platform].url}/_control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  expect(response.status, await response.text()).toBe(200);
}

interface Call {
  time: string;
  method: string;
  path: string;
  status: number | string;
}

async function callsTo(platform: Platform, match: string): Promise<Call[]> {
  const url = `${simulators[platform].url}/_control/calls?match=${encodeURIComponent(match)}`;
  return ((await (await fetch(url)).json()) as { calls: Call[] }).calls;
}

describe.each(databaseModes)('a sync, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let people = 0;

  beforeAll(async () => {
    const { url } = simulators.google;
    const urls = { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url };
    const graph = simulators.facebook.url;
    const connectors = createConnectors({
      google: { clientId: 'kindling-local', clientSecret: 'kindling-local-secret', urls },
      facebook: {
        appId: 'kindling-local',
        appSecret: 'kindling-local-secret',
        graphVersion: 'v21.0',
        urls: { dialog: graph, graph },
      },
    });
    app = await startTestApp(mode, { connectors: [...connectors.values()] });
    app.services.connections.publicUrl = 'http://localhost:4000';
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await steer('google', { action: 'reset' });
    await steer('facebook', { action: 'reset' });
    await steer('google', { action: 'seed', location: place, count: 120, label: 'r' });
    await steer('facebook', { action: 'seed', page, count: 70 });
    await inSystem(app.services.db, (trx) => trx.deleteFrom('connections').execute());
    people += 1;
    user = await app.signIn(`owner${people}@example.com`);
  });

  /** Connects and chooses one listing; its id. */
  async function listen(platform: Platform, externalId?: string): Promise<string> {
    const { connections, db } = app.services;
    const { url, browserSecret } = await startAuthorisation(connections, user, platform);
    const back = (await answerConsent(url)).searchParams;
    const result = await finishAuthorisation(connections, {
      platform,
      state: back.get('state') ?? '',
      code: back.get('code') ?? '',
      browserSecret,
    });
    if ('problem' in result) throw new Error(result.problem);
    const chosen = externalId ?? (platform === 'facebook' ? page : '77');
    await chooseListings(connections, user, result.connectionId, [chosen]);
    const { id } = await inTenant(db, user.accountId, (trx) =>
      trx.selectFrom('listings').select('id').where('external_id', '=', chosen).executeTakeFirstOrThrow(),
    );
    await steer(platform, { action: 'clear-calls' });
    return id;
  }

  function sync(listingId: string, trigger: 'first' | 'schedule' | 'manual' = 'manual'): Promise<void> {
    return runSync(app.services.sync, user.accountId, listingId, trigger, neverStops);
  }

  async function runsOf(listingId: string): Promise<SyncRun[]> {
    const answer = await user.call('GET', `/listings/${listingId}/runs`);
    return (answer.json as { runs: SyncRun[] }).runs;
  }

  function tenant<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return inTenant(app.services.db, user.accountId, async (trx) => (await query.execute(trx)).rows);
  }

  /** Every version of every row: equal versions mean that nothing was written. */
  function versions() {
    return tenant(sql<{ external_id: string; xmin: string }>`
      select external_id, xmin::text, ctid::text from reviews order by external_id`);
  }

  function texts() {
    return tenant<{ external_id: string; text: string | null; reply_text: string | null; rating: number }>(
      sql`select external_id, text, reply_text, rating from reviews order by external_id`,
    );
  }

  async function counted(): Promise<{ all: number; different: number }> {
    const [row] = await tenant<{ all: number; different: number }>(
      sql`select count(*)::int as all, count(distinct (source, external_id))::int as different from reviews`,
    );
    return row ?? { all: 0, different: 0 };
  }

  async function connection() {
    const answer = await user.call('GET', '/connections');
    const { connections } = answer.json as {
      connections: { status: string; reason: string | null; listings: Record<string, unknown>[] }[];
    };
    const [first] = connections;
    if (first === undefined) throw new Error('No connection');
    return first;
  }

  /** The pause of a postponed run passes. */
  function timePasses(listingId: string) {
    return inTenant(app.services.db, user.accountId, async (trx) => {
      await trx
        .updateTable('listings')
        .set({ next_sync_at: sql`now()` })
        .where('id', '=', listingId)
        .execute();
    });
  }

  test('I1 I6 I10 reads every page, counts, equals the platform; again it writes nothing', async () => {
    const id = await listen('google');
    await sync(id, 'first');
    const [run] = await runsOf(id);
    expect(run).toMatchObject({
      trigger: 'first',
      outcome: 'succeeded',
      seen: 120,
      expected: 120,
      added: 120,
      changed: 0,
      unchanged: 0,
      setAside: 0,
      requests: 3,
      error: null,
      nextTryAt: null,
    });
    expect(await callsTo('google', '/reviews')).toHaveLength(3);
    expect(await counted()).toEqual({ all: 120, different: 120 });
    const [ours] = await tenant<{ average: number }>(sql`select avg(rating)::float as average from reviews`);
    const [listing] = (await connection()).listings;
    expect(listing).toMatchObject({ storedCount: 120, platformCount: 120 });
    // Google tells its average with one or more decimals; ours is exact.
    expect(Math.abs(Number(listing?.platformAverage) - (ours?.average ?? 0))).toBeLessThan(0.05);

    const before = await versions();
    await sync(id);
    expect(await versions()).toEqual(before);
    expect(await runsOf(id)).toMatchObject([
      { trigger: 'manual', outcome: 'succeeded', seen: 120, added: 0, changed: 0, unchanged: 120 },
      { trigger: 'first' },
    ]);
    const { rows: refreshes } = await app.services.db.pool.query(
      "select id from pgboss.job where name = 'embeds.refresh' and singleton_key = $1",
      [user.accountId],
    );
    expect(refreshes).toHaveLength(1);
  });

  test('reads the recommendations of a page, and again without a write', async () => {
    const id = await listen('facebook');
    await sync(id, 'first');
    expect(await runsOf(id)).toMatchObject([{ outcome: 'succeeded', seen: 70, added: 70, requests: 3 }]);
    const kinds = await tenant<{ recommendation: string; count: number }>(
      sql`select recommendation, count(*)::int as count from reviews group by 1 order by 1`,
    );
    expect(kinds).toEqual([
      { recommendation: 'negative', count: 14 },
      { recommendation: 'positive', count: 56 },
    ]);
    const before = await versions();
    await sync(id);
    expect(await versions()).toEqual(before);
  });

  test('edits and replies are found; own marks stay; what was deleted is neither lost nor doubled', async () => {
    const id = await listen('google');
    await sync(id, 'first');
    await tenant(sql`update reviews set hidden_at = '2026-01-01' where external_id like '%r-5'`);
    await steer('google', {
      action: 'put-review',
      location: place,
      review: { reviewId: 'r-5', comment: 'Edited', starRating: 'ONE' },
    });
    await steer('google', {
      action: 'set-reply',
      name: `${place}/reviews/r-6`,
      reply: { comment: 'Answer', updateTime: '2026-11-18T10:00:00Z', reviewReplyState: 'APPROVED' },
    });
    await steer('google', { action: 'delete-review', name: `${place}/reviews/r-7` });
    await steer('google', {
      action: 'put-review',
      location: place,
      review: { reviewId: 'new', comment: 'New', starRating: 'FOUR', reviewer: { displayName: 'N.' } },
    });
    await sync(id);
    expect((await runsOf(id))[0]).toMatchObject({ seen: 120, added: 1, changed: 2, unchanged: 117 });
    const rows = await texts();
    const of = (name: string) => rows.filter((row) => row.external_id.split('/').at(-1) === name);
    expect(of('r-5')).toMatchObject([{ text: 'Edited', rating: 1 }]);
    expect(of('r-6')).toMatchObject([{ reply_text: 'Answer' }]);
    expect(of('new')).toMatchObject([{ text: 'New', rating: 4 }]);
    expect(of('r-7')).toHaveLength(1);
    expect(await counted()).toEqual({ all: 121, different: 121 });
    const [marked] = await tenant<{ hidden_at: Date | null }>(
      sql`select hidden_at from reviews where external_id like '%r-5'`,
    );
    expect(marked?.hidden_at).toEqual(new Date('2026-01-01T00:00:00Z'));
    const sums = await tenant<{ total: number }>(sql`select sum(total)::int as total from review_days`);
    expect(sums).toEqual([{ total: 121 }]);
  });

  /** Lets `change` happen at the platform after the first page of the next sync was read. */
  function afterFirstPage(change: () => Promise<void>): void {
    const connector = app.services.sync.connectors.get('google');
    if (connector === undefined) throw new Error('No connector');
    const { fetchReviews } = connector;
    let first = true;
    connector.fetchReviews = async (...args) => {
      if (!first) connector.fetchReviews = fetchReviews;
      else first = false;
      if (args[2] !== null) await change();
      return fetchReviews(...args);
    };
  }

  test('insert-while-paging and edit-behind-cursor: nothing doubled, found with the next run at the latest', async () => {
    const id = await listen('google');
    afterFirstPage(async () => {
      await steer('google', {
        action: 'put-review',
        location: place,
        review: { reviewId: 'late', comment: 'Late', starRating: 'FIVE' },
      });
      await steer('google', {
        action: 'put-review',
        location: place,
        review: { reviewId: 'r-90', comment: 'Edited behind the cursor' },
      });
    });
    await sync(id, 'first');
    const { all, different } = await counted();
    expect(all).toBe(different);
    await sync(id);
    expect(await counted()).toEqual({ all: 121, different: 121 });
    const edited = (await texts()).filter((row) => row.text === 'Edited behind the cursor');
    expect(edited).toHaveLength(1);
    const before = await versions();
    await sync(id);
    expect(await versions()).toEqual(before);
  });

  test('SYN-13 what is malformed is set aside with its hash; the page goes on', async () => {
    const id = await listen('google');
    await steer('google', {
      action: 'fail',
      match: '/reviews',
      with: 'malformed',
      list: 'reviews',
      index: 3,
      patch: { starRating: 5, createTime: 'yesterday', comment: 'a secret text' },
    });
    await sync(id, 'first');
    expect(await runsOf(id)).toMatchObject([{ outcome: 'succeeded', seen: 120, added: 119, setAside: 1 }]);
    const items = await tenant<{ hash: string; reason: string }>(
      sql`select hash, reason from set_aside_items`,
    );
    expect(items).toHaveLength(1);
    expect(items[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(items) + app.logLines.join('\n')).not.toContain('a secret text');
    await sync(id);
    expect(await runsOf(id)).toMatchObject([{ added: 1, setAside: 0 }, {}]);
    expect(await counted()).toEqual({ all: 120, different: 120 });
  });

  test('I7 429 with Retry-After: no call before it, then the same run is finished', async () => {
    const id = await listen('google');
    await steer('google', {
      action: 'fail',
      match: '/reviews',
      with: 'status',
      status: 429,
      retryAfter: 120,
    });
    await sync(id, 'first');
    const [waiting] = await runsOf(id);
    expect(waiting).toMatchObject({ outcome: 'running', error: 'platform-busy', seen: 0 });
    const pause = Date.parse(String(waiting?.nextTryAt)) - Date.now();
    expect(pause).toBeGreaterThan(100_000);
    expect(await connection()).toMatchObject({ status: 'active' });
    await sync(id, 'first');
    await sync(id, 'schedule');
    expect(await callsTo('google', '/reviews')).toHaveLength(1);
    const early = await user.call('POST', `/listings/${id}/sync`, {});
    expect(early).toMatchObject({ status: 503, json: { code: 'platform-busy' } });
    expect((early.json as { retryAfter: number }).retryAfter).toBeGreaterThan(100);
    await app.services.db.pool.query("delete from pgboss.job where name = 'sync.listing'");
    await sweepDueListings(app.services.sync);
    const { rows } = await app.services.db.pool.query(
      "select id from pgboss.job where name = 'sync.listing'",
    );
    expect(rows).toEqual([]);
    await timePasses(id);
    await sync(id, 'schedule');
    expect(await runsOf(id)).toMatchObject([
      { id: waiting?.id, outcome: 'succeeded', seen: 120, added: 120, error: null, nextTryAt: null },
    ]);
  });

  test.each([
    ['500-burst', { with: 'status', status: 500, times: 2 }],
    ['503 once', { with: 'status', status: 503, times: 1 }],
    ['cut-mid-body', { with: 'cut', times: 1 }],
    ['bad-json', { with: 'bad-json', times: 1 }],
  ])('%s in the middle of a pass: what was read stays, the same run goes on from there', async (_, fault) => {
    const id = await listen('google');
    afterFirstPage(() =>
      steer('google', { action: 'fail', match: '/reviews', ...fault }).then(() => undefined),
    );
    await sync(id, 'first');
    for (let tries = 0; tries < 3; tries += 1) {
      const [run] = await runsOf(id);
      expect(run?.seen).toBeGreaterThanOrEqual(50);
      if (run?.outcome === 'succeeded') break;
      expect(run).toMatchObject({ outcome: 'running' });
      expect(run?.nextTryAt).not.toBeNull();
      await timePasses(id);
      await sync(id, 'schedule');
    }
    expect(await runsOf(id)).toMatchObject([{ outcome: 'succeeded', seen: 120, added: 120, unchanged: 0 }]);
    expect(await counted()).toEqual({ all: 120, different: 120 });
  });

  test('503-forever: gives up after its tries, keeps what it has, comes back at the regular time', async () => {
    const id = await listen('google');
    await steer('google', { action: 'fail', match: '/reviews', times: 100, with: 'status', status: 503 });
    for (let tries = 0; tries < 8; tries += 1) {
      expect((await runsOf(id)).map((run) => run.outcome)).toEqual(tries === 0 ? [] : ['running']);
      await timePasses(id);
      await sync(id, 'schedule');
    }
    expect(await runsOf(id)).toMatchObject([{ outcome: 'failed', error: 'platform-busy' }]);
    expect(await callsTo('google', '/reviews')).toHaveLength(8);
    expect(await connection()).toMatchObject({ status: 'active' });
  });

  test('token-expired: a page token refused in the middle starts the pass over, once', async () => {
    const id = await listen('google');
    afterFirstPage(() =>
      steer('google', { action: 'fail', match: '/reviews', with: 'status', status: 400, times: 1 }),
    );
    await sync(id, 'first');
    expect(await runsOf(id)).toMatchObject([{ outcome: 'succeeded', seen: 120, added: 120 }]);
    expect(await callsTo('google', '/reviews')).toHaveLength(5);
    expect(await counted()).toEqual({ all: 120, different: 120 });
  });

  test('a platform that always refuses its own page tokens is not read for ever', async () => {
    const id = await listen('google');
    const connector = app.services.sync.connectors.get('google');
    if (connector === undefined) throw new Error('No connector');
    const { fetchReviews } = connector;
    connector.fetchReviews = (tokens, listing, cursor, options) =>
      fetchReviews(tokens, listing, cursor === null ? null : 'bm9ib2R5', options);
    try {
      await sync(id, 'first');
    } finally {
      connector.fetchReviews = fetchReviews;
    }
    expect(await runsOf(id)).toMatchObject([{ outcome: 'failed', error: 'platform-rejected', seen: 50 }]);
    expect((await callsTo('google', '/reviews')).length).toBeLessThan(6);
  });

  test('token-loop: a cursor that comes back ends the pass as broken', async () => {
    const id = await listen('google');
    const connector = app.services.sync.connectors.get('google');
    if (connector === undefined) throw new Error('No connector');
    const { fetchReviews } = connector;
    connector.fetchReviews = async (tokens, listing, _cursor, options) => ({
      ...(await fetchReviews(tokens, listing, null, options)),
      nextCursor: 'again',
    });
    try {
      await sync(id, 'first');
    } finally {
      connector.fetchReviews = fetchReviews;
    }
    expect(await runsOf(id)).toMatchObject([{ outcome: 'running', error: 'platform-broken', seen: 0 }]);
    expect(await callsTo('google', '/reviews')).toHaveLength(2);
    await timePasses(id);
    await sync(id, 'schedule');
    expect(await runsOf(id)).toMatchObject([{ outcome: 'succeeded', seen: 120 }]);
  });

  test('revoked: the run fails with its reason, the connection asks for the owner, no call after it', async () => {
    const id = await listen('google');
    await sync(id, 'first');
    await steer('google', { action: 'revoke', email: 'mara.lindqvist@example.com' });
    await sync(id);
    expect((await runsOf(id))[0]).toMatchObject({
      outcome: 'failed',
      error: 'platform-reauthorise',
      nextTryAt: null,
    });
    expect(await connection()).toMatchObject({
      status: 'needs_reauthorisation',
      reason: 'platform-reauthorise',
      listings: [{ storedCount: 120 }],
    });
    await steer('google', { action: 'clear-calls' });
    await timePasses(id);
    await app.services.db.pool.query("delete from pgboss.job where name = 'sync.listing'");
    await sweepDueListings(app.services.sync);
    const { rows } = await app.services.db.pool.query(
      "select id from pgboss.job where name = 'sync.listing'",
    );
    expect(rows).toEqual([]);
    await sync(id, 'schedule');
    expect(await user.call('POST', `/listings/${id}/sync`, {})).toMatchObject({
      status: 409,
      json: { code: 'platform-reauthorise' },
    });
    expect(await callsTo('google', '*')).toEqual([]);
    // Connecting again mends it without doubles.
    await listen('google');
    await sync(id, 'schedule');
    expect((await runsOf(id))[0]).toMatchObject({ outcome: 'succeeded', unchanged: 120 });
    expect(await counted()).toEqual({ all: 120, different: 120 });
  });

  test('an access token that ends in the middle is renewed once and the pass goes on', async () => {
    const id = await listen('google');
    afterFirstPage(() => steer('google', { action: 'expire-access-tokens' }));
    await steer('google', { action: 'seed', location: place, count: 100, label: 'r' });
    await sync(id, 'first');
    expect(await runsOf(id)).toMatchObject([{ outcome: 'succeeded', seen: 100, added: 100 }]);
    expect(await callsTo('google', '/token')).toHaveLength(1);
    expect(await connection()).toMatchObject({ status: 'active' });
  });

  test.each([
    ['fb-code-12', { action: 'ratings', withdrawn: 'always' }, 'withdrawn', 'platform-withdrawn'],
    [
      'password-changed',
      { action: 'revoke', email: 'mara.lindqvist@example.com' },
      'needs_reauthorisation',
      'platform-reauthorise',
    ],
  ])('%s: content stays, the state is told', async (_, order, status, code) => {
    const id = await listen('facebook');
    await sync(id, 'first');
    await steer('facebook', order);
    await sync(id);
    expect((await runsOf(id))[0]).toMatchObject({ outcome: 'failed', error: code, nextTryAt: null });
    expect(await connection()).toMatchObject({ status, reason: code, listings: [{ storedCount: 70 }] });
    expect(await user.call('POST', `/listings/${id}/sync`, {})).toMatchObject({
      status: 409,
      json: { code },
    });
  });

  test('page-role-lost: the run fails, nothing is lost', async () => {
    const id = await listen('facebook');
    await sync(id, 'first');
    await steer('facebook', { action: 'remove-role', page });
    await sync(id);
    const [run] = await runsOf(id);
    expect(run?.outcome).toBe('failed');
    expect(['platform-reauthorise', 'platform-gone', 'platform-rejected']).toContain(run?.error);
    expect(await counted()).toEqual({ all: 70, different: 70 });
  });

  test('I12 neither tokens nor review texts are in the log', async () => {
    const id = await listen('google');
    await sync(id, 'first');
    const [token] = await tenant<{ sealed_tokens: string }>(sql`select sealed_tokens from connections`);
    const log = app.logLines.join('\n');
    expect(log).not.toContain(String(token?.sealed_tokens));
    expect(log).not.toMatch(/ya29|Friendly people|Sehr freundlich/);
  });
});
