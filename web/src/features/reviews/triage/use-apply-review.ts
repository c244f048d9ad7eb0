import type { OwnReview } from '@kindling/contract/reviews';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { query } from '../../../lib/api/client.ts';
import { updateReviewInLists } from '../review-cache.ts';

/** Shows what the server answered after a change of a review, wherever the review is shown. */
export function useApplyReview(): (review: OwnReview) => void {
  const queries = useQueryClient();
  return useCallback(
    (review) => {
      // The draft here may be newer than the server's.
      updateReviewInLists(queries, review.id, (known) => ({ ...review, draft: known.draft }));
      void queries.invalidateQueries({
        queryKey: query.reviewMarks.history.key({ input: { id: review.id } }),
      });
      // A filter may count it now, or no longer.
      void queries.invalidateQueries({ queryKey: query.reviews.count.key() });
    },
    [queries],
  );
}
