import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import css from './desktop-sidebar.module.css';
import { Sidebar } from './sidebar.tsx';

/**
 * The sidebar where there is room for it. How it behaves is a preference:
 * `sticky`: it moves with the page until its end shows, then stands (a short one stands at once);
 * `fixed`: it fills the window and scrolls by itself;
 * `compact`: a rail of icons, which opens over the page under the pointer or with the focus.
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

/** Tells the style sheet how high the element is: where a sticky sidebar stops depends on it. */
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
      // A finger has no hover: there the first touch follows the link.
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
