/** The list by every filter in every order equals a recount in memory, with steps so small that each way of reading is taken. */
import { type ReviewFilter, type ReviewSort, ratingModes, reviewSorts } from '@kindling/contract/reviews';
import { findMatches } from '@kindling/contract/search-matches';
import { parseSearch, type SearchPart } from '@kindling/contract/search-words';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { withCallerScope } from '../../lib/caller-scope.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { connectListings } from '../../testing/factories.ts';
import { aPlatformListing } from '../../testing/fake-connector.ts';
import { runsEverything } from '../../testing/scope.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { detectLanguage } from './review-language.ts';
import { searchVector } from './review-words.ts';
import { countReviews, listReviewIds } from './reviews.ts';
import { acceptsReplies } from './unanswered.ts';

const timeZone = 'America/New_York';
const tags = [newId(), newId(), newId()].sort();
const people = [newId(), newId()];
const texts = [
  'Lovely croissants and coffee',
  'The coffee was cold, the staff was lovely',
  'Die Größe der Zimmer war überraschend',
  'Ana was lovely to us, great coffee',
  'Јако љубазно особље и добра кафа',
  'Veoma ljubazno osoblje, lepo mesto',
  '服务很好，菜也很好吃',
  '東京駅の近くで美味しい',
  'المَطْعَمُ رائع جداً',
  null,
  null,
];
const authors = ['Ana Berg', 'Jürgen Müller', 'Łukasz Żak', null];
const replies = [null, null, 'Thank you for the lovely words', 'Hvala!'];
const searches = [
  'lov',
  'ana',
  'coffee',
  'coffee lovely',
  '"coffee was"',
  '"the staff"',
  'lovely co',
  'mueller',
  'grosse',
  'ljubaz',
  'љубазно',
  '好吃',
  '駅',
  'مطعم',
  'nobody',
  '?!',
  '  ',
];

interface Stored {
  id: string;
  source: string;
  location_id: string;
  business_id: string;
  rating: number | null;
  recommendation: string | null;
  author_name: string | null;
  text: string | null;
  reply_text: string | null;
  time: string;
  day: string;
  answered: boolean;
  unanswered: boolean;
  language: string | null;
  tag_ids: string[];
  assignee_id: string | null;
  hidden: boolean;
  pinned: boolean;
  removed: boolean;
  reply_failed: boolean;
}

function matchesText({ author_name, text, reply_text }: Stored, parts: readonly SearchPart[]): boolean {
  return parts.every((part) =>
    [author_name, text, reply_text].some((one) => findMatches(one ?? '', [part]).length > 0),
  );
}

const hasRating = {
  up: (stars: number, rating: number) => stars >= rating,
  only: (stars: number, rating: number) => stars === rating,
  down: (stars: number, rating: number) => stars <= rating,
};

function matchesFilter(one: Stored, filter: ReviewFilter): boolean {
  const { rating, ratingMode = 'up' } = filter;
  const search = parseSearch(filter.search ?? '');
  return (
    one.removed === (filter.removed ?? false) &&
    (rating === undefined || (one.rating !== null && hasRating[ratingMode](one.rating, rating))) &&
    (filter.source === undefined || one.source === filter.source) &&
    (filter.locationId === undefined || one.location_id === filter.locationId) &&
    (filter.businessId === undefined || one.business_id === filter.businessId) &&
    (filter.answered === undefined || (filter.answered ? one.answered : one.unanswered)) &&
    (filter.withText === undefined || (one.text !== null) === filter.withText) &&
    (filter.hidden === undefined || one.hidden === filter.hidden) &&
    (filter.pinned === undefined || one.pinned === filter.pinned) &&
    (filter.tagId === undefined || one.tag_ids.includes(filter.tagId)) &&
    (filter.language === undefined || one.language === filter.language) &&
    (filter.recommendation === undefined || one.recommendation === filter.recommendation) &&
    (filter.assigneeId === undefined ||
      one.assignee_id === (filter.assigneeId === 'none' ? null : filter.assigneeId)) &&
    (filter.replyFailed === undefined || one.reply_failed) &&
    (filter.from === undefined || one.day >= filter.from) &&
    (filter.to === undefined || one.day <= filter.to) &&
    (search === null || (search.length > 0 && matchesText(one, search)))
  );
}

function newestFirst(one: Stored, other: Stored): number {
  return one.time === other.time ? (one.id < other.id ? 1 : -1) : one.time < other.time ? 1 : -1;
}

function inOrder(
  found: readonly Stored[],
  filter: ReviewFilter,
  sort: ReviewSort,
  compared: number,
): Stored[] {
  const newest = found.toSorted(newestFirst);
  const stars = ({ rating }: Stored) => (sort === 'highest' ? -(rating ?? 0) : (rating ?? 6));
  switch (sort) {
    case 'newest':
      return newest;
    case 'oldest':
      return newest.toReversed();
    case 'waiting':
      return newest.filter((one) => one.unanswered).toReversed();
    case 'lowest':
    case 'highest':
      return newest.toSorted((one, other) => stars(one) - stars(other));
    case 'relevance': {
      const parts = parseSearch(filter.search ?? '') ?? [];
      if (parts.length === 0) return newest;
      return [
        ...newest.slice(0, compared).toSorted((one, other) => scoreOf(other, parts) - scoreOf(one, parts)),
        ...newest.slice(compared),
      ];
    }
  }
}

function scoreOf(one: Stored, parts: readonly SearchPart[]): number {
  const whole = parts.map((part) => part.map((word) => ({ ...word, prefix: false })));
  const byAuthor = whole.every((part) => findMatches(one.author_name ?? '', [part]).length > 0);
  const asPhrase = whole.length > 1 && matchesText(one, [whole.flat()]);
  return (byAuthor ? 4 : 0) + (asPhrase ? 2 : 0) + (matchesText(one, whole) ? 1 : 0);
}

describe.each(featureModes)('every filter in every order, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let stored: Stored[];
  let locations: string[];
  let businesses: string[];

  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('reader@example.com');
    app.platforms.google.listings = [
      aPlatformListing('one'),
      aPlatformListing('two'),
      aPlatformListing('three'),
    ];
    const google = await connectListings(app, user, 'google');
    const facebook = await connectListings(app, user, 'facebook');
    const listings = [...google.listings, ...facebook.listings];
    await inSystem(app.services.db, async (trx) => {
      await trx
        .updateTable('accounts')
        .set({ time_zone: timeZone })
        .where('id', '=', user.accountId)
        .execute();
      const rows = Array.from({ length: 160 }, (_, index) => reviewRow(user.accountId, index, listings));
      await sql`
        insert into reviews (account_id, id, location_id, listing_id, source, external_id, author_name, rating,
          recommendation, text, reply_text, reply_state, answered, written_at, language, search, tag_ids, assignee_id,
          hidden_at, hidden_reason, pinned_at, removed_at, wiped_at, held_at, content_hash)
        select ${user.accountId}::uuid, x.id, x.location_id, x.listing_id, x.source, x.id::text, x.author_name, x.rating,
               x.recommendation, x.text, x.reply_text, x.reply_state, x.answered, x.written_at, x.language, x.search,
               x.tag_ids, x.assignee_id, x.hidden_at, x.hidden_reason, x.pinned_at, x.removed_at, x.wiped_at, x.held_at, ''
          from jsonb_populate_recordset(null::reviews, ${JSON.stringify(rows)}::jsonb) x`.execute(trx);
      await sql`insert into replies (account_id, review_id, state, text, reason, asked_at, tries)
        select account_id, id, 'failed', 'Sorry', 'platform-gone', now(), 1 from reviews where id in (
          select id from reviews where not answered order by id limit 7)`.execute(trx);
    });
    stored = await readStored();
    locations = [...new Set(stored.map((one) => one.location_id))];
    businesses = [...new Set(stored.map((one) => one.business_id))];
  }, 120_000);
  afterAll(() => app.close());

  /** What the database holds, by plain comparisons of its columns. */
  async function readStored(): Promise<Stored[]> {
    const { connectors } = app.services.reviews;
    return inSystem(app.services.db, async (trx) => {
      const { rows } = await sql<Stored>`
        select r.id, r.source, r.location_id, l.business_id, r.rating, r.recommendation, r.author_name, r.text,
               r.reply_text, to_char(r.written_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as time,
               to_char(r.written_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, r.answered,
               not r.answered and r.removed_at is null and r.wiped_at is null
                 and case when r.source = 'first-party' then r.hidden_at is null
                          else r.listing_id is not null and ${acceptsReplies(connectors)} end as unanswered, r.language, r.tag_ids, r.assignee_id,
               r.hidden_at is not null as hidden, r.pinned_at is not null as pinned, r.removed_at is not null as removed,
               coalesce(o.state = 'failed', false) or r.reply_state = 'failed' as reply_failed
          from reviews r join locations l on l.account_id = r.account_id and l.id = r.location_id
          left join listings p on p.account_id = r.account_id and p.id = r.listing_id
          left join connections c on c.account_id = p.account_id and c.id = p.connection_id
          left join replies o on o.account_id = r.account_id and o.review_id = r.id
         where r.account_id = ${user.accountId}::uuid and r.held_at is null`.execute(trx);
      return rows;
    });
  }

  /** What a caller finds who sees all locations (null) or some. */
  async function readList(
    places: readonly string[] | null,
    list: { filter: ReviewFilter; sort: ReviewSort; limit: number; compared: number; small: boolean },
  ): Promise<{ ids: string[]; count: number }> {
    const { connectors } = app.services.reviews;
    const { filter, sort, limit, compared, small } = list;
    const steps = small ? { read: 5, sorted: 6, compared } : { read: 2_000, sorted: 4_000, compared };
    const scope = {
      accountId: user.accountId,
      actor: { kind: 'person', userId: user.userId },
      locationIds: places,
    } as const;
    return withCallerScope(scope, () =>
      inTenant(app.services.db, user.accountId, async (trx) => {
        const ids: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await listReviewIds(trx, user.accountId, {
            filter,
            connectors,
            sort,
            limit,
            cursor,
            steps,
          });
          ids.push(...page.ids);
          expect(
            page.ids.length === limit || page.nextCursor === null,
            'a page that is not the last is full',
          ).toBe(true);
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        const { count } = await countReviews(trx, user.accountId, { filter, connectors });
        return { ids, count };
      }),
    );
  }

  test('equals the recount', async () => {
    const optional = <T>(values: readonly T[], rare = false) =>
      fc.oneof(
        { weight: rare ? 9 : 2, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom(...values) },
      );
    const rarely = <T>(values: readonly T[]) => optional(values, true);
    const days = ['2019-03-09', '2021-07-01', '2023-01-01', '2024-11-03', '2026-05-05'];
    const fields = {
      search: optional(searches),
      rating: rarely([1, 2, 3, 4, 5]),
      ratingMode: optional(ratingModes),
      source: rarely(['google', 'facebook', 'import', 'first-party'] as const),
      locationId: rarely([...locations, newId()]),
      businessId: rarely([...businesses, newId()]),
      answered: rarely([true, false]),
      withText: rarely([true, false]),
      removed: rarely([true, false]),
      hidden: rarely([true, false]),
      pinned: rarely([true, false]),
      tagId: rarely([...tags, newId()]),
      language: rarely(['en', 'de', 'sr', 'zh', 'ja', 'ar', 'nl']),
      assigneeId: rarely([...people, 'none' as const, newId()]),
      recommendation: rarely(['positive', 'negative'] as const),
      replyFailed: rarely([true as const]),
      from: rarely(days),
      to: rarely(days),
    } satisfies Record<keyof ReviewFilter, unknown>;
    const lists = fc.record({
      filter: fc.record(fields),
      sort: fc.constantFrom(...reviewSorts),
      limit: fc.integer({ min: 1, max: 30 }),
      compared: fc.constantFrom(3, 10, 1_000),
      small: fc.boolean(),
      places: fc.option(fc.subarray(locations, { minLength: 1 })),
    });
    let nonEmpty = 0;
    await fc.assert(
      fc.asyncProperty(lists, async ({ filter, places, ...how }) => {
        const clean = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
        const found = stored.filter(
          (one) => (places === null || places.includes(one.location_id)) && matchesFilter(one, clean),
        );
        const wanted = inOrder(found, clean, how.sort, how.compared).map(({ id }) => id);
        const { ids, count } = await readList(places, { filter: clean, ...how });
        expect(ids).toEqual(wanted);
        expect(count).toBe(found.length);
        if (ids.length > 0) nonEmpty += 1;
      }),
      { numRuns: runsEverything ? 400 : 150 },
    );
    expect(nonEmpty, 'lists that are not empty').toBeGreaterThan(runsEverything ? 100 : 40);
  }, 300_000);

  test('each filter alone in each order, with something to find', async () => {
    const alone: ReviewFilter[] = [
      {},
      ...['lov', 'coffee lovely', '"coffee was"', '好吃', 'ljubaz', 'مطعم'].map((search) => ({ search })),
      { rating: 4 },
      { rating: 2, ratingMode: 'only' },
      { rating: 3, ratingMode: 'down' },
      { source: 'first-party' },
      { locationId: locations[0] ?? '' },
      { businessId: businesses[0] ?? '' },
      { answered: true },
      { answered: false },
      { withText: false },
      { removed: true },
      { hidden: true },
      { pinned: true },
      { tagId: tags[0] ?? '' },
      { language: 'sr' },
      { assigneeId: people[0] ?? '' },
      { assigneeId: 'none' },
      { recommendation: 'negative' },
      { replyFailed: true },
      { from: '2023-01-01', to: '2024-11-03' },
    ];
    for (const filter of alone)
      for (const sort of reviewSorts) {
        const found = stored.filter((one) => matchesFilter(one, filter));
        expect(found.length, JSON.stringify(filter)).toBeGreaterThan(0);
        const wanted = inOrder(found, filter, sort, 10).map(({ id }) => id);
        for (const small of [true, false]) {
          const { ids } = await readList(null, { filter, sort, limit: 20, compared: 10, small });
          expect(ids, `${JSON.stringify(filter)} ${sort}`).toEqual(wanted);
        }
      }
  }, 300_000);
});

/** Reviews of eight years, some at the same moment, with every mark in different periods. */
function reviewRow(
  accountId: string,
  index: number,
  listings: readonly { id: string; locationId: string; platform: string }[],
) {
  // Evenly spread, and one list independent of another.
  const pick = <T>(list: readonly T[], step: number) =>
    list[Math.floor(((index * step * 0.618_033_988_7) % 1) * list.length)] as T;
  const listing = pick(listings, 1);
  const source = index % 9 === 4 ? 'first-party' : index % 11 === 5 ? 'import' : listing.platform;
  const text = pick(texts, 3);
  const authorName = pick(authors, 5);
  const replyText = pick(replies, 7);
  const failed = index % 23 === 3;
  const removed = index % 13 === 6;
  const at = '2026-01-01T00:00:00Z';
  return {
    id: newId(),
    location_id: listing.locationId,
    listing_id: source === listing.platform ? listing.id : null,
    source,
    author_name: authorName,
    rating: source === 'facebook' || index % 17 === 2 ? null : (index % 5) + 1,
    recommendation: source === 'facebook' ? (index % 2 === 0 ? 'positive' : 'negative') : null,
    text,
    reply_text: replyText,
    reply_state: replyText === null ? 'none' : failed ? 'failed' : 'published',
    answered: replyText !== null && !failed,
    written_at: new Date(Date.UTC(2018, 0, 1) + Math.floor(index / 2) * 37 * 86_400_000).toISOString(),
    language: detectLanguage(text),
    search: searchVector(accountId, { authorName, text, translation: null, replyText }),
    tag_ids: tags.filter((_, tag) => (index + tag) % (3 + tag * 4) === 0),
    assignee_id: index % 4 === 0 ? pick(people, 3) : null,
    hidden_at: index % 10 === 3 ? at : null,
    hidden_reason: index % 10 === 3 ? 'duplicate' : null,
    pinned_at: index % 12 === 7 ? at : null,
    removed_at: removed ? at : null,
    wiped_at: index % 29 === 8 ? at : null,
    held_at: removed && index % 2 === 0 ? at : null,
  };
}
