/** On a change of screen: shows a thin bar while it loads, focuses its heading, and announces its title. */
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useCurrentPage } from '../../lib/page-title.ts';
import css from './shell.module.css';

export function RouteAnnouncer() {
  const pending = useNavigation().state === 'loading';
  const { pathname } = useLocation();
  const { title } = useCurrentPage();
  const first = useRef(pathname);
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = '';
    setMoved(true);
    return focusHeading();
  }, [pathname]);
  return (
    <>
      {pending ? <div className={css.pending} data-pending /> : null}
      {/* Screen readers announce the title of the first page themselves. */}
      <div className="k-hidden" aria-live="polite" aria-atomic="true">
        {moved ? title : null}
      </div>
    </>
  );
}

/**
 * Focuses the heading, so that keyboard and screen reader start at the new screen and not at the link that led there.
 * A screen may replace its heading when its data arrives; the new one gets the focus until the person acts.
 */
function focusHeading(): () => void {
  const main = document.getElementById('content');
  if (main === null) return () => undefined;
  const focus = () => {
    const heading = main.querySelector('h1');
    if (heading !== null) heading.tabIndex = -1;
    (heading ?? main).focus({ preventScroll: true });
  };
  focus();
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body || document.activeElement === main) focus();
  });
  observer.observe(main, { childList: true, subtree: true });
  const stop = () => {
    observer.disconnect();
    for (const name of ['pointerdown', 'keydown']) removeEventListener(name, stop, true);
  };
  for (const name of ['pointerdown', 'keydown']) addEventListener(name, stop, true);
  return stop;
}
