/** Who may be where: specification.md section 6. Pure, so that every case can be tested. */
import type { AuthState } from '../lib/auth/state.ts';

export type GuardDecision =
  | { kind: 'wait' }
  | { kind: 'allow' }
  | { kind: 'redirect'; to: string }
  /** A public page outside the app, which is loaded as such. */
  | { kind: 'leave'; to: '/' | typeof publicReviewsPath }
  | { kind: 'failed' };

/**
 * `/reviews` is a page for visitors as well, chosen by a cookie that may outlive the session or not be there at all.
 * With the flag the server gives the page in any case, so that app and page never send somebody to and fro.
 */
export const publicReviewsPath = '/reviews?visitor';
const adminHome = '/admin/dashboard';
const userHome = '/dashboard';

export function isAdminPath(pathname: string): boolean {
  return pathname === '/admin' || pathname.startsWith('/admin/');
}

export function decideGuard(state: AuthState, pathname: string): GuardDecision {
  if (!state.isInitialized) return { kind: 'wait' };
  if (!state.isAuthenticated) return state.failure === null ? leave(pathname) : { kind: 'failed' };
  const details = state.additionalUserDetails;
  if (details === null) return { kind: 'wait' };
  const admin = details.role === 'Super Admin';
  if (admin && !isAdminPath(pathname)) return { kind: 'redirect', to: adminHome };
  if (!admin && isAdminPath(pathname)) return { kind: 'redirect', to: userHome };
  return { kind: 'allow' };
}

function leave(pathname: string): GuardDecision {
  return { kind: 'leave', to: /^\/reviews\/?$/.test(pathname) ? publicReviewsPath : '/' };
}
