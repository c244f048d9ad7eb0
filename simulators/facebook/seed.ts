import type { Fields } from '../kit/fields.ts';
import { addedRows, fate } from '../kit/variation.ts';
import { graphTime } from './world.ts';

/** Between two recommendations, going back. */
const step = 20 * 60_000;

/** What is generated: for which page, and with which newest time (ISO). */
export type Crop = { page: string; count: number; newest: string; variant: number };

/**
 * `count` recommendations, one per 20 minutes going back from `newest`, the same for the same crop. Another `variant`
 * is the same page some time later: a few are gone, some are edited, and new ones stand in front.
 */
export function generateRatings({ page, count, newest, variant }: Crop): Fields[] {
  const start = Date.parse(newest);
  const items: Fields[] = [];
  for (let row = addedRows(variant, count); row > 0; row -= 1) {
    items.push(rating(`9${variant}${page}`, row, graphTime(start + row * step)));
  }
  for (let at = 0; at < count; at += 1) {
    const what = fate(variant, at);
    if (what === 'gone') continue;
    const plain = rating(page, at, graphTime(start - at * step));
    const text = `Edited later, still recommended (${at + 1}, ${variant})`;
    items.push(what === 'kept' ? plain : { ...plain, has_review: true, review_text: text });
  }
  return items;
}

function rating(page: string, at: number, time: string): Fields {
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
