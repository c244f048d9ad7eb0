import type { i18n } from 'i18next';
import { createBrowserRouter, Navigate } from 'react-router';
import { MissingPage } from '../ui/missing-page.tsx';
import { LoadingScreen } from './centered-message.tsx';
import { Guarded } from './guarded.tsx';
import { NotFound, ResetPassword, RouteCrash, ScreenCrash, ServerError, SignIn, SignUp } from './pages.tsx';
import { loadScreen, screens } from './screens.ts';
import { pathsWithoutScreen } from './shell/navigation.ts';

/** All paths of the app. A screen (screens.ts) and its texts are loaded when it is first opened. */
export function createRouter(texts: i18n) {
  return createBrowserRouter([
    {
      ErrorBoundary: RouteCrash,
      HydrateFallback: LoadingScreen,
      children: [
        { path: '/auth/sign-in', Component: SignIn },
        { path: '/auth/sign-up', Component: SignUp },
        { path: '/auth/reset-password', Component: ResetPassword },
        { path: '/auth/500', Component: ServerError },
        {
          Component: Guarded,
          children: [
            {
              ErrorBoundary: ScreenCrash,
              children: [
                ...screens.map((screen) => ({
                  path: screen.path,
                  lazy: async () => ({ Component: await loadScreen(texts, screen) }),
                })),
                // The guard answers here as anywhere; whoever may pass is told that there is no such screen.
                ...pathsWithoutScreen.map((path) => ({ path, Component: MissingPage })),
                { path: '/admin', element: <Navigate to="/admin/dashboard" replace /> },
              ],
            },
          ],
        },
        { path: '*', Component: NotFound },
      ],
    },
  ]);
}
