import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { SyncRun } from '@kindling/contract/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectorFailure } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import { createEventStreams } from '../../http/event-streams.ts';
import { callContextOf } from '../../testing/call-context.ts';
import { featureModes } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { connectListings } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { sweepDueListings } from './index.ts';
import { runSync } from './run-sync.ts';
import { createRunFeed } from './sync.ts';

const neverStops = new AbortController().signal;

describe.each(featureModes)('the lease of a listing, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listingId: string;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { google } = app.platforms;
    google.account = { externalId: `owner-${people}`, displayName: 'owner' };
    google.pageSize = 2;
    google.failures = [];
    google.reviews.set(
      'google-place',
      Array.from({ length: 6 }, () => aReview()),
    );
    people += 1;
    user = await app.signIn(`holder${people}@example.com`);
    const { listings } = await connectListings(app, user);
    listingId = listings[0]?.id ?? '';
    google.calls = [];
  });

  const watchRuns = (signal: AbortSignal | undefined, lifeMs?: number) =>
    createEventStreams({
      changes: app.services.changes,
      signIns: { watch: () => () => undefined },
    }).open(callContextOf(user), createRunFeed(app.services.sync), signal, lifeMs);

  /** Blocks every page call until `letGo`; `asked` resolves when a call waits. */
  function gate() {
    const { google } = app.platforms;
    const { fetchReviews } = google;
    const waiting: (() => void)[] = [];
    const arrivals: (() => void)[] = [];
    google.fetchReviews = async (tokens, listing, cursor, options) => {
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        arrivals.shift()?.();
      });
      return fetchReviews(tokens, listing, cursor, options);
    };
    return {
      asked: () =>
        waiting.length > 0 ? Promise.resolve() : new Promise<void>((resolve) => arrivals.push(resolve)),
      letGo: () => waiting.shift()?.(),
      open() {
        google.fetchReviews = fetchReviews;
        for (const resolve of waiting.splice(0)) resolve();
      },
    };
  }

  function start(signal = neverStops) {
    return runSync(app.services.sync, user.accountId, listingId, 'manual', signal);
  }

  function state() {
    return inTenant(app.services.db, user.accountId, async (trx) => {
      const runs = await trx.selectFrom('sync_runs').selectAll().orderBy('started_at').execute();
      const listing = await trx
        .selectFrom('listings')
        .select(['lease_until', 'fence', 'next_sync_at'])
        .executeTakeFirstOrThrow();
      const { count } = await trx
        .selectFrom('reviews')
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow();
      return { runs, listing, reviews: count };
    });
  }

  function leaseEnds() {
    return inTenant(app.services.db, user.accountId, (trx) =>
      trx.updateTable('listings').set({ lease_until: sql`now() - interval '1 second'` }).execute(),
    );
  }

  test('of two workers only one syncs', async () => {
    const held = gate();
    const first = start();
    await held.asked();
    await start();
    held.open();
    await first;
    const { runs, listing, reviews } = await state();
    expect(runs).toMatchObject([{ outcome: 'succeeded', seen: 6, added: 6, attempts: 1 }]);
    expect(listing).toMatchObject({ lease_until: null, fence: 1 });
    expect(reviews).toBe(6);
  });

  test.each([
    ['stores no page', undefined],
    ['fails no other run', new ConnectorFailure('reauthorize', 'dead')],
    ['gives back nothing', new Error('ours')],
  ])('two-workers: a holder whose lease was taken over %s', async (_, failure) => {
    const held = gate();
    const frozen = start();
    await held.asked();
    await leaseEnds();
    const successor = start();
    // Until the next worker takes the lease, the suspended one still has it.
    await eventually(async () => expect((await state()).listing.fence).toBe(2));
    // The next worker's call waits behind the suspended one's.
    if (failure !== undefined) app.platforms.google.failures = [failure];
    held.letGo();
    const end = await frozen.then(
      () => 'quiet',
      (error: unknown) => error,
    );
    expect(end).toBe(failure instanceof ConnectorFailure || failure === undefined ? 'quiet' : failure);
    const between = await state();
    expect(between.reviews).toBe(0);
    expect(between.runs).toMatchObject([{ outcome: 'running', error_code: null, seen: 0 }]);
    expect(between.listing.lease_until).not.toBeNull();
    held.open();
    await successor;
    expect(await state()).toMatchObject({
      runs: [{ outcome: 'succeeded', seen: 6, added: 6 }],
      listing: { lease_until: null },
      reviews: 6,
    });
    const { json } = await user.call('GET', '/connections');
    expect(json).toMatchObject({ connections: [{ status: 'active' }] });
  });

  test('an aborted sync releases the lease at once, and the next one resumes it', async () => {
    const held = gate();
    const stopping = new AbortController();
    const first = start(stopping.signal);
    await held.asked();
    held.letGo();
    await held.asked();
    stopping.abort(new Error('The process is stopping.'));
    await first;
    const left = await state();
    expect(left.runs).toMatchObject([{ outcome: 'running', seen: 2, cursor: '2' }]);
    expect(left.listing.lease_until).toBeNull();
    expect(left.listing.next_sync_at.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
    held.open();
    await runSync(app.services.sync, user.accountId, listingId, 'schedule', neverStops);
    expect((await state()).runs).toMatchObject([
      { outcome: 'succeeded', seen: 6, added: 6, unchanged: 0, attempts: 1 },
    ]);
  });

  test('a listing of a dead worker is synced when its lease ends', async () => {
    const held = gate();
    const dead = start();
    await held.asked();
    const { pool } = app.services.db;
    await pool.query("delete from pgboss.job where name = 'sync.listing'");
    await sweepDueListings(app.services.sync);
    const { rows } = await pool.query<{ wait: number }>(
      "select extract(epoch from start_after - now())::float as wait from pgboss.job where name = 'sync.listing' and data->>'listingId' = $1",
      [listingId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.wait).toBeGreaterThan(10);
    expect(rows[0]?.wait).toBeLessThanOrEqual(60);
    held.open();
    await dead;
  });

  test('disconnecting ends a running sync without an error', async () => {
    const held = gate();
    const running = start();
    await held.asked();
    const { connections } = (await user.call('GET', '/connections')).json as {
      connections: { id: string }[];
    };
    await user.call('DELETE', `/connections/${connections[0]?.id}`, { content: 'now' });
    held.open();
    await running;
    const reviews = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('reviews').select('id').execute(),
    );
    expect(reviews).toEqual([]);
    expect(app.platforms.google.calls.filter((call) => call === 'fetchReviews')).toHaveLength(1);
  });

  test('disconnecting while the platform refuses the token causes no error and no retry of the job', async () => {
    const { google } = app.platforms;
    const { fetchReviews } = google;
    google.fetchReviews = async () => {
      const { json } = await user.call('GET', '/connections');
      const { connections } = json as { connections: { id: string }[] };
      await user.call('DELETE', `/connections/${connections[0]?.id}`, { content: 'now' });
      throw new ConnectorFailure('reauthorize', 'dead');
    };
    await expect(start()).resolves.toBeUndefined();
    google.fetchReviews = fetchReviews;
  });

  test('an open run of a broken connection ends with the reason', async () => {
    const held = gate();
    const stopping = new AbortController();
    const first = start(stopping.signal);
    await held.asked();
    stopping.abort(new Error('The process is stopping.'));
    await first;
    held.open();
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('connections')
        .set({ status: 'needs_reauthorization', reason: 'platform-reauthorize' })
        .execute(),
    );
    await start();
    const { runs, listing } = await state();
    expect(runs).toMatchObject([
      { outcome: 'failed', error_code: 'platform-reauthorize', next_try_at: null },
    ]);
    expect(runs[0]?.finished_at).not.toBeNull();
    expect(listing.lease_until).toBeNull();
  });

  test('old runs are deleted', async () => {
    await inTenant(app.services.db, user.accountId, (trx) =>
      sql`insert into sync_runs (account_id, id, listing_id, trigger, outcome, started_at)
          select ${user.accountId}, gen_random_uuid(), ${listingId}, 'schedule', 'succeeded',
                 now() - number * interval '6 hours' from generate_series(1, 250) as number`.execute(trx),
    );
    await start();
    const { runs } = await state();
    expect(runs).toHaveLength(101);
    expect(runs.at(-1)).toMatchObject({ trigger: 'first', outcome: 'succeeded' });
    expect(runs[0]?.started_at.getTime()).toBeGreaterThan(Date.now() - 101 * 6 * 3_600_000);
  });

  test('a live view ends by itself, so that the client has to send a valid token again', async () => {
    await start();
    const seen: SyncRun[] = [];
    for await (const run of watchRuns(undefined, 1)) seen.push(run);
    expect(seen).toHaveLength(1);
  });

  test('a manual sync is queued once, at most once a minute, and for own listings only', async () => {
    expect((await user.call('POST', `/listings/${listingId}/sync`, {})).status).toBe(202);
    await start();
    const early = await user.call('POST', `/listings/${listingId}/sync`, {});
    expect(early).toMatchObject({ status: 429, json: { code: 'read-just-now' } });
    const stranger = await app.signIn(`stranger${people}@example.com`);
    expect((await stranger.call('POST', `/listings/${listingId}/sync`, {})).status).toBe(404);
    expect((await stranger.call('GET', `/listings/${listingId}/runs`)).status).toBe(404);
  });

  test('the live view shows each step, from running to succeeded', async () => {
    const held = gate();
    const running = start();
    await held.asked();
    const leaving = new AbortController();
    const seen: SyncRun[] = [];
    for await (const run of watchRuns(leaving.signal)) {
      seen.push(run);
      if (run.outcome !== 'running') leaving.abort();
      else {
        held.letGo();
        // The next page is requested after this one is stored.
        if (run.seen < 4) await held.asked();
        else held.open();
      }
    }
    await running;
    expect(seen.map((run) => run.outcome).slice(0, -1)).not.toContain('succeeded');
    expect(seen.at(-1)).toMatchObject({ outcome: 'succeeded', seen: 6, listingId });
    const steps = seen.map((run) => run.seen);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(new Set(steps).size).toBeGreaterThan(2);
  });

  test('the stream over HTTP ends on both sides when the browser disconnects', async () => {
    const origin = await app.listen();
    const connected = once(app.web.server, 'connection');
    const leaving = new AbortController();
    const response = await fetch(`${origin}/api/v1/sync/events`, {
      headers: { authorization: `Bearer ${user.token}`, accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    await start();
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('"succeeded"')) text += (await reader?.read())?.value ?? '';
    expect(text).toContain(listingId);
    const stranger = await app.signIn(`watcher${people}@example.com`);
    expect(text).not.toContain(stranger.accountId);
    const [socket] = (await connected) as [Socket];
    const gone = once(socket, 'close');
    leaving.abort();
    await gone;
    // It makes no more database queries.
    const looks = vi.spyOn(app.services.db.pool, 'connect');
    let before = -1;
    await eventually(() => {
      const now = looks.mock.calls.length;
      const known = before;
      before = now;
      expect(now).toBe(known);
    }, 1200);
    looks.mockRestore();
  });

  test('an open stream does not keep the server from closing', async () => {
    const origin = await app.listen().catch(() => app.web.listeningOrigin);
    const response = await fetch(`${origin}/api/v1/sync/events`, {
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect(response.status).toBe(200);
    await app.web.close();
    await response.text().catch(() => 'cut');
    await app.close();
    app = await startTestApp(mode);
  });
});
