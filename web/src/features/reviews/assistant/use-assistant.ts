import type { Assistant } from '@kindling/contract/assistant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { client, query } from '../../../lib/api/client.ts';

export function useAssistant() {
  return useQuery(query.assistant.get.queryOptions({ input: {}, staleTime: 60_000 }));
}

export function useUpdateAssistant() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: Omit<Assistant, 'host' | 'simulated'> & { host: string }) =>
      client.assistant.update(wanted),
    onSuccess: (answer) => queries.setQueryData(query.assistant.get.queryKey({ input: {} }), answer),
    // The operator may have changed the host.
    onError: () => queries.invalidateQueries({ queryKey: query.assistant.key() }),
  });
}

/** Asks for a draft. `cancel` ends the call at once; so does leaving the composer. */
export function useReplyDraft(id: string) {
  const call = useRef<AbortController | null>(null);
  const request = useMutation({
    mutationFn: async () => {
      call.current?.abort();
      call.current = new AbortController();
      return client.assistant.draft({ id }, { signal: call.current.signal });
    },
  });
  useEffect(() => () => call.current?.abort(), []);
  return {
    ...request,
    cancel: () => {
      call.current?.abort();
      request.reset();
    },
  };
}
