import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { shortcutsDisabled } from '../../lib/shortcuts-disabled.ts';

/** A card far away is rendered within a few frames after scrolling; after this many frames we give up focusing it. */
const maxFocusFrames = 30;

interface ListShortcutHandlers {
  scrollTo: (index: number) => void;
  /** Called when r is pressed while the card at `index` has the focus. */
  reply: (index: number) => void;
}

/**
 * Keyboard shortcuts of the list: j and k move the focus between cards, r replies. Cards exist only near the viewport,
 * so the list scrolls first and focuses the card once it is rendered.
 */
export function useListShortcuts(
  list: RefObject<HTMLUListElement | null>,
  count: number,
  { scrollTo, reply }: ListShortcutHandlers,
): void {
  // The index that waits for its focus: further key presses count from here.
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
      // Otherwise the r would be typed into the composer that opens.
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

/** Index of the card that contains the focus; -1 when none does. */
function focusedIndex(list: HTMLUListElement | null): number {
  const active = document.activeElement?.closest('[data-index]');
  return active && list?.contains(active) ? Number(active.getAttribute('data-index')) : -1;
}
