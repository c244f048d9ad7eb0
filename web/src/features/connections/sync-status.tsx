import type { Connection, Listing } from '@kindling/contract/connections';
import type { SyncRun } from '@kindling/contract/sync';
import { Progress } from '@mantine/core';
import { formatMoment, formatNumber, formatRelative } from '../../lib/i18n/formats.ts';
import { type Translate, useText } from '../../lib/i18n/text.ts';
import css from './connections.module.css';
import { isSyncEnabled } from './is-sync-enabled.ts';
import { reasonText } from './reason-text.ts';
import { useIfFuture } from './use-if-future.ts';

// locale-keys: common.source.*

export interface ListingState {
  connection: Connection;
  listing: Listing;
  run: SyncRun | null;
}

/** The status of a listing in plain words: when it was synced, how many reviews are here, and when the next sync is. */
export function SyncStatus({ connection, listing, run }: ListingState) {
  const { t, i18n } = useText();
  // A run that ended because the owner disconnected is not shown as running.
  if (run?.outcome === 'running' && connection.status === 'active')
    return <RunProgress run={run} platform={t(`common:source.${connection.platform}`)} />;
  const outcome = outcomeText(t, listing, run, i18n.language);
  const isWaiting = outcome === null && isSyncEnabled(connection, listing);
  const sentences = isWaiting
    ? [t('connections:syncStatus.waiting')]
    : [
        outcome,
        countText(t, connection, listing, i18n.language),
        nextText(t, { connection, listing, run }, i18n.language),
      ];
  return (
    <div className={css.progress}>
      <span data-outcome={run?.outcome} className={css.outcome}>
        {sentences.filter((sentence) => sentence !== null).join(' ')}
      </span>
      {run === null ? null : <RunTrouble run={run} />}
    </div>
  );
}

/** Null before the first sync. */
function outcomeText(t: Translate, listing: Listing, run: SyncRun | null, language: string): string | null {
  const when = (iso: string) => formatRelative(iso, language);
  const last = listing.lastSuccessAt;
  if (run?.outcome === 'partial')
    return t('connections:syncStatus.partial', { when: when(run.finishedAt ?? run.startedAt) });
  if (run?.outcome === 'failed') {
    const failed = t('connections:syncStatus.failed', { when: when(run.finishedAt ?? run.startedAt) });
    return last === null ? failed : `${failed} ${t('connections:syncStatus.last', { when: when(last) })}`;
  }
  const end = run?.outcome === 'succeeded' ? (run.finishedAt ?? run.startedAt) : last;
  return end === null ? null : t('connections:syncStatus.synced', { when: when(end) });
}

function countText(t: Translate, connection: Connection, listing: Listing, language: string): string {
  const { platformCount: total, storedCount: stored } = listing;
  // With an API key the platform shows a few of its reviews, and it may count less than it lists.
  return connection.access === 'oauth' && total !== null && total >= stored
    ? t('connections:syncStatus.countOf', {
        count: total,
        stored: formatNumber(stored, language),
        total: formatNumber(total, language),
      })
    : t('connections:syncStatus.count', { count: stored, stored: formatNumber(stored, language) });
}

function nextText(t: Translate, { connection, listing, run }: ListingState, language: string): string | null {
  const next = listing.nextSyncAt;
  if (next === null || !isSyncEnabled(connection, listing)) return null;
  // The next try of a failed run is said with its reason.
  if (run?.nextTryAt != null) return null;
  return Date.parse(next) <= Date.now()
    ? t('connections:syncStatus.nextSoon')
    : t('connections:syncStatus.next', { time: formatMoment(next, language) });
}

/** Why a run did not succeed, what it skipped, and the next try. */
function RunTrouble({ run }: { run: SyncRun }) {
  const { t, i18n } = useText();
  const parts = [
    run.outcome === 'succeeded' || run.error === null ? null : reasonText(t, run.error),
    run.skipped > 0 ? t('connections:run.skipped', { count: run.skipped }) : null,
    run.nextTryAt === null
      ? null
      : t('connections:run.next', { when: formatRelative(run.nextTryAt, i18n.language) }),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : <span className={css.muted}>{parts.join(' ')}</span>;
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
          ? t('connections:run.syncing', { count: run.seen, seen: number(run.seen) })
          : t('connections:run.syncingOf', {
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
