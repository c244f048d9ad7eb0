/**
 * The gallery of UI primitives, for development only (`npm run gallery`). It is not in the build. Its own words are
 * English; the primitives use the product's texts. `?theme=dark` selects a theme, `?only=forms` one part.
 */
import { brandCss } from '@kindling/design/css';
import { defaultPrimary } from '@kindling/design/tokens';
import app from '@kindling/locales/en/app.json';
import common from '@kindling/locales/en/common.json';
import errors from '@kindling/locales/en/errors.json';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { createInstance } from 'i18next';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import '../ui/styles.ts';
import { coreAreas } from '../lib/i18n/areas.ts';
import { preferenceValues } from '../lib/preferences.ts';
import { buildTheme } from '../ui/theme.ts';
import { Gallery } from './gallery.tsx';

const wanted = new URLSearchParams(location.search);
const theme = preferenceValues.theme.find((one) => one === wanted.get('theme')) ?? 'default';
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
const scheme = theme === 'dark' || (theme === 'default' && prefersDark) ? 'dark' : 'light';
document.body.dataset.theme = theme;
const brand = document.createElement('style');
brand.textContent = brandCss(defaultPrimary);
document.head.append(brand);

const texts = createInstance();
await texts.use(initReactI18next).init({
  lng: 'en',
  ns: [...coreAreas],
  defaultNS: 'app',
  resources: { en: { app, common, errors } },
  interpolation: { escapeValue: false },
});

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no #root.');
const router = createMemoryRouter([
  { path: '*', element: <Gallery theme={theme} only={wanted.get('only')} /> },
]);
createRoot(place).render(
  <I18nextProvider i18n={texts}>
    <MantineProvider theme={buildTheme(defaultPrimary)} forceColorScheme={scheme}>
      <Notifications position="bottom-right" />
      <RouterProvider router={router} />
    </MantineProvider>
  </I18nextProvider>,
);
