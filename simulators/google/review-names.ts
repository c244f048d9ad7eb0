import type { JsonObject } from '../kit/json-object.ts';
import type { GoogleState } from './state.ts';

/** Splits `accounts/a/locations/l/reviews/r` into the location's name and the review's id. */
export function splitReviewName(name: string): { location: string; reviewId: string } {
  const parts = name.split('/');
  return { location: parts.slice(0, 4).join('/'), reviewId: parts[5] ?? '' };
}

/** Sets or removes the reply of a review; false when the review does not exist. */
export function setReply(
  state: Pick<GoogleState, 'reviews'>,
  name: string,
  reply: JsonObject | null,
): boolean {
  const { location, reviewId } = splitReviewName(name);
  const review = state.reviews.find(location, reviewId);
  if (!review) return false;
  const { reviewReply: _old, ...rest } = review;
  state.reviews.put(location, reply ? { ...rest, reviewReply: reply } : rest);
  return true;
}
