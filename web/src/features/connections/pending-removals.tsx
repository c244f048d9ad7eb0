import type { Listing } from '@kindling/contract/connections';
import type { Platform } from '@kindling/contract/platforms';
import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatDay, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';

// locale-keys: common.source.*

interface PendingRemovalsProps {
  listing: Listing;
  pendingRemovals: NonNullable<Listing['pendingRemovals']>;
  platform: Platform;
}

/** Many reviews disappeared from the platform at once, so none was removed here; the owner decides. */
export function PendingRemovals({ listing, pendingRemovals, platform }: PendingRemovalsProps) {
  const { t, i18n } = useText();
  const mayManage = useMayDo('connections.manage');
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const name = t(`common:source.${platform}`);
  const figures = {
    platform: name,
    count: pendingRemovals.count,
    value: formatNumber(pendingRemovals.count, i18n.language),
    total: formatNumber(listing.storedCount, i18n.language),
    day: formatDay(pendingRemovals.since, i18n.language),
  };
  const acceptRemovals = useMutation({
    mutationFn: () => client.sync.acceptRemovals({ id: listing.id }),
    onSuccess: async () => {
      setConfirming(false);
      toast({ tone: 'good', message: t('connections:pendingRemovals.accepted') });
      await queries.invalidateQueries({ queryKey: query.connections.key() });
    },
  });
  return (
    <>
      <Notice
        tone="warn"
        title={t('connections:pendingRemovals.title', figures)}
        action={
          mayManage ? (
            <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
              {t('connections:pendingRemovals.accept')}
            </Button>
          ) : null
        }
      >
        {t('connections:pendingRemovals.text', figures)}
      </Notice>
      <ConfirmDialog
        opened={confirming}
        title={t('connections:pendingRemovals.confirmTitle', figures)}
        confirm={t('connections:pendingRemovals.accept')}
        busy={acceptRemovals.isPending}
        error={acceptRemovals.error}
        onConfirm={() => acceptRemovals.mutate()}
        onClose={() => setConfirming(false)}
      >
        <Text size="sm">{t('connections:pendingRemovals.confirmText', figures)}</Text>
      </ConfirmDialog>
    </>
  );
}
