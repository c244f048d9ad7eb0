import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** True while keys belong to a field, or to a dialog in front. */
export function shortcutsDisabled(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null
  );
}

/** A card far away is made within a few frames of scrolling; one that never comes is given up after these. */
const maxFocusFrames = 30;

interface ListShortcutHandlers {
  scrollTo: (index: number) => void;
  /** r was pressed on this card. */
  reply: (index: number) => void;
}

/** j and k walk through the cards, which are made only near the window: scroll first, then focus. r answers one. */
export function useListShortcuts(
  list: RefObject<HTMLUListElement | null>,
  count: number,
  { scrollTo, reply }: ListShortcutHandlers,
): void {
  // Where the last key led while the focus is still on its way: quick keys count from there.
  const target = useRef<number | null>(null);
  const focusWhenRendered = (index: number, frames: number) =>
    requestAnimationFrame(() => {
      if (target.current !== index) return;
      const card = list.current?.querySelector<HTMLElement>(`[data-index="${index}"] > article`);
      if (card === null || card === undefined) {
        if (frames > 0) focusWhenRendered(index, frames - 1);
        else target.current = null;
        return;
      }
      card.focus({ preventScroll: true });
      target.current = null;
    });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'r' && !shortcutsDisabled(event)) {
      const index = focusedIndex(list.current);
      if (index < 0) return;
      // The letter must not be the first of the reply.
      event.preventDefault();
      reply(index);
      return;
    }
    if ((event.key !== 'j' && event.key !== 'k') || shortcutsDisabled(event)) return;
    const current = target.current ?? focusedIndex(list.current);
    const next = Math.min(Math.max(current + (event.key === 'j' ? 1 : -1), 0), count - 1);
    if (next < 0) return;
    event.preventDefault();
    target.current = next;
    scrollTo(next);
    focusWhenRendered(next, maxFocusFrames);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Index of the card that holds the focus, -1 when none does. */
function focusedIndex(list: HTMLUListElement | null): number {
  const active = document.activeElement?.closest('[data-index]');
  return active && list?.contains(active) ? Number(active.getAttribute('data-index')) : -1;
}
