/**
 * Converts a spreadsheet into pages of rows, in a child process (`workbook-child.ts`). The library reads a whole workbook
 * at once, so the input is limited before it is unpacked, and the rows are limited again.
 */
import { Buffer } from 'node:buffer';
import { importLimits } from '@kindling/contract/import-files';
import type { ImportProblem } from '@kindling/contract/imports';
import { type UnzipFileFilter, type Unzipped, unzipSync, zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import { toStorableText } from '../../lib/storable-text.ts';
import { maxHeadingRow } from './heading-row.ts';
import { pageLimits } from './read-table.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';
import { isCompoundFile, type Workbook, workbookLimits } from './workbook-file.ts';
import { assertSafeXml } from './workbook-guard.ts';

/** A date or time cell is a `Date` in UTC; the library's types wrongly give the constructor. */
type SheetRow = readonly (string | number | boolean | Date | null)[];

/**
 * @param sheet Index of the sheet, counted from 0; null for the first one with rows.
 * @throws UnreadableFileError
 */
export async function readWorkbook(bytes: Uint8Array, sheet: number | null): Promise<Workbook> {
  if (isCompoundFile(bytes)) throw new UnreadableFileError(compoundProblem(bytes));
  const packed = repackReadParts(bytes);
  const book = await readXlsxFile(packed).catch(() => {
    throw new UnreadableFileError('workbook-damaged');
  });
  // A sheet that contains only a chart has no rows.
  const rowsOf = (index: number): readonly SheetRow[] => (book[index]?.data as SheetRow[] | undefined) ?? [];
  const filled = book.findIndex((_, index) => rowsOf(index).some((row) => row.some((cell) => cell !== null)));
  const chosen = sheet ?? Math.max(filled, 0);
  if (book[chosen] === undefined) throw new UnreadableFileError('empty');
  const sheets = book.map((one) => toStorableText(one.sheet, 255));
  return { sheets, sheet: chosen, pages: toPages(rowsOf(chosen)) };
}

function compoundProblem(bytes: Uint8Array): ImportProblem {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // Search for bytes: Node's search for UTF-16 text never ends when the buffer starts at an odd address.
  const holds = (name: string) => whole.includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) return 'workbook-protected';
  return holds('Workbook') ? 'workbook-old' : 'no-workbook';
}

/**
 * Repacks only the parts that the library reads, without compression, so that it unpacks nothing that was not measured
 * here. fflate allocates no more memory for a part than the archive's directory declares.
 */
function repackReadParts(bytes: Uint8Array): ArrayBuffer {
  const names: string[] = [];
  let unpacked = 0;
  unzip(bytes, ({ name, size, originalSize }) => {
    names.push(name);
    // fflate uses `size` for stored parts and `originalSize` for compressed ones, so count the larger one.
    if (isReadPart(name)) unpacked += Math.max(size, originalSize ?? 0);
    if (names.length > workbookLimits.entries || unpacked > workbookLimits.unpackedBytes)
      throw new UnreadableFileError('workbook-too-large');
    return false;
  });
  assertWorkbook(names);
  const parts = unzip(bytes, ({ name }) => isReadPart(name));
  assertSafeXml(Object.values(parts));
  return zipSync(parts, { level: 0 }).buffer;
}

function unzip(bytes: Uint8Array, filter: UnzipFileFilter): Unzipped {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    throw error instanceof UnreadableFileError ? error : new UnreadableFileError('workbook-damaged');
  }
}

/** Images, charts and similar parts are not unpacked. */
function isReadPart(name: string): boolean {
  return /^xl\/(?:[^/]+|worksheets\/[^/]+|_rels\/[^/]+)\.(?:xml|rels)$/i.test(name);
}

function assertWorkbook(names: readonly string[]): void {
  if (names.includes('xl/workbook.xml')) return;
  const holds = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (holds(/^xl\/workbook\.bin$/)) throw new UnreadableFileError('workbook-old');
  if (names.includes('mimetype') && names.includes('content.xml'))
    throw new UnreadableFileError('workbook-open');
  if (holds(/^(?:word|ppt|Index)\//)) throw new UnreadableFileError('no-workbook');
  throw new UnreadableFileError(holds(/^xl\//) ? 'workbook-damaged' : 'packed');
}

/** Splits the rows into pages with the limits of `read-table.ts`, as bytes. */
function toPages(rows: readonly SheetRow[]): Uint8Array[] {
  const pages: Uint8Array[] = [];
  let page: string[] = [];
  const taken = { rows: 0, bytes: 0, cells: 0, characters: 0 };
  const close = () => {
    const bytes = Buffer.from(`[${page.join()}]`);
    taken.bytes += bytes.length;
    if (taken.bytes > importLimits.bytes) throw new UnreadableFileError('workbook-too-large');
    pages.push(bytes);
    [page, taken.cells, taken.characters] = [[], 0, 0];
  };
  for (const [index, row] of rows.entries()) {
    if (row.every((cell) => cell === null)) continue;
    const line = index + 1;
    taken.rows += 1;
    // The headings and the rows above them are not reviews.
    if (taken.rows > importLimits.rows + maxHeadingRow) throw new UnreadableFileError('too-many-rows', line);
    if (row.length > importLimits.columns) throw new UnreadableFileError('too-many-columns', line);
    const written = JSON.stringify([line, row.map(cellText)]);
    if (written.length > importLimits.rowBytes) throw new UnreadableFileError('row-too-long', line);
    page.push(written);
    taken.cells += row.length;
    taken.characters += written.length;
    const full =
      page.length >= pageLimits.rows ||
      taken.cells >= pageLimits.cells ||
      taken.characters >= pageLimits.characters;
    if (full) close();
  }
  if (page.length > 0) close();
  return pages;
}

/** Dates and times become ISO 8601 without a time zone, because a spreadsheet has none. */
function cellText(cell: SheetRow[number]): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return String(cell);
  // Spreadsheets store times as fractions of a day, which are less than half a second off.
  const at = new Date(Math.round(cell.getTime() / 1000) * 1000);
  if (Number.isNaN(at.getTime())) return '';
  const [day = '', clock = ''] = at.toISOString().split(/[T.]/);
  return clock === '00:00:00' ? day : `${day}T${clock}`;
}
