import type { Connection } from '@kindling/contract/connections';
import { useState } from 'react';
import { useText } from '../../lib/i18n/text.ts';
import css from './connections.module.css';
import { ListingFacts } from './listing-facts.tsx';
import { newerRun } from './newer-run.ts';
import { SyncHistory } from './sync-history.tsx';
import type { RunsByListing } from './use-sync-progress.ts';

/** What most people never need: the figures of each listing, and every sync. Loaded once it is opened. */
export function ConnectionDetails({ connection, runs }: { connection: Connection; runs: RunsByListing }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('connections:details')}</summary>
      {isOpen ? (
        <div className={css.detailsBody}>
          {connection.listings.map((listing) => (
            <ListingFacts
              key={listing.id}
              connection={connection}
              listing={listing}
              run={newerRun(listing.lastRun, runs.get(listing.id) ?? null)}
            />
          ))}
          <SyncHistory connection={connection} />
        </div>
      ) : null}
    </details>
  );
}
