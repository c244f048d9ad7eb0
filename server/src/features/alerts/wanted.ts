import { mayTake } from '@kindling/contract/rights';
import { type AccountUser, seesOneOf } from '../identity/index.ts';

interface RatedReview {
  rating: number | null;
  recommendation: string | null;
  location_id: string;
}

/** Whether a member wants to hear of the review at once, and may read it. */
export function wantsReviewAlert(user: AccountUser, review: RatedReview): boolean {
  const { newReviews } = user.alerts;
  return (
    newReviews !== 'off' &&
    mayTake(user, 'reviews.read') &&
    seesOneOf(user, [review.location_id]) &&
    (newReviews === 'all' || isLow(user, review))
  );
}

/** Whether a member wants to hear of reviews that others assign to them, and may reply. */
export function wantsAssignmentAlert(user: AccountUser): boolean {
  return user.alerts.assigned && mayTake(user, 'reviews.reply');
}

/** A thumb of a first-party review is a recommendation, too. */
function isLow({ alerts }: AccountUser, { rating, recommendation }: RatedReview): boolean {
  if (rating !== null) return rating <= alerts.lowStars;
  return recommendation === null ? alerts.unrated : recommendation === 'negative';
}
