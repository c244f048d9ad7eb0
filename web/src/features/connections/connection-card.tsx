import type { Connection } from '@kindling/contract/connections';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatMoment, formatRelative } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { ConnectionStatusNotice } from './connection-status-notice.tsx';
import css from './connections.module.css';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { ListingDetails } from './listing-details.tsx';
import { ListingRow } from './listing-row.tsx';
import { newerRun } from './newer-run.ts';
import type { RunsByListing } from './use-sync-progress.ts';

// locale-keys: connections.status.*

const tones = {
  active: 'good',
  needs_reauthorization: 'warn',
  not_approved: 'warn',
  withdrawn: 'calm',
  revoked: 'bad',
  disconnected: 'calm',
} as const satisfies Record<Connection['status'], Tone>;

interface ConnectionCardProps {
  connection: Connection;
  runs: RunsByListing;
  /** Shows all details and actions; otherwise a summary. */
  full?: boolean;
}

/** One connected account of a platform with its listings. */
export function ConnectionCard({ connection, runs, full = false }: ConnectionCardProps) {
  const { t } = useText();
  const mayManage = useMayDo('connections.manage');
  const Row = full ? ListingDetails : ListingRow;
  return (
    <div className={css.connection}>
      <div className={css.connectionHead}>
        <strong data-foreign>{connection.displayName}</strong>
        <Tag tone={tones[connection.status]}>{t(`connections:status.${connection.status}`)}</Tag>
        <span className={css.spacer} />
        {full && mayManage ? <ConnectionActions connection={connection} /> : null}
      </div>
      <SyncSummary connection={connection} />
      <ConnectionStatusNotice connection={connection} />
      {connection.listings.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('connections:noListings')}
        </Text>
      ) : (
        <ul className={css.listings}>
          {connection.listings.map((listing) => (
            <Row
              key={listing.id}
              connection={connection}
              listing={listing}
              run={newerRun(listing.lastRun, runs.get(listing.id) ?? null)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function ConnectionActions({ connection }: { connection: Connection }) {
  const { t } = useText();
  const [disconnecting, setDisconnecting] = useState(false);
  // Listings that cannot be synced any more can still be chosen, as links for writing a review.
  const canChooseListings =
    connection.access === 'oauth' && (connection.status === 'active' || connection.status === 'withdrawn');
  return (
    <>
      {canChooseListings ? (
        <LinkButton
          size="xs"
          variant="default"
          to={`/connections/${connection.platform}?connection=${connection.id}&choose=1`}
        >
          {t('connections:chooseMore')}
        </LinkButton>
      ) : null}
      {connection.status === 'disconnected' ? null : (
        <>
          <Button size="xs" variant="subtle" color="red" onClick={() => setDisconnecting(true)}>
            {t('connections:disconnect')}
          </Button>
          <DisconnectDialog
            connection={connection}
            opened={disconnecting}
            onClose={() => setDisconnecting(false)}
          />
        </>
      )}
    </>
  );
}

/** The number of listings, the last successful sync, and the next one. */
function SyncSummary({ connection }: { connection: Connection }) {
  const { t, i18n } = useText();
  const { listings } = connection;
  if (listings.length === 0) return null;
  const sortedTimes = (key: 'lastSuccessAt' | 'nextSyncAt') =>
    listings.flatMap((listing) => listing[key] ?? []).sort();
  const last = sortedTimes('lastSuccessAt').at(-1);
  const [next] = sortedTimes('nextSyncAt');
  const parts = [
    t('connections:summary.profiles', { count: listings.length }),
    last === undefined ? null : t('connections:summary.last', { when: formatRelative(last, i18n.language) }),
    next === undefined || Date.parse(next) <= Date.now()
      ? null
      : t('connections:summary.next', { time: formatMoment(next, i18n.language) }),
  ];
  return <p className={css.muted}>{parts.filter((part) => part !== null).join(' · ')}</p>;
}
