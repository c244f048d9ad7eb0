/** What a person may do and open, by the contract's table of rights. */
import { mayTake } from '@kindling/contract/rights';
import type { Screen } from '@kindling/contract/screens';
import type { User } from '@kindling/contract/users';

/** Who looks at the app, and whether this installation has plans. */
export type Viewer = Pick<User, 'role' | 'account'> & { hasPlans: boolean };

/** Whether a screen is for this person: by its audience, by the action that it is for, and by what the installation has. */
export function mayOpen(
  { role, account, hasPlans }: Viewer,
  { audience, action, needsPlans }: Pick<Screen, 'audience' | 'action' | 'needsPlans'>,
): boolean {
  if (needsPlans === true && !hasPlans) return false;
  return audience === role && (action === undefined || mayTake(account, action));
}
