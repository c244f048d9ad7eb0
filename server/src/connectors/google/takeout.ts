/**
 * Reviews as Google Takeout hands them out (`Google Business Profile/account-…/location-…/reviews….json`): the
 * resources of the reviews interface, but for `reviewId`, which only `name` tells.
 */
import { z } from 'zod';
import type { ReviewArchive } from '../kit/archive.ts';
import { toReview } from './map.ts';
import { review } from './wire.ts';

const nameShape = /^(accounts\/[\w-]+\/locations\/([\w-]+))\/reviews\/([^\s/?#%\\\p{Cc}\p{Cs}]{1,256})$/u;
const named = z.looseObject({ name: z.string() });

function parts(name: string): { resourceName: string; location: string; reviewId: string } | null {
  const [, resourceName, location, reviewId] = nameShape.exec(name) ?? [];
  return resourceName === undefined || location === undefined || reviewId === undefined
    ? null
    : { resourceName, location, reviewId };
}

export const googleArchive: ReviewArchive = {
  platform: 'google',
  toReview(item) {
    const outer = named.safeParse(item);
    const place = outer.success ? parts(outer.data.name) : null;
    if (!outer.success || place === null) return null;
    const wire = review.safeParse({ ...outer.data, reviewId: place.reviewId });
    if (!wire.success) return null;
    return toReview(wire.data, { externalId: place.location, resourceName: place.resourceName });
  },
  keyOf(name) {
    const place = parts(name.trim());
    return place === null ? null : `${place.location}/${place.reviewId}`;
  },
  listingOf: (key) => key.slice(0, key.indexOf('/')),
};
