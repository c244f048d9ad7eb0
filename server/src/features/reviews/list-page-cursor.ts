/** The opaque cursor of a page of the list. It belongs to one filter and one order. */
import { createHash } from 'node:crypto';
import type { ReviewFilter, ReviewSort } from '@kindling/contract/reviews';
import { z } from 'zod';
import { AppError } from '../../lib/app-error.ts';
import { isPlaceOf, type PagePlace } from './list-order.ts';

/** The database has no year 0. */
const at = z.tuple([z.iso.datetime().regex(/^(?!0000)/), z.uuid()]).transform(([time, id]) => ({ time, id }));
const stars = z.int().min(1).max(5).nullable();
const key = z.string();
const placeSchema = z.union([
  z
    .tuple([key, z.literal('t'), at])
    .transform(([of, , to]) => ({ of, place: { kind: 'time' as const, at: to } })),
  z
    .tuple([key, z.literal('r'), at, stars])
    .transform(([of, , to, rating]) => ({ of, place: { kind: 'rating' as const, at: to, rating } })),
  z
    .tuple([key, z.literal('s'), at, z.int(), at, at.nullable()])
    .transform(([of, , to, score, top, floor]) => ({
      of,
      place: { kind: 'score' as const, at: to, score, top, floor },
    })),
]);

export function encodePlace(list: { filter: ReviewFilter; sort: ReviewSort }, place: PagePlace): string {
  const pair = ({ time, id }: { time: string; id: string }) => [time, id];
  const content =
    place.kind === 'time'
      ? ['t', pair(place.at)]
      : place.kind === 'rating'
        ? ['r', pair(place.at), place.rating]
        : [
            's',
            pair(place.at),
            place.score,
            pair(place.top),
            place.floor === null ? null : pair(place.floor),
          ];
  return Buffer.from(JSON.stringify([keyOf(list), ...content])).toString('base64url');
}

/** @throws AppError `invalid-input` for anything that `encodePlace` did not make for this filter and order. */
export function decodePlace(list: { filter: ReviewFilter; sort: ReviewSort }, cursor: string): PagePlace {
  const { data } = placeSchema.safeParse(readJson(cursor));
  if (data === undefined || data.of !== keyOf(list) || !isPlaceOf(list.sort, data.place))
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'cursor', message: 'Not a cursor of this list.' }],
    });
  return data.place;
}

function readJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

function keyOf({ filter, sort }: { filter: ReviewFilter; sort: ReviewSort }): string {
  const fields = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([sort, fields]))
    .digest('base64url')
    .slice(0, 8);
}
