/** What a person may do and open, by the contract's table of rights. */
import { mayTake } from '@kindling/contract/rights';
import type { Screen } from '@kindling/contract/screens';
import type { User } from '@kindling/contract/users';

/** Whether a screen is for this person: by its audience, and by the action that it is for. */
export function mayOpen(
  { role, account }: Pick<User, 'role' | 'account'>,
  { audience, action }: Pick<Screen, 'audience' | 'action'>,
): boolean {
  return audience === role && (action === undefined || mayTake(account, action));
}
