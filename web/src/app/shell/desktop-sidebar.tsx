import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import css from './desktop-sidebar.module.css';
import { Sidebar } from './sidebar.tsx';

/**
 * The sidebar of wide windows. A preference decides how it behaves:
 * `sticky`: it scrolls with the page until its end is visible, then stays (a short one stays at once);
 * `fixed`: it fills the window and scrolls by itself;
 * `compact`: a rail of icons, which opens over the page on hover or focus.
 */
export function DesktopSidebar() {
  const compact = usePreferences().preferences.sidebarBehavior === 'compact';
  const height = useOwnHeight();
  const rail = useRail();
  return (
    <aside className={css.aside}>
      <div
        ref={height}
        className={css.place}
        {...(compact ? { 'data-rail': rail.open ? 'open' : 'closed', ...rail.handlers } : {})}
      >
        <Sidebar {...(compact ? { onNavigate: rail.close } : {})} />
      </div>
    </aside>
  );
}

/** Passes the element's height to the style sheet, which needs it to stop a sticky sidebar. */
function useOwnHeight() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() =>
      current.style.setProperty('--own-height', `${current.scrollHeight}px`),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return element;
}

function useRail() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return {
    open,
    close,
    handlers: {
      // Touch has no hover: the first touch follows the link.
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') setOpen(true);
      },
      onPointerLeave: close,
      onFocus: ({ target }: FocusEvent) => {
        if (target.matches(':focus-visible')) setOpen(true);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) close();
      },
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape') close();
      },
    },
  };
}
