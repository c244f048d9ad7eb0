import type { Action } from '@kindling/contract/rights';
import { mayDo } from './rights.ts';
import { useAuth } from './session.tsx';
import { useIsAdmin } from './use-is-admin.ts';

/** Whether the signed-in person is limited to some locations of the current account. */
export function useIsLimited(): boolean {
  const locationIds = useAuth().additionalUserDetails?.account?.locationIds ?? null;
  return locationIds !== null;
}

/** Whether the signed-in person may take the action in the current account. */
export function useMayDo(action: Action): boolean {
  const details = useAuth().additionalUserDetails;
  return mayDo(useIsAdmin() ? null : details, action);
}
