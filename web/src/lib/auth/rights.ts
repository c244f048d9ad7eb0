/** What a person may do and open, by the contract's table of rights. */
import { type Action, mayTake, mayTakeWhileActing } from '@kindling/contract/rights';
import type { Screen } from '@kindling/contract/screens';
import type { User } from '@kindling/contract/users';

/** Who looks at the app, and whether this installation has plans. */
export type Viewer = Pick<User, 'role' | 'account' | 'impersonated'> & { hasPlans: boolean };

/** Whether the person may take the action in the current account; an administrator who acts as them may do less. */
export function mayDo(user: Pick<User, 'account' | 'impersonated'> | null, action: Action): boolean {
  const account = user?.account ?? null;
  if (user?.impersonated === true) return account !== null && mayTakeWhileActing(account, action);
  return mayTake(account, action);
}

/** Whether a screen is for this person: by its audience, by the action that it is for, and by what the installation has. */
export function mayOpen(
  viewer: Viewer,
  {
    audience,
    action,
    needsPlans,
    isPersonal,
  }: Pick<Screen, 'audience' | 'action' | 'needsPlans' | 'isPersonal'>,
): boolean {
  if (needsPlans === true && !viewer.hasPlans) return false;
  if (isPersonal === true && viewer.impersonated) return false;
  return audience === viewer.role && (action === undefined || mayDo(viewer, action));
}
