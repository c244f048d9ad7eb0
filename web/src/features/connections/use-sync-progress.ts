/** The running syncs, from the server's event stream. */
import type { SyncRun } from '@kindling/contract/sync';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { followEvents } from '../../lib/follow-events.ts';
import { newerRun } from './newer-run.ts';

export type RunsByListing = ReadonlyMap<string, SyncRun>;

export interface SyncProgress {
  runs: RunsByListing;
  /** False while the stream is disconnected; the screen then polls. */
  live: boolean;
}

export function useSyncProgress(): SyncProgress {
  const queries = useQueryClient();
  const [runs, setRuns] = useState<RunsByListing>(new Map());
  const [live, setLive] = useState(true);
  useEffect(() => {
    const stop = new AbortController();
    const onRun = (run: SyncRun) => {
      setRuns((known) =>
        new Map(known).set(run.listingId, newerRun(known.get(run.listingId) ?? null, run) ?? run),
      );
      if (run.finishedAt === null) return;
      for (const key of [
        query.connections.key(),
        query.sync.history.key(),
        query.reviews.key(),
        query.analytics.key(),
      ])
        void queries.invalidateQueries({ queryKey: key });
    };
    void followEvents({
      signal: stop.signal,
      open: (signal) => client.sync.events({}, { signal, context: { timeout: 0 } }),
      onEvent: onRun,
      onLive: setLive,
    });
    return () => stop.abort();
  }, [queries]);
  return { runs, live };
}
