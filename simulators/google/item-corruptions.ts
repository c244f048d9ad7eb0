import type { FaultRegistry } from '../kit/fault-registry.ts';
import { allNull, corruptItems, hugeText, type ItemCorruptions } from '../kit/item-faults.ts';
import type { JsonObject } from '../kit/json-object.ts';

/** The ways in which a review of the v4 API can be malformed. */
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

/** The reviews of a page, corrupted by the active faults. */
export function corruptReviews(faults: FaultRegistry, location: string, reviews: JsonObject[]): JsonObject[] {
  return corruptItems(faults, location, reviews, reviewCorruptions, isNamed);
}

/** A review that was requested by name. Only faults that name a review, or apply to every review, corrupt it. */
export function corruptSingleReview(faults: FaultRegistry, location: string, review: JsonObject): JsonObject {
  const names = Object.keys(reviewCorruptions);
  const isMeant = names.some((name) => {
    const options = faults.find(name, location)?.options;
    return options !== undefined && (options.every === true || options.review !== undefined);
  });
  return isMeant ? (corruptReviews(faults, location, [review])[0] ?? review) : review;
}

function isNamed(review: JsonObject, name: string): boolean {
  return review.reviewId === name || review.name === name;
}
