import type { Connection, Listing } from '@kindling/contract/connections';
import type { SyncRun } from '@kindling/contract/sync';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';
import { isSyncEnabled } from './is-sync-enabled.ts';
import { newerRun } from './newer-run.ts';
import type { RunsByListing } from './use-sync-progress.ts';

/** Facebook appends this fragment to the OAuth redirect, and browsers keep it through ours. */
const strayFragment = '#_=_';
/** Tolerance in milliseconds, because the clocks of server and browser may differ. */
const clockSkewMs = 60_000;

/**
 * The id of the connection that was just reconnected, from the URL. It then removes the parameters, so that a reload
 * does not announce it again.
 */
export function useReconnectedId(): string | null {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const [renewed] = useState(() => {
    const params = new URLSearchParams(search);
    return params.get('renewed') === '1' ? params.get('connection') : null;
  });
  useEffect(() => {
    const params = new URLSearchParams(search);
    const justReconnected = params.has('renewed');
    if (!justReconnected && hash !== strayFragment) return;
    if (justReconnected) for (const name of ['renewed', 'connection']) params.delete(name);
    void navigate({ search: params.toString(), hash: hash === strayFragment ? '' : hash }, { replace: true });
  }, [search, hash, navigate]);
  return renewed;
}

/** Says that the account is connected again, and how far the full sync is that this started. */
export function ReconnectedNotice({ connection, runs }: { connection: Connection; runs: RunsByListing }) {
  const { t } = useText();
  const { displayName: name } = connection;
  const syncStates = connection.listings
    .filter((listing) => isSyncEnabled(connection, listing))
    .map((listing) => fullSyncState(listing, newerRun(listing.lastRun, runs.get(listing.id) ?? null)));
  return (
    <Notice tone="info" title={t('connections:renewed.title')}>
      {syncStates.includes('pending')
        ? t('connections:renewed.text', { name })
        : syncStates.includes('failed')
          ? t('connections:renewed.failed', { name })
          : t('connections:renewed.done', { name })}
    </Notice>
  );
}

function fullSyncState(listing: Listing, run: SyncRun | null): 'pending' | 'failed' | 'done' {
  const { nextSyncAt, nextFullPassAt } = listing;
  const fullSyncQueued = nextFullPassAt !== null && nextFullPassAt === nextSyncAt;
  const due = fullSyncQueued && Date.parse(nextFullPassAt) <= Date.now() + clockSkewMs;
  if (run === null || run.outcome === 'running' || due) return 'pending';
  return run.outcome === 'succeeded' ? 'done' : 'failed';
}
