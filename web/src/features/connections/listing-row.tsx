import type { Listing } from '@kindling/contract/connections';
import type { SyncRun } from '@kindling/contract/sync';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorText } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast.ts';
import css from './connections.module.css';
import { isSyncEnabled } from './is-sync-enabled.ts';
import { type ListingState, SyncStatus } from './sync-status.tsx';

// locale-keys: connections.listingState.*

interface ListingRowProps extends ListingState {
  /** More buttons beside "Sync now". */
  actions?: ReactNode;
  /** Content below the row. */
  children?: ReactNode;
}

/** One listing: its name, its status in plain words, and "Sync now". */
export function ListingRow({ connection, listing, run, actions, children }: ListingRowProps) {
  const { t } = useText();
  const maySync = useMayDo('connections.manage');
  return (
    <li className={css.listing}>
      <div className={css.listingText}>
        <span className={css.listingName}>
          <strong data-foreign>{listing.name}</strong>
          {listing.state === 'ok' ? null : (
            <Tag tone="warn">{t(`connections:listingState.${listing.state}.tag`)}</Tag>
          )}
          {listing.paused && listing.state !== 'gone' ? (
            <Tag tone="calm">{t('connections:pausedTag')}</Tag>
          ) : null}
          {listing.pausedByOperatorSince === null ? null : (
            <Tag tone="calm">{t('connections:operatorPause.tag')}</Tag>
          )}
        </span>
        <SyncStatus connection={connection} listing={listing} run={run} />
      </div>
      <div className={css.listingActions}>
        {isSyncEnabled(connection, listing) && maySync ? <SyncNowButton listing={listing} run={run} /> : null}
        {actions}
      </div>
      {children === undefined ? null : <div className={css.below}>{children}</div>}
    </li>
  );
}

function SyncNowButton({ listing, run }: { listing: Listing; run: SyncRun | null }) {
  const { t } = useText();
  const sync = useMutation({
    mutationFn: () => client.sync.now({ id: listing.id }),
    onSuccess: () => toast({ tone: 'good', message: t('connections:queued', { name: listing.name }) }),
    onError: (error) => toast({ tone: 'bad', message: <ErrorText error={error} /> }),
  });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={14} />}
      disabled={run?.outcome === 'running'}
      loading={sync.isPending}
      onClick={() => sync.mutate()}
      aria-label={t('connections:syncNowOf', { name: listing.name })}
    >
      {t('connections:syncNow')}
    </Button>
  );
}
