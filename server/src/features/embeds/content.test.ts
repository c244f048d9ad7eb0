/** Compares what an embed shows and counts with a recount in memory: random reviews and settings, a real database. */
import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Embed, OmissionReason, Snapshot } from '@kindling/contract/embeds';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, connectListings } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { refreshEmbeds } from './publish.ts';
import { makeSnapshot } from './snapshot.ts';

/** Words that need escaping in a pattern, or case folding in another script. */
const words = ['bread', 'BREAD', '100%', '_', 'a\\b', 'ÉCLAIR', 'žena', 'Хлеб', '%', "l'", '🥐', ' '];
const texts = [
  null,
  'Fresh Bread every day',
  'breadcrumbs all over, 100 per cent',
  '100% satisfied',
  'snake_case on the menu',
  'a path a\\b and a/b',
  'Un éclair parfait',
  'ŽENA za pultom',
  'Свежий ХЛЕБ',
  "L'accueil 🥐",
  'nothing',
];

interface Kept {
  id: string;
  externalId: string;
  source: 'google' | 'facebook' | 'first-party';
  locationId: string;
  rating: number | null;
  text: string | null;
  translation: string | null;
  tagIds: string[];
  language: string | null;
  hidden: boolean;
  pinnedAt: Date | null;
  writtenAt: Date;
}

/** The last one is being deleted, so embeds ignore it. */
const tags = [1, 2, 3].map((number) => `019e0000-0000-7000-8000-00000000000${number}`);
const [liveTag = '', otherTag = '', deletedTag = ''] = tags;
const nowhere = '019e0000-0000-7000-8000-0000000000ff';

const numbers = (max: number) => fc.integer({ min: 0, max });
const made = fc.array(
  fc.record({
    text: fc.constantFrom(...texts),
    translation: fc.constantFrom(null, null, 'Translated: bread', 'Translated: 100%'),
    rating: numbers(5),
    marks: fc.constantFrom('', '', '', 'hidden', 'removed', 'pinned', 'own', 'own'),
    place: numbers(2),
    pinned: numbers(5),
    tagIds: fc.subarray(tags),
    language: fc.constantFrom(null, 'en', 'de', 'fil'),
  }),
  { minLength: 90, maxLength: 90 },
);

describe.each(featureModes)('the content of an embed, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let places: string[];
  let total = 0;
  const kept: Kept[] = [];

  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('content@example.com');
    app.platforms.google.listings = [aPlatformListing('one'), aPlatformListing('two')];
    const listings = [
      ...(await connectListings(app, user, 'google')).listings,
      ...(await connectListings(app, user, 'facebook')).listings,
    ];
    places = [...new Set(listings.map((listing) => listing.locationId))];
    for (const [index, id] of tags.entries())
      await change(
        sql`insert into tags (account_id, id, name, name_key, color, deleted_at)
            values (${user.accountId}, ${id}, ${`T${index}`}, ${`t${index}`}, 'gray', ${id === deletedTag ? new Date() : null})`,
      );
    const [sample = []] = fc.sample(made, { numRuns: 1, seed: 20261121 });
    for (const [index, one] of sample.entries()) {
      const listing = listings[one.place % listings.length];
      if (listing === undefined) throw new Error('No listing');
      const review = aReview({
        externalId: `content-${index}`,
        text: one.text,
        translation: one.text === null ? null : one.translation,
        rating: one.rating === 0 ? null : one.rating,
        recommendation: one.rating === 0 ? 'negative' : null,
      });
      await addReviews(app, user, listing, [review]);
      const pinnedAt = one.marks === 'pinned' ? new Date(Date.UTC(2026, 2, 1 + one.pinned)) : null;
      await change(
        sql`update reviews set pinned_at = ${pinnedAt},
              hidden_at = ${one.marks === 'hidden' ? new Date() : null},
              removed_at = ${one.marks === 'removed' ? new Date() : null},
              source = ${one.marks === 'own' ? 'first-party' : listing.platform},
              tag_ids = ${one.tagIds}::uuid[], language = ${one.text === null ? null : one.language}
             where external_id = ${review.externalId}`,
      );
      if (one.marks === 'removed') continue;
      total += 1;
      const found = await inTenant(app.services.db, user.accountId, (trx) =>
        trx
          .selectFrom('reviews')
          .select('id')
          .where('external_id', '=', review.externalId)
          .executeTakeFirstOrThrow(),
      );
      kept.push({
        id: found.id,
        externalId: review.externalId,
        source: one.marks === 'own' ? 'first-party' : (listing.platform as 'google'),
        locationId: listing.locationId,
        rating: review.rating,
        text: review.text,
        translation: review.translation,
        tagIds: one.tagIds,
        language: one.text === null ? null : one.language,
        hidden: one.marks === 'hidden',
        pinnedAt,
        writtenAt: review.writtenAt,
      });
    }
  });
  afterAll(() => app.close());

  const change = (statement: ReturnType<typeof sql>) =>
    inTenant(app.services.db, user.accountId, (trx) => statement.execute(trx));
  const inMarket = async (market: string) => {
    await change(sql`update accounts set market = ${market}`);
    for (const table of ['locations', 'listings'])
      await change(sql`update ${sql.table(table)} set country = null`);
  };
  const make = (settings: EmbedSettings): Promise<Snapshot> =>
    inTenant(app.services.db, user.accountId, (trx) =>
      makeSnapshot(trx, user.accountId, { code: 'aaaaaaaaaa', settings }, app.services.embeds.brand),
    );

  const holds = (text: string | null, list: string[]) =>
    text !== null && list.some((word) => text.toLowerCase().includes(word.toLowerCase()));
  const shownText = (one: Kept, settings: EmbedSettings) =>
    settings.translation === 'translated' ? (one.translation ?? one.text) : one.text;

  const isSpared = (one: Kept, market: string) => market === 'uk' && one.source === 'first-party';
  const isInScope = (one: Kept, { sources, locationIds }: EmbedSettings) =>
    (sources.length === 0 || sources.includes(one.source)) &&
    (locationIds.length === 0 || locationIds.includes(one.locationId));

  function filterOf(one: Kept, settings: EmbedSettings): OmissionReason | null {
    if (one.rating !== null && one.rating < settings.minimumRating) return 'rating';
    if (settings.withTextOnly && one.text === null) return 'no-text';
    const text = shownText(one, settings);
    if (settings.includeWords.length > 0 && !holds(text, settings.includeWords)) return 'words';
    if (holds(text, settings.excludeWords)) return 'words';
    const live = (ids: string[]) => ids.filter((id) => id === liveTag || id === otherTag);
    const has = (ids: string[]) => live(ids).some((id) => one.tagIds.includes(id));
    if ((live(settings.tagIds).length > 0 && !has(settings.tagIds)) || has(settings.excludeTagIds))
      return 'tags';
    const { reviewLanguages } = settings;
    return reviewLanguages.length > 0 && one.language !== null && !reviewLanguages.includes(one.language)
      ? 'language'
      : null;
  }

  /** What the embed shows, and why it leaves out each of the others. */
  function expectedOf(settings: EmbedSettings, market: string) {
    const { pickedIds, pickedOnly, limit } = settings;
    const picks = pickedIds
      .flatMap((id) => kept.filter((one) => one.id === id))
      .filter((one) => isInScope(one, settings) && !isSpared(one, market));
    const shownPicks = picks.filter(({ hidden }) => !hidden);
    const onlyPicks = pickedOnly && shownPicks.length > 0;
    const reasonFor = (one: Kept): OmissionReason | null => {
      if (settings.sources.length > 0 && !settings.sources.includes(one.source)) return 'source';
      if (!isInScope(one, settings)) return 'location';
      if (shownPicks.includes(one)) return null;
      if (isSpared(one, market)) return one.hidden ? 'hidden' : null;
      if (onlyPicks) return picks.includes(one) ? 'hidden' : 'not-picked';
      return filterOf(one, settings) ?? (one.hidden ? 'hidden' : null);
    };
    const eligible = kept.filter((one) => reasonFor(one) === null && !shownPicks.includes(one));
    // A pin orders what is shown where the law forbids to choose by it.
    const newest = { ...settings, order: 'newest' } as const;
    const spares =
      market === 'uk' && (settings.sources.length === 0 || settings.sources.includes('first-party'));
    const others =
      spares && settings.order === 'pinned'
        ? inOrder(settings, inOrder(newest, eligible).slice(0, limit))
        : inOrder(settings, eligible).slice(0, limit);
    const omitted = new Map<OmissionReason, number>();
    for (const one of kept) {
      const reason = reasonFor(one);
      if (reason !== null) omitted.set(reason, (omitted.get(reason) ?? 0) + 1);
    }
    if (eligible.length > limit) omitted.set('limit', eligible.length - limit);
    const pinned = settings.order === 'pinned' ? others.filter((one) => one.pinnedAt !== null).length : 0;
    const shown = shownPicks.length > 0 ? [...shownPicks, ...others] : leadWithText(others, settings);
    return { shown, omitted, picked: shownPicks.length, pinned };
  }

  /** One without text stands first only where none has a text, or where it is pinned to stand there. */
  function leadWithText(of: Kept[], settings: EmbedSettings): Kept[] {
    const lead = of.findIndex((one) => shownText(one, settings) !== null);
    const isPinned = settings.order === 'pinned' && of[0]?.pinnedAt !== null;
    return lead < 1 || isPinned
      ? of
      : [...of.slice(lead, lead + 1), ...of.slice(0, lead), ...of.slice(lead + 1)];
  }

  function inOrder(settings: EmbedSettings, of: readonly Kept[]): Kept[] {
    const first: Record<EmbedSettings['order'], (one: Kept) => number> = {
      newest: () => 0,
      highest: (one) => one.rating ?? 0,
      pinned: (one) => one.pinnedAt?.getTime() ?? 0,
    };
    const key = first[settings.order];
    return [...of].sort((a, b) => key(b) - key(a) || b.writtenAt.getTime() - a.writtenAt.getTime());
  }

  test('shows the right reviews in the right order for any settings and market, and counts each other one under its reason', async () => {
    const choice = fc.record({
      sources: fc.subarray(['google', 'facebook', 'first-party'] as const),
      locationIds: fc.subarray(places),
      minimumRating: fc.integer({ min: 1, max: 5 }),
      withTextOnly: fc.boolean(),
      includeWords: fc.subarray(
        words.filter((word) => word.trim() !== ''),
        { maxLength: 3 },
      ),
      excludeWords: fc.subarray(
        words.filter((word) => word.trim() !== ''),
        { maxLength: 2 },
      ),
      translation: fc.constantFrom('original', 'translated'),
      tagIds: fc.subarray([...tags, nowhere], { maxLength: 2 }),
      excludeTagIds: fc.oneof(fc.constant([]), fc.subarray([...tags, nowhere], { maxLength: 1 })),
      reviewLanguages: fc.subarray(['en', 'de', 'fr'], { maxLength: 2 }),
      pickedIds: fc.oneof(
        fc.constant([]),
        fc.shuffledSubarray([...kept.map(({ id }) => id), nowhere], { maxLength: 8 }),
      ),
      pickedOnly: fc.boolean(),
      order: fc.constantFrom('newest', 'highest', 'pinned'),
      limit: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(300)),
    });
    const seen = new Set<OmissionReason>();
    await fc.assert(
      fc.asyncProperty(choice, fc.constantFrom('other', 'uk'), async (chosen, market) => {
        await inMarket(market);
        const settings = embedSettingsSchema.parse(chosen);
        const { reviews, disclosure } = await make(settings);
        const expected = expectedOf(settings, market);
        expect(reviews.map(({ id, text, translated }) => [id, text, translated === true])).toEqual(
          expected.shown.map((one) => [
            one.id,
            shownText(one, settings),
            settings.translation === 'translated' && one.translation !== null,
          ]),
        );
        for (const reason of expected.omitted.keys()) seen.add(reason);
        expect(new Map(disclosure.omitted.map(({ reason, count }) => [reason, count]))).toEqual(
          expected.omitted,
        );
        expect(disclosure).toMatchObject({ total, shown: reviews.length });
        expect([disclosure.picked ?? 0, disclosure.pinned ?? 0]).toEqual([expected.picked, expected.pinned]);
        expect(disclosure.shown + disclosure.omitted.reduce((sum, { count }) => sum + count, 0)).toBe(total);
      }),
      { numRuns: 250 },
    );
    expect([...seen].sort()).toEqual(
      [
        'hidden',
        'language',
        'limit',
        'location',
        'no-text',
        'not-picked',
        'rating',
        'source',
        'tags',
        'words',
      ].sort(),
    );
  });

  test('needs as many statements for 300 reviews as for one', async () => {
    const statements = async (limit: number) => {
      let count = 0;
      const { pool } = app.services.db;
      const connect = pool.connect.bind(pool);
      // Clients of this pool count their statements.
      const counting = Object.assign(Object.create(pool) as typeof pool, {
        connect: async () => {
          const client = await connect();
          return new Proxy(client, {
            get(target, name) {
              if (name === 'query') count += 1;
              const value: unknown = Reflect.get(target, name, target);
              return typeof value === 'function' ? value.bind(target) : value;
            },
          });
        },
      });
      await inTenant({ pool: counting }, user.accountId, (trx) =>
        makeSnapshot(
          trx,
          user.accountId,
          { code: 'aaaaaaaaaa', settings: embedSettingsSchema.parse({ limit, photo: 'photo' }) },
          app.services.embeds.brand,
        ),
      );
      return count;
    };
    expect(await statements(300)).toBe(await statements(1));
  });

  test('shows all ratings again with the next refresh if the market forbids filtering', async () => {
    await inMarket('other');
    const settings = embedSettingsSchema.parse({ sources: ['first-party'], minimumRating: 5, limit: 300 });
    const created = await user.call('POST', '/embeds', { kind: 'widget', name: 'British', settings });
    const { embed } = created.json as { embed: Embed };
    expect(embed.unfilterableSources).toEqual([]);
    await user.call('POST', `/embeds/${embed.id}/publish`);
    const stars = async () => {
      await app.services.embeds.store.settled();
      const { json } = await app.request({ method: 'GET', url: `/e/${embed.code}.json` });
      return new Set((json as Snapshot).reviews.map((review) => review.rating));
    };
    expect(await stars()).not.toContain(1);
    await inMarket('uk');
    await refreshEmbeds(app.services.embeds, user.accountId);
    expect(await stars()).toContain(1);
    const read = await user.call('GET', `/embeds/${embed.id}`);
    expect((read.json as { embed: Embed }).embed.unfilterableSources).toEqual(['first-party']);
    const preview = await user.call('POST', `/embeds/${embed.id}/preview`, { settings });
    expect((preview.json as { html: string }).html).not.toMatch(/rated 1/);
  });

  test('applies UK law with one location in the United Kingdom', async () => {
    await inMarket('other');
    const unfilterableSources = async () => {
      const { json } = await user.call('GET', '/embeds?kind=widget');
      return (json as { embeds: Embed[] }).embeds[0]?.unfilterableSources;
    };
    expect(await unfilterableSources()).toEqual([]);
    for (const table of ['locations', 'listings']) {
      await change(sql`update ${sql.table(table)} set country = 'GB'`);
      expect(await unfilterableSources(), table).toEqual(['first-party']);
      await change(sql`update ${sql.table(table)} set country = null`);
      expect(await unfilterableSources(), table).toEqual([]);
    }
  });

  test('refuses words that the database cannot store, and names the field', async () => {
    for (const bad of ['a\u0000b', 'a\ud800b', ' ', 'x'.repeat(41)]) {
      const answer = await user.call('POST', '/embeds', {
        kind: 'widget',
        name: 'Bad',
        settings: { ...embedSettingsSchema.parse({}), excludeWords: [bad] },
      });
      expect.soft(answer.status, JSON.stringify(bad)).toBe(400);
      expect.soft(answer.text).toContain('excludeWords');
    }
  });
});
