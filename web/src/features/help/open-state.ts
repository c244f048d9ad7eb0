/** Whether the help panel is open. It is kept outside of React, so that any module can open it. */
import { useSyncExternalStore } from 'react';
import { toggleHelpDesk } from '../../lib/help-desk.ts';

let open = false;
const listeners = new Set<() => void>();

export function setHelpOpen(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens the help desk's chat if it is loaded, otherwise the panel. */
export function openHelp(): void {
  if (!toggleHelpDesk()) setHelpOpen(true);
}

export function useHelpOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
