import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { parseUserFilters, serializeUserFilters, type UserFilters } from './filters.ts';

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const idIn = (params: URLSearchParams, name: string): string | null => {
  const value = params.get(name);
  return value !== null && idPattern.test(value) ? value : null;
};

/** Filters, the open person and the open account, from the address bar and into it. */
export function useUsersAddress() {
  const [params, setParams] = useSearchParams();
  const key = serializeUserFilters(parseUserFilters(params)).toString();
  // The same object as long as the filters are the same, so that opening a person does not read the list again.
  const filters = useMemo(() => parseUserFilters(new URLSearchParams(key)), [key]);
  const change = useCallback(
    (next: UserFilters) => setParams(serializeUserFilters(next), { replace: true, preventScrollReset: true }),
    [setParams],
  );
  /** A step of the history, so that Back closes it. */
  const open = useCallback(
    (userId: string, accountId?: string) => {
      const next = new URLSearchParams(key);
      next.set('user', userId);
      if (accountId !== undefined) next.set('account', accountId);
      setParams(next, { preventScrollReset: true });
    },
    [key, setParams],
  );
  const close = useCallback(
    () => setParams(new URLSearchParams(key), { preventScrollReset: true }),
    [key, setParams],
  );
  const show = useCallback(
    (view: string | null) => setParams(view === 'audit' ? { view } : new URLSearchParams(key)),
    [key, setParams],
  );
  return {
    /** The list of people, or the audit log, which keeps its own search in the address. */
    view: params.get('view') === 'audit' ? 'audit' : 'people',
    show,
    filters,
    change,
    open,
    close,
    userId: idIn(params, 'user'),
    accountId: idIn(params, 'account'),
  };
}
