import { useHotkeys } from '@mantine/hooks';

const onApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys that open the quick switcher, as this machine's keyboard calls them. */
export const switcherKeys = onApple ? '⌘ K' : 'Ctrl K';
/** The same for assistive technology. */
export const switcherAria = onApple ? 'Meta+K' : 'Control+K';

/** Also works from within a field: the keys type nothing. */
export function useSwitcherKey(open: () => void): void {
  useHotkeys([['mod+K', open]], [], true);
}
