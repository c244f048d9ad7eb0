import type { Connection } from '@kindling/contract/connections';
import type { SyncRun } from '@kindling/contract/sync';
import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../lib/api/client.ts';
import { pagedListOptions } from '../../lib/api/paged-list-options.ts';
import { formatMoment, formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import css from './connections.module.css';
import { reasonText } from './reason-text.ts';

// locale-keys: connections.history.kind.*
// locale-keys: connections.history.trigger.*
// locale-keys: connections.history.outcome.*
// locale-keys: connections.history.count.*

const tones = {
  running: 'calm',
  succeeded: 'good',
  partial: 'warn',
  failed: 'bad',
} as const satisfies Record<SyncRun['outcome'], Tone>;

/** Rows that are shown at first; "Show more" adds twice as many. */
const rowsPerStep = 6;

/** All runs of a connection, newest first: what each read and changed, its error, and the next retry. */
export function SyncHistory({ connection }: { connection: Connection }) {
  const { t } = useText();
  const [listingId, setListingId] = useState('');
  const [shown, setShown] = useState(rowsPerStep);
  const pages = useInfiniteQuery(
    query.sync.history.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: connection.id,
        ...(listingId === '' ? {} : { listingId }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      ...pagedListOptions,
    }),
  );
  const runs = pages.data?.pages.flatMap((page) => page.runs) ?? [];
  const names = new Map(connection.listings.map((listing) => [listing.id, listing.name]));
  const more = runs.length > shown || pages.hasNextPage;
  const showMore = () => {
    if (runs.length < shown + rowsPerStep && pages.hasNextPage) void pages.fetchNextPage();
    setShown(shown + rowsPerStep * 2);
  };
  return (
    <section className={css.inside}>
      <div className={css.historyHead}>
        <h3 className={css.factsHead}>{t('connections:history.title')}</h3>
        {connection.listings.length > 1 ? (
          <NativeSelect
            size="xs"
            aria-label={t('connections:history.filter')}
            value={listingId}
            onChange={(event) => {
              setListingId(event.currentTarget.value);
              setShown(rowsPerStep);
            }}
            data={[
              { value: '', label: t('connections:history.all') },
              ...connection.listings.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        ) : null}
      </div>
      {pages.isPending ? (
        <div className={css.inside} role="status" aria-label={t('common:loading')}>
          <Skeleton shape="table" height={44} />
          <Skeleton shape="table" height={44} />
          <Skeleton shape="table" height={44} />
        </div>
      ) : null}
      {pages.isError && pages.data === undefined ? (
        <ErrorState error={pages.error} retry={() => void pages.refetch()} />
      ) : null}
      {pages.isSuccess && runs.length === 0 ? (
        <p className={css.muted}>{t('connections:history.none')}</p>
      ) : null}
      {runs.length === 0 ? null : (
        <ol className={css.history} aria-label={t('connections:history.title')}>
          {runs.slice(0, shown).map((run) => (
            <SyncRunRow
              key={run.id}
              run={run}
              name={names.size > 1 ? (names.get(run.listingId) ?? null) : null}
            />
          ))}
        </ol>
      )}
      {more && runs.length > 0 ? (
        <Button
          className={css.start}
          size="xs"
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => showMore()}
        >
          {t('connections:history.more')}
        </Button>
      ) : null}
    </section>
  );
}

function SyncRunRow({ run, name }: { run: SyncRun; name: string | null }) {
  const { t, i18n } = useText();
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  const counts = (
    [
      ['added', run.added],
      ['changed', run.changed],
      ['removed', run.removed],
      ['restored', run.restored],
      ['unchanged', run.unchanged],
      ['skipped', run.skipped],
      ['requests', run.requests],
    ] as const
  )
    .filter(([key, count]) => count > 0 || key === 'added' || key === 'changed')
    .map(([key, count]) =>
      t(`connections:history.count.${key}`, { count, value: formatNumber(count, i18n.language) }),
    );
  return (
    <li className={css.run}>
      <div className={css.runHead}>
        <time dateTime={run.startedAt}>{moment(run.startedAt)}</time>
        <Tag tone={tones[run.outcome]}>{t(`connections:history.outcome.${run.outcome}`)}</Tag>
        <span className={css.muted}>
          {t(`connections:history.kind.${run.kind}`)}, {t(`connections:history.trigger.${run.trigger}`)}
        </span>
        {name === null ? null : (
          <span className={css.runPlace} data-foreign>
            {name}
          </span>
        )}
      </div>
      <p className={css.counts}>{counts.join(' · ')}</p>
      {run.error === null ? null : (
        <p className={css.muted}>
          {reasonText(t, run.error)}
          {run.nextTryAt === null
            ? null
            : ` ${t('connections:history.nextTry', { time: moment(run.nextTryAt) })}`}
        </p>
      )}
    </li>
  );
}
