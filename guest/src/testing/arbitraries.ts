/** For tests only: arbitrary snapshots that the schema allows, for property tests. */
import { languages } from '@kindling/contract/constants';
import { type EmbedSettings, embedLayouts, embedLooks } from '@kindling/contract/embed-settings';
import { omissionReasons, type Snapshot, type SnapshotReview } from '@kindling/contract/embeds';
import { sources } from '@kindling/contract/platforms';
import fc from 'fast-check';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const word = fc.stringMatching(/^[a-z]{1,10}$/);
/** Every field of the schema, with every kind of value. */
const settings: fc.Arbitrary<EmbedSettings> = fc.record({
  version: fc.constant(1 as const),
  layout: fc.constantFrom(...embedLayouts),
  sources: fc.subarray([...sources]),
  locationIds: fc.constant([]),
  minimumRating: fc.integer({ min: 1, max: 5 }),
  withTextOnly: fc.boolean(),
  includeWords: fc.array(word, { maxLength: 3 }),
  excludeWords: fc.array(word, { maxLength: 3 }),
  tagIds: fc.array(fc.uuid(), { maxLength: 2 }),
  excludeTagIds: fc.array(fc.uuid(), { maxLength: 2 }),
  reviewLanguages: fc.subarray(['de', 'en', 'fil']),
  pickedIds: fc.array(fc.uuid(), { maxLength: 2 }),
  pickedOnly: fc.boolean(),
  order: fc.constantFrom('newest', 'highest', 'pinned'),
  limit: fc.integer({ min: 1, max: 300 }),
  pageSize: fc.integer({ min: 0, max: 100 }),
  translation: fc.constantFrom('original', 'translated'),
  language: fc.constantFrom(...languages),
  followsPageLanguage: fc.boolean(),
  showHeader: fc.boolean(),
  showHistogram: fc.boolean(),
  showWrite: fc.boolean(),
  showReplies: fc.boolean(),
  author: fc.constantFrom('full', 'short', 'hidden'),
  photo: fc.constantFrom('initials', 'photo', 'none'),
  date: fc.constantFrom('absolute', 'relative', 'none'),
  clampLines: fc.integer({ min: 0, max: 20 }),
  look: fc.constantFrom(...embedLooks),
  theme: fc.constantFrom('light', 'dark', 'auto'),
  accent: color,
  stars: color,
  text: fc.option(color),
  background: fc.option(color),
  line: fc.option(color),
  border: fc.integer({ min: 0, max: 3 }),
  radius: fc.integer({ min: 0, max: 24 }),
  shadow: fc.constantFrom('none', 'soft', 'strong'),
  spacing: fc.constantFrom('compact', 'normal', 'airy'),
  columns: fc.integer({ min: 0, max: 6 }),
  font: fc.constantFrom('site', 'system', 'rounded', 'serif', 'slab', 'mono', 'hand', 'named'),
  fontName: fc.constantFrom('', 'Inter', 'Open Sans 2'),
  textSize: fc.integer({ min: 12, max: 20 }),
  autoplay: fc.boolean(),
  interval: fc.integer({ min: 3, max: 20 }),
  arrows: fc.boolean(),
  dots: fc.boolean(),
  side: fc.constantFrom('start', 'end'),
  visitorTools: fc.boolean(),
  sourceTabs: fc.boolean(),
  sendsEvents: fc.boolean(),
  pageStyles: fc.boolean(),
  allowedSites: fc.constant([]),
});

const text = fc.string({ unit: 'grapheme', maxLength: 600 });
const review: fc.Arbitrary<SnapshotReview> = fc.record(
  {
    id: fc.uuid(),
    source: fc.constantFrom(...sources),
    authorName: fc.option(text),
    rating: fc.option(fc.integer({ min: 1, max: 5 })),
    recommendation: fc.option(fc.constantFrom('positive' as const, 'negative' as const)),
    text: fc.option(text),
    translated: fc.boolean(),
    photo: fc.oneof(
      fc
        .stringMatching(/^[0-9a-f]{8}-[\w-]{16}$/)
        .map((file) => `https://kindling.app/a/k3v9xq2mzt/${file}.webp`),
      fc.constantFrom('javascript:alert(1)', 'data:image/svg+xml,<svg/>', '"><script>'),
    ),
    writtenAt: fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((d) => d.toISOString()),
    reply: fc.option(fc.record({ text, at: fc.constant(null) })),
    permalink: fc.option(fc.oneof(fc.webUrl(), text)),
    invited: fc.constant(true as const),
    attribution: fc.record({
      authorUrl: fc.option(fc.oneof(fc.webUrl(), text)),
      flagUrl: fc.option(fc.oneof(fc.webUrl(), text)),
      mapsUrl: fc.option(fc.oneof(fc.webUrl(), text)),
    }),
  },
  {
    requiredKeys: [
      'id',
      'source',
      'authorName',
      'rating',
      'recommendation',
      'text',
      'writtenAt',
      'reply',
      'permalink',
    ],
  },
);
/** The pages of a business are at our own host; what stands there besides is no address. */
const ownAddress = fc.option(fc.oneof(fc.constant('https://kindling.app/r/cafe'), text));
const figure = fc.record({
  source: fc.constantFrom(...sources),
  average: fc.option(fc.double({ min: 1, max: 5, noNaN: true })),
  count: fc.nat(100_000),
  recommended: fc.nat(100),
  notRecommended: fc.nat(100),
  url: fc.option(fc.oneof(fc.webUrl(), text)),
  writeUrl: fc.option(fc.oneof(fc.webUrl(), text)),
  histogram: fc.array(fc.nat(3000), { minLength: 5, maxLength: 5 }),
});
const ownFigure = fc
  .tuple(figure, ownAddress, ownAddress)
  .map(([one, url, writeUrl]) => (one.source === 'first-party' ? { ...one, url, writeUrl } : one));
const howWeAsk = fc.uniqueArray(
  fc.record({
    businessName: text,
    url: fc.stringMatching(/^[a-z]{1,8}$/).map((slug) => `https://kindling.app/r/${slug}/how-we-ask`),
  }),
  { minLength: 1, maxLength: 3, selector: ({ url }) => url },
);
/** Anything that the server may publish, hostile texts and addresses included. */
export const anySnapshot: fc.Arbitrary<Snapshot> = fc.record(
  {
    version: fc.constant(1 as const),
    code: fc.constant('k3v9xq2mzt'),
    settings,
    businessName: text,
    figures: fc.uniqueArray(ownFigure, { maxLength: 4, selector: (one) => one.source }),
    reviews: fc.uniqueArray(review, { maxLength: 8, selector: (one) => one.id }),
    disclosure: fc.record(
      {
        shown: fc.nat(50),
        total: fc.nat(5000),
        omitted: fc.uniqueArray(
          fc.record({ reason: fc.constantFrom(...omissionReasons), count: fc.nat(3000) }),
          { selector: (one) => one.reason },
        ),
        minimumRating: fc.integer({ min: 1, max: 5 }),
        picked: fc.nat(50),
        pinned: fc.nat(50),
      },
      { requiredKeys: ['shown', 'total', 'omitted', 'minimumRating'] },
    ),
    brand: fc.constant({ name: 'Kindling', url: 'https://kindling.app/' }),
    howWeAsk,
  },
  {
    requiredKeys: [
      'version',
      'code',
      'settings',
      'businessName',
      'figures',
      'reviews',
      'disclosure',
      'brand',
    ],
  },
);
