import { createBrowserRouter, Navigate } from 'react-router';
import { Guarded } from './guarded.tsx';
import { AdminLater, AreaCrash, NotFound, RouteCrash, ServerError, SignIn, SignUp } from './pages.tsx';
import { Waiting } from './plain.tsx';

/** All paths of the app. Screens are loaded when they are first opened. */
export function createRouter() {
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
                  lazy: async () => ({
                    Component: (await import('../features/analytics/dashboard-screen.tsx')).DashboardScreen,
                  }),
                },
                {
                  path: '/reviews',
                  lazy: async () => ({
                    Component: (await import('../features/reviews/reviews-screen.tsx')).ReviewsScreen,
                  }),
                },
                {
                  path: '/connections',
                  lazy: async () => ({
                    Component: (await import('../features/connections/connections-screen.tsx'))
                      .ConnectionsScreen,
                  }),
                },
                {
                  path: '/connections/:platform',
                  lazy: async () => ({
                    Component: (await import('../features/connections/platform-screen.tsx')).PlatformScreen,
                  }),
                },
                {
                  path: '/widgets',
                  lazy: async () => ({
                    Component: (await import('../features/embeds/widgets-screen.tsx')).WidgetsScreen,
                  }),
                },
                {
                  path: '/widgets/edit-widget/:widgetID',
                  lazy: async () => ({
                    Component: (await import('../features/embeds/editor-screen.tsx')).EditorScreen,
                  }),
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
