import { describe, expect, it, vi } from 'vitest';
import {
  createPreferences,
  createSchemeManager,
  defaultPreferences,
  type PreferenceName,
} from './preferences.ts';

function world(stored: Record<string, string> = {}) {
  const shelf = new Map(Object.entries(stored));
  const body: Partial<Record<PreferenceName, string>> = {};
  let blocked = false;
  const store = () =>
    createPreferences({
      storage: () => {
        if (blocked) throw new Error('SecurityError');
        return {
          getItem: (name) => shelf.get(name) ?? null,
          setItem: (name, value) => void shelf.set(name, value),
          removeItem: (name) => void shelf.delete(name),
        };
      },
      mirror: (name, value) => {
        body[name] = value;
      },
    });
  return {
    shelf,
    body,
    store,
    block: () => {
      blocked = true;
    },
  };
}

describe('preferences', () => {
  it('are the defaults when nothing, or an invalid value, is stored', () => {
    expect(world().store().get()).toEqual({ preferences: defaultPreferences, kept: true });
    expect(world({ theme: 'neon', layout: '', sidebarBehavior: 'Fixed' }).store().get().preferences).toEqual(
      defaultPreferences,
    );
  });

  it('are stored, mirrored and announced at once', () => {
    const { store, shelf, body } = world({ layout: 'boxed' });
    const preferences = store();
    const told = vi.fn();
    const leave = preferences.subscribe(told);
    preferences.set('sidebarPosition', 'right');
    expect(preferences.get()).toEqual({
      preferences: { ...defaultPreferences, layout: 'boxed', sidebarPosition: 'right' },
      kept: true,
    });
    expect(shelf.get('sidebarPosition')).toBe('right');
    expect(body).toMatchObject({ layout: 'boxed', sidebarPosition: 'right', theme: 'default' });
    leave();
    preferences.reset();
    expect(told).toHaveBeenCalledTimes(1);
    expect([...shelf.keys()]).toEqual([]);
    expect(body).toEqual(defaultPreferences);
  });

  it('follow the values that another tab stores', () => {
    const { store, shelf, body } = world();
    const preferences = store();
    shelf.set('theme', 'dark');
    preferences.reload();
    expect(preferences.get().preferences.theme).toBe('dark');
    expect(body.theme).toBe('dark');
  });

  it('last on this page only when storage is forbidden, and say so', () => {
    const { store, block, body } = world({ theme: 'dark' });
    block();
    const preferences = store();
    expect(preferences.get()).toEqual({ preferences: defaultPreferences, kept: false });
    preferences.set('theme', 'colored');
    expect(preferences.get()).toMatchObject({ preferences: { theme: 'colored' }, kept: false });
    expect(body.theme).toBe('colored');
    preferences.reset();
    expect(preferences.get().preferences.theme).toBe('default');
  });
});

describe('the scheme of the component library', () => {
  it('follows the theme, and never changes it', () => {
    const preferences = world({ theme: 'colored' }).store();
    const manager = createSchemeManager(preferences);
    expect(manager.get('auto')).toBe('light');
    const schemes: string[] = [];
    manager.subscribe((scheme) => {
      schemes.push(scheme);
      // The library writes back the scheme that it was given.
      manager.set(scheme);
    });
    preferences.set('theme', 'dark');
    preferences.set('theme', 'colored');
    preferences.set('theme', 'default');
    expect(schemes).toEqual(['dark', 'light', 'auto']);
    expect(preferences.get().preferences.theme).toBe('default');
    preferences.set('theme', 'colored');
    expect(preferences.get().preferences.theme).toBe('colored');
    manager.unsubscribe();
    preferences.set('theme', 'dark');
    expect(schemes).toEqual(['dark', 'light', 'auto', 'light']);
  });
});
