import { allScreens, pathOf } from '@kindling/contract/screens';
import type { i18n } from 'i18next';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import type { Tour } from '../lib/auth/session.tsx';
import { MissingPage } from '../ui/missing-page.tsx';
import { LoadingScreen } from './centered-message.tsx';
import { Guarded } from './guarded.tsx';
import { NotFound, ResetPassword, RouteCrash, ScreenCrash, ServerError, SignIn, SignUp } from './pages.tsx';
import { guardedScreens, loadInvitation, loadNotInTour, loadScreen } from './screens.ts';

/**
 * The app's routes, from the contract's list of screens. A guarded screen's component and texts are loaded when
 * somebody first opens it.
 */
export function createRouter(texts: i18n) {
  return createBrowserRouter([
    {
      ErrorBoundary: RouteCrash,
      HydrateFallback: LoadingScreen,
      children: [
        { path: pathOf('signIn'), Component: SignIn },
        { path: pathOf('signUp'), Component: SignUp },
        { path: pathOf('resetPassword'), Component: ResetPassword },
        { path: pathOf('serverError'), Component: ServerError },
        { path: pathOf('invitation'), lazy: async () => ({ Component: await loadInvitation(texts) }) },
        {
          Component: Guarded,
          children: [
            {
              ErrorBoundary: ScreenCrash,
              children: [...guardedScreens.map((screen) => routeOf(texts, screen)), ...unbuiltRoutes()],
            },
          ],
        },
        { path: '*', Component: NotFound },
      ],
    },
  ]);
}

/** The screens with recorded answers, below the address of the tour; every other path says that it is not part of it. */
export function createTourRouter(texts: i18n, { address }: Tour) {
  const home = pathOf('dashboard');
  return createBrowserRouter(
    [
      {
        ErrorBoundary: RouteCrash,
        HydrateFallback: LoadingScreen,
        children: [
          { path: '/', element: <Navigate to={home} replace /> },
          {
            Component: Guarded,
            children: [
              {
                ErrorBoundary: ScreenCrash,
                children: [
                  ...guardedScreens
                    .filter((screen) => 'inTour' in screen)
                    .map((screen) => routeOf(texts, screen)),
                  { path: '*', lazy: async () => ({ Component: await loadNotInTour() }) },
                ],
              },
            ],
          },
        ],
      },
    ],
    { basename: address },
  );
}

function routeOf(texts: i18n, screen: (typeof guardedScreens)[number]): RouteObject {
  return { path: screen.path, lazy: async () => ({ Component: await loadScreen(texts, screen) }) };
}

/** Planned screens are behind the guard like all others: only a person who may pass learns that there is no such page. */
function unbuiltRoutes(): RouteObject[] {
  return allScreens.flatMap(({ path, state }): RouteObject[] => {
    if (state === 'built') return [];
    if (state === 'planned') return [{ path, Component: MissingPage }];
    return [{ path, element: <Navigate to={state.redirectTo} replace /> }];
  });
}
