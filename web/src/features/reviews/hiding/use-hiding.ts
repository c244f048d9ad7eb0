import type { AbuseReason, HideReason } from '@kindling/contract/hidden-reasons';
import type { OwnReview } from '@kindling/contract/reviews';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { updateReviewInLists } from '../review-cache.ts';

export type HidingStep =
  | { kind: 'hide'; reason: HideReason }
  | { kind: 'report'; reason: AbuseReason }
  | { kind: 'show' }
  | { kind: 'take-back' };

function send(id: string, step: HidingStep): Promise<{ review: OwnReview }> {
  if (step.kind === 'hide') return client.reviews.hide({ id, reason: step.reason });
  if (step.kind === 'report') return client.reviews.reportAbuse({ id, reason: step.reason });
  return step.kind === 'show' ? client.reviews.show({ id }) : client.reviews.takeBackReport({ id });
}

/** Hides or reports a review, or takes that back. It stays in the list, whatever the filters. */
export function useHiding(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (step: HidingStep) => send(id, step),
    onSuccess: ({ review }) => {
      // The draft here may be newer than the server's.
      updateReviewInLists(queries, id, (known) => ({ ...review, draft: known.draft }));
      // A hidden review is no unanswered one.
      void queries.invalidateQueries({ queryKey: query.reviews.figures.key() });
      void queries.invalidateQueries({ queryKey: query.reviews.count.key() });
      void queries.invalidateQueries({ queryKey: query.analytics.key() });
    },
  });
}

/** The reasons that the law of the account's market leaves; undefined until they are known. */
export function useHideReasons(enabled: boolean): HideReason[] | undefined {
  const answer = useQuery(query.reviews.hideReasons.queryOptions({ input: {}, enabled }));
  return answer.data?.reasons;
}
