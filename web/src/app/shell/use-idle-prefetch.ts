import { useEffect } from 'react';
import { useAuth, useHasPlans, useTour } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { preload } from '../../lib/stale-build.ts';
import { prefetchScreen } from '../screens.ts';
import { sidebarEntries } from './navigation.ts';

/** Milliseconds after the first screen before prefetching starts, so that the screen's own data is fetched first. */
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

/** Prefetches the screens of the sidebar and the quick switcher, so that opening one needs no request for code. */
export function useIdlePrefetch(): void {
  const { i18n } = useText();
  const details = useAuth().additionalUserDetails;
  const hasPlans = useHasPlans();
  const isTour = useTour() !== null;
  useEffect(() => {
    if (details === null || savesData()) return;
    const timer = setTimeout(() => {
      for (const { href } of sidebarEntries({ ...details, hasPlans, isTour })) prefetchScreen(i18n, href);
      void preload(() => import('./quick-switcher.tsx'));
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [i18n, details, hasPlans, isTour]);
}
