import type { Listing } from '@kindling/contract/connections';
import type { SyncRun } from '@kindling/contract/sync';
import { Button, Progress } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../lib/api/client.ts';
import { formatAverage, formatNumber, formatRelative } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import css from './connections.module.css';
import { reasonText } from './reason.ts';

// locale-keys: connections.outcome.*

interface ListingRowProps {
  listing: Listing;
  run: SyncRun | null;
  /** False while the connection itself is in trouble. */
  canSync: boolean;
}

/** One profile: its figures, how its last or running sync stands, and "Sync now". */
export function ListingRow({ listing, run, canSync }: ListingRowProps) {
  const { t, i18n } = useText();
  const sync = useMutation({
    mutationFn: () => client.sync.now({ id: listing.id }),
    onSuccess: () => toast({ tone: 'good', message: t('connections:queued', { name: listing.name }) }),
    onError: (error) => toast({ tone: 'bad', message: <ErrorText error={error} /> }),
  });
  const running = run?.outcome === 'running';
  return (
    <li className={css.listing}>
      <div className={css.listingText}>
        <strong data-foreign>{listing.name}</strong>
        {listing.address === null ? null : (
          <span className={css.muted} data-foreign>
            {listing.address}
          </span>
        )}
        <span className={css.muted}>
          {listing.platformAverage === null
            ? null
            : `${t('connections:average', { value: formatAverage(listing.platformAverage, i18n.language) })} · `}
          {t('connections:stored', {
            count: listing.storedCount,
            value: formatNumber(listing.storedCount, i18n.language),
          })}
        </span>
      </div>
      <div className={css.listingRun}>
        {run === null ? <span>{t('connections:run.waiting')}</span> : <RunState run={run} />}
      </div>
      {canSync ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} />}
          disabled={running}
          loading={sync.isPending}
          onClick={() => sync.mutate()}
          aria-label={t('connections:syncNowOf', { name: listing.name })}
        >
          {t('connections:syncNow')}
        </Button>
      ) : null}
    </li>
  );
}

function RunState({ run }: { run: SyncRun }) {
  const { t, i18n } = useText();
  const number = (value: number) => formatNumber(value, i18n.language);
  const nextTry =
    run.nextTryAt === null
      ? null
      : ` ${t('connections:run.next', { when: formatRelative(run.nextTryAt, i18n.language) })}`;
  if (run.outcome === 'running') {
    const share =
      run.expected === null || run.expected === 0 ? null : Math.min(100, (run.seen / run.expected) * 100);
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
        <Progress value={share ?? 100} animated={share === null} aria-label={t('connections:run.progress')} />
        {/* The platform broke off; the run waits and goes on from where it stands. */}
        {run.error === null ? null : (
          <span className={css.muted}>
            {reasonText(t, run.error)}
            {nextTry}
          </span>
        )}
      </div>
    );
  }
  const when = formatRelative(run.finishedAt ?? run.startedAt, i18n.language);
  const counts = t('connections:run.counts', { added: number(run.added), changed: number(run.changed) });
  return (
    <div className={css.progress}>
      <span data-outcome={run.outcome} className={css.outcome}>
        {t(`connections:outcome.${run.outcome}`, { when })}
      </span>
      <span className={css.muted}>
        {run.outcome === 'succeeded' ? counts : reasonText(t, run.error)}
        {run.setAside > 0 ? ` ${t('connections:run.setAside', { count: run.setAside })}` : null}
        {nextTry}
      </span>
    </div>
  );
}
