import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '../../lib/auth/session.tsx';
import { useCurrentPage } from '../../lib/page-title.ts';
import { recentsOwner, recordRecent } from './recents.ts';

/** Records every visited page for the quick switcher. */
export function useRecordRecents(): void {
  const { pathname } = useLocation();
  const { title } = useCurrentPage();
  const details = useAuth().additionalUserDetails;
  const owner = details === null ? undefined : recentsOwner(details);
  useEffect(() => {
    if (owner !== undefined && title !== '') recordRecent(owner, { path: pathname, title });
  }, [owner, pathname, title]);
}
