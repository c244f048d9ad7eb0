import readXlsxFile from 'read-excel-file/universal';
import { expect, test } from 'vitest';
import { anExportedReview } from '../../testing/exported-files.ts';
import { createReviewFile, type SheetLimits } from './review-files.ts';
import type { ExportedReview } from './review-values.ts';
import { maxCellLength, rowXml } from './sheet-xml.ts';
import { reviewFileTexts } from './table-cells.ts';

const texts = reviewFileTexts('en');

async function readBook(pages: readonly ExportedReview[][], limits?: SheetLimits) {
  const file = createReviewFile('xlsx', texts, limits);
  const parts = [await file.start()];
  for (const page of pages) parts.push(await file.page(page));
  parts.push(await file.end());
  const book = await readXlsxFile(new Uint8Array(Buffer.concat(parts)).buffer as ArrayBuffer);
  return book.map(({ sheet, data }) => {
    const [head = [], ...rows] = data as unknown[][];
    return {
      sheet,
      rows: rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index]]))),
    };
  });
}

test.each([
  ['=1+1', '=1+1'],
  ['<b> & "quotes" \'', '<b> & "quotes" \''],
  // The library of the import trims cells.
  ['  spaces  and\ttabs ', 'spaces  and\ttabs'],
  ['two\r\nlines\rand three', 'two\nlines\nand three'],
  ['日本語 🦆 ж', '日本語 🦆 ж'],
  ['null\u0000 bell\u0007 half\ud83d', 'null bell half'],
  ['noncharacter\uffff', 'noncharacter'],
])('the text %j is read as %j', async (text, read) => {
  const [sheet] = await readBook([[anExportedReview({ text })]]);
  expect(sheet?.rows[0]?.Text).toBe(read);
});

test('what looks like an escaped character stays a text', () => {
  // The library of the import does not decode these escapes, as spreadsheet programs do.
  expect(rowXml(['_x0041_'], 1, { cutMark: '' })).toContain('>_x005F_x0041_<');
});

test('a text that no cell holds is cut where no character is split, and says so', async () => {
  const text = `${'🦆'.repeat(maxCellLength)}`;
  const [sheet] = await readBook([
    [anExportedReview({ text }), anExportedReview({ text: 'a'.repeat(maxCellLength) })],
  ]);
  const [cut, whole] = (sheet?.rows ?? []).map((row) => String(row.Text));
  expect(cut?.length).toBeLessThanOrEqual(maxCellLength);
  expect(cut?.endsWith(texts.cut)).toBe(true);
  expect(cut?.slice(0, -texts.cut.length).replaceAll('🦆', '')).toBe('');
  expect(whole).toBe('a'.repeat(maxCellLength));
});

test('a full sheet is continued on the next one, with the headings again', async () => {
  const reviews = Array.from({ length: 7 }, (_, index) => anExportedReview({ author: `Author ${index}` }));
  for (const limits of [
    { rows: 4, bytes: Number.POSITIVE_INFINITY },
    { rows: Number.POSITIVE_INFINITY, bytes: 5_000 },
  ]) {
    const book = await readBook([reviews.slice(0, 2), reviews.slice(2)], limits);
    expect(book.length).toBeGreaterThan(1);
    expect(book.map(({ sheet }) => sheet)).toEqual(
      book.map((_, index) => (index === 0 ? 'Reviews' : `Reviews ${index + 1}`)),
    );
    expect(book.flatMap(({ rows }) => rows.map(({ Author }) => Author))).toEqual(
      reviews.map(({ author }) => author),
    );
  }
});

test('days before spreadsheets know any stay texts, and an empty export has its headings', async () => {
  const [sheet] = await readBook([[anExportedReview({ day: '1899-05-06' }), anExportedReview()]]);
  expect(sheet?.rows.map(({ Day }) => Day)).toEqual(['1899-05-06', new Date('2026-01-02T00:00:00Z')]);
  const [empty] = await readBook([]);
  expect(empty).toEqual({ sheet: 'Reviews', rows: [] });
});
