/** The menu that exports reviews: formats, progress, cancel, failures. The download itself is the browser's. */
import type { ReviewExport } from '@kindling/contract/exports';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeProblem } from '../../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { ownAccount, type SessionOptions } from '../../../testing/session.ts';
import { ExportMenu } from './export-menu.tsx';
import type { ExportedReviews } from './use-review-export.ts';

const id = '0199f000-0000-7000-8000-00000000000e';
const address = '/api/v1/downloads/abc';
const begun: ReviewExport = {
  id,
  format: 'xlsx',
  state: 'waiting',
  rows: 0,
  bytes: 0,
  leftOut: 0,
  createdAt: '2026-11-26T10:00:00.000Z',
};

const button = page.getByRole('button', { name: 'Export', exact: true });
const excel = page.getByRole('button', { name: 'Excel (XLSX)' });

/** Addresses that were downloaded. */
function watchDownloads(): string[] {
  const downloads: string[] = [];
  const spy = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloads.push(new URL(this.href).pathname);
  });
  onTestFinished(() => spy.mockRestore());
  return downloads;
}

async function show(
  answers: ApiAnswers,
  props: ExportedReviews = { filter: { rating: 4 } },
  session: Partial<SessionOptions> = {},
) {
  const sent: unknown[] = [];
  const { calls } = await renderScreen(<ExportMenu {...props} />, {
    ...session,
    answers: {
      'POST /reviews/exports': async (_url, request) => {
        sent.push(await request.json());
        return { export: begun, address };
      },
      ...answers,
    },
  });
  return { calls, sent };
}

test('a format begins the download with the filter, shows how far it is, and says when it is done', async () => {
  const downloads = watchDownloads();
  let now: ReviewExport = { ...begun, state: 'running', rows: 12_500, bytes: 3_400_000 };
  const { sent } = await show({ [`GET /reviews/exports/${id}`]: () => ({ export: now }) });
  await button.click();
  await expect.element(page.getByText('Export everything that matches')).toBeVisible();
  await excel.click();
  await expect.element(page.getByText('12,500 reviews, 3.2 MB')).toBeVisible();
  expect(downloads).toEqual([address]);
  expect(sent).toEqual([{ format: 'xlsx', language: 'en', filter: { rating: 4 } }]);
  now = { ...now, state: 'done', rows: 20_000, leftOut: 3 };
  await expect
    .element(page.getByText(/20,000 reviews exported\. 3 reviews are not in the file/))
    .toBeVisible();
  await expect.element(page.getByText('Downloading')).not.toBeInTheDocument();
  await button.click();
  await expect.element(excel).toBeVisible();
});

test.each([
  [{ rating: 4 }, 'Export 10,000+ matching reviews'],
  [{}, 'Export 1 matching review'],
])('the menu says how many reviews %j has', async (filter, words) => {
  await show(
    {
      'GET /reviews/count': { count: 10_000, more: true },
      'GET /reviews/figures': { unanswered: 0, total: 1 },
    },
    { filter },
  );
  await button.click();
  await expect.element(page.getByText(words)).toBeVisible();
});

test('a selection and its order are sent; the menu works by keyboard alone', async () => {
  watchDownloads();
  const ids = [id, '0199f000-0000-7000-8000-00000000000f'];
  const { sent } = await show(
    { [`GET /reviews/exports/${id}`]: { export: begun } },
    { filter: {}, ids, sort: 'oldest' },
  );
  await expect.element(button).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Export 2 selected reviews')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'CSV' })).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Your browser starts the download.')).toBeVisible();
  expect(sent).toEqual([{ format: 'xlsx', language: 'en', filter: {}, sort: 'oldest', ids }]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Your browser starts the download.')).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('canceling ends it at the server, and the formats are back', async () => {
  watchDownloads();
  const { calls } = await show({
    [`GET /reviews/exports/${id}`]: { export: { ...begun, state: 'running', rows: 10 } },
    [`DELETE /reviews/exports/${id}`]: { ok: true },
  });
  await button.click();
  await excel.click();
  await page.getByRole('button', { name: 'Cancel the export' }).click();
  await expect.element(excel).toBeVisible();
  expect(calls).toContain(`DELETE /reviews/exports/${id}`);
});

test.each([
  ['failed', /incomplete, and try again/],
  ['canceled', /was canceled or did not start/],
] as const)('an export that ended as %s says so and can be started again', async (state, text) => {
  const downloads = watchDownloads();
  await show({ [`GET /reviews/exports/${id}`]: { export: { ...begun, state } } });
  await button.click();
  await excel.click();
  await expect.element(page.getByRole('alert').getByText(text)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => downloads).toEqual([address, address]);
});

test('a refusal is explained', async () => {
  const downloads = watchDownloads();
  await show({ 'POST /reviews/exports': () => makeProblem(409, 'conflict') });
  await button.click();
  await excel.click();
  await expect.element(page.getByText(/You already have an export running/)).toBeVisible();
  expect(downloads).toEqual([]);
});

test('whoever may not export has no button', async () => {
  await show({}, { filter: {} }, { account: { ...ownAccount, role: 'responder' } });
  await expect.element(button).not.toBeInTheDocument();
});
