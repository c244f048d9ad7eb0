import type { AbuseReason, HiddenReason, HideReason } from '@kindling/contract/hidden-reasons';
import type { OwnReview } from '@kindling/contract/reviews';
import { useMutation, useQuery } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';
import { useApplyReview } from '../triage/use-apply-review.ts';

export type HidingStep =
  | { kind: 'hide'; reason: HiddenReason }
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
  const apply = useApplyReview();
  return useMutation({
    mutationFn: (step: HidingStep) => send(id, step),
    onSuccess: ({ review }) => apply(review),
  });
}

/** The reasons that the law of the account's market leaves; undefined until they are known. */
export function useHideReasons(enabled: boolean): HideReason[] | undefined {
  return useHidingRules(enabled)?.reasons;
}

/** What the law of the account's market leaves; undefined until it is known. */
export function useHidingRules(enabled: boolean): { reasons: HideReason[]; inBulk: boolean } | undefined {
  return useQuery(query.reviews.hideReasons.queryOptions({ input: {}, enabled })).data;
}
