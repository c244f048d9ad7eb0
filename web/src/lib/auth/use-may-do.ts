import type { Action } from '@kindling/contract/rights';
import { mayTake } from './rights.ts';
import { useAuth } from './session.tsx';

/** Whether the signed-in person may take the action in the current account. */
export function useMayDo(action: Action): boolean {
  return mayTake(useAuth().additionalUserDetails?.account ?? null, action);
}
