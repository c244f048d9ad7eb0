import { useEffect, useEffectEvent } from 'react';
import { shortcutsDisabled } from '../../lib/shortcuts-disabled.ts';

export interface InboxKeys {
  step: (by: 1 | -1) => void;
  /** False where the browser scrolls to the end. */
  goTo: (end: 'first' | 'last') => boolean;
  open: () => void;
  /** True when there was something to close. */
  close: () => boolean;
  reply: () => void;
  tag: () => void;
  select: (range: boolean) => void;
  search: () => void;
  help: () => void;
}

/** The keys of the screen; not while somebody types, or a dialog or menu is open. */
export function useInboxKeys(keys: InboxKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (shortcutsDisabled(event)) return;
    const act = actionOf(event, keys);
    if (act === null) return;
    // Otherwise an r would be typed into the composer that opens.
    if (act() !== false) event.preventDefault();
  });
  useEffect(() => {
    let meant: KeyboardEvent | null = null;
    // A menu that the key closes is closed already when the event arrives below.
    const notice = (event: KeyboardEvent) => {
      meant = shortcutsDisabled(event) ? null : event;
    };
    const use = (event: KeyboardEvent) => {
      if (event === meant) onKey(event);
    };
    window.addEventListener('keydown', notice, { capture: true });
    document.addEventListener('keydown', use);
    return () => {
      window.removeEventListener('keydown', notice, { capture: true });
      document.removeEventListener('keydown', use);
    };
  }, []);
}

// biome-ignore lint/suspicious/noConfusingVoidType: an action that says nothing has done something
type Act = () => boolean | void;

function actionOf(event: KeyboardEvent, keys: InboxKeys): Act | null {
  const acts: Readonly<Record<string, Act>> = {
    j: () => keys.step(1),
    k: () => keys.step(-1),
    o: keys.open,
    Escape: keys.close,
    r: keys.reply,
    t: keys.tag,
    x: () => keys.select(event.shiftKey),
    '/': keys.search,
    '?': keys.help,
  };
  const inList = event.target instanceof HTMLElement && event.target.closest('[data-row-link]') !== null;
  if (inList && event.key === 'ArrowDown') return () => keys.step(1);
  if (inList && event.key === 'ArrowUp') return () => keys.step(-1);
  // On anything else than the page or a row these do what they always do.
  if (event.key === 'Enter') return inList || event.target === document.body ? keys.open : null;
  if (event.key === 'Home' || event.key === 'End') {
    const end = event.key === 'Home' ? 'first' : 'last';
    return isOnPageOrRow(event) ? () => keys.goTo(end) : null;
  }
  return acts[event.key === 'X' ? 'x' : event.key] ?? null;
}

function isOnPageOrRow({ target, shiftKey }: KeyboardEvent): boolean {
  if (shiftKey || !(target instanceof HTMLElement)) return false;
  return target === document.body || target.closest('[data-index]') !== null;
}
