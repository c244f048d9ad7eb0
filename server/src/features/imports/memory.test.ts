/** The largest allowed files are read without being in memory completely. */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { importLimits } from '@kindling/contract/import-files';
import { expect, test } from 'vitest';
import { silentLog } from '../../testing/database.ts';
import { runsEverything } from '../../testing/scope.ts';
import { buildWorkbook } from '../../testing/workbook.ts';
import { detectLayout } from './layout.ts';
import { readReviewRows } from './rows.ts';
import { workbookLimits } from './workbook-file.ts';
import { createWorkbookReader } from './workbook-reader.ts';

const asked = { encoding: null, separator: null, header: null, sheet: null };
const noSpreadsheet = () => Promise.reject(new Error('There is none.'));
const rowsPerPart = 1_000;
/** All allowed rows, or a quarter of them. */
const rowCount = runsEverything ? importLimits.rows : importLimits.rows / 4;
const rowsPerMeasurement = rowCount / 2;
/** A row of about 200 bytes, like a review; 200,000 of them are 40 MB. */
const words = 'The words of a usual review, which go on for some lines and say what was good. '.repeat(2);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function* parts(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('author,rating,text,date\n');
  for (let from = 0; from < rowCount; from += rowsPerPart) {
    const rows = Array.from({ length: rowsPerPart }, (_, index) => {
      const row = from + index;
      return `Author ${row},${1 + (row % 5)},"${words}${row}",${2001 + (row % 25)}-03-04\n`;
    });
    yield Buffer.from(rows.join(''));
  }
}

test(`${rowCount} rows need the memory of a few pages and a short key per row`, async () => {
  const used = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const before = used();
  const layout = await detectLayout(parts, 1, [], asked, noSpreadsheet);
  const megabytes = [used() - before];
  if (layout.kind !== 'table') throw new Error('No table');
  let read = 0;
  for await (const page of readReviewRows({
    open: parts,
    files: 1,
    layout,
    settings: {
      locationId: crypto.randomUUID(),
      source: 'import',
      mapping: layout.mapping,
      dateOrder: null,
      asOf: null,
      oneDate: null,
      scale: 5,
    },
    zone: 'Europe/Belgrade',
    archives: [],
    now: Date.now(),
  })) {
    read += page.filter((row) => 'review' in row).length;
    if (read >= megabytes.length * rowsPerMeasurement) megabytes.push(used() - before);
  }
  expect(read).toBe(rowCount);
  expect(megabytes).toHaveLength(1 + rowCount / rowsPerMeasurement);
  // Some pages, and 125 bytes per row: the file has 195, and its rows as objects many times that.
  for (const one of megabytes) expect(one).toBeLessThan(5 + rowCount / 8_000);
});

/** Resident memory that one reading may add, in MB. */
const mostMegabytes = 300;

/** Measures the maximum growth of the process during `work` in MB, and the number of event loop turns. */
async function measure<T>(work: Promise<T>): Promise<{ result: T; megabytes: number; turns: number }> {
  collectGarbage();
  const before = process.memoryUsage().rss;
  let most = before;
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
    most = Math.max(most, process.memoryUsage().rss);
  }, 1);
  try {
    return { result: await work, megabytes: (most - before) / 1e6, turns };
  } finally {
    clearInterval(timer);
  }
}

/** Parts of one MiB; the first one starts with `head`. */
async function* partsStartingWith(head: string, line: string, bytes: number): AsyncGenerator<Uint8Array> {
  const part = Buffer.from(line.repeat(Math.ceil(importLimits.partBytes / line.length)));
  yield Buffer.from(head);
  for (let sent = 0; sent < bytes; sent += part.length) yield part;
}

test('49 MB of separators are refused at the first row', async () => {
  let sent = 0;
  async function* commas(): AsyncGenerator<Uint8Array> {
    for await (const part of partsStartingWith(',', ',', 49e6)) {
      sent += part.length;
      yield part;
    }
  }
  const { result, megabytes, turns } = await measure(
    detectLayout(commas, 1, [], asked, noSpreadsheet).catch((error: unknown) => error),
  );
  expect(result).toMatchObject({ problem: 'too-many-columns', line: 1 });
  expect(megabytes).toBeLessThan(mostMegabytes);
  expect(turns).toBeGreaterThan(10);
  // Every byte is read once for the encoding, but only the first part is split into cells.
  expect(sent).toBeLessThan(49e6 + 4 * importLimits.partBytes);
});

test('rows with the maximum number of cells are refused at the cell limit of a table, without blocking the event loop', async () => {
  const row = `${'1,'.repeat(importLimits.columns - 1)}1\n`;
  const { result, megabytes, turns } = await measure(
    detectLayout(() => partsStartingWith('a\n', row, 49e6), 1, [], asked, noSpreadsheet).catch(
      (error: unknown) => error,
    ),
  );
  expect(result).toMatchObject({ problem: 'too-many-cells' });
  expect(megabytes).toBeLessThan(mostMegabytes);
  // At least one turn per parsed slice; 5 million cells are 600 slices.
  expect(turns).toBeGreaterThan(100);
});

test('rows of the maximum length are read within the same memory', async () => {
  const row = `x,"${'words '.repeat(importLimits.rowBytes / 6 - 20)}",2025-03-04\n`;
  const { result, megabytes } = await measure(
    detectLayout(() => partsStartingWith('author,text,date\n', row, 49e6), 1, [], asked, noSpreadsheet),
  );
  expect(result.rows).toBeGreaterThan(150);
  expect(megabytes).toBeLessThan(mostMegabytes);
});

/** The peak memory of our child process in MB. */
function childPeak(program: string): number {
  const ours = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  const child = ours.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program));
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** A workbook of the maximum unpacked size, with letters that take two bytes in memory. */
function largestWorkbook(): Uint8Array {
  const cell = `<c t="inlineStr" r="@"><is><t>${'Šljiva žuta '.repeat(5)}</t></is></c>`;
  const rows: string[] = [];
  for (
    let bytes = 0;
    bytes < workbookLimits.unpackedBytes - 4_000;
    bytes += Buffer.byteLength(rows.at(-1) ?? '')
  ) {
    const row = rows.length + 1;
    rows.push(
      `<row r="${row}">${['A', 'B', 'C'].map((column) => cell.replace('@', `${column}${row}`)).join('')}</row>`,
    );
  }
  return buildWorkbook([{ name: 'Reviews', rows: [] }], {
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  });
}

// Only Linux shows the memory of another process.
test.runIf(process.platform === 'linux')(
  'the largest allowed spreadsheet is read within the same memory, most of it in a child process',
  async () => {
    const bytes = largestWorkbook();
    const reader = createWorkbookReader(silentLog, 60_000);
    try {
      const { result, megabytes } = await measure(reader.read({ bytes, sheet: null }));
      expect(result.pages.length).toBeGreaterThan(50);
      expect(megabytes + childPeak('workbook-child')).toBeLessThan(mostMegabytes);
    } finally {
      reader.close();
    }
  },
);
