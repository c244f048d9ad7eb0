/** Imports as the server tells them, live; falls back to asking when the stream breaks. */
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
/** Under this key something is being done with an import. */
export const importActionKey = (id: string) => ['imports', 'act', id];
export const detailKey = (id: string) => query.imports.get.queryOptions({ input: { id } }).queryKey;

/** Puts what was told in the place of what is shown; everything that shows reviews is asked for again at the end. */
export function applyImportUpdate(queries: QueryClient, told: Import): void {
  const before = queries.getQueryData<{ import: ImportDetail }>(detailKey(told.id));
  queries.setQueryData<{ imports: Import[] }>(listKey(), (known) =>
    known === undefined
      ? known
      : {
          imports: known.imports.some((one) => one.id === told.id)
            ? known.imports.map((one) => (one.id === told.id ? told : one))
            : [told, ...known.imports],
        },
  );
  if (before !== undefined)
    queries.setQueryData(detailKey(told.id), { import: { ...before.import, ...told } });
  if (before !== undefined && before.import.state !== told.state && isInProgress(before.import))
    void invalidateImports(queries);
}

/** Asks again for what an import has changed; its preview shows the file, which stays as it is. */
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

/** False while the stream is down: screens then ask every few seconds. */
export function useLiveImports(): boolean {
  const queries = useQueryClient();
  const [live, setLive] = useState(true);
  useEffect(() => {
    const stop = new AbortController();
    void followEvents({
      signal: stop.signal,
      open: (signal) => client.imports.events({}, { signal, context: { timeout: 0 } }),
      onEvent: (told) => applyImportUpdate(queries, told),
      onLive: setLive,
    });
    return () => stop.abort();
  }, [queries]);
  return live;
}
