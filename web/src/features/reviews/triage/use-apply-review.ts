import type { OwnReview } from '@kindling/contract/reviews';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { applyReview } from '../review-cache.ts';

/** Shows what the server answered after a change of a review, wherever the review is shown. */
export function useApplyReview(): (review: OwnReview) => void {
  const queries = useQueryClient();
  return useCallback((review) => applyReview(queries, review, 'change'), [queries]);
}
