import { useHotkeys } from '@mantine/hooks';

const onApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The shortcut that opens the quick switcher, as this machine's keyboard labels it. */
export const switcherKeys = onApple ? '⌘ K' : 'Ctrl K';
/** The same for `aria-keyshortcuts`. */
export const switcherAria = onApple ? 'Meta+K' : 'Control+K';

/** Also works inside a field: the shortcut types nothing. */
export function useSwitcherKey(open: () => void): void {
  useHotkeys([['mod+K', open]], [], true);
}
