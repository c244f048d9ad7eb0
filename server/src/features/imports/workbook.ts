/**
 * A spreadsheet's bytes to pages of rows. It runs in a process of its own (`workbook-child.ts`): the library reads a
 * whole workbook at once, so what comes in is bounded before anything is unpacked, and again while rows go out.
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

/** A cell of a day or a time is a `Date` in UTC; the library's types name the constructor instead. */
type SheetRow = readonly (string | number | boolean | Date | null)[];

/**
 * @param sheet Counted from 0; null for the first that has rows.
 * @throws Unreadable
 */
export async function readWorkbook(bytes: Uint8Array, sheet: number | null): Promise<Workbook> {
  if (isCompoundFile(bytes)) throw new UnreadableFileError(compoundProblem(bytes));
  const packed = repackReadParts(bytes);
  const book = await readXlsxFile(packed).catch(() => {
    throw new UnreadableFileError('workbook-damaged');
  });
  // A sheet that holds a chart only has no rows at all.
  const rowsOf = (index: number): readonly SheetRow[] => (book[index]?.data as SheetRow[] | undefined) ?? [];
  const filled = book.findIndex((_, index) => rowsOf(index).some((row) => row.some((cell) => cell !== null)));
  const chosen = sheet ?? Math.max(filled, 0);
  if (book[chosen] === undefined) throw new UnreadableFileError('empty');
  const sheets = book.map((one) => toStorableText(one.sheet, 255));
  return { sheets, sheet: chosen, pages: toPages(rowsOf(chosen)) };
}

function compoundProblem(bytes: Uint8Array): ImportProblem {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // As bytes: Node's search for text of two bytes per letter never ends where the buffer begins at an odd address.
  const holds = (name: string) => whole.includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) return 'workbook-protected';
  return holds('Workbook') ? 'workbook-old' : 'no-workbook';
}

/**
 * The parts that the library reads, packed anew without compression, so that it unpacks nothing that was not measured
 * here. fflate gives a part no more room than the archive's directory tells.
 */
function repackReadParts(bytes: Uint8Array): ArrayBuffer {
  const names: string[] = [];
  let unpacked = 0;
  unzip(bytes, ({ name, size, originalSize }) => {
    names.push(name);
    // Parts that are not compressed take the one, others the other, whatever the directory says of both.
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

/** Pictures, charts and the like are left packed. */
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

/** Pages of what `read-table.ts` hands on at once, as bytes. */
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
    // The names of the columns, and what stands above them, are no reviews.
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

/** Days and times as ISO 8601 without a zone: a spreadsheet has none. */
function cellText(cell: SheetRow[number]): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return String(cell);
  // Days are kept as fractions, which miss a second by less than half of it.
  const at = new Date(Math.round(cell.getTime() / 1000) * 1000);
  if (Number.isNaN(at.getTime())) return '';
  const [day = '', clock = ''] = at.toISOString().split(/[T.]/);
  return clock === '00:00:00' ? day : `${day}T${clock}`;
}
