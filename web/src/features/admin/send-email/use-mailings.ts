/** What the screen reads, and how its changes make it read again. */
import type { MailingSummary } from '@kindling/contract/mailings';
import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { query } from '../../../lib/api/client.ts';
import { pagedListOptions } from '../../../lib/api/paged-list-options.ts';

/** Milliseconds between two looks at a mailing that is being sent. */
const progressMs = 5_000;

/** Mails of a mailing that ended may still be on their way. */
const isMoving = ({ state, queued }: Pick<MailingSummary, 'state' | 'queued'>) =>
  state === 'scheduled' || state === 'sending' || (queued ?? 0) > 0;

export function useMailings() {
  return useInfiniteQuery(
    query.mailings.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      ...pagedListOptions,
      refetchInterval: (list) => {
        const pages = list.state.data?.pages ?? [];
        return pages.length === 1 && pages[0]?.mailings.some(isMoving) ? progressMs : false;
      },
    }),
  );
}

/** @param id null: none is read */
export function useMailing(id: string | null) {
  return useQuery(
    query.mailings.get.queryOptions({
      input: id === null ? skipToken : { id },
      refetchInterval: ({ state: { data } }) => (data !== undefined && isMoving(data) ? progressMs : false),
    }),
  );
}

export function useRecipients(id: string) {
  return useQuery(query.mailings.recipients.queryOptions({ input: { id }, gcTime: 0 }));
}

export function useDeadLetters() {
  return useInfiniteQuery(
    query.mailings.listDeadLetters.infiniteOptions({
      input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      ...pagedListOptions,
    }),
  );
}

/** A change; afterwards everything of this screen is read again, also when somebody else was faster. */
export function useMailingChange<Result, Input = void>(
  mutationFn: (input: Input) => Promise<Result>,
  onDone: (result: Result, input: Input) => void,
) {
  const cache = useQueryClient();
  const isSending = useRef(false);
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn,
    onSuccess: (result, input) => onDone(result, input),
    onSettled: () => {
      isSending.current = false;
      return cache.invalidateQueries({ queryKey: query.mailings.key() });
    },
  });
  return {
    /** What the last call answered. */
    data,
    isPending,
    error,
    reset,
    /** The second click of a double click comes before the button is disabled, and does nothing. */
    send: (input: Input) => {
      if (isSending.current) return;
      isSending.current = true;
      mutate(input);
    },
  };
}
