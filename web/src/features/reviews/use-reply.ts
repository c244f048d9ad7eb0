import type { OwnReview } from '@kindling/contract/reviews';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { toApiError } from '../../lib/api/problem.ts';
import { replyPollInterval, seenReplyText } from './reply-state.ts';
import { updateReviewInLists } from './review-cache.ts';

const replyPollKey = (id: string) => ['review-watch', id];

/** Polls the review while its reply is being published or removed. */
export function useReplyPolling(review: OwnReview): void {
  const queries = useQueryClient();
  const pause = replyPollInterval(review);
  useQuery({
    queryKey: replyPollKey(review.id),
    enabled: pause !== null,
    refetchInterval: pause ?? false,
    queryFn: async ({ signal }) => {
      const { review: now } = await client.reviews.get({ id: review.id }, { signal });
      // A poll that was canceled by a newer request must not show its outdated answer.
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

/** Sends a reply; null deletes the existing one. */
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
      // The user must see the platform's current reply before overwriting it. The local draft is newer than the
      // server's.
      const { review: now } = await client.reviews.get({ id });
      updateReviewInLists(queries, id, (known) => ({ ...now, draft: known.draft }));
    },
  });
}

/** Discards the draft and a reply that failed to send. */
export function useDiscardReply(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.reviews.saveDraft({ id, text: null }),
    onSuccess: () =>
      updateReviewInLists(queries, id, (review) => ({ ...review, draft: null, outgoing: null })),
  });
}

/** Saves drafts one at a time, so that an older one never arrives after a newer one. */
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

/** Resolves when no draft save of this review is in flight. */
export function pendingDraftSaves(id: string): Promise<void> {
  return (draftSaves.get(id) ?? Promise.resolve()).catch(() => undefined);
}

/** The last draft save per review. It is module state because the composer may unmount before the save ends. */
const draftSaves = new Map<string, Promise<void>>();
