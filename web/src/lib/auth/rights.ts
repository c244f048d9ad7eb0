/** What a person may do and open, by the contract's table of rights. */
import { type Action, mayTake, mayTakeWhileActing } from '@kindling/contract/rights';
import type { Screen } from '@kindling/contract/screens';
import type { User } from '@kindling/contract/users';

/** Who looks at the app, whether this installation has plans, and whether it is the tour. */
export type Viewer = Pick<User, 'role' | 'account' | 'impersonated'> & {
  hasPlans: boolean;
  isTour: boolean;
};

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
    inTour,
  }: Pick<Screen, 'audience' | 'action' | 'needsPlans' | 'isPersonal' | 'inTour'>,
): boolean {
  if (viewer.isTour && inTour !== true) return false;
  if (needsPlans === true && !viewer.hasPlans) return false;
  if (isPersonal === true && viewer.impersonated) return false;
  return audience === viewer.role && (action === undefined || mayDo(viewer, action));
}
