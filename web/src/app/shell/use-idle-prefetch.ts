import { useEffect } from 'react';
import { useAuth } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { preload } from '../../lib/stale-build.ts';
import { prefetchScreen } from '../screens.ts';
import { flattenEntries, navigationOf } from './navigation.ts';

/** Milliseconds after the first screen before anything is fetched ahead: its own data goes first. */
const pauseMs = 1500;

function savesData(): boolean {
  const connection = 'connection' in navigator ? navigator.connection : null;
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}

/** Fetches the screens of the sidebar and the quick switcher once the page has come to rest, so that a change of screen needs no network. */
export function useIdlePrefetch(): void {
  const { i18n } = useText();
  const role = useAuth().additionalUserDetails?.role;
  useEffect(() => {
    if (role === undefined || savesData()) return;
    const timer = setTimeout(() => {
      for (const { href } of flattenEntries(navigationOf(role === 'Super Admin'))) prefetchScreen(i18n, href);
      void preload(() => import('./quick-switcher.tsx'));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [i18n, role]);
}
