import type { SyncRun } from '@kindling/contract/sync';
import { Anchor, Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { client, query } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatAverage, formatDay, formatNumber, formatRelative } from '../../lib/i18n/formats.ts';
import { type Translate, useText } from '../../lib/i18n/text.ts';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import css from './connections.module.css';
import { isSyncEnabled } from './is-sync-enabled.ts';
import { intervalText } from './listing-settings.tsx';
import type { ListingState } from './sync-status.tsx';

// locale-keys: common.source.*

/** What the platform counts, what the last run changed, how complete that is, how often it syncs, and its location. */
export function ListingFacts({ connection, listing, run }: ListingState) {
  const { t, i18n } = useText();
  const mayManage = useMayDo('connections.manage');
  const when = (iso: string | null) =>
    iso === null ? t('connections:health.never') : formatRelative(iso, i18n.language);
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const location = businesses.data?.businesses
    .flatMap((business) => business.locations)
    .find((one) => one.id === listing.locationId);
  const facts: [string, string][] = [];
  if (listing.platformAverage !== null)
    facts.push([
      t('connections:health.average', { platform: t(`common:source.${connection.platform}`) }),
      formatAverage(listing.platformAverage, i18n.language),
    ]);
  if (run?.outcome === 'succeeded')
    facts.push([t('connections:health.lastRun'), changesText(t, run, i18n.language)]);
  facts.push([t('connections:health.lastFull'), when(listing.lastFullPassAt)]);
  if (connection.status === 'active')
    facts.push([t('connections:health.interval'), intervalText(t, listing.syncIntervalMinutes)]);
  if (listing.nextFullPassAt !== null)
    facts.push([
      t('connections:fullSync.next'),
      Date.parse(listing.nextFullPassAt) <= Date.now()
        ? t('connections:health.soon')
        : t('connections:fullSync.by', { day: formatDay(listing.nextFullPassAt, i18n.language) }),
    ]);
  return (
    <section className={css.facts} aria-label={listing.name}>
      <h3 className={css.factsHead}>
        <span data-foreign>{listing.name}</span>
        {listing.address === null ? null : (
          <span className={css.muted} data-foreign>
            {listing.address}
          </span>
        )}
      </h3>
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
      <CountDifference connection={connection} listing={listing} run={run} />
      {isSyncEnabled(connection, listing) && mayManage ? (
        <FullSyncButton listing={listing} run={run} />
      ) : null}
    </section>
  );
}

function changesText(t: Translate, run: SyncRun, language: string): string {
  const number = (value: number) => formatNumber(value, language);
  return [
    t('connections:run.counts', { added: number(run.added), changed: number(run.changed) }),
    run.removed === 0
      ? null
      : t('connections:run.removed', { count: run.removed, value: number(run.removed) }),
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** Only a full sync finds changed replies and removals of older reviews, and full syncs are rare. */
function FullSyncButton({ listing, run }: Pick<ListingState, 'listing' | 'run'>) {
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
      className={css.start}
      size="xs"
      variant="default"
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

/** Explains why our count differs from the platform's after a full sync. */
function CountDifference({ connection, listing, run }: ListingState) {
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
