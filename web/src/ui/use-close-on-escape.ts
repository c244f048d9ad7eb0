import { useEffect, useEffectEvent, useRef } from 'react';
import { openList } from '../lib/shortcuts-disabled.ts';

/**
 * Props of a dialog or drawer over which others open: Escape closes it only while it is the topmost one. The library's own
 * handler closes all that are open.
 */
export function useCloseOnEscape(opened: boolean, onClose: () => void) {
  const layer = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    let meant: KeyboardEvent | null = null;
    // What is above may be gone when the event arrives below.
    const notice = (event: KeyboardEvent) => {
      meant =
        event.key === 'Escape' && !event.isComposing && isFor(layer.current, event.target) ? event : null;
    };
    // Parts of the layer that use the key themselves stop the event or prevent its default.
    const act = (event: KeyboardEvent) => {
      if (event === meant && !event.defaultPrevented) close();
    };
    window.addEventListener('keydown', notice, { capture: true });
    window.addEventListener('keydown', act);
    return () => {
      window.removeEventListener('keydown', notice, { capture: true });
      window.removeEventListener('keydown', act);
    };
  }, [opened]);
  return { ref: layer, closeOnEscape: false };
}

/** Dialogs and menus above a layer are no part of its element, only an open list of a field is. */
function isFor(layer: HTMLElement | null, target: EventTarget | null): boolean {
  if (layer === null || !(target instanceof HTMLElement)) return false;
  // The focus is nowhere after what had it was removed.
  if (target === document.body)
    return layer.contains([...document.querySelectorAll('[aria-modal]')].at(-1) ?? null);
  return layer.contains(target) && !target.matches(`[aria-haspopup][aria-expanded="true"], ${openList}`);
}
