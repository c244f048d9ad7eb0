import type { i18n } from 'i18next';
import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import type { Area } from '../lib/i18n/areas.ts';
import { openArea } from '../lib/i18n/open-area.ts';
import { Guarded } from './guarded.tsx';
import { AdminLater, AreaCrash, NotFound, RouteCrash, ServerError, SignIn, SignUp } from './pages.tsx';
import { Waiting } from './plain.tsx';

/** All paths of the app. A screen and its texts are loaded when it is first opened. */
export function createRouter(texts: i18n) {
  const screen = (area: Area, load: () => Promise<ComponentType>) => async () => {
    const [Component] = await Promise.all([load(), openArea(texts, area)]);
    return { Component };
  };
  return createBrowserRouter([
    {
      ErrorBoundary: RouteCrash,
      HydrateFallback: Waiting,
      children: [
        { path: '/auth/sign-in', Component: SignIn },
        { path: '/auth/sign-up', Component: SignUp },
        { path: '/auth/500', Component: ServerError },
        {
          Component: Guarded,
          children: [
            {
              ErrorBoundary: AreaCrash,
              children: [
                {
                  path: '/dashboard',
                  lazy: screen(
                    'dashboard',
                    async () => (await import('../features/analytics/dashboard-screen.tsx')).DashboardScreen,
                  ),
                },
                {
                  path: '/reviews',
                  lazy: screen(
                    'reviews',
                    async () => (await import('../features/reviews/reviews-screen.tsx')).ReviewsScreen,
                  ),
                },
                {
                  path: '/connections',
                  lazy: screen(
                    'connections',
                    async () =>
                      (await import('../features/connections/connections-screen.tsx')).ConnectionsScreen,
                  ),
                },
                {
                  path: '/connections/:platform',
                  lazy: screen(
                    'connections',
                    async () => (await import('../features/connections/platform-screen.tsx')).PlatformScreen,
                  ),
                },
                {
                  path: '/widgets',
                  lazy: screen(
                    'widgets',
                    async () => (await import('../features/embeds/widgets-screen.tsx')).WidgetsScreen,
                  ),
                },
                {
                  path: '/widgets/edit-widget/:widgetID',
                  lazy: screen(
                    'widgets',
                    async () => (await import('../features/embeds/editor-screen.tsx')).EditorScreen,
                  ),
                },
                { path: '/admin', element: <Navigate to="/admin/dashboard" replace /> },
                { path: '/admin/dashboard', Component: AdminLater },
              ],
            },
          ],
        },
        { path: '*', Component: NotFound },
      ],
    },
  ]);
}
