/** The reviews that this browser has read: pages of lists, and reviews read one by one. */
import type { OwnReview } from '@kindling/contract/reviews';
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';

export interface ReviewPage {
  items: OwnReview[];
  nextCursor: string | null;
}

/**
 * Updates one review wherever it was read. It stays in a list even when a filter would now exclude it. A page stays as old as
 * it is, because its other reviews are.
 * @param readAt when the server answered with the whole review; left out, it stays as old as it is
 */
export function updateReviewInLists(
  queries: QueryClient,
  id: string,
  change: (review: OwnReview) => OwnReview,
  readAt?: number,
): void {
  for (const { queryKey, state } of readPages(queries)) {
    const page = state.data;
    if (page === undefined || !page.items.some((review) => review.id === id)) continue;
    const items = page.items.map((review) => (review.id === id ? change(review) : review));
    queries.setQueryData<ReviewPage>(queryKey, { ...page, items }, { updatedAt: state.dataUpdatedAt });
  }
  const key = query.reviews.get.queryKey({ input: { id } });
  const updatedAt = readAt ?? queries.getQueryState(key)?.dataUpdatedAt;
  queries.setQueryData<{ review: OwnReview }>(
    key,
    (known) => known && { ...known, review: change(known.review) },
    updatedAt === undefined ? {} : { updatedAt },
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
    findReadReview(queries, id)?.review;
  updateReviewInLists(queries, id, (known) => withNewerDraft(review, known), Date.now());
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

function readPages(queries: QueryClient) {
  const cache = queries.getQueryCache();
  return cache.findAll({ queryKey: query.reviews.list.key({ type: 'query' }) }) as Query<ReviewPage>[];
}

/** A review of the list that was read last, and when that was; undefined when no list has it. */
export function findReadReview(
  queries: QueryClient,
  id: string,
): { review: OwnReview; readAt: number } | undefined {
  let latest: { review: OwnReview; readAt: number } | undefined;
  for (const { state } of readPages(queries)) {
    const review = state.data?.items.find((one) => one.id === id);
    const readAt = state.dataUpdatedAt;
    if (review !== undefined && readAt >= (latest?.readAt ?? 0)) latest = { review, readAt };
  }
  return latest;
}
