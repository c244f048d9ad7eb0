import { useAuth } from './session.tsx';

/** Whether the signed-in person runs this installation, and so sees what must be set up at a platform. */
export function useIsOperator(): boolean {
  return useAuth().additionalUserDetails?.operator === true;
}
