import type { FaultRegistry } from '../kit/fault-registry.ts';
import { allNull, corruptItems, hugeText, type ItemCorruptions } from '../kit/item-faults.ts';
import type { JsonObject } from '../kit/json-object.ts';

/** How a review of the v4 API is malformed by name. */
export const reviewCorruptions: ItemCorruptions = {
  'wrong-type': {
    about: 'members of a review have another type',
    patch: () => ({
      starRating: 5,
      comment: { text: 'An object where a text belongs' },
      createTime: 1767225600,
    }),
  },
  'huge-text': {
    about: 'a review has a very long text',
    patch: (_, fault) => ({ comment: hugeText(fault) }),
  },
  'null-everything': { about: 'every member of a review is null', patch: allNull },
  'unknown-enum': {
    about: 'a review has members of enums that nobody knows',
    patch: (review) => ({
      starRating: 'SIX',
      reviewReply: {
        comment: 'Thank you',
        updateTime: review.updateTime,
        reviewReplyState: 'UNDER_REVIEW_AGAIN',
        policyViolation: 'SOMETHING_NEW',
      },
    }),
  },
};

/** The reviews of a page with those damaged that a fault is on for. */
export function corruptReviews(board: FaultRegistry, location: string, reviews: JsonObject[]): JsonObject[] {
  return corruptItems(board, location, reviews, reviewCorruptions, isNamed);
}

/** One review asked for by name: damaged only by a fault that names it, or that is on for every review. */
export function corruptSingleReview(board: FaultRegistry, location: string, review: JsonObject): JsonObject {
  const names = Object.keys(reviewCorruptions);
  const isMeant = names.some((name) => {
    const options = board.find(name, location)?.options;
    return options !== undefined && (options.every === true || options.review !== undefined);
  });
  return isMeant ? (corruptReviews(board, location, [review])[0] ?? review) : review;
}

function isNamed(review: JsonObject, name: string): boolean {
  return review.reviewId === name || review.name === name;
}
