import type { Connection, Listing } from '@kindling/contract/connections';
import type { SyncRun } from '@kindling/contract/sync';
import { Anchor, Button, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconListCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { client, query } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatDay, formatMoment, formatNumber, formatRelative } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import css from './connections.module.css';
import { isSyncEnabled, ListingRow } from './listing-row.tsx';
import { intervalText, ListingSettings } from './listing-settings.tsx';
import { PendingRemovals } from './pending-removals.tsx';

// locale-keys: common.source.*
// locale-keys: connections.listingState.*

interface ListingDetailsProps {
  connection: Connection;
  listing: Listing;
  run: SyncRun | null;
}

/** A listing on the platform's page, with all of its details and actions. */
export function ListingDetails({ connection, listing, run }: ListingDetailsProps) {
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
          <>
            {isSyncEnabled(connection, listing) ? <FullSyncButton listing={listing} run={run} /> : null}
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconAdjustmentsHorizontal size={14} />}
              aria-label={t('connections:settings.openOf', { name: listing.name })}
              onClick={() => setOpenDialog('settings')}
            >
              {t('connections:settings.open')}
            </Button>
          </>
        )
      }
    >
      <SyncHealth connection={connection} listing={listing} run={run} />
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
      {listing.pendingRemovals === null || connection.status !== 'active' ? (
        <CountDifference connection={connection} listing={listing} run={run} />
      ) : (
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

/** Only a full sync finds changed replies and removals of older reviews, and full syncs are rare. */
function FullSyncButton({ listing, run }: Pick<ListingDetailsProps, 'listing' | 'run'>) {
  const { t } = useText();
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: () => client.sync.now({ id: listing.id, full: true }),
    onSuccess: async () => {
      toast({ tone: 'good', message: t('connections:fullSync.queued', { name: listing.name }) });
      await queries.invalidateQueries({ queryKey: query.connections.key() });
    },
    onError: (error) => toast({ tone: 'bad', message: <ErrorText error={error} /> }),
  });
  return (
    <Button
      size="xs"
      variant="subtle"
      leftSection={<IconListCheck size={14} />}
      disabled={run?.outcome === 'running'}
      loading={check.isPending}
      onClick={() => check.mutate()}
      aria-label={t('connections:fullSync.checkOf', { name: listing.name })}
    >
      {t('connections:fullSync.check')}
    </Button>
  );
}

/** When the listing was synced, how complete that is, the next sync, and its location. */
function SyncHealth({ connection, listing, run }: ListingDetailsProps) {
  const { t, i18n } = useText();
  const when = (iso: string | null) =>
    iso === null ? t('connections:health.never') : formatRelative(iso, i18n.language);
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const location = businesses.data?.businesses
    .flatMap((business) => business.locations)
    .find((one) => one.id === listing.locationId);
  const facts: [string, string][] = [];
  // The run's own line shows a successful sync already.
  if (run?.outcome !== 'succeeded')
    facts.push([t('connections:health.lastGood'), when(listing.lastSuccessAt)]);
  facts.push([t('connections:health.lastFull'), when(listing.lastFullPassAt)]);
  if (connection.status === 'active' && listing.nextSyncAt !== null)
    facts.push([
      t('connections:health.next'),
      Date.parse(listing.nextSyncAt) <= Date.now()
        ? t('connections:health.soon')
        : `${when(listing.nextSyncAt)} (${intervalText(t, listing.syncIntervalMinutes)})`,
    ]);
  if (listing.nextFullPassAt !== null)
    facts.push([
      t('connections:fullSync.next'),
      Date.parse(listing.nextFullPassAt) <= Date.now()
        ? t('connections:health.soon')
        : t('connections:fullSync.by', { day: formatDay(listing.nextFullPassAt, i18n.language) }),
    ]);
  return (
    <dl className={css.health}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{t('connections:health.location')}</dt>
        <dd>
          <Anchor component={Link} to="/businesses" size="sm">
            <span data-foreign>{location?.name ?? t('connections:settings.businesses')}</span>
          </Anchor>
        </dd>
      </div>
    </dl>
  );
}

/** Explains why our count differs from the platform's after a full sync. */
function CountDifference({ connection, listing, run }: ListingDetailsProps) {
  const { t, i18n } = useText();
  const { platformCount, storedCount, lastFullPassAt } = listing;
  if (platformCount === null || platformCount === storedCount || lastFullPassAt === null) return null;
  if (run?.outcome === 'running' || connection.status === 'disconnected') return null;
  const count = Math.abs(platformCount - storedCount);
  const figures = {
    count,
    value: formatNumber(count, i18n.language),
    platform: t(`common:source.${connection.platform}`),
  };
  return (
    <p className={css.muted}>
      {connection.access === 'api-key'
        ? t('connections:difference.open', figures)
        : platformCount > storedCount
          ? t('connections:difference.fewer', figures)
          : t('connections:difference.more', figures)}
    </p>
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
