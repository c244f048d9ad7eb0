/** Reads the rows of an unpacked sheet. Its pages, made by `workbook.ts`, are stored as the parts of a separate file. */
import { Buffer } from 'node:buffer';
import type { OpenFile } from './open-file.ts';
import type { TableRow } from './read-table.ts';

/** A spreadsheet is the only file of its import and has the number 0. */
const firstSheetFile = 1;

/** The number of the file that stores a sheet's pages. */
export function sheetFileNumber(sheet: number): number {
  return firstSheetFile + sheet;
}

/** All non-empty rows of a sheet. They have the same number of cells; `line` is the row number in the sheet. */
export async function* readSheet(open: OpenFile, sheet: number): AsyncGenerator<TableRow[]> {
  for await (const bytes of open(sheetFileNumber(sheet))) {
    const page = JSON.parse(Buffer.from(bytes).toString()) as [line: number, cells: string[]][];
    yield page.map(([line, cells]) => ({ line, cells }));
  }
}
