import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '../lib/api/query-client.ts';
import { type Session, SessionProvider, useAuth } from '../lib/auth/session.tsx';
import { schemeManager } from '../lib/preferences.ts';
import { buildTheme } from '../ui/theme.ts';
import { createRouter } from './router.tsx';

const Notifications = lazy(async () => ({
  default: (await import('@mantine/notifications')).Notifications,
}));

/** Nothing is shown until the start-up is complete: no page flashes by that the person may not see. */
function Started({ texts }: { texts: i18n }) {
  const { isInitialized } = useAuth();
  return isInitialized ? <Routes texts={texts} /> : null;
}

function Routes({ texts }: { texts: i18n }) {
  // Made after the start-up has rewritten the address of the callback.
  const [router] = useState(() => createRouter(texts));
  return <RouterProvider router={router} />;
}

export function App({ session, texts }: { session: Session; texts: i18n }) {
  const theme = useMemo(() => buildTheme(session.config.brand.primaryColor), [session]);
  const [queries] = useState(createQueryClient);
  return (
    <I18nextProvider i18n={texts}>
      <MantineProvider theme={theme} colorSchemeManager={schemeManager} defaultColorScheme="auto">
        <QueryClientProvider client={queries}>
          <SessionProvider session={session}>
            <Suspense fallback={null}>
              <Notifications position="bottom-right" />
            </Suspense>
            <Started texts={texts} />
          </SessionProvider>
        </QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>
  );
}
