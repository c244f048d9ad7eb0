/** Property tests: settings accept only their grammar, and the counts of a disclosure add up for any settings. */
import { embedLayouts, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { type OmissionReason, omissionReasons } from '@kindling/contract/embeds';
import { type Source, sources } from '@kindling/contract/platforms';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReviewSum } from './queries.ts';
import type { ReviewSelection } from './review-selection.ts';
import { discloseWidget } from './widget-disclosure.ts';

const locations = ['019e0000-0000-7000-8000-000000000001', '019e0000-0000-7000-8000-000000000002'] as const;

const review = fc.record({
  source: fc.constantFrom(...sources),
  location: fc.constantFrom(...locations),
  rating: fc.integer({ min: 0, max: 5 }),
  text: fc.boolean(),
  word: fc.boolean(),
  tagged: fc.boolean(),
  foreign: fc.boolean(),
  picked: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
  hidden: fc.boolean(),
});
const choice = fc.record({
  sources: fc.subarray([...sources]),
  locationIds: fc.subarray([...locations]),
  minimumRating: fc.integer({ min: 1, max: 5 }),
  withTextOnly: fc.boolean(),
  excludeWords: fc.constantFrom([], ['word']),
  tagIds: fc.constantFrom([], [locations[0]]),
  reviewLanguages: fc.constantFrom([], ['en']),
  pickedOnly: fc.boolean(),
  limit: fc.integer({ min: 1, max: 50 }),
});
const kept = fc.constantFrom<readonly Source[]>([], ['first-party']);

type Review = typeof review extends fc.Arbitrary<infer T> ? T : never;

/** The filter that leaves it out, in the order of the rule. */
function filterOf(one: Review, { settings, unfilterableSources }: ReviewSelection): OmissionReason | null {
  if (unfilterableSources.includes(one.source)) return null;
  if (one.rating > 0 && one.rating < settings.minimumRating) return 'rating';
  if (settings.withTextOnly && !one.text) return 'no-text';
  if (settings.excludeWords.length > 0 && one.text && one.word) return 'words';
  if (settings.tagIds.length > 0 && !one.tagged) return 'tags';
  return settings.reviewLanguages.length > 0 && one.foreign ? 'language' : null;
}

function scopeOf(one: Review, { settings }: ReviewSelection): OmissionReason | null {
  if (settings.sources.length > 0 && !settings.sources.includes(one.source)) return 'source';
  if (settings.locationIds.length > 0 && !settings.locationIds.includes(one.location)) return 'location';
  return null;
}

test('shown and omitted reviews add up to the total, each under the first reason that applies', () => {
  fc.assert(
    fc.property(fc.array(review, { maxLength: 80 }), choice, kept, (reviews, chosen, unfilterableSources) => {
      const settings = embedSettingsSchema.parse(chosen);
      const rule = { settings, unfilterableSources };
      const asSum = (one: Review): ReviewSum => ({
        source: one.source,
        location_id: one.location,
        rating: one.rating,
        recommendation: one.rating === 0 ? 'positive' : '',
        total: 1,
        with_text: one.text ? 1 : 0,
      });
      const isPick = (one: Review) =>
        one.picked && scopeOf(one, rule) === null && !unfilterableSources.includes(one.source);
      const picks = reviews.filter(isPick);
      const shownPicks = picks.filter(({ hidden }) => !hidden);
      const onlyPicks = settings.pickedOnly && shownPicks.length > 0;
      const reasonFor = (one: Review): OmissionReason | null => {
        const scope = scopeOf(one, rule);
        if (scope !== null) return scope;
        if (isPick(one) && (onlyPicks || !one.hidden)) return one.hidden ? 'hidden' : null;
        if (onlyPicks && !unfilterableSources.includes(one.source)) return 'not-picked';
        return filterOf(one, rule) ?? (one.hidden ? 'hidden' : null);
      };
      const reasons = reviews.map(reasonFor);
      const counted = (wanted: OmissionReason | null) => reasons.filter((reason) => reason === wanted).length;
      const eligible = counted(null) - shownPicks.length;
      const others = Math.min(eligible, settings.limit);
      // What the database counts does not know of picks.
      const inScope = reviews.filter((one) => scopeOf(one, rule) === null);
      const filtered = inScope.map((one) => filterOf(one, rule));
      const hidden = inScope.filter((one) =>
        onlyPicks
          ? one.hidden && unfilterableSources.includes(one.source)
          : one.hidden && filterOf(one, rule) === null,
      );
      const made = discloseWidget(rule, reviews.map(asSum), {
        filtered: new Map(
          onlyPicks
            ? []
            : (['words', 'tags', 'language'] as const).map((reason) => [
                reason,
                filtered.filter((one) => one === reason).length,
              ]),
        ),
        hidden: new Map([['hidden', hidden.length]]),
        picks: picks.map((one) => ({ hidden: one.hidden ? 'hidden' : null, filtered: filterOf(one, rule) })),
        others,
        pinned: 0,
      });
      expect(made.total).toBe(reviews.length);
      expect(made.shown).toBe(shownPicks.length + others);
      expect(made.picked ?? 0).toBe(shownPicks.length);
      expect(made.shown + made.omitted.reduce((sum, { count }) => sum + count, 0)).toBe(made.total);
      for (const reason of omissionReasons)
        expect(made.omitted.find((one) => one.reason === reason)?.count ?? 0, reason).toBe(
          reason === 'limit' ? eligible - others : counted(reason),
        );
      expect(made.omitted.every(({ count }) => count > 0)).toBe(true);
    }),
    { numRuns: 600 },
  );
});

describe('the grammar of settings', () => {
  const fields = Object.keys(embedSettingsSchema.parse({}));
  const harmless = /^(#[0-9a-fA-F]{6}|[a-z]+(-[a-z]+)*|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

  const freer: Record<string, RegExp> = {
    fontName: /^[A-Za-z0-9 -]*$/,
    allowedSites: /^[a-z0-9.*-]+$/,
  };

  test('any input is refused, or contains only words, colors, ids and numbers in their ranges', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '#fff',
        '#3b82ec;}',
        '#3b82ec\n',
        'url(//x)',
        'expression(1)',
        'red',
        '</style>',
        'javascript:1',
        '#GGGGGG',
        'light ',
      ),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string(), { maxLength: 3 }),
      fc.constantFrom<unknown>('list', '#112233', 'dark', 'google', ['google'], 3, 12, 'en'),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...fields, 'css', 'html', 'onload'), hostile), (sent) => {
        const result = embedSettingsSchema.safeParse(sent);
        if (!result.success) return;
        // The database compares words with texts; they are never printed.
        const { includeWords, excludeWords, ...printed } = result.data;
        for (const word of [...includeWords, ...excludeWords]) expect(word).not.toMatch(/\p{Cc}|\p{Cs}/u);
        for (const [field, value] of Object.entries(printed).flatMap(([name, values]) =>
          [values].flat().map((one) => [name, one] as const),
        )) {
          if (typeof value === 'string') expect(value).toMatch(freer[field] ?? harmless);
          else if (typeof value === 'number') {
            expect(Number.isInteger(value)).toBe(true);
            expect(Math.abs(value)).toBeLessThanOrEqual(300);
          } else if (value !== null) expect(typeof value).toBe('boolean');
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('unknown keys, prototype keys and other versions are refused; an empty object is the default', () => {
    for (const sent of [
      { css: '' },
      { version: 2 },
      { layout: 'ticker' },
      JSON.parse('{"__proto__":{"layout":"list"}}'),
      null,
      [],
      'x',
    ])
      expect.soft(embedSettingsSchema.safeParse(sent).success, JSON.stringify(sent)).toBe(false);
    expect(embedSettingsSchema.parse({})).toMatchObject({
      version: 1,
      layout: embedLayouts[0],
      minimumRating: 1,
      sources: [],
    });
  });
});
