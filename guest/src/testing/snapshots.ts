/** Creates snapshots for tests: a valid one with twelve real reviews, with changes by the test. */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import type { z } from 'zod';
import { sampleReviews } from './sample-reviews.ts';

export function makeReview(index: number, fields: Partial<SnapshotReview> = {}): SnapshotReview {
  const sample = sampleReviews[index % sampleReviews.length];
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    source: 'google',
    authorName: sample?.author ?? null,
    rating: sample?.rating ?? null,
    recommendation: null,
    text: sample?.text ?? null,
    writtenAt: new Date(Date.UTC(2026, 9, 28 - 3 * index)).toISOString(),
    reply: null,
    permalink: null,
    ...fields,
  };
}

type Figure = Snapshot['figures'][number];

export function makeFigure(fields: Partial<Figure> = {}): Figure {
  return {
    source: 'google',
    average: 4.6,
    count: 300,
    recommended: 0,
    notRecommended: 0,
    url: 'https://maps.google.com/?cid=10281119596374313554',
    writeUrl: null,
    histogram: [6, 9, 15, 50, 220],
    ...fields,
  };
}

export function makeSnapshot(
  fields: Partial<Omit<Snapshot, 'settings'>> = {},
  settings: z.input<typeof embedSettingsSchema> = {},
): Snapshot {
  return {
    version: 1,
    code: 'k3v9xq2mzt',
    settings: embedSettingsSchema.parse(settings),
    businessName: 'Harbour Street Bakery',
    figures: [makeFigure()],
    reviews: sampleReviews.map((_, index) => makeReview(index)),
    disclosure: { shown: 12, total: 300, omitted: [{ reason: 'limit', count: 288 }], minimumRating: 1 },
    brand: { name: 'Kindling', url: 'https://kindling.app/' },
    ...fields,
  };
}
