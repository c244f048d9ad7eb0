/** The stored words of reviews: equal to what their texts say after any writes, and forgotten with them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { withCallerScope } from '../../lib/caller-scope.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, type ConnectedListing, connectListings } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { storeFirstPartyReview, withdrawFirstPartyReview } from './first-party.ts';
import { type ImportedReview, insertImportedReviews, updateImportedReviews } from './imported-reviews.ts';
import { indexWords } from './index-words.ts';
import { wipeUnconfirmed } from './presence.ts';
import { updateShownReply } from './reply-queries.ts';
import { detectLanguage } from './review-language.ts';
import { searchVector } from './review-words.ts';

describe.each(featureModes)('words of reviews, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listing: ConnectedListing;
  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('words@example.com');
    app.platforms.google.listings = [aPlatformListing('one'), aPlatformListing('two')];
    const [first] = (await connectListings(app, user, 'google')).listings;
    if (first === undefined) throw new Error('No listing');
    listing = first;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await inSystem(app.services.db, (trx) => sql`delete from reviews`.execute(trx));
  });

  const tenant = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
    inTenant(app.services.db, user.accountId, work);
  const find = async (search: string) => {
    const { json } = await user.call('GET', `/reviews?search=${encodeURIComponent(search)}`);
    return (json as { items: { text: string | null }[] }).items.map(({ text }) => text);
  };

  /** The stored words and languages beside those that the texts have now. */
  async function compare(): Promise<{ missing: number }> {
    const { rows } = await inSystem(app.services.db, (trx) =>
      sql<{
        author_name: string | null;
        text: string | null;
        translation: string | null;
        reply_text: string | null;
        search: string | null;
        language: string | null;
      }>`select author_name, text, translation, reply_text, search::text, language from reviews`.execute(trx),
    );
    let missing = 0;
    for (const row of rows) {
      if (row.search === null) missing += 1;
      const texts = {
        authorName: row.author_name,
        text: row.text,
        translation: row.translation,
        replyText: row.reply_text,
      };
      const { rows: made } = await inSystem(app.services.db, (trx) =>
        sql<{
          search: string;
        }>`select ${searchVector(user.accountId, texts)}::tsvector::text as search`.execute(trx),
      );
      const isEmpty = Object.values(texts).every((text) => text === null);
      if (row.search !== null || isEmpty) expect(row.search ?? '').toBe(made[0]?.search);
      if (row.search !== null) expect(row.language).toBe(detectLanguage(row.text));
    }
    return { missing };
  }

  const imported = (externalId: string, text: string): ImportedReview => ({
    ...aReview({ externalId, text, authorName: 'Ina' }),
    writtenDay: null,
    dateBasis: null,
    dateSpan: null,
  });

  test('every writer brings the words of what it writes', async () => {
    const review = aReview({ text: 'Herrlicher Kuchen und sehr gute Torten', authorName: 'Ana' });
    const translated = aReview({ text: 'Merveilleux gâteau, très bon', translation: 'Wonderful cake' });
    await addReviews(app, user, listing, [review, translated]);
    expect(await compare()).toEqual({ missing: 0 });
    expect(await find('wonderful')).toEqual([translated.text]);
    const edited = {
      ...review,
      text: 'Sehr schlechter Kaffee, leider nicht mehr gut',
      editedAt: new Date('2026-06-01'),
    };
    await addReviews(app, user, listing, [edited]);
    expect(await find('Kuchen')).toEqual([]);
    expect(await find('kaffee')).toEqual([edited.text]);

    await tenant(async (trx) => {
      const { id } = await trx
        .selectFrom('reviews')
        .select('id')
        .where('text', '=', edited.text)
        .executeTakeFirstOrThrow();
      const reply = {
        text: 'Danke für Ihren Besuch',
        at: new Date(),
        state: 'published',
        reason: null,
      } as const;
      await updateShownReply(trx, user.accountId, id, { reply });
    });
    expect(await find('besuch')).toEqual([edited.text]);

    const importId = newId();
    const target = { locationId: listing.locationId, source: 'import' };
    await tenant((trx) =>
      insertImportedReviews(trx, user.accountId, { ...target, importId }, [
        imported('f-1', 'A bright room with a view'),
      ]),
    );
    const update = [{ review: imported('f-1', 'A dark room without a view'), storedAs: 'f-1' }];
    await tenant((trx) => updateImportedReviews(trx, user.accountId, target, update));
    expect(await find('bright')).toEqual([]);
    expect(await find('dark')).toEqual(['A dark room without a view']);

    const own = {
      id: newId(),
      locationId: listing.locationId,
      rating: 5,
      thumb: null,
      text: 'The best bakery in town',
      authorName: 'Zoe',
      writtenAt: new Date(),
      invited: false,
      contact: null,
      answers: [],
    };
    await tenant((trx) => storeFirstPartyReview(trx, user.accountId, own));
    await tenant(async (trx) => {
      const reply = { text: 'See you soon', at: new Date(), state: 'published', reason: null } as const;
      await updateShownReply(trx, user.accountId, own.id, { reply });
    });
    await tenant((trx) =>
      storeFirstPartyReview(trx, user.accountId, { ...own, text: 'The best bread in town' }),
    );
    expect(await find('soon')).toEqual(['The best bread in town']);
    expect(await compare()).toEqual({ missing: 0 });
  });

  test('the statement that deletes a text deletes its words and its language', async () => {
    const own = {
      id: newId(),
      locationId: listing.locationId,
      rating: 4,
      thumb: null,
      text: 'A secret that I take back',
    };
    const more = { authorName: 'Zoe', writtenAt: new Date(), invited: false, contact: null, answers: [] };
    await tenant((trx) => storeFirstPartyReview(trx, user.accountId, { ...own, ...more }));
    await addReviews(app, user, listing, [
      aReview({ text: 'A text that is kept for a month', authorName: 'Ben' }),
    ]);
    await tenant((trx) => withdrawFirstPartyReview(trx, user.accountId, own.id));
    await inSystem(app.services.db, async (trx) => {
      await sql`update reviews set confirmed_at = now() - interval '40 days'`.execute(trx);
      expect(await wipeUnconfirmed(trx, 'google', 30, 10)).toBe(1);
    });
    const { rows } = await inSystem(app.services.db, (trx) =>
      sql<{ words: string; language: string | null }>`
        select coalesce(search::text, '') as words, language from reviews`.execute(trx),
    );
    expect(rows).toEqual([
      { words: '', language: null },
      { words: '', language: null },
    ]);
  });

  test('the job finds the words of reviews that have none, and again where it stopped', async () => {
    const reviews = ['one lovely day', 'two lovely days', 'three lovely days'].map((text) =>
      aReview({ text }),
    );
    await addReviews(app, user, listing, reviews);
    await inSystem(app.services.db, (trx) =>
      sql`update reviews set search = null, language = null where text <> 'one lovely day'`.execute(trx),
    );
    await inSystem(app.services.db, (trx) =>
      sql`update reviews set text = 'one awful day' where text = 'one lovely day'`.execute(trx),
    );
    expect(await compare()).toEqual({ missing: 3 });
    const stopped = new AbortController();
    stopped.abort();
    await expect(indexWords(app.services, stopped.signal, 1)).rejects.toThrow();
    for (let run = 0; run < 2; run += 1) {
      await indexWords(app.services, new AbortController().signal, 2);
      expect(await compare()).toEqual({ missing: 0 });
    }
    expect(await find('awful')).toEqual(['one awful day']);
  });

  test('texts of any length and in any script are stored', async () => {
    const texts = [
      '東'.repeat(9_000),
      'ünïcödé '.repeat(2_000),
      `${'x'.repeat(9_000)} end`,
      '\u{1f986} \u{20000}\u{20001}',
    ];
    await addReviews(
      app,
      user,
      listing,
      texts.map((text) => aReview({ text, translation: text })),
    );
    expect(await compare()).toEqual({ missing: 0 });
    expect(await find('\u{20000}\u{20001}')).toHaveLength(1);
  });

  test('the view shows the tenant’s own reviews only, and fails without a tenant', async () => {
    const other = await app.signIn('other-words@example.com');
    await addReviews(app, user, listing, [aReview({ text: 'Only for the first tenant' })]);
    const ids = sql<{ id: string }>`select id from review_matches`;
    expect((await tenant((trx) => ids.execute(trx))).rows).toHaveLength(1);
    const seen = await inTenant(app.services.db, other.accountId, (trx) => ids.execute(trx));
    expect(seen.rows).toEqual([]);
    await expect(inSystem(app.services.db, (trx) => ids.execute(trx))).rejects.toThrow(/app\.account|uuid/);
    const actor = { kind: 'person', userId: user.userId } as const;
    for (const [places, count] of [
      [[listing.locationId], 1],
      [[newId()], 0],
      [[], 0],
    ] as const) {
      const scope = { accountId: user.accountId, actor, locationIds: places };
      const { rows } = await withCallerScope(scope, () => tenant((trx) => ids.execute(trx)));
      expect(rows).toHaveLength(count);
    }
    for (const change of [sql`update review_matches set removed_at = now()`, sql`delete from review_matches`])
      await expect(tenant((trx) => change.execute(trx))).rejects.toThrow(/permission denied/);
  });

  test('a hidden import shows in no view', async () => {
    const importId = newId();
    await inSystem(app.services.db, (trx) =>
      sql`insert into imports (account_id, id, created_by, hidden, files)
        values (${user.accountId}, ${importId}, ${user.userId}, true, '[]')`.execute(trx),
    );
    const target = { locationId: listing.locationId, source: 'import', importId };
    await tenant((trx) =>
      insertImportedReviews(trx, user.accountId, target, [imported('f-2', 'Not yet published')]),
    );
    expect(await find('published')).toEqual([]);
    await inSystem(app.services.db, (trx) =>
      sql`update imports set hidden = false where id = ${importId}`.execute(trx),
    );
    expect(await find('published')).toEqual(['Not yet published']);
  });
});
