import { useAuth } from './session.tsx';

/**
 * Whether a Super Admin uses the app as themselves. They work in no account, so the API refuses them everything that is about
 * one. While they act as a member, the record is that of the member.
 */
export function useIsAdmin(): boolean {
  return useAuth().additionalUserDetails?.role === 'Super Admin';
}
