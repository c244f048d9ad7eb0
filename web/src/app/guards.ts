/** Decides who may see a screen, by its audience in the contract's list. Pure, so that tests cover every case. */
import { type Action, mayTake } from '@kindling/contract/rights';
import { allScreens, homePaths } from '@kindling/contract/screens';
import type { SignInBlock } from '@kindling/contract/users';
import { matchPath } from 'react-router';
import { mayDo } from '../lib/auth/rights.ts';
import type { AuthState } from '../lib/auth/state.ts';

export type GuardDecision =
  | { kind: 'wait' }
  | { kind: 'allow' }
  | { kind: 'redirect'; to: string }
  /** An administrator whose sign-in lacks the second factor that is required here. */
  | { kind: 'second-factor' }
  /** The person belongs to no account. */
  | { kind: 'no-account' }
  /** The page is for members who may take `action`, which this one may not. */
  | { kind: 'explain'; action: Action }
  /** An administrator acts as a member, and this page or action is the member's alone. */
  | { kind: 'acting' }
  /** The member is limited to locations and has none of them any more. */
  | { kind: 'no-location' }
  /** This installation does not have the screen. */
  | { kind: 'missing' }
  /** A public page outside the app, which the browser loads as a document. */
  | { kind: 'leave'; to: string }
  | { kind: 'failed' }
  /** The operator has blocked who signed in. */
  | { kind: 'blocked'; block: SignInBlock };

/** @param hasPlans whether this installation has plans */
export function decideGuard(state: AuthState, pathname: string, hasPlans: boolean): GuardDecision {
  if (!state.isInitialized) return { kind: 'wait' };
  const screen = allScreens.find(({ path }) => matchPath(path, pathname) !== null);
  if (state.block !== null) return { kind: 'blocked', block: state.block };
  if (!state.isAuthenticated)
    return state.failure === null
      ? { kind: 'leave', to: screen?.hasPublicPage === true ? publicPageOf(screen.path) : '/' }
      : { kind: 'failed' };
  const details = state.additionalUserDetails;
  if (details === null) return { kind: 'wait' };
  const audience = screen?.audience ?? 'Regular';
  if (audience !== 'anyone' && audience !== details.role)
    return { kind: 'redirect', to: homePaths[details.role] };
  if (audience === 'Super Admin' && details.secondFactorMissing) return { kind: 'second-factor' };
  if (audience === 'Regular' && details.account === null) return { kind: 'no-account' };
  if (screen?.needsPlans === true && !hasPlans) return { kind: 'missing' };
  if (screen?.isPersonal === true && details.impersonated) return { kind: 'acting' };
  const action = screen?.action;
  if (action === undefined) return { kind: 'allow' };
  if (!mayDo(details, action))
    return details.impersonated && mayTake(details.account, action)
      ? { kind: 'acting' }
      : { kind: 'explain', action };
  return details.account?.locationIds?.length === 0 ? { kind: 'no-location' } : { kind: 'allow' };
}

/**
 * The public page that shares its path with a screen. The server chooses between them by a cookie that may outlive the
 * session; with this flag it always sends the page, so that app and page never redirect to each other.
 */
function publicPageOf(path: string): string {
  return `${path}?visitor`;
}
