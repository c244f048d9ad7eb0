/** The samples of the gallery: each layout with invented reviews, as a snapshot for the renderer of embeds. */
import { type Language, languages } from '@kindling/contract/constants';
import { lookSettings } from '@kindling/contract/embed-looks';
import {
  type EmbedLayout,
  type EmbedLook,
  type EmbedSettings,
  embedLayouts,
  embedSettingsSchema,
  isBadge,
} from '@kindling/contract/embed-settings';
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import { reserveHeight } from '@kindling/guest/embed/render/reserve';
import { listReserveSteps, reservedHeightAt } from '@kindling/guest/embed/render/reserve-length';
import type galleryTexts from '@kindling/locales/en/site-gallery.json';
import { readTexts, type SiteTexts } from '../../texts.ts';

// locale-keys: site-gallery.*, site.sample.*

export type GalleryTexts = typeof galleryTexts;

export const galleryThemes = ['light', 'dark'] as const;
export type GalleryTheme = (typeof galleryThemes)[number];

/** The name of a sample's document, in its file and its address. */
export function sampleName(layout: EmbedLayout, theme: GalleryTheme): string {
  return `${layout}-${theme}`;
}

/** Newest first, by the keys of the texts. A null rating is a recommendation, as Facebook has them. */
const reviews = [
  { key: 'a', rating: 5 },
  { key: 'f', rating: 3 },
  { key: 'd', rating: 5 },
  { key: 'k', rating: null },
  { key: 'b', rating: 4 },
  { key: 'h', rating: 5 },
  { key: 'g', rating: 5 },
  { key: 'i', rating: 2 },
  { key: 'j', rating: 5 },
  { key: 'e', rating: 4 },
  { key: 'l', rating: null },
  { key: 'c', rating: 5 },
] as const;
/** The review with a reply. */
const answered = 'f';
const dayMs = 86_400_000;
const newest = Date.UTC(2026, 2, 14, 9);

const figures: Snapshot['figures'] = [
  {
    source: 'google',
    average: 4.7,
    count: 212,
    recommended: 0,
    notRecommended: 0,
    url: null,
    writeUrl: null,
    histogram: [4, 5, 9, 22, 172],
  },
  {
    source: 'facebook',
    average: null,
    count: 48,
    recommended: 45,
    notRecommended: 3,
    url: null,
    writeUrl: null,
    histogram: [0, 0, 0, 0, 0],
  },
];
const total = 260;

/** Settings that suit a layout; all others are the defaults. */
const exampleSettings: Partial<Record<EmbedLayout, Partial<EmbedSettings>>> = {
  list: { pageSize: 3 },
  grid: { limit: 6, showReplies: false },
  masonry: { limit: 9 },
  carousel: { showReplies: false },
  marquee: { showReplies: false, autoplay: true },
  spotlight: { showReplies: false, dots: true, limit: 6 },
  summary: { showHistogram: true, limit: 3 },
  sidebar: { limit: 4, spacing: 'compact', textSize: 14, showReplies: false },
  wall: { showReplies: false },
};

interface SampleWords {
  language: Language;
  texts: GalleryTexts;
  site: Pick<SiteTexts, 'sample'>;
  brand: Snapshot['brand'];
}

interface Sample extends SampleWords {
  layout: EmbedLayout;
  theme: GalleryTheme;
}

export function gallerySnapshot({ layout, theme, ...words }: Sample): Snapshot {
  return snapshotOf({ ...exampleSettings[layout], layout, theme }, words);
}

/** A look with its own settings: the default layout with the figures of one platform and a few reviews. */
export function lookSnapshot(look: EmbedLook, words: SampleWords): Snapshot {
  const snapshot = snapshotOf({ ...lookSettings[look], limit: 3, showReplies: false }, words);
  return { ...snapshot, figures: figures.slice(0, 1) };
}

function snapshotOf(chosen: Partial<EmbedSettings>, { language, texts, site, brand }: SampleWords): Snapshot {
  const settings = embedSettingsSchema.parse({ ...chosen, language });
  const { layout } = settings;
  const shown = isBadge(layout) ? [] : reviews.slice(0, settings.limit).map(reviewOf);
  return {
    version: 1,
    code: 'sample',
    settings,
    businessName: site.sample.business,
    figures,
    reviews: shown,
    disclosure: {
      shown: shown.length,
      total,
      omitted: isBadge(layout) ? [] : [{ reason: 'limit', count: total - shown.length }],
      minimumRating: 1,
    },
    brand,
  };

  function reviewOf({ key, rating }: (typeof reviews)[number], place: number): SnapshotReview {
    const { author, text } = { ...site.sample.reviews, ...texts.reviews }[key];
    const at = newest - 9 * place * dayMs;
    return {
      id: key,
      source: rating === null ? 'facebook' : 'google',
      authorName: author,
      rating,
      recommendation: rating === null ? 'positive' : null,
      text,
      writtenAt: new Date(at).toISOString(),
      reply: key === answered ? { text: texts.reply, at: new Date(at + dayMs).toISOString() } : null,
      permalink: null,
    };
  }
}

/** Layouts in a corner of the window take no space; their frame gets the height that they need to be seen. */
const minFrameHeights: Partial<Record<EmbedLayout, number>> = { floating: 480, 'badge-corner': 260 };

/** The heights by minimum width, of the language that needs most; they fall with the width. */
function heightsOf(layout: EmbedLayout): { from: number; height: number }[] {
  const inEach = languages.map((language) =>
    reserveHeight(
      gallerySnapshot({
        ...{ layout, theme: 'light', language, brand: { name: 'Kindling', url: 'https://home.invalid/' } },
        texts: readTexts<GalleryTexts>(language, 'site-gallery'),
        site: readTexts<SiteTexts>(language, 'site'),
      }),
    ),
  );
  const edges = inEach.flatMap((reserve) => listReserveSteps(reserve).map(({ below }) => below));
  const widths = [...new Set([0, ...edges.filter(Number.isFinite)])].sort((one, other) => one - other);
  const least = minFrameHeights[layout] ?? 0;
  return widths
    .map((from) => ({
      from,
      height: Math.max(least, ...inEach.map((reserve) => reservedHeightAt(reserve, from))),
    }))
    .filter(({ height }, at, all) => height !== all[at - 1]?.height);
}

/** Heights of the frames, so that nothing moves when one loads. The page's policy forbids style attributes. */
export function frameHeightsCss(): string {
  const rules = embedLayouts.flatMap((layout) =>
    heightsOf(layout).map(({ from, height }) => ({ from, css: `.frame-${layout}{height:${height}px}` })),
  );
  return rules
    .sort((one, other) => one.from - other.from)
    .map(({ from, css }) => (from === 0 ? css : `@container stage (min-width:${from}px){${css}}`))
    .join('');
}
