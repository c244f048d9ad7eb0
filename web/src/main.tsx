import { languages } from '@kindling/contract/constants';
import { MantineProvider } from '@mantine/core';
import type { i18n } from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/styles.ts';
import { App, Starting } from './app/app.tsx';
import { StartFailure } from './app/start-failure.tsx';
import { type Session, startSession } from './lib/auth/session.tsx';
import { startErrorReports } from './lib/error-reports/start.ts';
import { MissingTextsError } from './lib/i18n/load-area.ts';
import { hasTexts, loadTexts } from './lib/i18n/setup.ts';
import { reloadWhenBuildIsStale } from './lib/stale-build.ts';
import { installTrustedTypesPolicy } from './lib/trusted-types.ts';

const rootElement = document.getElementById('root');
if (rootElement === null) throw new Error('The page has no #root.');
const root = createRoot(rootElement);
/** The page of the tour says so in its markup. */
const isTour = rootElement.dataset.tour !== undefined;
const addressLanguage = isTour ? languages.find((one) => one === rootElement.dataset.tour) : undefined;

async function startApp(given: i18n): Promise<void> {
  // A retry also loads the texts that are missing.
  const texts = hasTexts(given) ? given : await loadTexts(addressLanguage);
  if (!hasTexts(texts)) {
    renderStartFailure(texts, new MissingTextsError('common'));
    return;
  }
  try {
    const session = await openSession(texts);
    root.render(
      <StrictMode>
        <App session={session} texts={texts} />
      </StrictMode>,
    );
  } catch (error) {
    renderStartFailure(texts, error);
  }
}

async function openSession(texts: i18n): Promise<Session> {
  if (isTour) return (await import('./tour/start-tour.ts')).startTour(texts);
  // The sign-in pages use the app's language, or else one that the browser prefers.
  return startSession([texts.resolvedLanguage, ...navigator.languages].join(' '));
}

function renderStartFailure(texts: i18n, error: unknown): void {
  root.render(
    <MantineProvider>
      <StartFailure texts={texts} error={error} retry={() => startApp(texts)} />
    </MantineProvider>,
  );
}

installTrustedTypesPolicy();
if (!isTour) startErrorReports();
reloadWhenBuildIsStale();
const texts = await loadTexts(addressLanguage);
if (hasTexts(texts)) root.render(<Starting texts={texts} />);
await startApp(texts);
