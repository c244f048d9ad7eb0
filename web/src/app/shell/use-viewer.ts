import type { Viewer } from '../../lib/auth/rights.ts';
import { useAuth, useHasPlans, useTour } from '../../lib/auth/session.tsx';

/** The signed-in person as the lists of screens see them; null before their record is there. */
export function useViewer(): Viewer | null {
  const hasPlans = useHasPlans();
  const isTour = useTour() !== null;
  const details = useAuth().additionalUserDetails;
  if (details === null) return null;
  const { role, account, impersonated } = details;
  return { role, account, impersonated, hasPlans, isTour };
}
