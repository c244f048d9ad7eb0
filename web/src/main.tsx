import { MantineProvider } from '@mantine/core';
import type { i18n } from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/styles.ts';
import { App } from './app/app.tsx';
import { StartTrouble } from './app/start-trouble.tsx';
import { openSession } from './lib/auth/session.tsx';
import { openTexts } from './lib/i18n/setup.ts';
import { reloadWhenBuildIsStale } from './lib/stale-build.ts';

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no #root.');
const root = createRoot(place);

async function open(texts: i18n): Promise<void> {
  try {
    // The sign-in pages have languages that the app has not: they are told what the browser prefers.
    const session = await openSession(navigator.languages.join(' '));
    root.render(
      <StrictMode>
        <App session={session} texts={texts} />
      </StrictMode>,
    );
  } catch (error) {
    root.render(
      <MantineProvider>
        <StartTrouble texts={texts} error={error} retry={() => void open(texts)} />
      </MantineProvider>,
    );
  }
}

reloadWhenBuildIsStale();
await open(await openTexts());
