/** Compares the list with a simple model: every filter, alone and combined, on both databases. */
import { type ReviewFilter, ratingModes } from '@kindling/contract/reviews';
import { findMatches } from '@kindling/contract/search-matches';
import { parseSearch, type SearchPart } from '@kindling/contract/search-words';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformReview } from '../../connectors/connector.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, type ConnectedListing, connectListings, markReviews } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { countReviews, listReviews } from './reviews.ts';

const timeZone = 'America/New_York';
const texts = [
  'Lovely croissants and coffee',
  'lovely',
  "Don't go there: cold coffee!",
  'Ünïcode Größe café',
  'DROP TABLE reviews; --',
  "it's 5 & more | less <-> ok:*",
  '🦆 quack 🦆',
  '日本語のレビュー',
  null,
  null,
];
const authors = ['Ann Berg', 'Łukasz Żak', "O'Brien", null];

/** A stored review with the fields that the filters use. */
interface Modeled {
  review: PlatformReview;
  listing: ConnectedListing;
  removed: boolean;
}

/** The day in the account's time zone. */
function dayOf(at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
}

function matches({ review, listing, removed }: Modeled, filter: ReviewFilter): boolean {
  if (removed) return false;
  const { rating } = review;
  if (filter.rating !== undefined) {
    if (rating === null) return false;
    if (filter.ratingMode !== 'down' && rating < filter.rating) return false;
    if ((filter.ratingMode ?? 'up') !== 'up' && rating > filter.rating) return false;
  }
  if (filter.source !== undefined && listing.platform !== filter.source) return false;
  if (filter.locationId !== undefined && listing.locationId !== filter.locationId) return false;
  if (filter.answered !== undefined && (review.reply !== null) !== filter.answered) return false;
  if (filter.withText !== undefined && (review.text !== null) !== filter.withText) return false;
  if (filter.from !== undefined && dayOf(review.writtenAt) < filter.from) return false;
  if (filter.to !== undefined && dayOf(review.writtenAt) > filter.to) return false;
  const search = parseSearch(filter.search ?? '');
  if (search === null) return true;
  const texts = [review.authorName, review.text, review.reply?.text ?? null];
  const found = (part: SearchPart) => texts.some((text) => findMatches(text ?? '', [part]).length > 0);
  return search.length > 0 && search.every(found);
}

describe.each(featureModes)('the list of reviews, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  const stored: Modeled[] = [];
  const listings: ConnectedListing[] = [];

  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('reader@example.com');
    await inSystem(app.services.db, (trx) =>
      trx.updateTable('accounts').set({ time_zone: timeZone }).where('id', '=', user.accountId).execute(),
    );
    app.platforms.google.listings = [aPlatformListing('one'), aPlatformListing('two')];
    for (const platform of ['google', 'facebook'] as const)
      listings.push(...(await connectListings(app, user, platform)).listings);
    // Around midnight in New York, across both clock changes, with many reviews at the same moment.
    const times = [
      '2026-03-08T04:59:59.999Z',
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T03:59:59.999Z',
      '2026-03-09T04:00:00.000Z',
      '2026-11-01T04:00:00.000Z',
      '2026-11-02T04:59:59.999Z',
      '2026-11-02T05:00:00.000Z',
    ];
    for (let index = 0; index < 140; index += 1) {
      const listing = listings[index % listings.length];
      if (listing === undefined) throw new Error('No listing');
      const review = aReview({
        externalId: `model-${index}`,
        writtenAt: new Date(times[index % times.length] ?? ''),
        rating: listing.platform === 'google' ? (index % 5) + 1 : null,
        recommendation: listing.platform === 'google' ? null : index % 2 === 0 ? 'positive' : 'negative',
        text: texts[(index * 7) % texts.length] ?? null,
        authorName: authors[(index * 3) % authors.length] ?? null,
        reply: index % 3 === 0 ? { text: 'Thanks', at: null, state: 'published', reason: null } : null,
      });
      stored.push({ review, listing, removed: index % 11 === 0 });
    }
    for (const listing of listings)
      await addReviews(
        app,
        user,
        listing,
        stored.filter((one) => one.listing === listing).map((one) => one.review),
      );
    await markReviews(
      app,
      user,
      stored.filter((one) => one.removed).map((one) => one.review.externalId),
      'removed_at',
    );
  });
  afterAll(() => app.close());

  /** Reads all pages. Texts and times identify the reviews. */
  async function all(filter: ReviewFilter, limit = 100) {
    const { connectors } = app.services.reviews;
    return inTenant(app.services.db, user.accountId, async (trx) => {
      const items = [];
      let cursor: string | undefined;
      do {
        const page = await listReviews(trx, user.accountId, { filter, connectors, limit, cursor });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        items.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return items;
    });
  }

  const counted = (filter: ReviewFilter) =>
    inTenant(app.services.db, user.accountId, (trx) =>
      countReviews(trx, user.accountId, { filter, connectors: app.services.reviews.connectors }),
    );

  const describeReview = (one: {
    writtenAt: string;
    text: string | null;
    authorName: string | null;
    rating: number | null;
  }) => JSON.stringify([one.writtenAt, one.text, one.authorName, one.rating]);
  const expected = (filter: ReviewFilter) =>
    stored
      .filter((one) => matches(one, filter))
      .map(({ review }) => describeReview({ ...review, writtenAt: review.writtenAt.toISOString() }))
      .sort();

  test('equals the model for any combination of filters, page by page', async () => {
    const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const days = ['2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01', '2026-11-02'];
    const filters = fc.record({
      rating: optional([1, 2, 3, 4, 5]),
      ratingMode: optional(ratingModes),
      source: optional(['google', 'facebook', 'import'] as const),
      locationId: optional([...listings.map((listing) => listing.locationId), crypto.randomUUID()]),
      answered: optional([true, false]),
      withText: optional([true, false]),
      from: optional(days),
      to: optional(days),
      search: optional([
        'lov',
        'COFFEE cold',
        'größe',
        'łuk',
        "o'brien",
        '',
        '   ',
        'nothing',
        '日本',
        'ann lovely',
      ]),
    });
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 40 }), async (filter, limit) => {
        const clean = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
        const items = await all(clean, limit);
        expect(items.map(describeReview).sort()).toEqual(expected(clean));
        expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
        expect(await counted(clean)).toEqual({ count: items.length, more: false });
        const order = items.map((item) => `${item.writtenAt} ${item.id}`);
        expect(order).toEqual([...order].sort().reverse());
      }),
      { numRuns: 120 },
    );
  });

  test('the count stops at its limit', async () => {
    const { connectors } = app.services.reviews;
    const upTo = (limit: number) =>
      inTenant(app.services.db, user.accountId, (trx) =>
        countReviews(trx, user.accountId, { filter: { withText: true }, connectors }, limit),
      );
    const { count } = await counted({ withText: true });
    expect(await upTo(3)).toEqual({ count: 3, more: true });
    expect(await upTo(count)).toEqual({ count, more: false });
  });

  test('each page size shows each review once, although many have the same time', async () => {
    const whole = (await all({})).map((item) => item.id);
    expect(whole).toHaveLength(stored.filter((one) => !one.removed).length);
    for (const limit of [1, 2, 7, 20]) expect((await all({}, limit)).map((item) => item.id)).toEqual(whole);
  });

  test('the cursor distinguishes times closer than a millisecond', async () => {
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('reviews')
        .set((eb) => ({ written_at: eb.fn<Date>('to_timestamp', [eb.val(1_700_000_000.000_1)]) }))
        .where('account_id', '=', user.accountId)
        .where('external_id', '=', 'model-1')
        .execute(),
    );
    const whole = (await all({})).map((item) => item.id);
    expect((await all({}, 1)).map((item) => item.id)).toEqual(whole);
    const [{ review } = { review: aReview() }] = stored.slice(1);
    review.writtenAt = new Date(1_700_000_000_000);
  });

  test('search treats any text as words and never as query syntax', async () => {
    for (const search of [
      "'",
      '"',
      "''",
      '\\',
      ':*',
      '&',
      '| !',
      '<->',
      '!!lovely',
      "'lovely':*&!'x'",
      '🦆',
      '%',
      '_',
      '\u0001',
      "lovely'; drop table reviews; --",
      '(((',
      'a'.repeat(200),
      'x y z w v u t s r q p o',
    ])
      expect((await all({ search })).map(describeReview).sort(), search).toEqual(expected({ search }));
  });

  test('any text can be searched for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (search) => {
        const answer = await user.call('GET', `/reviews?search=${encodeURIComponent(search.toWellFormed())}`);
        expect([200, 400]).toContain(answer.status);
      }),
      { numRuns: 80 },
    );
  });

  test('a forged cursor is refused', async () => {
    const { nextCursor } = (await user.call('GET', '/reviews?limit=1')).json as { nextCursor: string };
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const id = crypto.randomUUID();
    const [key] = JSON.parse(Buffer.from(nextCursor, 'base64url').toString()) as [string];
    const cursors = [
      'x',
      nextCursor.slice(0, -3),
      `${nextCursor.slice(0, 10)}_${nextCursor.slice(11)}`,
      forged([key, 't', ['2026-01-01T00:00:00Z', 'no id']]),
      forged([key, 't', ['yesterday', id]]),
      forged([key, 't', ['2026-99-99T99:99:99Z', id]]),
      forged([key, 't', ['2026-01-01T::::::Z', id]]),
      forged([key, 't', ['0000-01-01T00:00:00Z', id]]),
      forged([key, 't', ['2026-02-30T00:00:00.000000Z', id]]),
      forged([key, 't', ['2026-01-01T00:00:00Z', id, 1]]),
      forged([key, 'r', ['2026-01-01T00:00:00Z', id], 5]),
      forged([key, 's', ['2026-01-01T00:00:00Z', id], 1, ['2026-01-01T00:00:00Z', id], null]),
      forged(['other', 't', ['2026-01-01T00:00:00Z', id]]),
      forged({ 0: '2026-01-01T00:00:00Z', 1: id }),
      forged(null),
    ];
    for (const cursor of cursors) {
      const answer = await user.call('GET', `/reviews?cursor=${cursor}`);
      expect
        .soft(answer.json, cursor)
        .toMatchObject({ status: 400, code: 'invalid-input', fields: [{ path: 'cursor' }] });
    }
    expect((await user.call('GET', `/reviews?cursor=${nextCursor}`)).status).toBe(200);
  });
});
