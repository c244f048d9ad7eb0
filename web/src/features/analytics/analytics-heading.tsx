import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useText } from '../../lib/i18n/text.ts';
import css from './sections.module.css';

const afterOthersMs = 60;

/** Where the figures of the period begin. "Analytics" in the account menu leads here, and moves the focus along. */
export function AnalyticsHeading() {
  const { t } = useText();
  const { hash, key } = useLocation();
  const type = useNavigationType();
  const heading = useRef<HTMLHeadingElement>(null);
  // Going back restores the position that the page had. The first page of a load has the key `default`.
  const asked = hash === '#analytics' && (type !== 'POP' || key === 'default') ? key : null;
  useEffect(() => {
    if (asked === null) return;
    // After the shell, which moves the focus to the heading of a new screen, and after the menu, which gives it back.
    const timer = setTimeout(() => {
      heading.current?.scrollIntoView();
      heading.current?.focus({ preventScroll: true });
    }, afterOthersMs);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <h2 ref={heading} id="analytics" tabIndex={-1} className={css.analytics}>
      <span className="k-hidden">{t('menu.analytics')}</span>
    </h2>
  );
}
