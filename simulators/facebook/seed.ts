import type { JsonObject } from '../kit/json-object.ts';
import { addedRowCount, rowChange } from '../kit/seed-variation.ts';
import { graphTime } from './platform-reviews.ts';

/** Milliseconds between two recommendations. */
const stepMs = 20 * 60_000;

/** What is generated: for which page, and with which newest time (ISO). */
export type SeedOptions = { page: string; count: number; newest: string; variant: number };

/**
 * `count` recommendations, one per 20 minutes going back from `newest`, the same for the same options. Another `variant`
 * is the same page some time later: a few are deleted, some are edited, and new ones come first.
 */
export function generateRatings({ page, count, newest, variant }: SeedOptions): JsonObject[] {
  const start = Date.parse(newest);
  const items: JsonObject[] = [];
  for (let row = addedRowCount(variant, count); row > 0; row -= 1) {
    items.push(rating(`9${variant}${page}`, row, graphTime(start + row * stepMs)));
  }
  for (let at = 0; at < count; at += 1) {
    const what = rowChange(variant, at);
    if (what === 'gone') continue;
    const plain = rating(page, at, graphTime(start - at * stepMs));
    const text = `Edited later, still recommended (${at + 1}, ${variant})`;
    items.push(what === 'kept' ? plain : { ...plain, has_review: true, review_text: text });
  }
  return items;
}

function rating(page: string, at: number, time: string): JsonObject {
  return {
    created_time: time,
    has_rating: false,
    has_review: at % 7 !== 6,
    recommendation_type: at % 5 === 4 ? 'negative' : 'positive',
    ...(at % 7 === 6 ? {} : { review_text: `Very friendly, recommended (${at + 1})` }),
    reviewer: { id: `77${page}${at + 1}`, name: `Guest ${at + 1}` },
    open_graph_story: { id: `88${page}${at + 1}`, start_time: time, type: 'sellers.rates' },
  };
}
