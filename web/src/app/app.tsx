import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { HelpLauncher } from '../features/help/index.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import { type Session, SessionProvider, useAuth, useTour } from '../lib/auth/session.tsx';
import { createSchemeManager, preferenceStore } from '../lib/preferences.ts';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { buildTheme } from '../ui/theme.ts';
import { AppBoundary } from './app-boundary.tsx';
import { LoadingScreen } from './centered-message.tsx';
import { createRouter, createTourRouter } from './router.tsx';

const Notifications = lazy(async () => ({
  default: (await import('@mantine/notifications')).Notifications,
}));

/** Shows no page until the start-up is complete, because the person may not be allowed to see it. */
function Started({ texts }: { texts: i18n }) {
  const { isInitialized } = useAuth();
  return isInitialized ? <Routes texts={texts} /> : <LoadingScreen />;
}

function Routes({ texts }: { texts: i18n }) {
  // Created after the start-up has replaced the address of the callback, because the router reads it once.
  const tour = useTour();
  const [router] = useState(() => (tour === null ? createRouter(texts) : createTourRouter(texts, tour)));
  return <RouterProvider router={router} />;
}

/** Passes the writing direction of the language on to the component library. */
function Direction() {
  const { i18n } = useTranslation();
  const { setDirection } = useDirection();
  const direction = i18n.dir();
  useEffect(() => setDirection(direction), [setDirection, direction]);
  return null;
}

/** Shown until the configuration is there, which the app cannot start without. */
export function Starting({ texts }: { texts: i18n }) {
  const [schemeManager] = useState(() => createSchemeManager(preferenceStore()));
  return (
    <I18nextProvider i18n={texts}>
      <MantineProvider colorSchemeManager={schemeManager} defaultColorScheme="auto">
        <LoadingScreen />
      </MantineProvider>
    </I18nextProvider>
  );
}

export function App({ session, texts }: { session: Session; texts: i18n }) {
  const theme = useMemo(() => buildTheme(session.config.brand.primaryColor), [session]);
  const [queries] = useState(createQueryClient);
  const [schemeManager] = useState(() => createSchemeManager(preferenceStore()));
  return (
    <I18nextProvider i18n={texts}>
      <DirectionProvider initialDirection={texts.dir()} detectDirection={false}>
        <Direction />
        <MantineProvider theme={theme} colorSchemeManager={schemeManager} defaultColorScheme="auto">
          <QueryClientProvider client={queries}>
            <SessionProvider session={session}>
              <AppBoundary>
                <Suspense fallback={null}>
                  <Notifications position="bottom-right" />
                </Suspense>
                <Started texts={texts} />
                {session.tour === undefined ? <HelpLauncher /> : null}
                <OfflineBanner />
              </AppBoundary>
            </SessionProvider>
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </I18nextProvider>
  );
}
