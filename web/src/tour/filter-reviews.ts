/** The filters and orders of the list of reviews, over the reviews in memory. */
import type { OwnReview, ReviewFilter, ReviewSort } from '@kindling/contract/reviews';
import { findMatches } from '@kindling/contract/search-matches';
import { parseSearch, type SearchPart } from '@kindling/contract/search-words';
import { isUnanswered } from '../features/reviews/reply-state.ts';

/** The day of a review; the sample account counts its days in UTC. */
export function dayOf({ writtenAt, writtenDay }: OwnReview): string {
  return writtenDay ?? writtenAt.slice(0, 10);
}

/** @param locationsOf the locations of a business */
export function filterReviews(
  reviews: readonly OwnReview[],
  filter: ReviewFilter,
  locationsOf: (businessId: string) => readonly string[],
): OwnReview[] {
  const parts = parseSearch(filter.search ?? '');
  const places = filter.businessId === undefined ? null : locationsOf(filter.businessId);
  return reviews.filter(
    (review) =>
      (places === null || places.includes(review.locationId)) &&
      (parts === null || hasWords(review, parts)) &&
      isOfDays(review, filter) &&
      hasRating(review, filter) &&
      isOfSource(review, filter) &&
      isInState(review, filter),
  );
}

function hasWords(
  { authorName, text, translation, reply }: OwnReview,
  parts: readonly SearchPart[],
): boolean {
  const texts = [authorName, text, translation, reply?.text].filter((one) => typeof one === 'string');
  return parts.length > 0 && parts.every((part) => texts.some((one) => findMatches(one, [part]).length > 0));
}

function isOfDays(review: OwnReview, { from, to }: ReviewFilter): boolean {
  const day = dayOf(review);
  return (from === undefined || day >= from) && (to === undefined || day <= to);
}

function hasRating({ rating: stars, recommendation }: OwnReview, filter: ReviewFilter): boolean {
  if (filter.recommendation !== undefined && recommendation !== filter.recommendation) return false;
  const { rating, ratingMode = 'up' } = filter;
  if (rating === undefined) return true;
  if (stars === null) return false;
  if (ratingMode === 'only') return stars === rating;
  return ratingMode === 'up' ? stars >= rating : stars <= rating;
}

function isOfSource(
  review: OwnReview,
  { source, locationId, language, tagId, withText }: ReviewFilter,
): boolean {
  return (
    (source === undefined || review.source === source) &&
    (locationId === undefined || review.locationId === locationId) &&
    (language === undefined || review.language === language) &&
    (tagId === undefined || review.tagIds.includes(tagId)) &&
    (withText === undefined || (review.text !== null) === withText)
  );
}

function isInState(review: OwnReview, filter: ReviewFilter): boolean {
  const { answered, hidden, pinned, removed = false, assigneeId, replyFailed } = filter;
  if (answered !== undefined && !(answered ? review.answered : isUnanswered(review))) return false;
  if (assigneeId !== undefined && (review.assigneeId ?? 'none') !== assigneeId) return false;
  if (replyFailed === true && review.outgoing?.state !== 'failed' && review.reply?.state !== 'failed')
    return false;
  return (
    (hidden === undefined || (review.hidden !== null) === hidden) &&
    (pinned === undefined || (review.pinned !== null) === pinned) &&
    (review.removedAt !== null) === removed
  );
}

/** Newest first where the order says nothing else; `relevance` finds the newest matches first. */
export function sortReviews(reviews: readonly OwnReview[], sort: ReviewSort): OwnReview[] {
  const byTime = (one: OwnReview, other: OwnReview) =>
    Date.parse(other.writtenAt) - Date.parse(one.writtenAt) || (one.id < other.id ? -1 : 1);
  switch (sort) {
    case 'oldest':
      return reviews.toSorted((one, other) => byTime(other, one));
    case 'waiting':
      return reviews.filter(isUnanswered).toSorted((one, other) => byTime(other, one));
    case 'lowest':
      return reviews.toSorted((one, other) => (one.rating ?? 6) - (other.rating ?? 6) || byTime(one, other));
    case 'highest':
      return reviews.toSorted((one, other) => (other.rating ?? 0) - (one.rating ?? 0) || byTime(one, other));
    default:
      return reviews.toSorted(byTime);
  }
}
