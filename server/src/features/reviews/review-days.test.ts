/** Compares the daily sums, which triggers update, with a recount of the rows after random changes. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, type ConnectedListing, connectListings, markReviews } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const change = fc.record({
  kind: fc.constantFrom('store', 'store', 'store', 'remove', 'hide', 'delete'),
  which: fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 8 }),
  listing: fc.integer({ min: 0, max: 1 }),
  rating: fc.option(fc.integer({ min: 1, max: 5 })),
  text: fc.option(fc.constantFrom('a', 'b')),
  answered: fc.boolean(),
  hour: fc.integer({ min: 0, max: 80 }),
});

describe.each(featureModes)('daily sums, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listings: ConnectedListing[];
  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('counter@example.com');
    await inSystem(app.services.db, (trx) =>
      trx
        .updateTable('accounts')
        .set({ time_zone: 'Pacific/Auckland' })
        .where('id', '=', user.accountId)
        .execute(),
    );
    app.platforms.google.listings = [aPlatformListing('one'), aPlatformListing('two')];
    ({ listings } = await connectListings(app, user));
  });
  afterAll(() => app.close());

  const counted = () =>
    inTenant(app.services.db, user.accountId, async (trx) => {
      const { rows } = await sql`
        select source, location_id, listing_id, to_char(day, 'YYYY-MM-DD') as day, rating, recommendation,
               total, answered, with_text
          from review_days where total <> 0 or answered <> 0 or with_text <> 0
         order by 1, 2, 3, 4, 5, 6`.execute(trx);
      return rows;
    });
  const recounted = () =>
    inTenant(app.services.db, user.accountId, async (trx) => {
      const { rows } = await sql`
        select source, location_id, listing_id, to_char(written_at at time zone 'Pacific/Auckland', 'YYYY-MM-DD') as day,
               coalesce(rating, 0)::smallint as rating, coalesce(recommendation, '') as recommendation,
               count(*)::int as total, count(*) filter (where answered)::int as answered, count(text)::int as with_text
          from reviews where removed_at is null
         group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`.execute(trx);
      return rows;
    });

  async function apply(step: typeof change extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    const ids = [...new Set(step.which)].map((number) => `counted-${number}`);
    const listing = listings[step.listing];
    if (listing === undefined) throw new Error('No listing');
    if (step.kind === 'store')
      await addReviews(
        app,
        user,
        listing,
        ids.map((externalId) =>
          aReview({
            externalId,
            rating: step.rating,
            recommendation: step.rating === null ? 'positive' : null,
            text: step.text,
            reply: step.answered ? { text: 'x', at: null, state: 'published', reason: null } : null,
            writtenAt: new Date(Date.UTC(2026, 3, 4) + step.hour * 3_600_000),
          }),
        ),
      );
    else if (step.kind === 'delete')
      await inTenant(app.services.db, user.accountId, (trx) =>
        trx
          .deleteFrom('reviews')
          .where('account_id', '=', user.accountId)
          .where('external_id', 'in', ids)
          .execute(),
      );
    else await markReviews(app, user, ids, step.kind === 'remove' ? 'removed_at' : 'hidden_at');
  }

  test('equal a recount after every step; figures equal the rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const step of steps) {
          await apply(step);
          expect(await counted()).toEqual(await recounted());
        }
        const figures = await user.call('GET', '/reviews/figures');
        const rows = await inTenant(app.services.db, user.accountId, (trx) =>
          trx.selectFrom('reviews').select(['answered']).where('removed_at', 'is', null).execute(),
        );
        expect(figures.json).toEqual({
          total: rows.length,
          unanswered: rows.filter((row) => !row.answered).length,
        });
      }),
      { numRuns: 25 },
    );
  });

  test('storing the same page again writes nothing; an edit counts as changed', async () => {
    const [listing] = listings;
    if (listing === undefined) throw new Error('No listing');
    const page = [1, 2, 3].map((number) => aReview({ externalId: `again-${number}` }));
    expect(await addReviews(app, user, listing, page)).toEqual({
      added: 3,
      changed: 0,
      unchanged: 0,
      restored: 0,
    });
    expect(await addReviews(app, user, listing, page)).toEqual({
      added: 0,
      changed: 0,
      unchanged: 3,
      restored: 0,
    });
    const [first, ...rest] = page;
    const edited = [{ ...aReview(first), text: 'edited' }, ...rest, aReview({ externalId: 'again-4' })];
    expect(await addReviews(app, user, listing, edited)).toEqual({
      added: 1,
      changed: 1,
      unchanged: 2,
      restored: 0,
    });
    expect(await addReviews(app, user, listing, [])).toEqual({
      added: 0,
      changed: 0,
      unchanged: 0,
      restored: 0,
    });
  });

  test('of two versions of a review on one page the later counts', async () => {
    const [listing] = listings;
    if (listing === undefined) throw new Error('No listing');
    const twice = ['first', 'second'].map((text) => aReview({ externalId: 'twice', text }));
    expect(await addReviews(app, user, listing, twice)).toEqual({
      added: 1,
      changed: 0,
      unchanged: 0,
      restored: 0,
    });
    const found = await user.call('GET', '/reviews?search=second');
    expect((found.json as { items: unknown[] }).items).toHaveLength(1);
  });

  test('an edit keeps our own marks, and a removed review that appears again is restored', async () => {
    const [listing] = listings;
    if (listing === undefined) throw new Error('No listing');
    await addReviews(app, user, listing, [aReview({ externalId: 'marked' })]);
    await markReviews(app, user, ['marked'], 'hidden_at');
    await markReviews(app, user, ['marked'], 'removed_at');
    await addReviews(app, user, listing, [aReview({ externalId: 'marked', text: 'new words' })]);
    const row = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('reviews').selectAll().where('external_id', '=', 'marked').executeTakeFirstOrThrow(),
    );
    expect(row).toMatchObject({ text: 'new words', removed_at: null, hidden_at: expect.any(Date) });
  });
});
