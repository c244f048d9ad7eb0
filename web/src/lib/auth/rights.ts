/** What a person may do and open, by the contract's table of rights. */
import { type Action, mayDo, mayDoLimited } from '@kindling/contract/rights';
import type { Screen } from '@kindling/contract/screens';
import type { OwnMembership, User } from '@kindling/contract/users';

/** Whether a member may take the action; false for a person who belongs to no account. */
export function mayTake(membership: OwnMembership | null, action: Action): boolean {
  return (
    membership !== null &&
    mayDo(membership.role, action) &&
    (membership.locationIds === null || mayDoLimited(action))
  );
}

/** Whether a screen is for this person: by its audience, and by the action that it is for. */
export function mayOpen(
  { role, account }: Pick<User, 'role' | 'account'>,
  { audience, action }: Pick<Screen, 'audience' | 'action'>,
): boolean {
  return audience === role && (action === undefined || mayTake(account, action));
}
