/** Keeps the user record of the session up to date while the app is open. */
import type { Member } from '@kindling/contract/team';
import type { User } from '@kindling/contract/users';
import { hashKey, replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { onRightsRefused } from '../api/access.ts';
import { setCurrentAccount } from '../api/current-account.ts';
import { readUser, useSession } from './session.tsx';

const queryKey = ['current-user'];

/**
 * Reads the user record again when the page becomes visible and when the API refuses a call for the person's rights,
 * because other members change roles and limits and remove members. Changed rights apply to the whole app at once.
 * @param details the record that the app uses now
 * @returns the new record when the person no longer belongs to the tab's account, or acts as somebody else than this tab
 *   shows; else null
 */
export function useCurrentUser(details: User): User | null {
  const session = useSession();
  const queries = useQueryClient();
  const { data: user } = useQuery({
    queryKey,
    queryFn: () => readUser(session),
    initialData: details,
    staleTime: 0,
    // The start-up has just read it.
    refetchOnMount: false,
    // After a break, `details` is newer than what was read before it.
    gcTime: 0,
    // Each answer is compared with `details`, which the profile changes too.
    structuralSharing: false,
  });
  // Calls that are refused together share one read; the read itself is never refused for rights.
  useEffect(
    () => onRightsRefused(() => void queries.refetchQueries({ queryKey }, { cancelRefetch: false })),
    [queries],
  );
  const { store } = session;
  useEffect(() => {
    const before = store.get().additionalUserDetails;
    if (before === null || isOfAnother(before, user)) return;
    const next = replaceEqualDeep(before, user);
    if (next === before) return;
    setCurrentAccount(next.account?.id ?? null);
    store.dispatch({ type: 'SET_ADDITIONAL_USER_DETAILS', details: next });
  }, [store, user]);
  useFreshData(details.account);
  return isOfAnother(details, user) ? user : null;
}

/** Whether what this tab shows is no longer the person's, so that nothing of it may stay in memory. */
function isOfAnother(before: User, now: User): boolean {
  if (before.acting?.id !== now.acting?.id) return true;
  return before.account !== null && before.account.id !== now.account?.id;
}

/** Reads the data of the screens again when the person's rights have changed, and drops what no screen shows. */
function useFreshData(account: User['account']): void {
  const queries = useQueryClient();
  const before = useRef(account);
  useEffect(() => {
    if (before.current === account) return;
    before.current = account;
    queries.removeQueries({ type: 'inactive' });
    void queries.invalidateQueries({ predicate: (one) => one.queryHash !== hashKey(queryKey) });
  }, [queries, account]);
}

/** Returns a function that reads the user record again, for when an answer shows that others have changed the account. */
export function useReadUser(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey }), [queries]);
}

/** Reads the user record again when the person's own row of the team, which names the first locations only, differs from it. */
export function useAccessCheck(own: Pick<Member, 'role' | 'locationCount' | 'firstLocationIds'> | undefined) {
  const { store } = useSession();
  const readAgain = useReadUser();
  useEffect(() => {
    const account = store.get().additionalUserDetails?.account;
    if (own === undefined || !account) return;
    const { role, locationIds } = account;
    const first = locationIds?.slice(0, own.firstLocationIds.length) ?? [];
    if (
      hashKey([own.role, own.locationCount, own.firstLocationIds]) !==
      hashKey([role, locationIds?.length ?? null, first])
    )
      void readAgain();
  }, [store, readAgain, own]);
}
