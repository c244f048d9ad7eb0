/** The questions about rows and columns of a table. */
import type { ImportDetail } from '@kindling/contract/imports';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { numbersWithoutSeparators } from '../../testing/numbers.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import { DescribeFile } from './describe-file.tsx';
import type { DraftSettings } from './draft-settings.ts';

const stars: DraftSettings = {
  locationId: null,
  source: 'import',
  mapping: {
    author: null,
    rating: 0,
    title: null,
    text: null,
    date: 1,
    replyText: null,
    replyDate: null,
    link: null,
    id: null,
  },
  dateOrder: null,
  asOf: null,
  oneDate: null,
  scale: 5,
};
const detail: ImportDetail = {
  id: '0198c0de-0000-7000-8000-000000000001',
  state: 'read',
  kind: 'table',
  fileNames: ['reviews.csv'],
  bytes: 100,
  locationId: null,
  locationName: null,
  source: 'import',
  createdAt: '2026-01-02T03:04:05.000Z',
  createdBy: null,
  finishedAt: null,
  rows: 2,
  done: 2,
  added: 0,
  unchanged: 0,
  changed: 0,
  invalid: 0,
  problem: null,
  problemLine: null,
  timeZone: 'Europe/Berlin',
  modifiedOn: null,
  encoding: 'utf-8',
  separator: ',',
  header: true,
  headingLine: 1,
  sheets: [],
  sheet: null,
  columns: [
    { name: 'Stars', example: '4.5', dates: null, relative: false },
    { name: 'Day', example: '2026-01-02', dates: 'clear', relative: false },
  ],
  settings: stars,
};

function Form({ first = stars, file = detail }: { first?: DraftSettings; file?: ImportDetail }) {
  const [draft, setDraft] = useState(first);
  return (
    <ColumnMapping
      detail={file}
      draft={draft}
      onChange={(changes) => setDraft((now) => ({ ...now, ...changes }))}
    />
  );
}

test('each scale explains how ratings between two stars are rounded', async () => {
  await renderScreen(<Form />, { answers: {} });
  const halves = page.getByText(/Halves are rounded down/);
  const points = page.getByText(/7 points are 4 stars/);
  await expect.element(halves).toBeVisible();
  await expect.element(points).not.toBeInTheDocument();
  await page.getByRole('radio', { name: /10 points/ }).click();
  await expect.element(points).toBeVisible();
  await expect.element(halves).not.toBeInTheDocument();
});

test('the date for all reviews can be typed, and is required once it was cleared', async () => {
  const undated = { ...stars, mapping: { ...stars.mapping, date: null } };
  await renderScreen(<Form first={undated} />, { answers: {} });
  const day = page.getByLabelText('One date for all reviews');
  await expect.element(day).not.toHaveAttribute('aria-invalid', 'true');
  await day.click({ position: { x: 20, y: 15 } });
  await userEvent.keyboard('03152025');
  await expect.element(day).toHaveValue('2025-03-15');
  await userEvent.keyboard('{Backspace}');
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(day).toHaveAttribute('aria-invalid', 'true');
});

test('relative dates offer the file’s modification date as their reference day', async () => {
  const columns = detail.columns.map((column) => ({ ...column, relative: column.name === 'Day' }));
  await renderScreen(<Form file={{ ...detail, columns, modifiedOn: '2025-03-15' }} />, { answers: {} });
  const day = page.getByLabelText('Day the file was made');
  await expect.element(page.getByText('The file was last changed on Mar 15, 2025.')).toBeVisible();
  await expect.element(day).toHaveValue('');
  const use = page.getByRole('button', { name: 'Use this day' });
  await use.click();
  await expect.element(day).toHaveValue('2025-03-15');
  await expect.element(use).not.toBeInTheDocument();
});

test.each([
  [true, 'Column names', 'A review', false],
  [false, 'A review', 'Column names', true],
] as const)(
  'the first row’s meaning is shown (names: %s) and can be changed',
  async (header, now, other, wanted) => {
    const asked: unknown[] = [];
    const large = { ...detail, header, rows: 12_345, done: 12_345 };
    await renderScreen(<DescribeFile detail={large} onChecking={() => undefined} />, {
      answers: {
        'GET /businesses': { businesses: [] },
        [`POST /imports/${detail.id}/preview`]: { rows: [] },
        [`POST /imports/${detail.id}/read`]: async (_url, request) => {
          asked.push(await request.json());
          return { import: { ...large, header: wanted } };
        },
      },
    });
    const first = page.getByRole('combobox', { name: 'First row' });
    await expect.element(first).toHaveValue(now);
    await expect.element(page.getByText('12,345 rows')).toBeVisible();
    expect(numbersWithoutSeparators()).toEqual([]);
    await first.click();
    await page.getByRole('option', { name: other }).click();
    await expect
      .poll(() => asked)
      .toEqual([{ encoding: 'utf-8', separator: ',', header: wanted, sheet: null }]);
  },
);
