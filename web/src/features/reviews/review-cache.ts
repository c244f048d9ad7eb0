/** The reviews that this browser has read: pages of lists, and reviews read one by one. */
import type { OwnReview } from '@kindling/contract/reviews';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';

type Pages = InfiniteData<{ items: OwnReview[]; nextCursor: string | null }>;

/** Updates one review wherever it was read. It stays in a list even when a filter would now exclude it. */
export function updateReviewInLists(
  queries: QueryClient,
  id: string,
  change: (review: OwnReview) => OwnReview,
): void {
  queries.setQueriesData<Pages>(
    { queryKey: query.reviews.list.key({ type: 'infinite' }) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((review) => (review.id === id ? change(review) : review)),
        })),
      },
  );
  queries.setQueryData<{ review: OwnReview }>(
    query.reviews.get.queryKey({ input: { id } }),
    (known) => known && { ...known, review: change(known.review) },
  );
}
