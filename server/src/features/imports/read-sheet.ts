/** The rows of an unpacked sheet: pages as `workbook.ts` makes them, kept as parts of a file of their own. */
import { Buffer } from 'node:buffer';
import type { OpenFile } from './open-file.ts';
import type { TableRow } from './read-table.ts';

/** A spreadsheet is the only file of its import, number 0. */
const firstSheetFile = 1;

/** The number of the file that holds a sheet's pages. */
export function sheetFileNumber(sheet: number): number {
  return firstSheetFile + sheet;
}

/** Every row of a sheet that is not empty; all have the same number of cells, and `line` is the row's number. */
export async function* readSheet(open: OpenFile, sheet: number): AsyncGenerator<TableRow[]> {
  for await (const bytes of open(sheetFileNumber(sheet))) {
    const page = JSON.parse(Buffer.from(bytes).toString()) as [line: number, cells: string[]][];
    yield page.map(([line, cells]) => ({ line, cells }));
  }
}
