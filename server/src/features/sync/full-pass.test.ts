/** Newest runs and full passes of one listing: what they read, and which reviews they remove. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConnectorFailure, type PlatformReview } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { connectListings } from '../../testing/factories.ts';
import { aReview, type FakeConnector } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { deleteExpiredContent } from './retention.ts';
import { runSync } from './run-sync.ts';

const signal = new AbortController().signal;
const place = 'google-place';

describe.each(featureModes)('newest runs and full passes, %s', (mode) => {
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
    user = await app.signIn(`reader${people}@example.com`);
    google.reviews.clear();
    google.pageSize = 50;
    google.failures.length = 0;
    const { listings } = await connectListings(app, user);
    listingId = listings[0]?.id ?? '';
  });

  /** Sorts by the newest change, as the platform does. */
  function show(reviews: PlatformReview[]): void {
    google.reviews.set(
      place,
      [...reviews].sort(
        (a, b) => (b.editedAt ?? b.writtenAt).getTime() - (a.editedAt ?? a.writtenAt).getTime(),
      ),
    );
  }
  const shown = () => google.reviews.get(place) ?? [];
  const some = (count: number) => Array.from({ length: count }, () => aReview());
  async function sync(trigger: 'schedule' | 'manual' = 'manual'): Promise<string[]> {
    google.calls.length = 0;
    await runSync(app.services.sync, user.accountId, listingId, trigger, signal);
    return google.calls.filter((call) => call === 'fetchReviews' || call === 'lookUp');
  }
  function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return inTenant(app.services.db, user.accountId, async (trx) => (await query.execute(trx)).rows);
  }
  const live = async () =>
    (
      await rows(
        sql<{ id: string }>`select external_id as id from reviews where removed_at is null order by 1`,
      )
    ).map((row) => row.id);
  const ids = (reviews: PlatformReview[]) => reviews.map((review) => review.externalId).sort();
  const weekPasses = () => rows(sql`update listings set last_full_pass_at = now() - interval '8 days'`);
  const dayPasses = () =>
    rows(sql`update reviews set missing_at = missing_at - interval '1 day' where missing_at is not null`);
  async function lastRun() {
    const answer = await user.call('GET', `/listings/${listingId}/runs`);
    return (answer.json as { runs: Record<string, unknown>[] }).runs[0];
  }

  test('a run without changes makes one request and writes nothing', async () => {
    show(some(120));
    expect(await sync()).toHaveLength(3);
    expect(await lastRun()).toMatchObject({ kind: 'full', outcome: 'succeeded', added: 120 });
    const before = await rows(sql`select id, xmin::text from reviews order by id`);
    expect(await sync()).toEqual(['fetchReviews']);
    expect(await lastRun()).toMatchObject({
      kind: 'newest',
      added: 0,
      changed: 0,
      unchanged: 50,
      removed: 0,
    });
    expect(await rows(sql`select id, xmin::text from reviews order by id`)).toEqual(before);
  });

  test('a newest run reads one full page past the new reviews', async () => {
    show(some(200));
    await sync();
    show([...shown(), ...some(60)]);
    expect(await sync()).toHaveLength(3);
    expect(await lastRun()).toMatchObject({ kind: 'newest', added: 60 });
    expect(await live()).toEqual(ids(shown()));
  });

  test('a run that dies after its first page leaves no gap', async () => {
    show(some(200));
    await sync();
    show([...shown(), ...some(120)]);
    const { fetchReviews } = google;
    google.fetchReviews = (tokens, listing, cursor, options) => {
      if (cursor !== null) throw new Error('The worker dies here');
      return fetchReviews(tokens, listing, cursor, options);
    };
    await expect(sync()).rejects.toThrow('dies here');
    google.fetchReviews = fetchReviews;
    // The next worker may have lost the cursor too.
    await rows(sql`update sync_runs set cursor = null where outcome = 'running'`);
    await sync();
    expect(await live()).toEqual(ids(shown()));
  });

  test('edit-behind-cursor: a review that moves to the start of the list during the run is found', async () => {
    show(some(150));
    const { fetchReviews } = google;
    google.fetchReviews = (tokens, listing, cursor, options) => {
      google.fetchReviews = fetchReviews;
      const page = fetchReviews(tokens, listing, cursor, options);
      const jumper = shown().at(-1);
      if (jumper !== undefined)
        show([...shown().slice(0, -1), { ...jumper, text: 'Edited', editedAt: new Date('2026-09-01') }]);
      return page;
    };
    await sync();
    await sync();
    expect(await live()).toEqual(ids(shown()));
    expect(
      await rows(sql<{ n: number }>`select count(*)::int as n from reviews where text = 'Edited'`),
    ).toEqual([{ n: 1 }]);
  });

  test('only a full pass and a look-up together remove a review, and it comes back as the same row', async () => {
    show(some(100));
    await sync();
    const gone = shown()[40];
    if (gone === undefined) throw new Error('No review');
    await rows(sql`update reviews set pinned_at = now() where external_id = ${gone.externalId}`);
    show(shown().filter((review) => review !== gone));
    await rows(sql`update listings set next_sync_at = now()`);
    await sync('schedule');
    expect(await live()).toHaveLength(100);
    await weekPasses();
    expect(await sync()).toEqual(['fetchReviews', 'fetchReviews', 'lookUp']);
    expect(await lastRun()).toMatchObject({ kind: 'full', outcome: 'succeeded', removed: 1 });
    expect(await live()).toEqual(ids(shown()));
    show([...shown(), gone]);
    await weekPasses();
    await sync();
    expect(await lastRun()).toMatchObject({ restored: 1 });
    expect(await live()).toEqual(ids(shown()));
    const [row] = await rows(
      sql<{ pinned: boolean; n: number }>`select bool_or(pinned_at is not null) as pinned, count(*)::int as n
        from reviews where external_id = ${gone.externalId}`,
    );
    expect(row).toEqual({ pinned: true, n: 1 });
  });

  test('delete-before-cursor: a review that the shifted list skipped is looked up and stays', async () => {
    show(some(120));
    await sync();
    await weekPasses();
    const { fetchReviews } = google;
    google.fetchReviews = async (tokens, listing, cursor, options) => {
      google.fetchReviews = fetchReviews;
      const page = await fetchReviews(tokens, listing, cursor, options);
      show(shown().slice(1));
      return page;
    };
    const calls = await sync();
    expect(calls.filter((call) => call === 'lookUp')).toHaveLength(1);
    expect(await live()).toHaveLength(120);
    await weekPasses();
    await sync();
    expect(await live()).toEqual(ids(shown()));
  });

  test('mass-vanish: no review is removed or looked up, and the owner decides', async () => {
    const all = some(60);
    show(all);
    await sync();
    show([]);
    await weekPasses();
    expect(await sync()).toEqual(['fetchReviews']);
    expect(await lastRun()).toMatchObject({ outcome: 'partial', error: 'removals-pending', removed: 0 });
    expect(await live()).toHaveLength(60);
    const [listing] = await rows(sql<{ n: number }>`select pending_removals_count as n from listings`);
    expect(listing).toEqual({ n: 60 });
    show(all.slice(0, 20));
    const accepted = await user.call('POST', `/listings/${listingId}/accept-removals`, {});
    expect(accepted.status).toBe(202);
    await sync();
    expect(await lastRun()).toMatchObject({ kind: 'full', outcome: 'succeeded', removed: 40 });
    expect(await live()).toEqual(ids(shown()));
    const again = await user.call('POST', `/listings/${listingId}/accept-removals`, {});
    expect(again).toMatchObject({ status: 409, json: { code: 'conflict' } });
  });

  test('count-lies: while the platform counts more than it shows, removals wait for a second pass', async () => {
    show(some(30));
    await sync();
    show(shown().slice(1));
    const { fetchReviews } = google;
    google.fetchReviews = async (...args) => ({ ...(await fetchReviews(...args)), count: 30 });
    try {
      await weekPasses();
      await sync();
      expect(await lastRun()).toMatchObject({ outcome: 'partial', error: 'counts-differ', removed: 0 });
      expect(await live()).toHaveLength(30);
      await dayPasses();
      await weekPasses();
      await sync();
      expect(await live()).toEqual(ids(shown()));
    } finally {
      google.fetchReviews = fetchReviews;
    }
  });

  test('without a look-up two passes a day apart must miss a review before it is removed', async () => {
    show(some(30));
    await sync();
    show(shown().slice(1));
    const { lookUp } = google;
    google.lookUp = () => Promise.resolve({ found: 'unknown' });
    try {
      await weekPasses();
      await sync();
      expect(await live()).toHaveLength(30);
      await weekPasses();
      await sync();
      expect(await live()).toHaveLength(30);
      await dayPasses();
      await weekPasses();
      await sync();
      expect(await live()).toEqual(ids(shown()));
    } finally {
      google.lookUp = lookUp;
    }
  });

  test('token-loop: the run ends as partial and removes nothing', async () => {
    show(some(120));
    await sync();
    show(shown().slice(10));
    await weekPasses();
    const { fetchReviews } = google;
    google.fetchReviews = async (...args) => ({ ...(await fetchReviews(...args)), nextCursor: '50' });
    await sync();
    google.fetchReviews = fetchReviews;
    expect(await lastRun()).toMatchObject({ outcome: 'partial', error: 'page-repeated', removed: 0 });
    expect(await live()).toHaveLength(120);
  });

  test('an older version that arrives late changes nothing', async () => {
    const review = aReview({ text: 'new', editedAt: new Date('2026-09-02T00:00:00Z') });
    show([review]);
    await sync();
    show([{ ...review, text: 'old', editedAt: new Date('2026-09-01T00:00:00Z') }]);
    await weekPasses();
    await sync();
    expect(await rows(sql<{ text: string }>`select text from reviews`)).toEqual([{ text: 'new' }]);
  });

  test('after thirty days without confirmation the text is deleted, our marks stay, and the next pass restores it', async () => {
    show(some(3));
    await sync();
    await rows(sql`update reviews set hidden_at = now()`);
    const wipe = () => deleteExpiredContent(app.services.sync);
    const texts = () =>
      rows(
        sql<{ text: string | null; author: string | null; rating: number; hidden: boolean; wiped: boolean }>`
          select text, author_name as author, rating, hidden_at is not null as hidden, wiped_at is not null as wiped
            from reviews order by external_id`,
      );
    const before = await texts();
    await rows(sql`update reviews set confirmed_at = now() - interval '40 days'`);
    await wipe();
    expect(await texts()).toEqual(before);
    await rows(sql`update listings set last_full_pass_at = now() - interval '31 days'`);
    await wipe();
    expect(await texts()).toEqual(before.map((row) => ({ ...row, text: null, author: null, wiped: true })));
    await sync();
    expect(await texts()).toEqual(before);
  });

  test('a listing that is gone at the platform shows it, keeps its reviews, and is tried once a day', async () => {
    show(some(3));
    await sync();
    google.failures.push(new ConnectorFailure('gone', 'no such location'));
    await sync();
    const [row] = await rows(
      sql<{ state: string; hours: number }>`
        select state, round(extract(epoch from next_sync_at - now()) / 3600)::int as hours from listings`,
    );
    expect(row).toEqual({ state: 'gone', hours: 24 });
    expect(await live()).toHaveLength(3);
    await sync();
    expect(await rows(sql`select state from listings`)).toEqual([{ state: 'ok' }]);
  });

  test('503-forever: the circuit breaker opens for all listings, and a listing is retried within the hour', async () => {
    show(some(3));
    await sync();
    for (let tries = 0; tries < 12; tries += 1) {
      google.failures.push(new ConnectorFailure('retry-after', 'down'));
      await inSystem(app.services.db, (trx) =>
        trx.updateTable('platform_rate_limits').set({ paused_until: null }).execute(),
      );
      await sync();
    }
    expect(await sync()).toEqual([]);
    const [row] = await rows(
      sql<{ seconds: number }>`select extract(epoch from next_sync_at - now())::int as seconds from listings`,
    );
    expect(row?.seconds).toBeLessThanOrEqual(3600 * 1.5);
    await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_rate_limits').execute());
  });
});
