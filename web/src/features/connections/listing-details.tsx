import type { Listing } from '@kindling/contract/connections';
import { Button, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatMoment, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { ListingRow } from './listing-row.tsx';
import { ListingSettings } from './listing-settings.tsx';
import { PendingRemovals } from './pending-removals.tsx';
import type { ListingState } from './sync-status.tsx';

// locale-keys: common.source.*
// locale-keys: connections.listingState.*

/** A listing on the platform's page, with its settings and what the owner should know about it. */
export function ListingDetails({ connection, listing, run }: ListingState) {
  const { t, i18n } = useText();
  const mayManage = useMayDo('connections.manage');
  const [openDialog, setOpenDialog] = useState<'settings' | 'remove' | null>(null);
  const platform = t(`common:source.${connection.platform}`);
  const disconnected = connection.status === 'disconnected';
  return (
    <ListingRow
      connection={connection}
      listing={listing}
      run={run}
      actions={
        disconnected || !mayManage ? null : (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconAdjustmentsHorizontal size={14} />}
            aria-label={t('connections:settings.openOf', { name: listing.name })}
            onClick={() => setOpenDialog('settings')}
          >
            {t('connections:settings.open')}
          </Button>
        )
      }
    >
      {listing.state === 'ok' ? null : (
        <Notice tone="warn">{t(`connections:listingState.${listing.state}.text`, { platform })}</Notice>
      )}
      {listing.paused && listing.state !== 'gone' && !disconnected ? (
        <PausedNotice listing={listing} />
      ) : null}
      {listing.pausedByOperatorSince === null || disconnected ? null : (
        <Notice tone="info">
          {t('connections:operatorPause.listing', {
            time: formatMoment(listing.pausedByOperatorSince, i18n.language),
          })}
        </Notice>
      )}
      {listing.pendingRemovals === null || connection.status !== 'active' ? null : (
        <PendingRemovals
          listing={listing}
          pendingRemovals={listing.pendingRemovals}
          platform={connection.platform}
        />
      )}
      <ListingSettings
        listing={listing}
        fastestIntervalMinutes={connection.fastestIntervalMinutes}
        opened={openDialog === 'settings'}
        onClose={() => setOpenDialog(null)}
        onRemove={() => setOpenDialog('remove')}
      />
      <RemoveListingDialog
        listing={listing}
        platform={platform}
        opened={openDialog === 'remove'}
        onClose={() => setOpenDialog(null)}
      />
    </ListingRow>
  );
}

function PausedNotice({ listing }: { listing: Listing }) {
  const { t } = useText();
  const mayManage = useMayDo('connections.manage');
  const queries = useQueryClient();
  const resume = useMutation({
    mutationFn: () => client.connections.updateListing({ id: listing.id, paused: false }),
    onSuccess: () => queries.invalidateQueries({ queryKey: query.connections.key() }),
  });
  return (
    <Notice
      tone="info"
      action={
        mayManage ? (
          <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
            {t('connections:resume')}
          </Button>
        ) : null
      }
    >
      {t('connections:pausedText')} {resume.error === null ? null : <ErrorText error={resume.error} />}
    </Notice>
  );
}

interface RemoveListingDialogProps {
  listing: Listing;
  platform: string;
  opened: boolean;
  onClose: () => void;
}

function RemoveListingDialog({ listing, platform, opened, onClose }: RemoveListingDialogProps) {
  const { t, i18n } = useText();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.connections.removeListing({ id: listing.id }),
    onSuccess: async () => {
      onClose();
      toast({ tone: 'good', message: t('connections:remove.done', { name: listing.name }) });
      await queries.invalidateQueries();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={t('connections:remove.title', { name: listing.name })}
      confirm={t('connections:remove.confirm')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        {t('connections:remove.text', {
          count: listing.storedCount,
          value: formatNumber(listing.storedCount, i18n.language),
          platform,
        })}
      </Text>
    </ConfirmDialog>
  );
}
