import { type RefObject, useEffect, useRef } from 'react';

/** True while keys belong to a field, or to a dialog in front. */
export function keysAreTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null
  );
}

/** j and k walk through the cards, which are made only near the window: scroll first, then focus. */
export function useListKeys(
  list: RefObject<HTMLUListElement | null>,
  count: number,
  scrollTo: (index: number) => void,
): void {
  const latest = useRef({ count, scrollTo });
  latest.current = { count, scrollTo };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.key !== 'j' && event.key !== 'k') || keysAreTaken(event)) return;
      const active = document.activeElement?.closest('[data-index]');
      const current =
        active && list.current?.contains(active) ? Number(active.getAttribute('data-index')) : -1;
      const next = Math.min(Math.max(current + (event.key === 'j' ? 1 : -1), 0), latest.current.count - 1);
      if (next < 0) return;
      event.preventDefault();
      latest.current.scrollTo(next);
      requestAnimationFrame(() =>
        list.current
          ?.querySelector<HTMLElement>(`[data-index="${next}"] > article`)
          ?.focus({ preventScroll: true }),
      );
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [list]);
}
