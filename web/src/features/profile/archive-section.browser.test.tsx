/** Everything of the account as one file: none, being made, ready, failed, refused. */
import type { Archive } from '@kindling/contract/exports';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { makeProblem } from '../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { ArchiveSection } from './archive-section.tsx';

const running: Archive = {
  id: '0199f000-0000-7000-8000-00000000000d',
  state: 'running',
  failure: null,
  files: { done: 12, total: 80 },
  bytes: 2_500_000,
  createdAt: '2026-11-26T10:00:00.000Z',
  expiresAt: null,
};
const ready: Archive = { ...running, state: 'ready', expiresAt: '2026-12-03T10:00:00.000Z' };

const begin = page.getByRole('button', { name: 'Prepare the file' });
const show = (answers: ApiAnswers) => renderScreen(<ArchiveSection />, { answers });

test('it is asked for, is made in the background, and is ready without loading the page again', async () => {
  let archive: Archive | null = null;
  await show({
    'GET /account/archive': () => ({ archive }),
    'POST /account/archive': () => {
      archive = running;
      return { archive };
    },
  });
  await begin.click();
  await expect.element(page.getByText('12 of 80 parts, 2.4 MB')).toBeVisible();
  const bar = page.getByRole('progressbar', { name: 'Preparing the file' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '15');
  archive = ready;
  await expect.element(page.getByText('Ready, 2.4 MB. Kept until Dec 3, 2026.')).toBeVisible();
});

test('it is downloaded by the browser, from an address that works once', async () => {
  const downloads: string[] = [];
  const spy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloads.push(new URL(this.href).pathname);
  });
  onTestFinished(() => spy.mockRestore());
  await show({
    'GET /account/archive': { archive: ready },
    'POST /account/archive/download': { address: '/api/v1/downloads/xyz' },
  });
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect.poll(() => downloads).toEqual(['/api/v1/downloads/xyz']);
});

test('it is stopped while it is made, and deleted once it is ready', async () => {
  let archive: Archive | null = running;
  await show({
    'GET /account/archive': () => ({ archive }),
    'DELETE /account/archive': () => {
      archive = null;
      return { archive };
    },
  });
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(begin).toBeVisible();
});

test('an old sign-in is asked for again, and says why', async () => {
  await show({
    'GET /account/archive': { archive: null },
    'POST /account/archive': () => makeProblem(403, 'sign-in-again'),
  });
  await begin.click();
  await expect.element(page.getByText('Sign in again so that we know it is you.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
});

test.each([
  ['internal', /could not be prepared/],
  ['too-large', /too large for one file/],
] as const)('one that failed (%s) says so and can be asked for again', async (failure, text) => {
  await show({ 'GET /account/archive': { archive: { ...running, state: 'failed', failure } } });
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(begin).toBeVisible();
});

test('too many in a day, and a state that does not load, are explained', async () => {
  let fails = true;
  await show({
    'GET /account/archive': () => (fails ? 500 : { archive: null }),
    'POST /account/archive': () => makeProblem(409, 'limit-reached'),
  });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  fails = false;
  await again.click();
  await begin.click();
  await expect.element(page.getByText(/three files in 24 hours/)).toBeVisible();
});
