/** Whether the help panel is open. Outside of React, so that anything may open it. */
import { useSyncExternalStore } from 'react';
import { toggleHelpDesk } from '../../lib/help-desk.ts';

let open = false;
const listeners = new Set<() => void>();

export function setHelpOpen(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens the help: the chat where one is there already, else the panel. */
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
