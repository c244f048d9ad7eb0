/** The reviews that this browser has read: pages of lists, and reviews read one by one. */
import type { OwnReview } from '@kindling/contract/reviews';
import type { QueryClient } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';

export interface ReviewPage {
  items: OwnReview[];
  nextCursor: string | null;
}

/** Updates one review wherever it was read. It stays in a list even when a filter would now exclude it. */
export function updateReviewInLists(
  queries: QueryClient,
  id: string,
  change: (review: OwnReview) => OwnReview,
): void {
  queries.setQueriesData<ReviewPage>({ queryKey: query.reviews.list.key({ type: 'query' }) }, (page) => {
    if (page === undefined || !page.items.some((review) => review.id === id)) return page;
    return { ...page, items: page.items.map((review) => (review.id === id ? change(review) : review)) };
  });
  queries.setQueryData<{ review: OwnReview }>(
    query.reviews.get.queryKey({ input: { id } }),
    (known) => known && { ...known, review: change(known.review) },
  );
}

/** A review of any list that was read; undefined when none has it. */
export function findReadReview(queries: QueryClient, id: string): OwnReview | undefined {
  const pages = queries.getQueriesData<ReviewPage>({ queryKey: query.reviews.list.key({ type: 'query' }) });
  for (const [, page] of pages) {
    const found = page?.items.find((review) => review.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}
