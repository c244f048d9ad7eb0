/** The account's imports, from the server's event stream. */
import type { Import, ImportDetail } from '@kindling/contract/imports';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { followEvents } from '../../lib/follow-events.ts';

const inProgressStates = new Set<Import['state']>(['checking', 'publishing', 'undoing']);

export function isInProgress({ state }: Pick<Import, 'state'>): boolean {
  return inProgressStates.has(state);
}

const listKey = () => query.imports.list.queryOptions({ input: {} }).queryKey;
export const previewKey = query.imports.preview.key();
/** The key of mutations that change an import. */
export const importActionKey = (id: string) => ['imports', 'act', id];
export const detailKey = (id: string) => query.imports.get.queryOptions({ input: { id } }).queryKey;

/** Writes a received import into the cache; when it has finished, everything that shows reviews is refetched. */
export function applyImportUpdate(queries: QueryClient, update: Import): void {
  const before = queries.getQueryData<{ import: ImportDetail }>(detailKey(update.id));
  queries.setQueryData<{ imports: Import[] }>(listKey(), (known) =>
    known === undefined
      ? known
      : {
          imports: known.imports.some((one) => one.id === update.id)
            ? known.imports.map((one) => (one.id === update.id ? update : one))
            : [update, ...known.imports],
        },
  );
  if (before !== undefined)
    queries.setQueryData(detailKey(update.id), { import: { ...before.import, ...update } });
  if (before !== undefined && before.import.state !== update.state && isInProgress(before.import))
    void invalidateImports(queries);
}

/** Refetches what an import changes. The preview shows the file, which does not change. */
export async function invalidateImports(queries: QueryClient): Promise<void> {
  const changed = [
    query.imports.list.key(),
    query.imports.get.key(),
    query.imports.faults.key(),
    query.reviews.key(),
    query.analytics.key(),
  ];
  await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** Subscribes to the event stream. False while it is disconnected; the screens then poll. */
export function useLiveImports(): boolean {
  const queries = useQueryClient();
  const [live, setLive] = useState(true);
  useEffect(() => {
    const stop = new AbortController();
    void followEvents({
      signal: stop.signal,
      open: (signal) => client.imports.events({}, { signal, context: { timeout: 0 } }),
      onEvent: (update) => applyImportUpdate(queries, update),
      onLive: setLive,
    });
    return () => stop.abort();
  }, [queries]);
  return live;
}
