import { MantineProvider } from '@mantine/core';
import type { i18n } from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/styles.ts';
import { App, Starting } from './app/app.tsx';
import { StartFailure } from './app/start-failure.tsx';
import { startSession } from './lib/auth/session.tsx';
import { startErrorReports } from './lib/error-reports/start.ts';
import { MissingTextsError } from './lib/i18n/load-area.ts';
import { hasTexts, loadTexts } from './lib/i18n/setup.ts';
import { reloadWhenBuildIsStale } from './lib/stale-build.ts';
import { installTrustedTypesPolicy } from './lib/trusted-types.ts';

const rootElement = document.getElementById('root');
if (rootElement === null) throw new Error('The page has no #root.');
const root = createRoot(rootElement);

async function startApp(given: i18n): Promise<void> {
  // A retry also loads the texts that are missing.
  const texts = hasTexts(given) ? given : await loadTexts();
  if (!hasTexts(texts)) {
    renderStartFailure(texts, new MissingTextsError('common'));
    return;
  }
  try {
    // The sign-in pages use the app's language, or else one that the browser prefers.
    const session = await startSession([texts.resolvedLanguage, ...navigator.languages].join(' '));
    root.render(
      <StrictMode>
        <App session={session} texts={texts} />
      </StrictMode>,
    );
  } catch (error) {
    renderStartFailure(texts, error);
  }
}

function renderStartFailure(texts: i18n, error: unknown): void {
  root.render(
    <MantineProvider>
      <StartFailure texts={texts} error={error} retry={() => startApp(texts)} />
    </MantineProvider>,
  );
}

installTrustedTypesPolicy();
startErrorReports();
reloadWhenBuildIsStale();
const texts = await loadTexts();
if (hasTexts(texts)) root.render(<Starting texts={texts} />);
await startApp(texts);
