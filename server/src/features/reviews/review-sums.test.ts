/** Compares the sums of the dashboard, which triggers update, with a recount of the rows after random changes. */
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { withCallerScope } from '../../lib/caller-scope.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, type ConnectedListing, connectListings } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { importFile } from '../../testing/import-files.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { recountDays } from './recount.ts';

const zones = ['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kathmandu', 'UTC'];
const tags = ['0199f000-0000-7000-8000-0000000000a1', '0199f000-0000-7000-8000-0000000000a2'];
const nil = '00000000-0000-0000-0000-000000000000';

const which = fc.array(fc.integer({ min: 0, max: 11 }), { minLength: 1, maxLength: 6 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('store' as const),
      which,
      listing: fc.integer({ min: 0, max: 1 }),
      rating: fc.option(fc.integer({ min: 1, max: 5 })),
      /** Minutes until the reply; null: none. */
      reply: fc.option(fc.constantFrom(0, 15, 17, 90, 5_000, 700_000)),
      hour: fc.integer({ min: 0, max: 800 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('language' as const),
      which,
      value: fc.option(fc.constantFrom('de', 'en')),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('tags' as const), which, value: fc.subarray(tags) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('remove', 'restore', 'wipe', 'hide', 'delete'), which }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      listing: fc.integer({ min: 0, max: 1 }),
      to: fc.integer({ min: 0, max: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('import', 'undo') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('zone' as const),
      value: fc.constantFrom(...zones),
      batch: fc.integer({ min: 1, max: 9 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe.each(featureModes)('sums of the dashboard, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listings: ConnectedListing[];
  let locations: string[];
  const imports: string[] = [];
  let files = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('counter@example.com');
    app.platforms.google.listings = [aPlatformListing('one'), aPlatformListing('two')];
    ({ listings } = await connectListings(app, user));
    locations = listings.map(({ locationId }) => locationId);
  });
  afterAll(() => app.close());

  const run = (query: RawBuilder<unknown>) =>
    inTenant(app.services.db, user.accountId, (trx) => query.execute(trx));
  const listingAt = (index: number): ConnectedListing => {
    const listing = listings[index];
    if (listing === undefined) throw new Error('No listing');
    return listing;
  };

  /** What is stored, and what every review adds up to, each as texts in order. */
  async function sums(): Promise<{ stored: unknown[]; counted: unknown[] }> {
    return inTenant(app.services.db, user.accountId, async (trx) => {
      const { rows: stored } = await sql`
        select concat_ws(' ', grain, dimension, location_id, starts, value, total, answered, positive, negative,
                         rated_1, rated_2, rated_3, rated_4, rated_5) as row
          from review_sums
         where (total, answered, positive, negative, rated_1, rated_2, rated_3, rated_4, rated_5)
               <> (0, 0, 0, 0, 0, 0, 0, 0, 0) order by 1`.execute(trx);
      const { rows: reviews } = await sql<CountedReview>`
        select source, location_id as location, listing_id as listing, rating, recommendation, answered, language, tag_ids as tags,
               to_char(coalesce(written_day, (written_at at time zone a.time_zone)::date), 'YYYY-MM-DD') as day,
               case when answered and written_day is null and date_basis is null and reply_at >= written_at
                    then floor(extract(epoch from reply_at - written_at) / 60)::int end as wait
          from reviews r join accounts a on a.id = r.account_id
         where removed_at is null
           and (listing_id is not null or import_id is null
                or not (select hidden from imports i where i.id = r.import_id))`.execute(trx);
      return { stored: stored.map((row) => (row as { row: string }).row), counted: countByHand(reviews) };
    });
  }

  async function apply(change: Step): Promise<void> {
    const ids = 'which' in change ? [...new Set(change.which)].map((number) => `summed-${number}`) : [];
    const set = (assignments: RawBuilder<unknown>) =>
      run(
        sql`update reviews set ${assignments} where account_id = ${user.accountId}::uuid and external_id = any(${ids}::text[])`,
      );
    if (!('value' in change) && !('listing' in change)) {
      if (change.kind === 'remove') await set(sql`removed_at = now()`);
      if (change.kind === 'restore') await set(sql`removed_at = null`);
      if (change.kind === 'wipe')
        await set(sql`text = null, author_name = null, language = null, wiped_at = now()`);
      if (change.kind === 'hide') await set(sql`hidden_at = now()`);
      if (change.kind === 'delete')
        await run(
          sql`delete from reviews where account_id = ${user.accountId}::uuid and external_id = any(${ids}::text[])`,
        );
      if (change.kind === 'import') {
        files += 1;
        const rows = [1, 2, 3].map(
          (row) => `${files}-${row},Guest ${row},${6 - row},file ${files} row ${row},2026-03-0${row}`,
        );
        imports.push(
          (
            await importFile(app, user, ['id,author,rating,text,date', ...rows].join('\n'), {
              locationId: listingAt(0).locationId,
            })
          ).id,
        );
      }
      if (change.kind === 'undo')
        for (const id of imports.splice(0)) await user.call('POST', `/imports/${id}/undo`);
    } else if (change.kind === 'store') {
      const writtenAt = new Date(Date.UTC(2026, 1, 20) + change.hour * 3_600_000);
      const at = new Date(writtenAt.getTime() + (change.reply ?? 0) * 60_000);
      await addReviews(
        app,
        user,
        listingAt(change.listing),
        ids.map((externalId) =>
          aReview({
            externalId,
            writtenAt,
            rating: change.rating,
            recommendation: change.rating === null ? 'negative' : null,
            reply: change.reply === null ? null : { text: 'x', at, state: 'published', reason: null },
          }),
        ),
      );
    } else if (change.kind === 'language') await set(sql`language = ${change.value}`);
    else if (change.kind === 'tags') await set(sql`tag_ids = ${change.value}::uuid[]`);
    else if (change.kind === 'move')
      await run(sql`update reviews set location_id = ${locations[change.to] ?? ''}::uuid
        where account_id = ${user.accountId}::uuid and listing_id = ${listingAt(change.listing).id}::uuid`);
    else if (change.kind === 'zone') {
      await inSystem(app.services.db, (trx) =>
        trx
          .updateTable('accounts')
          .set({ time_zone: change.value })
          .where('id', '=', user.accountId)
          .execute(),
      );
      const options = { size: change.batch, maxMs: Number.POSITIVE_INFINITY };
      await recountDays(app.services.reviews, user.accountId, new AbortController().signal, options);
    }
  }

  test('equal a recount after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        for (const change of steps) await apply(change);
        const { stored, counted } = await sums();
        expect(stored).toEqual(counted);
      }),
      { numRuns: 30 },
    );
    expect((await sums()).stored.length).toBeGreaterThan(0);
  });

  test('a limited member reads the sums of their locations, and what they change counts for the account', async () => {
    const [locationId = ''] = locations;
    const actor = { kind: 'person', userId: user.userId } as const;
    const seen = await withCallerScope(
      { accountId: user.accountId, actor, locationIds: [locationId] },
      async () => {
        await addReviews(app, user, listingAt(0), [aReview({ externalId: 'limited', rating: 2 })]);
        await run(sql`update reviews set tag_ids = ${tags}::uuid[] where external_id = 'limited'`);
        return run(sql`select distinct location_id from review_sums`);
      },
    );
    expect(seen.rows).toEqual([{ location_id: locationId }]);
    const { stored, counted } = await sums();
    expect(stored).toEqual(counted);
  });
});

interface CountedReview {
  source: string;
  location: string;
  listing: string | null;
  rating: number | null;
  recommendation: string | null;
  answered: boolean;
  language: string | null;
  tags: string[];
  day: string;
  wait: number | null;
}

/** The same sums, from the rows alone. */
function countByHand(reviews: readonly CountedReview[]): string[] {
  const cells = new Map<string, number[]>();
  const add = (review: CountedReview, ...key: string[]) => {
    const cell = cells.get(key.join(' ')) ?? [0, 0, 0, 0, 0, 0, 0, 0, 0];
    const measures = [
      true,
      review.answered,
      review.recommendation === 'positive',
      review.recommendation === 'negative',
      ...[1, 2, 3, 4, 5].map((stars) => review.rating === stars),
    ];
    cells.set(
      key.join(' '),
      cell.map((value, index) => value + Number(measures[index])),
    );
  };
  for (const review of reviews) {
    const values: [string, string][] = [
      ['source', review.source],
      ['language', review.language ?? ''],
      ...review.tags.map((tag): [string, string] => ['tag', tag]),
    ];
    if (review.listing !== null || review.source === 'first-party')
      values.push(['reply', review.listing ?? review.source]);
    if (review.wait !== null) values.push(['wait', String(bucketOf(review.wait))]);
    const month = `${review.day.slice(0, 8)}01`;
    for (const [dimension, value] of values) {
      add(review, 'day', dimension, nil, review.day, value);
      add(review, 'month', dimension, nil, month, value);
      add(review, 'month', dimension, review.location, month, value);
    }
    add(review, 'all', 'listing', review.location, '2000-01-01', review.listing ?? review.source);
  }
  return [...cells].map(([key, measures]) => `${key} ${measures.join(' ')}`).sort();
}

/** At most an eighth of the value wide. */
function bucketOf(minutes: number): number {
  const width = minutes < 16 ? 1 : 2 ** (Math.floor(Math.log2(minutes)) - 3);
  return Math.floor(minutes / width) * width;
}
