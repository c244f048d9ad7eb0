import type { OwnReview } from '@kindling/contract/reviews';
import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { toApiError } from '../../lib/api/problem.ts';
import { replyPollInterval, seenReplyText } from './reply-state.ts';

type Pages = InfiniteData<{ items: OwnReview[]; nextCursor: string | null }>;

const replyPollKey = (id: string) => ['review-watch', id];

/** Changes one review wherever a list holds it; it stays in its place, also when a filter would now leave it out. */
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
}

/** Looks at the review again and again while its reply is on its way. */
export function useReplyPolling(review: OwnReview): void {
  const queries = useQueryClient();
  const pause = replyPollInterval(review);
  useQuery({
    queryKey: replyPollKey(review.id),
    enabled: pause !== null,
    refetchInterval: pause ?? false,
    queryFn: async ({ signal }) => {
      const { review: now } = await client.reviews.get({ id: review.id }, { signal });
      // A look that was overtaken by a new request must not show what was before it.
      if (!signal.aborted) applyUpdatedReview(queries, now, review.answered);
      return null;
    },
  });
}

function applyUpdatedReview(queries: QueryClient, now: OwnReview, wasAnswered: boolean): void {
  updateReviewInLists(queries, now.id, () => now);
  if (now.answered === wasAnswered) return;
  void queries.invalidateQueries({ queryKey: query.reviews.figures.key() });
  void queries.invalidateQueries({ queryKey: query.reviews.count.key() });
  void queries.invalidateQueries({ queryKey: query.analytics.key() });
}

/** Sends a reply, or with null takes the one that is there back. */
export function useReply(review: OwnReview) {
  const queries = useQueryClient();
  const { id } = review;
  return useMutation({
    mutationFn: async (text: string | null) => {
      await queries.cancelQueries({ queryKey: replyPollKey(id) });
      const seen = seenReplyText(review);
      return text === null
        ? client.reviews.deleteReply({ id, seen })
        : client.reviews.reply({ id, text, seen });
    },
    onSuccess: ({ review: now }) => applyUpdatedReview(queries, now, review.answered),
    onError: async (error) => {
      if (toApiError(error).code !== 'conflict') return;
      // What stands there now must be seen before anything is written over it. The draft here is newer than theirs.
      const { review: now } = await client.reviews.get({ id });
      updateReviewInLists(queries, id, (known) => ({ ...now, draft: known.draft }));
    },
  });
}

/** Forgets the draft, and a reply that did not get there. */
export function useDiscardReply(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.reviews.saveDraft({ id, text: null }),
    onSuccess: () =>
      updateReviewInLists(queries, id, (review) => ({ ...review, draft: null, outgoing: null })),
  });
}

/** Saves drafts one after the other, so that an older one never arrives after a newer one. */
export function useSaveDraft(id: string): (text: string) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    (text: string) => {
      updateReviewInLists(queries, id, (review) => ({ ...review, draft: text === '' ? null : text }));
      const before = draftSaves.get(id) ?? Promise.resolve();
      const next = before
        .catch(() => undefined)
        .then(async () => {
          await client.reviews.saveDraft({ id, text });
        });
      draftSaves.set(id, next);
      return next;
    },
    [queries, id],
  );
}

/** Resolves when no draft of this review is on its way. */
export function pendingDraftSaves(id: string): Promise<void> {
  return (draftSaves.get(id) ?? Promise.resolve()).catch(() => undefined);
}

/** The last save per review; outlives the composer, which may close while it is under way. */
const draftSaves = new Map<string, Promise<void>>();
