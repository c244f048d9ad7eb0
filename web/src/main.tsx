import { MantineProvider } from '@mantine/core';
import type { i18n } from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/styles.ts';
import { App } from './app/app.tsx';
import { StartTrouble } from './app/start-trouble.tsx';
import { openSession } from './lib/auth/session.tsx';
import { startErrorReports } from './lib/error-reports/start.ts';
import { TextsMissing } from './lib/i18n/open-area.ts';
import { hasTexts, openTexts } from './lib/i18n/setup.ts';
import { reloadWhenBuildIsStale } from './lib/stale-build.ts';
import { guardSinks } from './lib/trusted-types.ts';

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no #root.');
const root = createRoot(place);

async function open(given: i18n): Promise<void> {
  // Another try also asks for texts that did not come.
  const texts = hasTexts(given) ? given : await openTexts();
  if (!hasTexts(texts)) {
    trouble(texts, new TextsMissing('common'));
    return;
  }
  try {
    // The sign-in pages speak the app's language, and where they cannot, what the browser prefers.
    const session = await openSession([texts.resolvedLanguage, ...navigator.languages].join(' '));
    root.render(
      <StrictMode>
        <App session={session} texts={texts} />
      </StrictMode>,
    );
  } catch (error) {
    trouble(texts, error);
  }
}

function trouble(texts: i18n, error: unknown): void {
  root.render(
    <MantineProvider>
      <StartTrouble texts={texts} error={error} retry={() => open(texts)} />
    </MantineProvider>,
  );
}

guardSinks();
startErrorReports();
reloadWhenBuildIsStale();
await open(await openTexts());
