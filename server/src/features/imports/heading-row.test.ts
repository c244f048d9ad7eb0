/** Tables that do not start on the first line: titles, blank rows, `sep=;`. */
import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { buildWorkbook, type TestCell } from '../../testing/workbook.ts';
import type { Layout, ReadingOptions } from './layout.ts';
import { detectLayout } from './layout.ts';
import type { OpenFile } from './open-file.ts';
import { sheetFileNumber } from './read-sheet.ts';
import { readReviewRows } from './rows.ts';
import { guessSeparator } from './separators.ts';
import { readWorkbook } from './workbook.ts';

const guess: ReadingOptions = { encoding: null, separator: null, header: null, sheet: null };

interface Read {
  layout: Exclude<Layout, { kind: 'archive' }>;
  /** The author or the fault of each line. */
  rows: [line: number, what: string | null][];
}

async function read(
  open: OpenFile,
  unpack: () => Promise<{ sheets: string[]; sheet: number }>,
  asked: object,
) {
  const layout = await detectLayout(open, 1, [], { ...guess, ...asked }, unpack);
  if (layout.kind === 'archive') throw new Error('A table was expected');
  const settings = {
    ...{ locationId: '0199f000-0000-7000-8000-000000000001', source: 'import' as const },
    ...{ dateOrder: null, asOf: null, oneDate: null, scale: 5 as const, mapping: layout.mapping },
  };
  const found: Read = { layout, rows: [] };
  const source = { open, files: 1, layout, settings, zone: 'UTC', archives: [], now: Date.UTC(2026, 10, 1) };
  for await (const page of readReviewRows(source))
    for (const row of page)
      found.rows.push([
        row.line,
        'review' in row ? row.review.authorName : 'fault' in row ? row.fault.fault : '',
      ]);
  return found;
}

function readText(text: string, asked: object = {}): Promise<Read> {
  const open: OpenFile = async function* () {
    yield Buffer.from(text);
  };
  return read(open, () => Promise.reject(new Error('No spreadsheet')), asked);
}

async function readSheetOf(rows: TestCell[][], asked: object = {}): Promise<Read> {
  const bytes = buildWorkbook([{ name: 'Reviews', rows }]);
  const { pages, sheets, sheet } = await readWorkbook(bytes, null);
  const open: OpenFile = async function* (file) {
    yield* file === sheetFileNumber(sheet) ? pages : [bytes];
  };
  return read(open, () => Promise.resolve({ sheets, sheet }), asked);
}

const heads = ['Name', 'Stars', 'Comment', 'Date'];
const reviews = [
  ['Ana', '5', 'Good', '2025-05-01'],
  ['Bo', '9', 'Fine', '2025-05-02'],
  ['Cy', '3', 'So so', '2025-05-03'],
];
const mapping = { author: 0, rating: 1, text: 2, date: 3 };
const csv = (rows: string[][], separator = ';') => rows.map((cells) => `${cells.join(separator)}\n`).join('');

describe('rows above the headings', () => {
  test.each([
    ['nothing', '', 1],
    ['a title', 'Reviews of the Corner Bakery\n', 2],
    ['a title with a comma, and the day of the export', 'Reviews, all of them\nExported;2025-06-01\n\n', 4],
    ['a title that fills its row with separators, and a blank row', 'Reviews;;;\n;;;\n', 3],
    ['blank lines', '\n\n\r\n', 4],
    ['the separator for Excel', 'sep=;\n', 2],
    ['the separator for Excel in quotes, with the mark of the encoding', '\uFEFF"sep=;"\r\n', 2],
    ['the separator for Excel and a title', 'sep=;\nReviews\n\n', 4],
  ])('%s', async (_, above, line) => {
    const { layout, rows } = await readText(above + csv([heads, ...reviews]));
    expect(layout).toMatchObject({ separator: ';', header: true, headingLine: line, rows: 3, mapping });
    expect(rows).toEqual([
      [line + 1, 'Ana'],
      [line + 2, 'rating-range'],
      [line + 3, 'Cy'],
    ]);
  });

  test('in a spreadsheet', async () => {
    const title = ['Reviews of the Corner Bakery', null, null, null];
    const { layout, rows } = await readSheetOf([title, ['Exported', '2025-06-01'], [], heads, ...reviews]);
    expect(layout).toMatchObject({ kind: 'sheet', header: true, headingLine: 4, rows: 3, mapping });
    expect(rows).toEqual([
      [5, 'Ana'],
      [6, 'rating-range'],
      [7, 'Cy'],
    ]);
  });

  test('unknown headings below a title are recognized', async () => {
    const { layout, rows } = await readText(`My table\n${csv([['A1', 'B1', 'C1', 'D1'], ...reviews])}`);
    expect(layout).toMatchObject({
      header: true,
      headingLine: 2,
      rows: 3,
      columns: [{ name: 'A1' }, {}, {}, {}],
    });
    expect(rows[0]?.[0]).toBe(3);
  });

  test('of two possible heading rows, the one with more known headings is used', async () => {
    const { layout } = await readText(`Export\nUser;me;Date;2025\n${csv([[...heads, 'Link'], ...reviews])}`);
    expect(layout).toMatchObject({ header: true, headingLine: 3, rows: 3 });
  });

  test('a row that may be a review is never skipped', async () => {
    const words = ['Great place', 'Loved it', 'Wonderful'].map((text) => ['', '', text, '']);
    for (const first of [
      words,
      words.map((cells) => cells.toReversed()),
      words.map(([, , text = '']) => [text, '', '', '']),
    ])
      expect((await readText(csv([...first, ...reviews]), { header: false })).layout).toMatchObject({
        rows: 6,
      });
    const { layout } = await readText(csv([...words, ...reviews]));
    expect(layout.rows + (layout.header ? 1 : 0)).toBe(6);
  });

  test('a row above a table without headings is a fault and not skipped', async () => {
    const { layout, rows } = await readText(`sep=;\nReviews;;;\n${csv(reviews)}`, { header: false });
    expect(layout).toMatchObject({ header: false, headingLine: null, rows: 4 });
    expect(rows.map(([line]) => line)).toEqual([2, 3, 4, 5]);
  });

  test.each(['5', '2025-05-01', '5/5'])('a first review that is only %s is not a title', async (cell) => {
    const first = cell.startsWith('2025') ? ['', '', '', cell] : ['', cell, '', ''];
    expect((await readText(csv([first, ...reviews]), { header: false })).layout).toMatchObject({ rows: 4 });
  });

  test('the owner can declare the first row a review', async () => {
    const { layout } = await readText(csv([['Exported', '2025-06-01', '', ''], heads, ...reviews]), {
      header: false,
    });
    expect(layout).toMatchObject({ header: false, rows: 5 });
  });

  test('a table of one column keeps its first row', async () => {
    const { layout } = await readText('Comment\nGood\nFine\n');
    expect(layout).toMatchObject({ header: true, headingLine: 1, rows: 2 });
  });

  test('reviews that contain heading words are not headings', async () => {
    const used = [['Review', '5', 'Comment', '2025-05-01'], ...reviews];
    expect((await readText(csv(used))).layout).toMatchObject({ header: false, rows: 4 });
  });
});

test.each([
  ['sep=|\na;b;c|d\n', '|'],
  ['sep=\t\na;b;c\n', '\t'],
  ['sep=x\na;b;c\nd;e;f\n', ';'],
  ['name,text\nAna,Good; really\nBo,Nice; too\n', ','],
  ['Reviews, all\nname;stars;text\nAna;5;Good\n', ';'],
  ['Comment\nGood; nice; fine\nBad\n', ','],
])('the separator of %j is %j', (text, separator) => {
  expect(guessSeparator(text)).toBe(separator);
});
