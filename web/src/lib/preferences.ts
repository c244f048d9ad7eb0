/** Display preferences: kept in local storage, mirrored on the body. `public/prefs.js` sets them first. */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

export const themes = ['default', 'light', 'dark', 'colored'] as const;
export type Theme = (typeof themes)[number];

const key = 'theme';

/** The stored theme; `default`, which follows the system, when none or a strange one is stored. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return themes.find((theme) => theme === stored) ?? 'default';
  } catch {
    // Storage may be forbidden; the app then forgets the choice, and works.
    return 'default';
  }
}

export function storeTheme(theme: Theme): void {
  document.body.dataset.theme = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    return;
  }
}

/** `colored` is a light theme with coloured furniture. */
export function schemeOf(theme: Theme): MantineColorScheme {
  if (theme === 'default') return 'auto';
  return theme === 'dark' ? 'dark' : 'light';
}

function themeOf(scheme: MantineColorScheme): Theme {
  return scheme === 'auto' ? 'default' : scheme;
}

/** Lets Mantine read and write its colour scheme through our preference. */
export const schemeManager: MantineColorSchemeManager = {
  get: () => schemeOf(readTheme()),
  set: (scheme) => storeTheme(themeOf(scheme)),
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => storeTheme('default'),
};
