/** Importing reviews from files: upload, mapping, dry run, import, errors, and undo. */
import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { buildWorkbook } from '../../server/src/testing/workbook.ts';
import { signUpByRequest } from '../support/accounts.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct('shop');

test.beforeEach(async ({ page }) => {
  await signUpByRequest(page, product());
  await open(page);
});

async function open(page: Page): Promise<void> {
  await page.goto(`${product().url}/connections/import`);
  await expect(page.getByRole('heading', { level: 1, name: 'Import reviews' })).toBeVisible();
}

async function choose(page: Page, ...files: { name: string; text: string | Buffer }[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ]);
  await chooser.setFiles(
    files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
  );
}

const panel = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) });
const count = (page: Page, name: string) => page.locator(`[data-count="${name}"] dd`).first();
const table = [
  'Reviewer;Rating;Comment;Review date;Reply',
  'Ana Jensen;5;"Best bread; ever";31/12/2025;Thank you',
  'Bo Larsen;doesn’t recommend;Closed at noon;30/12/2025;',
  'Cy Mad;77;Too many stars;29/12/2025;',
  `Ed;5;${'long'.repeat(80)};x;`,
].join('\r\n');

test('on a phone a table is previewed, checked, imported, recognized when imported again, and undone', async ({
  page,
}) => {
  await resize(page, { width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'the choice of a file');
  const name = `${'a-long-name-'.repeat(10)}.csv`;
  await choose(page, { name, text: table });
  const preview = panel(page, 'Preview');
  await expect(preview.getByText('Best bread; ever')).toBeVisible();
  await expect(preview.getByText('Does not recommend')).toBeVisible();
  await expect(preview.getByText('The rating is not on the chosen scale')).toBeVisible();
  await expectNoSidewaysScroll(page, 'the mapping');
  await expectAccessible(page, 'the mapping');
  await page.getByRole('combobox', { name: 'Text', exact: true }).click();
  await page.getByRole('option', { name: 'Not in the file' }).click();
  await expect(preview.getByText('Best bread; ever')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Text', exact: true }).click();
  await page.getByRole('option', { name: /^Comment/ }).click();
  await expect(preview.getByText('Best bread; ever')).toBeVisible();

  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('heading', { name: 'This is what will happen' })).toBeVisible();
  await expect(count(page, 'added')).toHaveText('2');
  await expect(count(page, 'invalid')).toHaveText('2');
  await expect(page.getByRole('row', { name: /^4 Rating 77 The rating is not/ })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('rows-with-errors.csv');
  await expectNoSidewaysScroll(page, 'the dry run');
  await expectAccessible(page, 'the dry run');

  await page.getByRole('button', { name: 'Import 2 reviews' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Imported' })).toBeVisible();
  await page.getByRole('link', { name: 'Show the reviews' }).click();
  await expect(page.getByText('Best bread; ever')).toBeVisible();
  await expect(page.getByText('Closed at noon')).toBeVisible();
  await expect(page.getByRole('link', { name: /, Imported,/ })).toHaveCount(2);

  await open(page);
  await choose(page, { name, text: table });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('This file contains nothing new.')).toBeVisible();
  await expect(count(page, 'unchanged')).toHaveText('2');
  await page.getByRole('button', { name: 'Discard this import' }).click();
  await expect(page.getByText('Nothing was kept.')).toBeVisible();

  await page.getByRole('button', { name: `Undo: ${name}` }).click();
  const question = page.getByRole('dialog', { name: 'Undo this import?' });
  await expect(question).toContainText('The 2 reviews it added are deleted');
  await question.getByRole('button', { name: 'Delete these reviews' }).click();
  await expect(panel(page, 'Past imports').getByText('Undone')).toBeVisible();
  await page.goto(`${product().url}/reviews`);
  await expect(page.getByText('No reviews yet')).toBeVisible();
});

test('files of every kind are read', async ({ page }) => {
  await test.step('unreadable files are explained, and another file can be chosen', async () => {
    await choose(page, { name: 'sheet.xlsx', text: Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]) });
    await expect(page.getByText('This Excel file is damaged or incomplete.')).toBeVisible();
    await page.getByRole('link', { name: 'Choose another file' }).click();
    await choose(page, { name: 'header.csv', text: 'author,rating,text,date\n' });
    await expect(page.getByText('This file contains no reviews.')).toBeVisible();
    await page.getByRole('link', { name: 'Choose another file' }).click();
    await choose(page, { name: 'nothing.csv', text: '' });
    await expect(page.getByRole('alert')).toHaveText('This file is empty.');
  });
  await open(page);
  await test.step('windows-1250 is detected, and an ambiguous date order is asked for', async () => {
    // "Đorđe Ćosić" and "Šljiva žuta" in windows-1250, as spreadsheet programs save them in Serbia.
    const name = Buffer.from([0xd0, 0x6f, 0x72, 0xf0, 0x65, 0x20, 0xc6, 0x6f, 0x73, 0x69, 0xe6]);
    const words = Buffer.from([0x8a, 0x6c, 0x6a, 0x69, 0x76, 0x61, 0x20, 0x9e, 0x75, 0x74, 0x61]);
    const bytes = Buffer.concat([
      Buffer.from('Ime;Ocena;Komentar;Datum\r\n'),
      name,
      Buffer.from(';5;'),
      words,
      Buffer.from(';3/4/2025\r\n'),
    ]);
    await choose(page, { name: 'recenzije.csv', text: bytes });
    const preview = panel(page, 'Preview');
    await expect(preview.getByText('Đorđe Ćosić')).toBeVisible();
    await expect(preview.getByText('Šljiva žuta')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Characters' })).toHaveValue('Windows-1250');
    await expect(page.getByRole('button', { name: 'Check the file' })).toBeDisabled();
    await page.getByRole('radio', { name: 'Month first: 12/31/2025' }).check();
    await expect(preview.getByText('Mar 4, 2025')).toBeVisible();
    await page.getByRole('radio', { name: 'Day first: 31/12/2025' }).check();
    await expect(preview.getByText('Apr 3, 2025')).toBeVisible();
    await page.getByRole('combobox', { name: 'Characters' }).click();
    await page.getByRole('option', { name: 'Windows-1252' }).click();
    await expect(preview.getByText('Ðorðe Æosiæ')).toBeVisible();
    await page.getByRole('combobox', { name: 'Characters' }).click();
    await page.getByRole('option', { name: 'Windows-1250' }).click();
    await expect(preview.getByText('Đorđe Ćosić')).toBeVisible();
  });
  await open(page);
  await test.step('a spreadsheet is read by sheet, unmapped columns are named, and relative dates ask for a reference day', async () => {
    const spreadsheet = buildWorkbook([
      {
        name: 'This year',
        rows: [
          ['Reviewer', 'star', 'reviewDescription', 'Date', 'Branch'],
          ['Ana Jensen', 5, 'Best bread', new Date('2025-05-01'), 'Harbor'],
        ],
      },
      {
        name: 'Older',
        rows: [
          ['Reviewer', 'star', 'reviewDescription', 'Date', 'reply_message'],
          ['Bo Larsen', 4, 'Good coffee', '3 weeks ago', 'Thank you'],
        ],
      },
    ]);
    await choose(page, { name: 'our-reviews.xlsx', text: spreadsheet });
    const preview = panel(page, 'Preview');
    await expect(preview.getByText('Best bread')).toBeVisible();
    await expect(preview.getByText('May 1, 2025')).toBeVisible();
    await expect(page.getByText('Left out of the import: Branch')).toBeVisible();
    await page.getByRole('combobox', { name: 'Sheet' }).click();
    await page.getByRole('option', { name: 'Older' }).click();
    await page.getByLabel('Day the file was made').fill('2025-05-22');
    await expect(preview.getByText('Good coffee')).toBeVisible();
    await expect(preview.getByText('May 1, 2025 · date estimated · Line 2')).toBeVisible();
    await expect(preview.getByText('Thank you')).toBeVisible();
    await expectAccessible(page, 'a spreadsheet');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect(count(page, 'added')).toHaveText('1');
  });
  await open(page);
  await test.step('the files of an archive are imported together, without a mapping', async () => {
    const review = (id: string, comment: string) => ({
      reviewer: { displayName: `Guest ${id}` },
      starRating: 'FIVE',
      comment,
      createTime: '2025-05-01T10:00:00.123Z',
      updateTime: '2025-05-01T10:00:00.123Z',
      name: `accounts/1/locations/2/reviews/${id}`,
    });
    const file = (...reviews: object[]) => JSON.stringify({ reviews });
    await choose(
      page,
      { name: 'reviews.json', text: file(review('a', 'From the first file'), review('b', 'Also from it')) },
      { name: 'reviews-2.json', text: file(review('c', 'From the second')) },
    );
    await expect(page.getByText('These are reviews from Google Takeout.')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Source' })).toHaveValue('Google');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: 'Import 3 reviews' }).click();
    await page.getByRole('link', { name: 'Show the reviews' }).click();
    const list = page.getByRole('list', { name: 'Reviews' });
    await expect(list.getByText('From the second')).toBeVisible();
    await expect(list.getByRole('link', { name: /, Google,/ })).toHaveCount(3);
  });
});
