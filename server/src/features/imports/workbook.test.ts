/** Spreadsheets: the values of cells, and refused files with their reasons. */
import { Buffer } from 'node:buffer';
import { importLimits } from '@kindling/contract/import-files';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { silentLog } from '../../testing/database.ts';
import { buildWorkbook, buildZip, type TestCell } from '../../testing/workbook.ts';
import { readWorkbook } from './workbook.ts';
import { isPackedFile, type Workbook, workbookLimits } from './workbook-file.ts';
import { createWorkbookReader } from './workbook-reader.ts';

const rowsOf = ({ pages }: Workbook) =>
  pages.flatMap((page) => JSON.parse(Buffer.from(page).toString()) as [number, string[]][]);
const oneSheet = (rows: TestCell[][], more?: Record<string, string>) =>
  buildWorkbook([{ name: 'Reviews', rows }], more);
/** One bare sheet of this XML, for what `buildWorkbook` would not write. */
const bare = (sheet: string) => oneSheet([['x']], { 'xl/worksheets/sheet1.xml': sheet });
const problemOf = (bytes: Uint8Array) => readWorkbook(bytes, null).catch((error: unknown) => error);

describe('cells', () => {
  test('texts, numbers, dates and times have the form of a table', async () => {
    const book = await readWorkbook(
      oneSheet([
        ['Name', 'Stars', 'Date', 'Text', 'Seen'],
        ['Zoé <3 & "Bo"', 5, new Date('2025-05-01'), 'Šljiva\nžuta 🎉', true],
        [null, null, null, null, null],
        ['Cy', 4.5, new Date('2025-03-30T02:30:00Z'), null, false],
        ['12', 0.1 + 0.2, new Date('2024-02-29T23:59:59Z'), ' spaces ', null],
      ]),
      null,
    );
    expect(book).toMatchObject({ sheets: ['Reviews'], sheet: 0 });
    expect(rowsOf(book)).toEqual([
      [1, ['Name', 'Stars', 'Date', 'Text', 'Seen']],
      [2, ['Zoé <3 & "Bo"', '5', '2025-05-01', 'Šljiva\nžuta 🎉', 'true']],
      [4, ['Cy', '4.5', '2025-03-30T02:30:00', '', 'false']],
      [5, ['12', '0.30000000000000004', '2024-02-29T23:59:59', 'spaces', '']],
    ]);
  });

  test('the result of a formula is used, and its error is an empty cell', async () => {
    const cells = `<c r="A1"><f>1+4</f><v>5</v></c><c r="B1" t="str"><f>"a"</f><v>a</v></c><c r="C1" t="e"><v>#N/A</v></c><c r="D1" t="inlineStr"><is><t>in</t></is></c>`;
    const book = await readWorkbook(
      bare(`<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`),
      null,
    );
    expect(rowsOf(book)).toEqual([[1, ['5', 'a', '', 'in']]]);
  });

  test('long sheets are split into pages', async () => {
    const rows = Array.from({ length: 1_201 }, (_, index) => [index, 'x']);
    const book = await readWorkbook(oneSheet(rows), null);
    expect(book.pages).toHaveLength(3);
    expect(rowsOf(book).at(-1)).toEqual([1_201, ['1200', 'x']]);
  });
});

describe('several sheets', () => {
  const sheets = [
    { name: 'Empty', rows: [] },
    { name: 'One & two', rows: [['a'], [1]] },
    { name: 'Three', rows: [['b'], [2]] },
  ];

  test('reads the first sheet with rows, or the requested one', async () => {
    const names = ['Empty', 'One & two', 'Three'];
    expect(await readWorkbook(buildWorkbook(sheets), null)).toMatchObject({ sheets: names, sheet: 1 });
    const third = await readWorkbook(buildWorkbook(sheets), 2);
    expect(third).toMatchObject({ sheet: 2 });
    expect(rowsOf(third)).toEqual([
      [1, ['b']],
      [2, ['2']],
    ]);
    expect(await readWorkbook(buildWorkbook(sheets), 0)).toMatchObject({ sheet: 0, pages: [] });
    await expect(readWorkbook(buildWorkbook(sheets), 3)).rejects.toMatchObject({ problem: 'empty' });
  });
});

/** A compound file of old programs with an entry of this name in its directory. */
const compound = (entry: string) =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(504),
    Buffer.from(entry, 'utf16le'),
    Buffer.alloc(512),
  ]);

const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at} "&a${at - 1};&a${at - 1};">`).join('')}]>`;

const styled = (formats: string) =>
  oneSheet([['x']], {
    'xl/styles.xml': `<styleSheet><numFmts>${formats}</numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
  });
const format = (code: string) => `<numFmt numFmtId="200" formatCode="${code}"/>`;
const oneCell = (attributes: string) =>
  bare(`<worksheet><sheetData><row r="1"><c ${attributes}><v>1</v></c></row></sheetData></worksheet>`);
const attributes = (count: number, value = '') =>
  Array.from({ length: count }, (_, at) => `a${at}="${value}" `).join('');

describe('files that would block the library', () => {
  // Each of the first three blocked the only reader for its former timeout of twenty seconds.
  test.each<[string, Buffer, string]>([
    ['a format of brackets', styled(format('['.repeat(300_000))), 'workbook-too-large'],
    ['a place of a million letters', oneCell(`r="${'A'.repeat(1_000_000)}1"`), 'workbook-too-large'],
    ['200,000 attributes', oneCell(`${attributes(200_000)}r="A1"`), 'workbook-too-large'],
    ['a format that is a little too long', styled(format('['.repeat(256))), 'workbook-too-large'],
    ['thousands of formats', styled(format('[').repeat(1_001)), 'workbook-too-large'],
    ['a place with too many letters', oneCell('r="AAAA1"'), 'workbook-damaged'],
    [
      'a place with too many digits, after another prefix',
      oneCell(`x:y='' r='A12345678'`),
      'workbook-damaged',
    ],
    ['short attributes, too many', oneCell(`${attributes(40)}r="A1"`), 'workbook-too-large'],
    [
      'attributes that are long together',
      oneCell(`${attributes(5, 'x'.repeat(7_000))}r="A1"`),
      'workbook-too-large',
    ],
    ['a tag in an attribute', oneCell('a="<c>" r="A1"'), 'workbook-damaged'],
    ['an attribute without end', oneCell('r="A1'), 'workbook-damaged'],
    ['a comment without end', bare('<worksheet><!-- <sheetData/></worksheet>'), 'workbook-damaged'],
    [
      'a long comment',
      bare(`<worksheet><!--${'-'.repeat(33_000)}--><sheetData/></worksheet>`),
      'workbook-too-large',
    ],
    [
      'a text without end',
      bare(`<worksheet>${'x'.repeat(importLimits.rowBytes + 1)}</worksheet>`),
      'row-too-long',
    ],
  ])('%s is refused before it is read', async (_name, bytes, problem) => {
    expect(await problemOf(bytes)).toMatchObject({ problem });
  });

  test('files of real programs are accepted', async () => {
    const code = `[&gt;=1]&quot;${'é'.repeat(240)}&quot;;@`;
    const cells = `<!-- <made> --><c r='A1' ${attributes(36)}><v>1</v></c><c r="XFD1" s="0"/>`;
    const bytes = buildWorkbook([{ name: 'Reviews', rows: [] }], {
      'xl/styles.xml': `<styleSheet><numFmts>${format(code)}</numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
    });
    expect(rowsOf(await readWorkbook(bytes, null))).toEqual([[1, ['1']]]);
    const long = oneSheet([['x'.repeat(32_767)]]);
    expect(rowsOf(await readWorkbook(long, null))).toEqual([[1, ['x'.repeat(32_767)]]]);
  });
});

describe('refused', () => {
  test.each<[string, Uint8Array, string]>([
    ['locked with a password', compound('EncryptedPackage'), 'workbook-protected'],
    ['an .xls', compound('Workbook'), 'workbook-old'],
    ['an .xlsb', buildZip({ 'xl/workbook.bin': 'x' }), 'workbook-old'],
    ['a .doc', compound('WordDocument'), 'no-workbook'],
    ['an .ods', buildZip({ mimetype: 'x', 'content.xml': 'x' }), 'workbook-open'],
    ['a .docx', buildZip({ '[Content_Types].xml': 'x', 'word/document.xml': 'x' }), 'no-workbook'],
    ['an archive', buildZip({ 'Takeout/reviews.json': '{}' }), 'packed'],
    ['cut off', oneSheet([['a'], [1]]).subarray(0, 700), 'workbook-damaged'],
    ['XML that breaks off', bare('<worksheet><sheetData><row r="1"><c r="A1"><v>1</v>'), 'workbook-damaged'],
    ['a workbook without its sheets', buildZip({ 'xl/workbook.xml': '<workbook/>' }), 'workbook-damaged'],
    ['entities of entities', bare(`${laughs}<worksheet><sheetData/></worksheet>`), 'workbook-damaged'],
    ['more columns than anybody maps', oneSheet([Array.from({ length: 201 }, () => 1)]), 'too-many-columns'],
    ['a gigantic cell', oneSheet([['x'.repeat(importLimits.rowBytes)]]), 'row-too-long'],
  ])('%s', async (_name, bytes, problem) => {
    expect(isPackedFile(bytes)).toBe(true);
    expect(await problemOf(bytes)).toMatchObject({ problem });
  });

  test('truncated at any byte', async () => {
    const whole = oneSheet([
      ['a', 'b'],
      [1, 2],
    ]);
    for (let length = 8; length < whole.length; length += 97)
      expect(await problemOf(whole.subarray(0, length))).toMatchObject({ problem: 'workbook-damaged' });
  });

  test('an archive with too large, too many or too small parts by its directory is not unpacked', async () => {
    const zeros = new Uint8Array(workbookLimits.unpackedBytes + 1);
    const bomb = zipSync(
      { 'xl/workbook.xml': new Uint8Array(1), 'xl/worksheets/sheet1.xml': zeros },
      { level: 9 },
    );
    expect(bomb.length).toBeLessThan(20_000);
    expect(await problemOf(bomb)).toMatchObject({ problem: 'workbook-too-large' });
    const many = Array.from({ length: workbookLimits.entries + 1 }, (_, at) => [`p/${at}`, new Uint8Array()]);
    expect(await problemOf(zipSync(Object.fromEntries(many)))).toMatchObject({
      problem: 'workbook-too-large',
    });
    const tags = `<worksheet><sheetData>${'<c/>'.repeat(workbookLimits.tags)}</sheetData></worksheet>`;
    expect(await problemOf(bare(tags))).toMatchObject({ problem: 'workbook-too-large' });
  });

  test('an archive that declares a smaller size gets no more memory', async () => {
    const bytes = oneSheet([['a'], ...Array.from({ length: 5_000 }, (_, at) => [at])]);
    // In the sheet's directory entry, the unpacked size is at byte 24.
    const entry = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    expect(bytes.readUInt32LE(entry)).toBe(0x02014b50);
    bytes.writeUInt32LE(100, entry + 24);
    expect(await problemOf(bytes)).toMatchObject({ problem: 'workbook-damaged' });
  });

  test('one text in every cell cannot exceed the size of a table', async () => {
    const text = 'x'.repeat(30_000);
    const bytes = oneSheet(Array.from({ length: 2_000 }, () => [text]));
    expect(await problemOf(bytes)).toMatchObject({ problem: 'workbook-too-large' });
  });
});

describe('in a child process', () => {
  const reader = createWorkbookReader(silentLog);
  afterAll(() => reader.close());

  test('rows and problems are returned', async () => {
    const book = await reader.read({ bytes: oneSheet([['a'], [1]]), sheet: null });
    expect(rowsOf(book)).toEqual([
      [1, ['a']],
      [2, ['1']],
    ]);
    await expect(reader.read({ bytes: compound('Workbook'), sheet: null })).rejects.toMatchObject({
      problem: 'workbook-old',
    });
    await expect(
      reader.read({ bytes: Buffer.alloc(workbookLimits.packedBytes + 1), sheet: null }),
    ).rejects.toMatchObject({ problem: 'workbook-too-large' });
  });

  test('cells far apart, which exhaust the memory, end only the child process', async () => {
    const far = Array.from(
      { length: 5_000 },
      (_, at) => `<row r="${at * 200 + 1}"><c r="XFD${at * 200 + 1}"><v>1</v></c></row>`,
    );
    const bytes = bare(`<worksheet><sheetData>${far.join('')}</sheetData></worksheet>`);
    await expect(reader.read({ bytes, sheet: null })).rejects.toMatchObject({
      problem: 'workbook-too-large',
    });
    expect(await reader.read({ bytes: oneSheet([['a']]), sheet: null })).toMatchObject({ sheet: 0 });
  });

  test('a timeout ends the process', async () => {
    const hasty = createWorkbookReader(silentLog, 1);
    await expect(hasty.read({ bytes: oneSheet([['a']]), sheet: null })).rejects.toMatchObject({
      problem: 'workbook-too-large',
    });
    hasty.close();
  });
});
