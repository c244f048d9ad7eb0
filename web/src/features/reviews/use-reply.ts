import type { OwnReview } from '@kindling/contract/reviews';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../lib/api/client.ts';
import { toApiError } from '../../lib/api/problem.ts';
import { replyPollInterval, seenReplyText } from './reply-state.ts';
import { forgetDraft, forgetSentDraft } from './replying/kept-drafts.ts';
import { applyReview, updateReviewInLists } from './review-cache.ts';

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
      if (!signal.aborted) applyReview(queries, now, 'poll');
      return null;
    },
  });
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
        : client.reviews.reply({ id, text, seen, seenReview: review.contentVersion });
    },
    onSuccess: ({ review: now }) => {
      forgetSentDraft(queries, id);
      applyReview(queries, now, 'change');
    },
    onError: async (error) => {
      const { code } = toApiError(error);
      if (code !== 'conflict' && code !== 'review-changed') return;
      // The user must see the current review and reply before answering it.
      const { review: now } = await client.reviews.get({ id });
      applyReview(queries, now, 'poll');
    },
  });
}

/** Discards the draft and a reply that failed to send. */
export function useDiscardReply(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.reviews.saveDraft({ id, text: null }),
    onSuccess: ({ version }) => {
      forgetDraft(queries, id);
      updateReviewInLists(queries, id, (review) => ({
        ...review,
        outgoing: null,
        draft: null,
        drafting: { ...review.drafting, version, by: null, at: null, byAssistant: false },
      }));
    },
  });
}
