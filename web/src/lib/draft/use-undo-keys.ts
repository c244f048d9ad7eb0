import { useEffect } from 'react';

/** Fields in which the browser's own undo works. */
const textFields =
  'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range], [type=color])';

/**
 * Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) for the whole draft, except while typing in a field or while a dialog is open.
 */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = undoOrRedo(event);
      if (step === null || event.defaultPrevented || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(`${textFields}, [role=dialog]`)) return;
      event.preventDefault();
      if (step === 'undo') undo();
      else redo();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [undo, redo]);
}

function undoOrRedo({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | null {
  if (!ctrlKey && !metaKey) return null;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : null;
}
