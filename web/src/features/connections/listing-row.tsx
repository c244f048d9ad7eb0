import type { Connection, Listing } from '@kindling/contract/connections';
import type { SyncRun } from '@kindling/contract/sync';
import { Button, Progress } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatAverage, formatMoment, formatNumber, formatRelative } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorText } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast.ts';
import css from './connections.module.css';
import { reasonText } from './reason-text.ts';
import { useIfFuture } from './use-if-future.ts';

// locale-keys: common.source.*
// locale-keys: connections.outcome.*
// locale-keys: connections.listingState.*

interface ListingRowProps {
  connection: Connection;
  listing: Listing;
  run: SyncRun | null;
  /** More buttons beside "Sync now". */
  actions?: ReactNode;
  /** Content below the row. */
  children?: ReactNode;
}

/** Whether the listing is synced at the moment. */
export function isSyncEnabled(connection: Connection, listing: Listing): boolean {
  return (
    connection.status === 'active' &&
    !listing.paused &&
    !isPausedByOperator(connection, listing) &&
    listing.state !== 'gone'
  );
}

/** Whether the operator pauses the listing or its platform. */
function isPausedByOperator(connection: Connection, listing: Listing): boolean {
  return connection.pausedByOperatorSince !== null || listing.pausedByOperatorSince !== null;
}

/** One listing: its figures, the state of its current or last run, and "Sync now". */
export function ListingRow({ connection, listing, run, actions, children }: ListingRowProps) {
  const { t } = useText();
  const maySync = useMayDo('connections.manage');
  const active = connection.status === 'active';
  const syncEnabled = isSyncEnabled(connection, listing);
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
        {listing.address === null ? null : (
          <span className={css.muted} data-foreign>
            {listing.address}
          </span>
        )}
        <ListingFigures connection={connection} listing={listing} />
      </div>
      <div className={css.listingRun}>
        {/* A run that ended because the owner disconnected is not shown as running. */}
        {run === null ? (
          syncEnabled ? (
            <span>{t('connections:run.waiting')}</span>
          ) : null
        ) : run.outcome === 'running' && !active ? null : (
          <RunStatus run={run} platform={t(`common:source.${connection.platform}`)} />
        )}
      </div>
      <div className={css.listingActions}>
        {syncEnabled && maySync ? <SyncNowButton listing={listing} run={run} /> : null}
        {actions}
      </div>
      {children === undefined ? null : <div className={css.below}>{children}</div>}
    </li>
  );
}

function ListingFigures({ connection, listing }: Pick<ListingRowProps, 'connection' | 'listing'>) {
  const { t, i18n } = useText();
  const platform = t(`common:source.${connection.platform}`);
  const number = (value: number) => formatNumber(value, i18n.language);
  const { platformAverage, platformCount, storedCount } = listing;
  const parts = [
    platformAverage === null
      ? null
      : t('connections:average', { value: formatAverage(platformAverage, i18n.language) }),
    platformCount === null
      ? null
      : t('connections:platformCount', { count: platformCount, value: number(platformCount), platform }),
    t('connections:stored', { count: storedCount, value: number(storedCount) }),
  ];
  return <span className={css.muted}>{parts.filter((part) => part !== null).join(' · ')}</span>;
}

function SyncNowButton({ listing, run }: Pick<ListingRowProps, 'listing' | 'run'>) {
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

function RunStatus({ run, platform }: { run: SyncRun; platform: string }) {
  const { t, i18n } = useText();
  const number = (value: number) => formatNumber(value, i18n.language);
  if (run.outcome === 'running') return <RunProgress run={run} platform={platform} />;
  const when = formatRelative(run.finishedAt ?? run.startedAt, i18n.language);
  const counts = [
    t('connections:run.counts', { added: number(run.added), changed: number(run.changed) }),
    run.removed === 0
      ? null
      : t('connections:run.removed', { count: run.removed, value: number(run.removed) }),
  ];
  return (
    <div className={css.progress}>
      <span data-outcome={run.outcome} className={css.outcome}>
        {t(`connections:outcome.${run.outcome}`, { when })}
      </span>
      <span className={css.muted}>
        {run.outcome === 'succeeded' || run.error === null
          ? counts.filter((part) => part !== null).join(', ')
          : reasonText(t, run.error)}
        {run.skipped > 0 ? ` ${t('connections:run.skipped', { count: run.skipped })}` : null}
        {run.nextTryAt === null
          ? null
          : ` ${t('connections:run.next', { when: formatRelative(run.nextTryAt, i18n.language) })}`}
      </span>
    </div>
  );
}

function RunProgress({ run, platform }: { run: SyncRun; platform: string }) {
  const { t, i18n } = useText();
  const number = (value: number) => formatNumber(value, i18n.language);
  const share =
    run.expected === null || run.expected === 0 ? null : Math.min(100, (run.seen / run.expected) * 100);
  const retryAt = useIfFuture(run.error === null ? null : run.nextTryAt);
  const paused = run.error === 'sync-paused';
  return (
    <div className={css.progress} role="status">
      <span>
        {run.expected === null
          ? t('connections:run.reading', { count: run.seen, seen: number(run.seen) })
          : t('connections:run.readingOf', {
              count: run.expected,
              seen: number(run.seen),
              total: number(run.expected),
            })}
      </span>
      <Progress
        value={share ?? 100}
        animated={share === null && retryAt === null && !paused}
        aria-label={t('connections:run.progress')}
      />
      {paused ? <span className={css.muted}>{reasonText(t, run.error)}</span> : null}
      {/* The platform interrupted the run; it resumes later from its cursor. */}
      {retryAt === null ? null : (
        <span className={css.muted}>
          {run.error === 'platform-busy'
            ? t('connections:run.askedToWait', { platform, time: formatMoment(retryAt, i18n.language) })
            : `${reasonText(t, run.error)} ${t('connections:run.next', {
                when: formatRelative(retryAt, i18n.language),
              })}`}
        </span>
      )}
    </div>
  );
}
