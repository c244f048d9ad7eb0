/**
 * Property test of docs/decisions/0095-what-an-embed-leaves-out-by-choice.md: whatever an owner of a British account does with
 * settings, tags, picks, pins and hiding, no first-party review leaves an embed but for number, source, location or a closed
 * reason. For every account, what is shown and what is left out add up.
 */
import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import { hiddenReasons } from '@kindling/contract/hidden-reasons';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { connectListings } from '../../testing/factories.ts';
import { aPlatformListing } from '../../testing/fake-connector.ts';
import { runsEverything } from '../../testing/scope.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { makeSnapshot } from './snapshot.ts';

const tags = [1, 2].map((number) => `019e0000-0000-7000-8000-00000000000${number}`);
const reviewCount = 40;
const ids = Array.from({ length: reviewCount }, () => newId());

/** What the owner does with one review; the law decides what comes of it. */
const treatment = fc.record({
  source: fc.constantFrom('first-party', 'first-party', 'google', 'facebook'),
  place: fc.integer({ min: 0, max: 1 }),
  rating: fc.constantFrom(null, 1, 1, 2, 3, 4, 5, 5),
  text: fc.constantFrom(null, 'slow and cold', 'warm bread'),
  language: fc.constantFrom(null, 'en', 'de'),
  tagIds: fc.subarray(tags),
  pinned: fc.integer({ min: 0, max: 9 }),
  hidden: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom(...hiddenReasons)),
});
type Treatment = typeof treatment extends fc.Arbitrary<infer T> ? T : never;

/** Whether the first of two first-party reviews comes after the second in the order of an embed, pins aside. */
function comesAfter(
  order: EmbedSettings['order'],
  [a, atA]: [Treatment, number],
  [b, atB]: [Treatment, number],
): boolean {
  if (a.source !== 'first-party') return false;
  const stars = (one: Treatment) => (order === 'highest' ? (one.rating ?? 0) : 0);
  return stars(a) === stars(b) ? atA > atB : stars(a) < stars(b);
}

const treatments = fc.array(treatment, { minLength: reviewCount, maxLength: reviewCount });

describe.each(featureModes)('first-party reviews where the law protects them, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let places: string[];
  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('law@example.com');
    app.platforms.google.listings = [aPlatformListing('one'), aPlatformListing('two')];
    const { listings } = await connectListings(app, user, 'google');
    places = listings.map(({ locationId }) => locationId);
    await run(
      sql`insert into tags (account_id, id, name, name_key, color)
          select ${user.accountId}, id, id, id, 'gray' from unnest(${tags}::uuid[]) id`,
    );
    await run(
      sql`insert into reviews (account_id, id, location_id, source, external_id, written_at, content_hash)
          select ${user.accountId}, id, ${places[0]}, 'google', id, now() - (n || ' hours')::interval, id::text
            from unnest(${ids}::uuid[]) with ordinality as t (id, n)`,
    );
  });
  afterAll(() => app.close());

  const run = (statement: ReturnType<typeof sql>) =>
    inTenant(app.services.db, user.accountId, (trx) => statement.execute(trx));

  async function treat(all: readonly Treatment[], market: string): Promise<void> {
    const rows = all.map(({ place, tagIds, pinned, ...rest }, index) => ({
      id: ids[index],
      ...rest,
      location_id: places[place],
      tag_ids: tagIds,
      pinned_at: pinned > 7 ? new Date(Date.UTC(2026, 0, pinned)).toISOString() : null,
    }));
    await run(sql`update accounts set market = ${market}`);
    await run(sql`update locations set country = null`);
    await run(sql`update listings set country = null`);
    await run(
      sql`update reviews r set source = t.source, location_id = t.location_id, rating = t.rating, text = t.text,
                 language = t.language, tag_ids = t.tag_ids, pinned_at = t.pinned_at, hidden_reason = t.hidden,
                 hidden_at = case when t.hidden is not null then now() end
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
              as t (id uuid, source text, location_id uuid, rating int, text text, language text, tag_ids uuid[],
                    pinned_at timestamptz, hidden text)
           where r.id = t.id`,
    );
  }

  const make = (settings: EmbedSettings): Promise<Snapshot> =>
    inTenant(app.services.db, user.accountId, (trx) =>
      makeSnapshot(trx, user.accountId, { code: 'aaaaaaaaaa', settings }, app.services.embeds.brand),
    );

  const choice = fc.record({
    layout: fc.constantFrom('list', 'grid', 'carousel'),
    sources: fc.subarray(['google', 'facebook', 'first-party'] as const),
    places: fc.subarray([0, 1]),
    minimumRating: fc.integer({ min: 1, max: 5 }),
    withTextOnly: fc.boolean(),
    includeWords: fc.subarray(['bread']),
    excludeWords: fc.subarray(['slow']),
    tagIds: fc.subarray(tags),
    excludeTagIds: fc.subarray(tags, { maxLength: 1 }),
    reviewLanguages: fc.subarray(['en', 'fr']),
    pickedIds: fc.shuffledSubarray(ids, { maxLength: 12 }),
    pickedOnly: fc.boolean(),
    order: fc.constantFrom('newest', 'highest', 'pinned'),
    limit: fc.integer({ min: 1, max: 45 }),
  });

  test('only number, source, location and closed reasons leave one out', async () => {
    let spared = 0;
    await fc.assert(
      fc.asyncProperty(treatments, choice, async (all, { places: chosenPlaces, ...chosen }) => {
        await treat(all, 'uk');
        const locationIds = chosenPlaces.map((place) => places[place]);
        const settings = embedSettingsSchema.parse({ ...chosen, locationIds });
        const { sources, order, limit } = settings;
        const neutral = embedSettingsSchema.parse({
          sources,
          locationIds,
          limit,
          order: order === 'pinned' ? 'newest' : order,
        });
        const made = await make(settings);
        const shown = new Set(made.reviews.map(({ id }) => id));
        const neutrallyShown = new Set((await make(neutral)).reviews.map(({ id }) => id));
        const atLimit = made.reviews.length - (made.disclosure.picked ?? 0) === limit;
        for (const [index, one] of all.entries()) {
          const id = ids[index] ?? '';
          const isClosedReason = one.hidden !== null && one.hidden !== 'rating';
          const inScope =
            (sources.length === 0 || sources.includes('first-party')) &&
            (chosenPlaces.length === 0 || chosenPlaces.includes(one.place));
          if (one.source !== 'first-party' || isClosedReason || !inScope) continue;
          spared += 1;
          expect(shown.has(id) || atLimit).toBe(true);
          // Nor does a choice bring in one before others of its kind.
          if (!shown.has(id))
            expect(
              all.some(
                (other, at) => comesAfter(order, [other, at], [one, index]) && shown.has(ids[at] ?? ''),
              ),
            ).toBe(false);
          // The number leaves out no other ones than it would without any choice of the owner.
          if (neutrallyShown.has(id)) expect(shown).toContain(id);
        }
      }),
      { numRuns: runsEverything ? 60 : 25 },
    );
    expect(spared).toBeGreaterThan(runsEverything ? 100 : 40);
  });

  test('shown and left out add up, in every market', async () => {
    await fc.assert(
      fc.asyncProperty(
        treatments,
        choice,
        fc.constantFrom('uk', 'us', 'eu', 'other'),
        async (all, { places: chosenPlaces, ...chosen }, market) => {
          await treat(all, market);
          const locationIds = chosenPlaces.map((place) => places[place]);
          const { reviews, disclosure } = await make(embedSettingsSchema.parse({ ...chosen, locationIds }));
          expect(disclosure).toMatchObject({ shown: reviews.length, total: reviewCount });
          expect(new Set(reviews.map(({ id }) => id)).size).toBe(reviews.length);
          expect(disclosure.shown + disclosure.omitted.reduce((sum, { count }) => sum + count, 0)).toBe(
            disclosure.total,
          );
        },
      ),
      { numRuns: runsEverything ? 60 : 25 },
    );
  });
});
