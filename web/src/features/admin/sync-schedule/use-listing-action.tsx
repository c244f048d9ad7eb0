import type { ListingAction, ScheduledListing } from '@kindling/contract/admin-sync-schedule';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client, query } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorText } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { reasonText } from './schedule-words.ts';

interface Act {
  action: ListingAction;
  listings: readonly ScheduledListing[];
  intervalMinutes: number | null;
}

/** Runs an action on listings. What was refused or is no longer there stays on the screen until the next action. */
export function useListingAction() {
  const { t, i18n } = useText();
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: ({ action, listings, intervalMinutes }: Act) =>
      client.adminSyncSchedule.act({
        action,
        ...(action === 'interval' ? { intervalMinutes } : {}),
        listings: listings.map(({ accountId, id }) => ({ accountId, id })),
      }),
    onSuccess: ({ changed, unchanged }) => {
      const number = (count: number) => ({ count, value: formatNumber(count, i18n.language) });
      if (changed > 0)
        toast({ tone: 'good', message: t('admin-sync-schedule:result.changed', number(changed)) });
      else if (unchanged > 0)
        toast({ tone: 'good', message: t('admin-sync-schedule:result.unchanged', number(unchanged)) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: query.adminSyncSchedule.key() }),
  });
  return {
    isPending: act.isPending,
    run(
      action: ListingAction,
      listings: readonly ScheduledListing[],
      intervalMinutes: number | null = null,
      onDone: () => void = () => {},
    ) {
      act.mutate({ action, listings, intervalMinutes }, { onSuccess: onDone });
    },
    notice: noticeOf(),
  };

  function noticeOf(): ReactNode {
    if (act.error !== null)
      return (
        <Notice tone="bad" alert>
          <ErrorText error={act.error} />
        </Notice>
      );
    if (act.data === undefined) return null;
    const { missing, refused } = act.data;
    if (missing.length + refused.length === 0) return null;
    const reasons = [...new Set(refused.map(({ reason }) => reason))];
    return (
      <Notice tone="warn" alert>
        {missing.length === 0 ? null : t('admin-sync-schedule:result.missing', { count: missing.length })}{' '}
        {reasons.map((reason) => (
          <span key={reason}>
            {t('admin-sync-schedule:result.refused', {
              count: refused.filter((one) => one.reason === reason).length,
            })}{' '}
            {reasonText(t, reason)}{' '}
          </span>
        ))}
      </Notice>
    );
  }
}
