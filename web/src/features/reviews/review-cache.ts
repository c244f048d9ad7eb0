/** The reviews that this browser has read: pages of lists, and reviews read one by one. */
import type { OwnReview } from '@kindling/contract/reviews';
import { hashKey, type QueryClient } from '@tanstack/react-query';
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

/**
 * Shows a review as the server answered it, wherever it is shown, and reads again what depends on it. A poll reads it again
 * only when it found something new.
 */
export function applyReview(queries: QueryClient, review: OwnReview, reason: 'change' | 'poll'): void {
  const { id } = review;
  const before =
    queries.getQueryData(query.reviews.get.queryKey({ input: { id } }))?.review ??
    findReadReview(queries, id);
  updateReviewInLists(queries, id, (known) => withNewerDraft(review, known));
  if (reason === 'poll' && before !== undefined && hashOf(before) === hashOf(review)) return;
  void queries.invalidateQueries({ queryKey: query.reviewMarks.history.key({ input: { id } }) });
  // A filter may count it now, or no longer.
  void queries.invalidateQueries({ queryKey: query.reviews.count.key() });
  if (before !== undefined && standingOf(before) === standingOf(review)) return;
  void queries.invalidateQueries({ queryKey: query.reviews.figures.key() });
  void queries.invalidateQueries({ queryKey: query.analytics.key() });
}

/** A draft and its version belong together. An answer may have been on its way while a newer draft was saved. */
function withNewerDraft(review: OwnReview, { draft, drafting }: OwnReview): OwnReview {
  return drafting.version > review.drafting.version ? { ...review, draft, drafting } : review;
}

/** The review without its draft, which changes with each pause in typing and is in no figure and no history. */
function hashOf({ draft, drafting, ...rest }: OwnReview): string {
  return hashKey([rest]);
}

/** What the figures of all reviews depend on. */
function standingOf({ answered, hidden, removedAt }: OwnReview): string {
  return `${answered} ${hidden !== null} ${removedAt !== null}`;
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
