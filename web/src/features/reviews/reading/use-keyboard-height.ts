import { useSyncExternalStore } from 'react';

/** Pixels at the foot of the window that the keyboard of a phone covers. Browsers draw it over the page without resizing it. */
export function useKeyboardHeight(): number {
  return useSyncExternalStore(subscribe, readHeight, () => 0);
}

function subscribe(onChange: () => void): () => void {
  const seen = window.visualViewport;
  seen?.addEventListener('resize', onChange);
  seen?.addEventListener('scroll', onChange);
  return () => {
    seen?.removeEventListener('resize', onChange);
    seen?.removeEventListener('scroll', onChange);
  };
}

function readHeight(): number {
  const seen = window.visualViewport;
  // A magnified page is also smaller than the window, without a keyboard.
  if (seen === null || seen.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop));
}
