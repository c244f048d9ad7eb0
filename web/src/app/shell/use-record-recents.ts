import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '../../lib/auth/session.tsx';
import { useCurrentPage } from '../../lib/page-title.ts';
import { recordRecent } from './recents.ts';

/** Records every visited page for the quick switcher. */
export function useRecordRecents(): void {
  const { pathname } = useLocation();
  const { title } = useCurrentPage();
  const person = useAuth().additionalUserDetails?.id;
  useEffect(() => {
    if (person !== undefined && title !== '') recordRecent(person, { path: pathname, title });
  }, [person, pathname, title]);
}
