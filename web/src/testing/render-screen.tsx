/** For component tests only: renders one screen in a real browser, with API responses from the test. */
import { apiRoot, versionedApiRoot } from '@kindling/contract/api-address';
import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { createInstance, type i18n } from 'i18next';
import { type ReactElement, useEffect } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient } from '../lib/api/query-client.ts';
import { SessionProvider } from '../lib/auth/session.tsx';
import { buildTheme } from '../ui/theme.ts';
import { makeSession, type SessionOptions } from './session.ts';
import '../ui/styles.ts';

/** A response of the API: JSON, a status without a body, a whole response, or no connection. */
export type ApiAnswer = Record<string, unknown> | number | Response | 'offline';
/** Responses by method and path without version and query: `'GET /reviews'`. A function runs for each request. */
export type ApiAnswers = Record<
  string,
  ApiAnswer | ((url: URL, request: Request) => ApiAnswer | Promise<ApiAnswer>)
>;

const areas = import.meta.glob<Record<string, unknown>>('../../../locales/*/*.json', {
  eager: true,
  import: 'default',
});

export interface RenderScreenOptions extends SessionOptions {
  answers: ApiAnswers;
  path?: string;
  language?: string;
}

/**
 * Shows `screen` at `path`, and resolves once it is rendered and its requests have begun. An address that `answers` does not
 * name is answered with status 501.
 * @returns the calls so far, each as `'GET /reviews'`; a test that shows another screen after this one unmounts it first
 */
export async function renderScreen(
  screen: ReactElement,
  { answers, path = '/', language = 'en', ...session }: RenderScreenOptions,
): Promise<{ calls: string[]; unmount: () => Promise<void> }> {
  const calls = answerApi(answers);
  // The library keeps its notifications in a store of the page, which all tests of a file share.
  onTestFinished(() => notifications.clean());
  const texts = await textsIn(language);
  const router = createMemoryRouter([{ path: '*', element: screen }], { initialEntries: [path] });
  const rendered = Promise.withResolvers<void>();
  const { unmount } = await render(
    <I18nextProvider i18n={texts}>
      <MantineProvider theme={buildTheme('#3B82EC')}>
        <QueryClientProvider client={createQueryClient()}>
          <SessionProvider session={makeSession(session)}>
            <RouterProvider router={router} />
            <Notifications />
          </SessionProvider>
        </QueryClientProvider>
      </MantineProvider>
      <Rendered onRender={rendered.resolve} />
    </I18nextProvider>,
  );
  await rendered.promise;
  return { calls, unmount };
}

/** Runs after the effects of what is before it. */
function Rendered({ onRender }: { onRender: () => void }) {
  useEffect(onRender, [onRender]);
  return null;
}

function answerApi(answers: ApiAnswers): string[] {
  const calls: string[] = [];
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (!url.pathname.startsWith(`${apiRoot}/`)) return real(input, init);
    const name = `${request.method} ${url.pathname.replace(versionedApiRoot, '')}`;
    calls.push(name);
    const made = answers[name] ?? 501;
    return respond(typeof made === 'function' ? await made(url, request) : made);
  });
  onTestFinished(() => spy.mockRestore());
  return calls;
}

function respond(answer: ApiAnswer): Response {
  if (answer === 'offline') throw new TypeError('Failed to fetch');
  if (answer instanceof Response) return answer;
  if (typeof answer === 'number') return new Response('', { status: answer });
  return Response.json(answer);
}

/** The texts of a language, with English for what it lacks. */
export async function textsIn(language: string): Promise<i18n> {
  const resources: Record<string, Record<string, Record<string, unknown>>> = {};
  for (const [file, texts] of Object.entries(areas)) {
    const [, from = '', area = ''] = /locales\/(\w+)\/([\w-]+)\.json$/.exec(file) ?? [];
    resources[from] = { ...resources[from], [area]: texts };
  }
  const texts = createInstance();
  await texts.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'app',
    resources,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return texts;
}
