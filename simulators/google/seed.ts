import type { JsonObject } from '../kit/json-object.ts';
import { addedRowCount, rowChange } from '../kit/seed-variation.ts';

const texts = [
  'Friendly people, quick and fair. We will be back.',
  'Sehr freundlich und schnell, gerne wieder.',
  'Très bon accueil, je recommande sans hésiter.',
  'Muy buena atención, todo perfecto.',
  'Waited too long and nobody could tell us why.',
  'Alles in Ordnung, Preis etwas hoch.',
];
const names = ['A. B.', 'C. D.', 'E. F.', 'G.', 'H. I. J.', 'K. L.'];
const ratings = ['FIVE', 'FIVE', 'FOUR', 'FIVE', 'THREE', 'ONE', 'FOUR', 'TWO'];

/** Milliseconds between two reviews. */
const stepMs = 20 * 60_000;

/** What is generated: ids begin with `label`, the first review has the time `newest` (ISO). */
export type SeedOptions = { label: string; count: number; newest: string; variant: number };

/**
 * `count` reviews in wire shape, the same for the same options: ids `label`-1 … -N, one per 20 minutes going back from
 * `newest`, every seventh without text, every fourth answered. Another `variant` is the same place some time later:
 * a few reviews are deleted, some are edited, and new ones come first.
 */
export function generateReviews({ label, count, newest, variant }: SeedOptions): JsonObject[] {
  const start = Date.parse(newest);
  const reviews: JsonObject[] = [];
  for (let row = addedRowCount(variant, count); row > 0; row -= 1) {
    const time = new Date(start + row * stepMs).toISOString();
    reviews.push(review(`${label}-v${variant}-${row}`, row, time));
  }
  for (let at = 0; at < count; at += 1) {
    const what = rowChange(variant, at);
    if (what === 'gone') continue;
    const plain = review(`${label}-${at + 1}`, at, new Date(start - at * stepMs).toISOString());
    reviews.push(what === 'kept' ? plain : edited(plain, at, variant, start));
  }
  return reviews;
}

function review(reviewId: string, at: number, time: string): JsonObject {
  const reply = { comment: 'Thank you for your visit!', updateTime: time, reviewReplyState: 'APPROVED' };
  return {
    reviewId,
    reviewer: { displayName: names[at % names.length] },
    starRating: ratings[at % ratings.length],
    ...(at % 7 === 6 ? {} : { comment: `${texts[at % texts.length]} (${at + 1})` }),
    createTime: time,
    updateTime: time,
    ...(at % 4 === 0 ? { reviewReply: reply } : {}),
  };
}

/** An edit with a time after the newest review, so that it comes first. */
function edited(plain: JsonObject, at: number, variant: number, start: number): JsonObject {
  return {
    ...plain,
    comment: `${texts[(at + variant) % texts.length]} (${at + 1}, edited ${variant})`,
    starRating: ratings[(at + variant) % ratings.length],
    updateTime: new Date(start + (variant % 1000) * stepMs + (at % 1000) * 1000).toISOString(),
  };
}
