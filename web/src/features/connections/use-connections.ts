import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';

/** Milliseconds between two polls. Events report runs only; pauses and rate limits end without an event. */
const pollIntervalMs = { live: 30_000, without: 5_000 } as const;

/** The account's connections, polled while the screen is open. */
export function useConnections(live: boolean) {
  return useQuery(
    query.connections.list.queryOptions({
      input: {},
      refetchInterval: live ? pollIntervalMs.live : pollIntervalMs.without,
    }),
  );
}
