/**
 * Display preferences: stored in local storage, and mirrored as data attributes on the body, which the style sheets
 * read. `public/prefs.js` mirrors them before the first paint, with the same names.
 */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { useSyncExternalStore } from 'react';

export interface Preferences {
  readonly theme: 'default' | 'colored' | 'dark' | 'light';
  readonly density: 'comfortable' | 'compact';
  readonly layout: 'fluid' | 'boxed';
  readonly sidebarPosition: 'left' | 'right';
  readonly sidebarBehavior: 'sticky' | 'fixed' | 'compact';
}

export type PreferenceName = keyof Preferences;
export type Theme = Preferences['theme'];

type PreferenceValues = {
  readonly [Name in PreferenceName]: readonly [Preferences[Name], ...Preferences[Name][]];
};

/** The values of every preference; the first is the default. */
export const preferenceValues: PreferenceValues = {
  theme: ['default', 'colored', 'dark', 'light'],
  density: ['comfortable', 'compact'],
  layout: ['fluid', 'boxed'],
  sidebarPosition: ['left', 'right'],
  sidebarBehavior: ['sticky', 'fixed', 'compact'],
};

export const preferenceNames = Object.keys(preferenceValues) as PreferenceName[];
export const defaultPreferences: Preferences = {
  theme: preferenceValues.theme[0],
  density: preferenceValues.density[0],
  layout: preferenceValues.layout[0],
  sidebarPosition: preferenceValues.sidebarPosition[0],
  sidebarBehavior: preferenceValues.sidebarBehavior[0],
};

export interface PreferenceState {
  readonly preferences: Preferences;
  /** False when storage is forbidden: a choice then lasts until a reload. */
  readonly kept: boolean;
}

/** What the store needs from a browser; injected for tests. */
export interface PreferencePorts {
  /** Throws where storage is forbidden. */
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Shows a preference on the page. */
  mirror: (name: PreferenceName, value: string) => void;
}

export interface PreferenceStore {
  get(): PreferenceState;
  set<Name extends PreferenceName>(name: Name, value: Preferences[Name]): void;
  reset(): void;
  /** Reads the stored values again, after another tab has changed them. */
  reload(): void;
  subscribe(listener: () => void): () => void;
}

function parsePreference<Name extends PreferenceName>(name: Name, value: string | null): Preferences[Name] {
  const known: readonly Preferences[Name][] = preferenceValues[name];
  return known.find((choice) => choice === value) ?? defaultPreferences[name];
}

function readAll({ storage }: PreferencePorts): PreferenceState {
  try {
    const stored = storage();
    const preferences: Preferences = {
      theme: parsePreference('theme', stored.getItem('theme')),
      density: parsePreference('density', stored.getItem('density')),
      layout: parsePreference('layout', stored.getItem('layout')),
      sidebarPosition: parsePreference('sidebarPosition', stored.getItem('sidebarPosition')),
      sidebarBehavior: parsePreference('sidebarBehavior', stored.getItem('sidebarBehavior')),
    };
    return { preferences, kept: true };
  } catch {
    return { preferences: defaultPreferences, kept: false };
  }
}

/** The store of preferences. Never throws, even if storage does. */
export function createPreferences(ports: PreferencePorts): PreferenceStore {
  let state = readAll(ports);
  const listeners = new Set<() => void>();
  const change = (next: PreferenceState) => {
    state = next;
    for (const name of preferenceNames) ports.mirror(name, state.preferences[name]);
    for (const listener of listeners) listener();
  };
  const write = (action: (stored: ReturnType<PreferencePorts['storage']>) => void): boolean => {
    try {
      action(ports.storage());
      return true;
    } catch {
      return false;
    }
  };
  return {
    get: () => state,
    set(name, value) {
      const kept = write((stored) => stored.setItem(name, value));
      change({ preferences: { ...state.preferences, [name]: value }, kept });
    },
    reset() {
      const kept = write((stored) => {
        for (const name of preferenceNames) stored.removeItem(name);
      });
      change({ preferences: defaultPreferences, kept });
    },
    reload() {
      change(readAll(ports));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function openPreferences(): PreferenceStore {
  const store = createPreferences({
    storage: () => localStorage,
    mirror: (name, value) => {
      document.body.dataset[name] = value;
    },
  });
  addEventListener('storage', ({ key }) => {
    // The key is null when storage was cleared.
    if (key === null || preferenceNames.some((name) => name === key)) store.reload();
  });
  return store;
}

let opened: PreferenceStore | null = null;

/** The store of this page. */
export function preferenceStore(): PreferenceStore {
  opened ??= openPreferences();
  return opened;
}

export function usePreferences(): PreferenceState {
  const { subscribe, get } = preferenceStore();
  return useSyncExternalStore(subscribe, get);
}

/** `colored` is a light theme with a colored sidebar. */
export function schemeOf(theme: Theme): MantineColorScheme {
  if (theme === 'default') return 'auto';
  return theme === 'dark' ? 'dark' : 'light';
}

/** Makes the component library follow our theme; it never chooses one itself. */
export function createSchemeManager(store: PreferenceStore): MantineColorSchemeManager {
  let leave: () => void = () => undefined;
  const scheme = () => schemeOf(store.get().preferences.theme);
  return {
    get: scheme,
    // The library writes back the scheme that it was given; that must not turn `colored` into `light`.
    set: (value) => {
      if (value !== scheme()) store.set('theme', value === 'auto' ? 'default' : value);
    },
    subscribe: (onUpdate) => {
      leave = store.subscribe(() => onUpdate(scheme()));
    },
    unsubscribe: () => leave(),
    clear: () => store.set('theme', 'default'),
  };
}
