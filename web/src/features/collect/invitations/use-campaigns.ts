import type { Campaign, CampaignRow } from '@kindling/contract/review-requests';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';

/** Milliseconds between two looks while mails are left to send, and otherwise. */
const polls = { active: 10_000, resting: 120_000 } as const;

/** Whether mails are left that go out by themselves. */
export function isActive({ state }: Pick<CampaignRow, 'state'>): boolean {
  return state === 'scheduled' || state === 'sending' || state === 'reminding';
}

/** The last mails of a finished campaign are on their way for a minute. */
const isSending = (campaign: Pick<CampaignRow, 'state' | 'results'> | undefined) =>
  campaign?.state === 'sending' || (campaign?.state === 'finished' && campaign.results.waiting > 0);

export function useInvitations() {
  return useQuery(
    query.reviewRequests.list.queryOptions({
      input: {},
      refetchInterval: ({ state }) => (state.data?.campaigns.some(isSending) ? polls.active : polls.resting),
    }),
  );
}

export function useCampaign(id: string) {
  return useQuery(
    query.reviewRequests.get.queryOptions({
      input: { id },
      refetchInterval: ({ state }) => (isSending(state.data?.campaign) ? polls.active : polls.resting),
    }),
  );
}

/** Pauses, resumes or ends a campaign, and shows the answer. */
export function useChangeCampaign(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: 'pause' | 'resume' | 'cancel'): Promise<{ campaign: Campaign }> =>
      client.reviewRequests[change]({ id }),
    onSuccess: (answer) => {
      queries.setQueryData(query.reviewRequests.get.queryKey({ input: { id } }), answer);
      return Promise.all([
        queries.invalidateQueries({ queryKey: query.reviewRequests.list.key() }),
        queries.invalidateQueries({ queryKey: query.reviewRequests.recipients.key() }),
      ]);
    },
  });
}

export function useRemoveCampaign(id: string, onRemoved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.reviewRequests.remove({ id }),
    onSuccess: async () => {
      onRemoved();
      queries.removeQueries({ queryKey: query.reviewRequests.get.queryKey({ input: { id } }) });
      await queries.invalidateQueries({ queryKey: query.reviewRequests.list.key() });
    },
  });
}
