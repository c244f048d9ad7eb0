/** What a person sees while the app starts, for example with another account. */
import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createAuthStore } from '../lib/auth/state.ts';
import { renderScreen, textsIn } from '../testing/render-screen.tsx';
import { makeSession } from '../testing/session.ts';
import { App } from './app.tsx';
import { LoadingScreen } from './centered-message.tsx';

const waiting = page.getByRole('status', { name: 'Loading' });
const opacity = () => getComputedStyle(waiting.element()).opacity;

test('the app says that it loads until the start-up is complete', async () => {
  const session = { ...makeSession(), store: createAuthStore() };
  const texts = await textsIn('en');
  await render(<App session={session} texts={texts} />);
  await expect.element(waiting).toBeVisible();
});

test('the spinner is in the middle of the page', async () => {
  await renderScreen(<LoadingScreen />, { answers: {} });
  await expect.poll(opacity).toBe('1');
  const spinner = waiting.element().firstElementChild?.getBoundingClientRect() ?? new DOMRect();
  expect(Math.abs(spinner.x + spinner.width / 2 - window.innerWidth / 2)).toBeLessThan(20);
  expect(Math.abs(spinner.y + spinner.height / 2 - window.innerHeight / 2)).toBeLessThan(20);
});

/** Two loading screens, one after the other. */
function TwoWaits() {
  const [second, setSecond] = useState(false);
  return (
    <MantineProvider>
      <button type="button" onClick={() => setSecond(true)}>
        Go on
      </button>
      {second ? (
        <div>
          <LoadingScreen />
        </div>
      ) : (
        <LoadingScreen />
      )}
    </MantineProvider>
  );
}

test('a wait of several loading screens shows one spinner without a break', async () => {
  await renderScreen(<TwoWaits />, { answers: {} });
  await expect.poll(opacity).toBe('1');
  const shown = waiting.element();
  (page.getByRole('button', { name: 'Go on' }).element() as HTMLElement).click();
  await expect.poll(() => waiting.element() === shown).toBe(false);
  expect(opacity()).toBe('1');
});
