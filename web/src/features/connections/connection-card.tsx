import type { Connection } from '@kindling/contract/connections';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { ConnectionDetails } from './connection-details.tsx';
import { ConnectionStatusNotice } from './connection-status-notice.tsx';
import css from './connections.module.css';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { ListingDetails } from './listing-details.tsx';
import { ListingRow } from './listing-row.tsx';
import { newerRun } from './newer-run.ts';
import type { RunsByListing } from './use-sync-progress.ts';

// locale-keys: connections.status.*

const tones = {
  needs_reauthorization: 'warn',
  not_approved: 'warn',
  withdrawn: 'calm',
  revoked: 'bad',
  disconnected: 'calm',
} as const satisfies Record<Exclude<Connection['status'], 'active'>, Tone>;

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
        {connection.status === 'active' ? null : (
          <Tag tone={tones[connection.status]}>{t(`connections:status.${connection.status}`)}</Tag>
        )}
        <span className={css.spacer} />
        {full && mayManage ? <ConnectionActions connection={connection} /> : null}
      </div>
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
      {full && connection.listings.length > 0 ? (
        <ConnectionDetails connection={connection} runs={runs} />
      ) : null}
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
