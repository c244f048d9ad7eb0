/** When a run is a full pass: at the end of the list, when the counts differ, on request and after reconnecting. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConnectorFailure, type PlatformReview } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { connectListings } from '../../testing/factories.ts';
import { aReview, type FakeConnector } from '../../testing/fake-connector.ts';
import { findDifferences, readStoredState } from '../../testing/sync-model/compare-state.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { enqueueSync } from './jobs.ts';
import { runSync } from './run-sync.ts';

const signal = new AbortController().signal;
const place = 'google-place';

describe.each(featureModes)('kinds of runs, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let google: FakeConnector;
  let listingId: string;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp(mode);
    google = app.platforms.google;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    google.failures.length = 0;
    await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_rate_limits').execute());
    user = await app.signIn(`kinds${people}@example.com`);
    const { listings } = await connectListings(app, user);
    listingId = listings[0]?.id ?? '';
    show(Array.from({ length: 120 }, () => aReview()));
    await sync('first');
    await pass(7200);
  });

  /** Sorts by the newest review, as the platform does. */
  function show(reviews: PlatformReview[]): void {
    google.reviews.set(
      place,
      [...reviews].sort((a, b) => b.writtenAt.getTime() - a.writtenAt.getTime()),
    );
  }
  const shown = () => google.reviews.get(place) ?? [];
  function sync(trigger: 'first' | 'schedule' | 'manual' | 'notification'): Promise<void> {
    google.calls.length = 0;
    return runSync(app.services.sync, user.accountId, listingId, trigger, signal);
  }
  function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return inTenant(app.services.db, user.accountId, async (trx) => (await query.execute(trx)).rows);
  }
  /** Advances the clock and makes the listing due. */
  async function pass(seconds: number): Promise<void> {
    const back = sql`make_interval(secs => ${seconds})`;
    await rows(sql`update listings set next_sync_at = now(), last_full_pass_at = last_full_pass_at - ${back},
      full_pass_requested_at = full_pass_requested_at - ${back}`);
    await rows(sql`update sync_runs set started_at = started_at - ${back},
      next_try_at = case when outcome = 'running' then now() end`);
  }
  const differing = async () =>
    findDifferences(await readStoredState(app.services.db, user.accountId), shown());
  async function runs(): Promise<Record<string, unknown>[]> {
    const answer = await user.call('GET', `/listings/${listingId}/runs`);
    return (answer.json as { runs: Record<string, unknown>[] }).runs;
  }
  async function listing(): Promise<Record<string, string | null>> {
    const answer = await user.call('GET', '/connections');
    const [connection] = (answer.json as { connections: { listings: Record<string, string | null>[] }[] })
      .connections;
    return connection?.listings[0] ?? {};
  }
  const answered = (review: PlatformReview): PlatformReview => ({
    ...review,
    reply: { text: 'Thank you', at: new Date(Date.UTC(2026, 8, 1)), state: 'published', reason: null },
  });

  test.each(['schedule', 'notification', 'manual'] as const)(
    'a run that reaches the last page counts as a full pass, %s',
    async (trigger) => {
      show(shown().slice(0, 40));
      await rows(sql`delete from reviews where external_id <> all(${shown().map((one) => one.externalId)})`);
      const [first, second] = shown();
      if (first === undefined || second === undefined) throw new Error('No reviews');
      show([...shown().filter((one) => one !== first && one !== second), answered(second)]);
      await sync(trigger);
      expect((await runs())[0]).toMatchObject({ kind: 'full', outcome: 'succeeded', removed: 1, changed: 1 });
      expect(google.calls.filter((call) => call === 'fetchReviews')).toHaveLength(1);
      expect(await differing()).toEqual([]);
    },
  );

  test('"Sync now" becomes a full pass when the counts differ, and finds a deletion and an older reply', async () => {
    const old = shown().at(-1);
    const gone = shown().at(-2);
    if (old === undefined || gone === undefined) throw new Error('No reviews');
    show([...shown().filter((one) => one !== old && one !== gone), answered(old)]);
    await sync('manual');
    expect((await runs())[0]).toMatchObject({ trigger: 'manual', kind: 'full', removed: 1, changed: 1 });
    expect(await differing()).toEqual([]);
    await sync('manual');
    expect((await runs())[0]).toMatchObject({ kind: 'newest', requests: 1 });
  });

  test('"Sync now" counts as manual even if a scheduled job is already waiting', async () => {
    show(shown().slice(0, -1));
    await sync('schedule');
    show(shown().slice(0, -1));
    await rows(sql`update sync_runs set started_at = started_at - interval '2 minutes'`);
    await enqueueSync(app.services.sync, user.accountId, listingId, 'schedule');
    expect((await user.call('POST', `/listings/${listingId}/sync`, {})).status).toBe(202);
    const waiting = await app.services.db.pool.query<{ trigger: 'first' | 'schedule' }>(
      `select data->>'trigger' as trigger from pgboss.job
        where name = 'sync.listing' and data->>'listingId' = $1`,
      [listingId],
    );
    expect(waiting.rows).toHaveLength(1);
    // It runs before its regular time, and becomes a full pass because the counts differ.
    await sync(waiting.rows[0]?.trigger ?? 'schedule');
    expect((await runs())[0]).toMatchObject({ trigger: 'manual', kind: 'full', removed: 1 });
    await rows(sql`update listings set next_sync_at = now()`);
    await sync('schedule');
    expect((await runs())[0]).toMatchObject({ trigger: 'schedule' });
  });

  test('"Sync now" during a run starts another run right after it', async () => {
    const { fetchReviews } = google;
    google.fetchReviews = async (...args) => {
      google.fetchReviews = fetchReviews;
      await rows(sql`update sync_runs set started_at = started_at - interval '2 minutes'`);
      expect((await user.call('POST', `/listings/${listingId}/sync`, {})).status).toBe(202);
      await sync('manual');
      return fetchReviews(...args);
    };
    await sync('schedule');
    expect((await runs())[0]).toMatchObject({ trigger: 'schedule' });
    await sync('schedule');
    expect((await runs())[0]).toMatchObject({ trigger: 'manual' });
    const before = await runs();
    await sync('schedule');
    expect(await runs()).toEqual(before);
  });

  test('a new count difference starts one full pass within the hour', async () => {
    show(shown().slice(0, -1));
    await sync('schedule');
    expect((await runs())[0]).toMatchObject({ trigger: 'schedule', kind: 'full', removed: 1 });
    show(shown().slice(0, -1));
    await rows(sql`update listings set next_sync_at = now()`);
    await sync('schedule');
    expect((await runs())[0]).toMatchObject({ kind: 'newest', removed: 0 });
    const [next] = await rows<{ minutes: number }>(
      sql`select extract(epoch from next_sync_at - now())::int / 60 as minutes from listings`,
    );
    expect(next?.minutes).toBeLessThanOrEqual(60);
    await pass(3600);
    await sync('schedule');
    expect((await runs())[0]).toMatchObject({ kind: 'full', removed: 1 });
    expect(await differing()).toEqual([]);
  });

  test('a difference that remains after a full pass waits for a day, unless a person asks', async () => {
    const { fetchReviews } = google;
    google.fetchReviews = async (...args) => ({ ...(await fetchReviews(...args)), count: 123 });
    try {
      const kinds: unknown[] = [];
      for (const [trigger, seconds] of [
        ['schedule', 0],
        ['schedule', 7200],
        ['notification', 7200],
        ['manual', 7200],
        ['schedule', 7200],
        ['schedule', 86_400],
      ] as const) {
        await pass(seconds);
        await sync(trigger);
        kinds.push((await runs())[0]?.kind);
      }
      expect(kinds).toEqual(['full', 'newest', 'newest', 'full', 'newest', 'full']);
    } finally {
      google.fetchReviews = fetchReviews;
    }
  });

  test('"Check everything now" finds changes that no count shows, and shows when the next full pass is due', async () => {
    const old = shown().at(-1);
    if (old === undefined) throw new Error('No reviews');
    show([...shown().filter((one) => one !== old), answered(old)]);
    await sync('manual');
    expect(await differing()).toHaveLength(4);
    await pass(120);
    const before = await listing();
    expect(Date.parse(before.nextFullPassAt ?? '') - Date.parse(before.lastFullPassAt ?? '')).toBe(
      7 * 86_400_000,
    );
    const path = `/listings/${listingId}/sync`;
    expect(await user.call('POST', path, { full: 'yes' })).toMatchObject({ status: 400 });
    expect(await user.call('POST', path, { full: true })).toMatchObject({ status: 202 });
    expect((await listing()).nextFullPassAt).toBe((await listing()).nextSyncAt);
    await sync('manual');
    expect((await runs())[0]).toMatchObject({ kind: 'full', outcome: 'succeeded', changed: 1 });
    expect(await differing()).toEqual([]);
    await sync('manual');
    expect((await runs())[0]).toMatchObject({ kind: 'newest' });
  });

  test('"Check everything now" may follow "Sync now" at once, but not another "Check everything now"', async () => {
    const path = `/listings/${listingId}/sync`;
    await sync('manual');
    expect((await runs())[0]).toMatchObject({ kind: 'newest' });
    const again = await user.call('POST', path);
    expect(again).toMatchObject({ status: 429, json: { code: 'read-just-now' } });
    expect((again.json as { retryAfter: number }).retryAfter).toBeLessThanOrEqual(60);
    expect(await user.call('POST', path, { full: true })).toMatchObject({ status: 202 });
    await sync('manual');
    expect((await runs())[0]).toMatchObject({ kind: 'full', outcome: 'succeeded' });
    for (const body of [{}, { full: true }])
      expect(await user.call('POST', path, body)).toMatchObject({
        status: 429,
        json: { code: 'read-just-now' },
      });
  });

  test('a full pass requested during a run starts right after it', async () => {
    const { fetchReviews } = google;
    google.fetchReviews = async (...args) => {
      google.fetchReviews = fetchReviews;
      await rows(sql`update sync_runs set started_at = started_at - interval '2 minutes'`);
      const asked = await user.call('POST', `/listings/${listingId}/sync`, { full: true });
      expect(asked.status).toBe(202);
      return fetchReviews(...args);
    };
    await sync('schedule');
    expect((await runs())[0]).toMatchObject({ kind: 'newest', outcome: 'succeeded' });
    await sync('schedule');
    expect((await runs())[0]).toMatchObject({ kind: 'full', outcome: 'succeeded' });
  });

  test('reconnecting starts a full pass, whatever an open run has read before', async () => {
    const [first] = shown();
    if (first === undefined) throw new Error('No reviews');
    const news = Array.from({ length: 60 }, () => aReview());
    show([...shown(), ...news]);
    const { fetchReviews } = google;
    google.fetchReviews = (tokens, where, cursor, options) => {
      if (cursor !== null) throw new ConnectorFailure('unexpected-answer', 'nonsense');
      return fetchReviews(tokens, where, cursor, options);
    };
    await sync('schedule');
    google.fetchReviews = fetchReviews;
    expect((await runs())[0]).toMatchObject({ kind: 'newest', outcome: 'running' });
    // Deletes reviews that the open run has read already, and reviews that it would not have read.
    const gone = new Set([news.at(-1), first]);
    show(shown().filter((one) => !gone.has(one)));
    await pass(60);
    expect((await connectListings(app, user)).listings[0]?.id).toBe(listingId);
    await sync('schedule');
    expect((await runs())[0]).toMatchObject({ kind: 'full', outcome: 'succeeded', removed: 2 });
    expect((await runs())[1]).toMatchObject({ kind: 'newest', outcome: 'partial' });
    expect(await differing()).toEqual([]);
  });
});
