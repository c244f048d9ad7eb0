/** Every screen inside the shell: what is not named here has no route, and no entry in the sidebar. */
import type { i18n } from 'i18next';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import type { Area } from '../lib/i18n/areas.ts';
import { loadArea } from '../lib/i18n/load-area.ts';
import { preload } from '../lib/stale-build.ts';

export interface Screen {
  path: string;
  /** Whose texts it shows, beside those of the core. */
  area: Area;
  load: () => Promise<ComponentType>;
}

export const screens: readonly Screen[] = [
  {
    path: '/dashboard',
    area: 'dashboard',
    load: async () => (await import('../features/analytics/dashboard-screen.tsx')).DashboardScreen,
  },
  {
    path: '/reviews',
    area: 'reviews',
    load: async () => (await import('../features/reviews/reviews-screen.tsx')).ReviewsScreen,
  },
  {
    path: '/connections',
    area: 'connections',
    load: async () => (await import('../features/connections/connections-screen.tsx')).ConnectionsScreen,
  },
  {
    path: '/connections/import',
    area: 'imports',
    load: async () => (await import('../features/imports/import-screen.tsx')).ImportScreen,
  },
  {
    path: '/connections/:platform',
    area: 'connections',
    load: async () => (await import('../features/connections/platform-screen.tsx')).PlatformScreen,
  },
  {
    path: '/profile',
    area: 'profile',
    load: async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
  },
  {
    path: '/businesses',
    area: 'businesses',
    load: async () => (await import('../features/businesses/businesses-screen.tsx')).BusinessesScreen,
  },
  {
    path: '/widgets',
    area: 'widgets',
    load: async () => (await import('../features/embeds/widgets-screen.tsx')).WidgetsScreen,
  },
  {
    path: '/widgets/edit-widget/:widgetID',
    area: 'widgets',
    load: async () => (await import('../features/embeds/editor-screen.tsx')).WidgetEditorScreen,
  },
  {
    path: '/badges',
    area: 'widgets',
    load: async () => (await import('../features/embeds/widgets-screen.tsx')).BadgesScreen,
  },
  {
    path: '/badges/edit-badge/:badgeID',
    area: 'widgets',
    load: async () => (await import('../features/embeds/editor-screen.tsx')).BadgeEditorScreen,
  },
  {
    path: '/admin/dashboard',
    area: 'app',
    load: async () => (await import('./admin-home.tsx')).AdminHome,
  },
];

/** Loads a screen's script and its texts. Both are kept, so a second call costs nothing. */
export async function loadScreen(texts: i18n, { area, load }: Screen): Promise<ComponentType> {
  const [component] = await Promise.all([load(), loadArea(texts, area)]);
  return component;
}

/** Loads ahead of time what a path will show. */
export function prefetchScreen(texts: i18n, path: string): void {
  const screen = screens.find((one) => matchPath(one.path, path) !== null);
  if (screen !== undefined) void preload(() => loadScreen(texts, screen));
}
