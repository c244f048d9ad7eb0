/** What the screen reads, and how its changes make it read again. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { query } from '../../../lib/api/client.ts';
import { pagedListOptions } from '../../../lib/api/paged-list-options.ts';
import { toast } from '../../../ui/toast.ts';
import type { UserFilters } from './filters.ts';

export function usePeople(filters: UserFilters) {
  return useInfiniteQuery(
    query.adminUsers.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        sort: 'registered' as const,
        ...filters,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      placeholderData: (earlier) => earlier,
      ...pagedListOptions,
    }),
  );
}

export function usePerson(userId: string) {
  return useQuery(query.adminUsers.get.queryOptions({ input: { userId } }));
}

export function useAccount(accountId: string) {
  return useQuery(query.adminUsers.getAccount.queryOptions({ input: { accountId } }));
}

export function useActivity(accountId: string) {
  return useInfiniteQuery(
    query.adminUsers.listActivity.infiniteOptions({
      input: (cursor: string | undefined) => ({ accountId, ...(cursor === undefined ? {} : { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      ...pagedListOptions,
    }),
  );
}

interface AdminChange {
  /** What a message says once it is done. */
  done: string;
  onDone: () => void;
}

/**
 * A change of an administrator; afterwards everything of this screen is read again, also when it failed because somebody else
 * was faster.
 */
export function useAdminChange(mutationFn: () => Promise<unknown>, { done, onDone }: AdminChange) {
  const cache = useQueryClient();
  const isSending = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn,
    onSuccess: () => {
      onDone();
      toast({ tone: 'good', message: done });
    },
    onSettled: () => {
      isSending.current = false;
      return cache.invalidateQueries({ queryKey: query.adminUsers.key() });
    },
  });
  return {
    isPending,
    error,
    reset,
    /** The second click of a double click comes before the button is disabled, and does nothing. */
    send: () => {
      if (isSending.current) return;
      isSending.current = true;
      mutate();
    },
  };
}
