/** Postponed, refused and partly answered runs: stored pages count, and unknown facts change nothing. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConnectorFailure, type PlatformReview } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { connectListings } from '../../testing/factories.ts';
import { aReview, type FakeConnector } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import type { Trigger } from './run-context.ts';
import { runSync } from './run-sync.ts';

const signal = new AbortController().signal;
const place = 'google-place';

describe.each(featureModes)('interrupted runs, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let google: FakeConnector;
  let plain: Pick<FakeConnector, 'fetchReviews' | 'lookUp'>;
  let listingId: string;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp(mode);
    google = app.platforms.google;
    plain = { fetchReviews: google.fetchReviews, lookUp: google.lookUp };
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    Object.assign(google, plain, { pageSize: 2 });
    google.failures.length = 0;
    google.calls.length = 0;
    await inSystem(app.services.db, (trx) => trx.deleteFrom('platform_rate_limits').execute());
    user = await app.signIn(`interrupted${people}@example.com`);
    const { listings } = await connectListings(app, user);
    listingId = listings[0]?.id ?? '';
  });

  function show(reviews: PlatformReview[]): void {
    google.reviews.set(
      place,
      [...reviews].sort((a, b) => b.writtenAt.getTime() - a.writtenAt.getTime()),
    );
  }
  const shown = () => google.reviews.get(place) ?? [];
  const some = (count: number) => Array.from({ length: count }, () => aReview());
  const sync = (trigger: Trigger = 'schedule') =>
    runSync(app.services.sync, user.accountId, listingId, trigger, signal);
  function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return inTenant(app.services.db, user.accountId, async (trx) => (await query.execute(trx)).rows);
  }
  const timePasses = () =>
    rows(sql`
    with passed as (update sync_runs set next_try_at = now() where outcome = 'running')
    update listings set next_sync_at = now()`);
  const fullPassIsDue = () =>
    rows(sql`update listings set last_full_pass_at = now() - interval '8 days', next_sync_at = now()`);
  const dayPasses = () => rows(sql`update reviews set missing_at = missing_at - interval '1 day'`);
  const runs = () =>
    rows<{ outcome: string; attempts: number; requests: number; error_code: string | null }>(
      sql`select outcome, attempts, requests, error_code from sync_runs order by started_at desc`,
    );
  const live = async () => (await rows(sql`select id from reviews where removed_at is null`)).length;

  test('a run that is postponed after every page still finishes and reads no page twice', async () => {
    show(some(40));
    google.fetchReviews = async (...call) => ({ ...(await plain.fetchReviews(...call)), easeOffSeconds: 60 });
    for (let tries = 0; tries < 20; tries += 1) {
      await timePasses();
      await sync();
    }
    expect(await runs()).toMatchObject([{ outcome: 'succeeded', requests: 20 }]);
    expect(google.calls.filter((call) => call === 'fetchReviews')).toHaveLength(20);
    expect(await live()).toBe(40);
  });

  test('a successful page between failures keeps the circuit breaker closed', async () => {
    show(some(40));
    google.fetchReviews = async (...call) => {
      const page = await plain.fetchReviews(...call);
      google.failures.push(new ConnectorFailure('retry-after', 'down'));
      return page;
    };
    for (let tries = 0; tries < 12; tries += 1) {
      await timePasses();
      await sync();
    }
    const pace = await inSystem(app.services.db, (trx) =>
      sql<{ paused: boolean }>`select paused_until > now() as paused from platform_rate_limits`.execute(trx),
    );
    expect(pace.rows.filter(({ paused }) => paused)).toEqual([]);
  });

  test.each<Trigger>(['schedule', 'manual', 'notification', 'first'])(
    'no call before the end of the platform’s Retry-After for this listing, %s',
    async (trigger) => {
      show(some(4));
      google.failures.push(
        new ConnectorFailure('retry-after', 'page limit', { retryAfter: 600, reach: 'listing' }),
      );
      await sync();
      google.calls.length = 0;
      await sync(trigger);
      expect(google.calls).toEqual([]);
      const [listing] = await rows<{ wait: number; held: boolean }>(sql`
        select extract(epoch from next_sync_at - now())::int as wait, lease_until is not null as held from listings`);
      expect(listing?.held).toBe(false);
      expect(listing?.wait).toBeGreaterThan(500);
      await timePasses();
      await sync();
      expect(await runs()).toMatchObject([{ outcome: 'succeeded' }]);
    },
  );

  /** From now on one review of the list does not match the schema. */
  function malform(id: string): void {
    google.fetchReviews = async (...call) => {
      const page = await plain.fetchReviews(...call);
      const readable = page.reviews.filter((review) => review.externalId !== id);
      const skipped = readable.length < page.reviews.length ? [{ hash: `of ${id}`, reason: 'strange' }] : [];
      return { ...page, reviews: readable, skipped };
    };
  }

  test.each([
    ['its look-up is as strange', () => Promise.reject(new ConnectorFailure('unexpected-answer', 'strange'))],
    ['it has no look-up', () => Promise.resolve({ found: 'unknown' as const })],
  ])('one malformed review neither blocks full passes nor counts as removed; %s', async (_, lookUp) => {
    show(some(6));
    await sync();
    malform(shown()[2]?.externalId ?? '');
    google.lookUp = lookUp;
    for (let days = 0; days < 3; days += 1) {
      await fullPassIsDue();
      await dayPasses();
      await sync();
      const [last] = await runs();
      expect(['succeeded', 'partial']).toContain(last?.outcome);
    }
    expect(await live()).toBe(6);
    const [listing] = await rows<{ fresh: boolean }>(
      sql`select last_full_pass_at > now() - interval '1 hour' as fresh from listings`,
    );
    expect(listing).toEqual({ fresh: true });
  });

  test('a partial look-up does not overwrite the fields that it lacks', async () => {
    show(some(4));
    await sync();
    const hidden = shown()[1];
    if (hidden === undefined) throw new Error('No review');
    google.fetchReviews = async (...call) => {
      const page = await plain.fetchReviews(...call);
      return { ...page, reviews: page.reviews.filter((review) => review !== hidden) };
    };
    google.lookUp = () =>
      Promise.resolve({ found: 'there', partial: true, review: { ...hidden, authorName: null } });
    await fullPassIsDue();
    await sync();
    expect(
      await rows(
        sql`select author_name as author, removed_at, missing_at from reviews where external_id = ${hidden.externalId}`,
      ),
    ).toEqual([{ author: hidden.authorName, removed_at: null, missing_at: null }]);
  });

  test('an older version of a removed review restores it without changing its content', async () => {
    const review = aReview({ text: 'new', editedAt: new Date('2026-09-02T00:00:00Z') });
    show([review]);
    await sync();
    show([]);
    await fullPassIsDue();
    await sync();
    expect(await live()).toBe(0);
    show([{ ...review, text: 'old', editedAt: new Date('2026-09-01T00:00:00Z') }]);
    await fullPassIsDue();
    await sync();
    expect(await rows(sql`select text, edited_at, removed_at from reviews`)).toEqual([
      { text: 'new', edited_at: review.editedAt, removed_at: null },
    ]);
  });
});
