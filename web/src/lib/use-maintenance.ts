import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onReadOnly } from './api/access.ts';
import { query } from './api/client.ts';
import { currentLanguage, useText } from './i18n/text.ts';

/** The server answers from memory; a hidden page does not ask. */
const pollMs = 60_000;

/** The operator's notices and the read-only mode: read once a minute, and at once when a change was refused. */
export function useMaintenance() {
  const { i18n } = useText();
  const queries = useQueryClient();
  useEffect(
    () => onReadOnly(() => void queries.invalidateQueries({ queryKey: query.maintenance.current.key() })),
    [queries],
  );
  const { data, isPending } = useQuery(
    query.maintenance.current.queryOptions({
      input: { language: currentLanguage(i18n) },
      refetchInterval: pollMs,
      // Without an answer there is nothing to show, and the next minute asks again.
      retry: false,
    }),
  );
  return { ...(data ?? { readOnly: false, notices: [] }), isPending };
}
