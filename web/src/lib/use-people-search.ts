import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from './api/client.ts';

/** The people whom an administrator's search finds, by the beginnings of words of name, address and account name. */
export function usePeopleSearch(search: string, { isAllowed = true }: { isAllowed?: boolean } = {}) {
  return useQuery(
    query.adminUsers.list.queryOptions({
      input: { search: search.slice(0, 200), sort: 'registered' },
      placeholderData: keepPreviousData,
      enabled: isAllowed && search.trim() !== '',
    }),
  );
}
