/** Who may be where: specification.md section 6. Pure, so that every case can be tested. */
import type { AuthState } from '../lib/auth/state.ts';

export type GuardDecision =
  | { kind: 'wait' }
  | { kind: 'allow' }
  | { kind: 'redirect'; to: string }
  /** `/` is a static page outside the app and is loaded as such. */
  | { kind: 'leave'; to: '/' }
  | { kind: 'failed' };

const adminHome = '/admin/dashboard';
const userHome = '/dashboard';

export function isAdminPath(pathname: string): boolean {
  return pathname === '/admin' || pathname.startsWith('/admin/');
}

export function decideGuard(state: AuthState, pathname: string): GuardDecision {
  if (!state.isInitialized) return { kind: 'wait' };
  if (!state.isAuthenticated) return state.failure === null ? { kind: 'leave', to: '/' } : { kind: 'failed' };
  const details = state.additionalUserDetails;
  if (details === null) return { kind: 'wait' };
  const admin = details.role === 'Super Admin';
  if (admin && !isAdminPath(pathname)) return { kind: 'redirect', to: adminHome };
  if (!admin && isAdminPath(pathname)) return { kind: 'redirect', to: userHome };
  return { kind: 'allow' };
}
