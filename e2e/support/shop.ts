/** The expected contents of the screens for the folder `fixtures/shop`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const shopFolder = fileURLToPath(new URL('../fixtures/shop/', import.meta.url));

interface WireReview {
  reviewer: { displayName: string; isAnonymous?: boolean };
  starRating: 'ONE' | 'TWO' | 'THREE' | 'FOUR' | 'FIVE';
  comment?: string;
  createTime: string;
  updateTime: string;
  reviewReply?: { comment: string; updateTime: string };
}

export interface ExpectedReview {
  author: string;
  stars: number;
  text: string | null;
  day: string;
  edited: boolean;
  reply: { text: string; day: string } | null;
}

const stars = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 } as const;
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day as the screens show it to an English reader in UTC. */
export function shownDay(iso: string): string {
  return dayFormat.format(new Date(iso));
}

function expected(wire: WireReview): ExpectedReview {
  return {
    author: wire.reviewer.isAnonymous === true ? 'Anonymous' : wire.reviewer.displayName,
    stars: stars[wire.starRating],
    text: wire.comment ?? null,
    day: shownDay(wire.createTime),
    edited: wire.updateTime > wire.createTime,
    reply:
      wire.reviewReply === undefined
        ? null
        : { text: wire.reviewReply.comment, day: shownDay(wire.reviewReply.updateTime) },
  };
}

/** Reviews of the named Google locations (`accounts/1/locations/2`), newest first. */
export function googleReviews(locations: readonly string[]): ExpectedReview[] {
  const file = JSON.parse(readFileSync(`${shopFolder}google.json`, 'utf8')) as {
    reviews: Record<string, WireReview[]>;
  };
  return locations
    .flatMap((location) => file.reviews[location] ?? [])
    .sort((a, b) => (a.createTime < b.createTime ? 1 : -1))
    .map(expected);
}

/** Mean of the stars with one decimal, as the screens show it. */
export function shownAverage(reviews: readonly ExpectedReview[]): string {
  return (reviews.reduce((sum, review) => sum + review.stars, 0) / reviews.length).toFixed(1);
}
