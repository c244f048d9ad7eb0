/** Invented reviews of an invented bakery, as a snapshot for the renderer of embeds. Whatever shows them says so. */
import type { Language } from '@kindling/contract/constants';
import { type EmbedSettings, embedSettingsSchema, isBadge } from '@kindling/contract/embed-settings';
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import type galleryTexts from '@kindling/locales/en/site-gallery.json';
import type { SiteTexts } from '../texts.ts';

// locale-keys: site-gallery.*, site.sample.*

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
export type SampleReview = (typeof reviews)[number]['key'];
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

export interface SampleTexts {
  gallery: Pick<typeof galleryTexts, 'reviews' | 'reply'>;
  site: Pick<SiteTexts, 'sample'>;
}

interface Sample {
  settings: Partial<EmbedSettings>;
  language: Language;
  texts: SampleTexts;
  /** Name of the installation. The brand line is plain text, because the page is the brand's own. */
  brand: string;
  /** The reviews to show, in this order; without it the newest. */
  keys?: readonly SampleReview[];
}

export function liveSnapshot({ settings: chosen, language, texts, brand, keys }: Sample): Snapshot {
  const settings = embedSettingsSchema.parse({ ...chosen, language });
  const badge = isBadge(settings.layout);
  const picked =
    keys === undefined ? reviews : keys.flatMap((key) => reviews.filter((one) => one.key === key));
  const shown = badge ? [] : picked.slice(0, settings.limit).map(reviewOf);
  return {
    version: 1,
    code: 'sample',
    settings,
    businessName: texts.site.sample.business,
    figures,
    reviews: shown,
    disclosure: {
      shown: shown.length,
      total,
      omitted: badge ? [] : [{ reason: 'limit', count: total - shown.length }],
      minimumRating: 1,
    },
    brand: { name: brand, url: '' },
  };

  function reviewOf({ key, rating }: (typeof reviews)[number], place: number): SnapshotReview {
    const { author, text } = { ...texts.site.sample.reviews, ...texts.gallery.reviews }[key];
    const at = newest - 9 * place * dayMs;
    return {
      id: key,
      source: rating === null ? 'facebook' : 'google',
      authorName: author,
      rating,
      recommendation: rating === null ? 'positive' : null,
      text,
      writtenAt: new Date(at).toISOString(),
      reply: key === answered ? { text: texts.gallery.reply, at: new Date(at + dayMs).toISOString() } : null,
      permalink: null,
    };
  }
}
