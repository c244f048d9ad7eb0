/** The state of running syncs as the server tells it, live; falls back to asking when the stream breaks. */
import type { SyncRun } from '@kindling/contract/sync';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { reconnectPause, waitFor } from '../../lib/reconnect.ts';
import { newerRun } from './newer-run.ts';

export type RunsByListing = ReadonlyMap<string, SyncRun>;

export interface SyncProgress {
  runs: RunsByListing;
  /** False while the stream is down: the screen then asks every few seconds. */
  live: boolean;
}

async function follow(signal: AbortSignal, onRun: (run: SyncRun) => void, onLive: (live: boolean) => void) {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const events = await client.sync.events({}, { signal, context: { timeout: 0 } });
      onLive(true);
      for await (const run of events) {
        failures = 0;
        onRun(run);
      }
    } catch {
      // Whatever broke the stream, the answer is the same: ask instead, and try again.
    }
    if (signal.aborted) return;
    onLive(false);
    await waitFor(reconnectPause(failures), signal);
    failures += 1;
  }
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
    void follow(stop.signal, onRun, setLive);
    return () => stop.abort();
  }, [queries]);
  return { runs, live };
}
