/** Invented reviews and figures, for pictures of templates while an account has none. They are never published. */
import { isBadge } from '@kindling/contract/embed-settings';
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import { platforms } from '@kindling/contract/platforms';
import { embedSampleTexts } from '@kindling/locales/embed-samples.ts';

// locale-keys: embed-samples.*

/** One platform with stars and one with recommendations, so that a picture shows both. */
const [starred, recommended] = platforms;
/** Newest first, by the keys of the texts. A null rating is a recommendation. */
const reviews = [
  { key: 'a', rating: 5 },
  { key: 'b', rating: 4 },
  { key: 'c', rating: null },
  { key: 'd', rating: 5 },
  { key: 'e', rating: 3 },
  { key: 'f', rating: 5 },
] as const;
const daysBetween = 6;
const dayMs = 86_400_000;
const figure = { url: null, writeUrl: null, recommended: 0, notRecommended: 0 };
const figures: Snapshot['figures'] = [
  { ...figure, source: starred, average: 4.7, count: 86, histogram: [1, 2, 4, 12, 67] },
  {
    ...figure,
    source: recommended,
    average: null,
    count: 24,
    recommended: 23,
    notRecommended: 1,
    histogram: [0, 0, 0, 0, 0],
  },
];

/** The same embed with invented content. @param now the reviews were written before it */
export function sampleSnapshot(snapshot: Snapshot, now: Date): Snapshot {
  const { settings } = snapshot;
  const texts = embedSampleTexts[settings.language];
  const shown = isBadge(settings.layout) ? [] : reviews.slice(0, settings.limit).map(toReview);
  return {
    ...snapshot,
    businessName: snapshot.businessName || texts.business,
    figures: settings.showHeader || isBadge(settings.layout) ? figures : [],
    reviews: shown,
    disclosure: { shown: shown.length, total: shown.length, omitted: [], minimumRating: 1 },
  };

  function toReview({ key, rating }: (typeof reviews)[number], index: number): SnapshotReview {
    const { author, text } = texts.reviews[key];
    return {
      id: key,
      source: rating === null ? recommended : starred,
      authorName: settings.author === 'hidden' ? null : author,
      rating,
      recommendation: rating === null ? 'positive' : null,
      text,
      writtenAt: new Date(now.getTime() - (2 + index * daysBetween) * dayMs).toISOString(),
      reply: null,
      permalink: null,
    };
  }
}
