/** What the files of an import are and hold, learned by reading them once from end to end. */
import { type ImportEncoding, type ImportSeparator, importLimits } from '@kindling/contract/import-files';
import type { ImportColumn, ImportMapping } from '@kindling/contract/imports';
import type { ReviewArchive } from '../../connectors/kit/archive.ts';
import { ColumnProfile } from './column-profile.ts';
import { detectDateOrder } from './dates.ts';
import { addBytes, type ByteProfile, createByteProfile, guessEncoding } from './encodings.ts';
import { findIndexOrNull, guessMapping, guessMappingByContent } from './guess-mapping.ts';
import { countRowsAboveTable, maxHeadingRow } from './heading-row.ts';
import type { OpenFile } from './open-file.ts';
import { parseRating } from './ratings.ts';
import { readArchive } from './read-archive.ts';
import { readSheet } from './read-sheet.ts';
import { readTable, type TableRow, type TableShape } from './read-table.ts';
import { guessSeparator } from './separators.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';
import { isPackedFile } from './workbook-file.ts';

/** Stored as JSON with the import. */
export type Layout = TableLayout | SheetLayout | ArchiveLayout;

export interface TableLayout extends TableShape, TableColumns {
  kind: 'table';
}

/** A table that is a sheet of a spreadsheet: its rows are kept beside the file. */
export interface SheetLayout extends TableColumns {
  kind: 'sheet';
  sheets: string[];
  /** Counted from 0. */
  sheet: number;
}

interface TableColumns {
  /** Rows above the table, a title for example. Missing, as the next, from what was read before either was kept. */
  above?: number;
  /** The first row of the table holds the names of the columns; else they have none. */
  header: boolean;
  /** The line that these names stand on, counted from 1. */
  headingLine?: number | null;
  columns: ImportColumn[];
  mapping: ImportMapping;
  scale: 5 | 10;
  rows: number;
}

export interface ArchiveLayout {
  kind: 'archive';
  /** The platform whose archive it is. */
  source: string;
  /** The listing of the first review, by its external id. */
  listing: string | null;
  rows: number;
}

/** What the owner says of how a table is read; null asks for our guess. */
export interface ReadingOptions {
  encoding: ImportEncoding | null;
  separator: ImportSeparator | null;
  header: boolean | null;
  /** Of a spreadsheet, counted from 0. */
  sheet: number | null;
}

/** Unpacks a spreadsheet and keeps the rows of the asked sheet where `OpenFile` finds them. @throws Unreadable */
export type UnpackSheet = (sheet: number | null) => Promise<Pick<SheetLayout, 'sheets' | 'sheet'>>;

/**
 * @throws Unreadable with what is wrong.
 */
export async function detectLayout(
  open: OpenFile,
  files: number,
  archives: readonly ReviewArchive[],
  asked: ReadingOptions,
  unpack: UnpackSheet,
): Promise<Layout> {
  const kinds = new Set<'table' | 'archive'>();
  const known = createByteProfile();
  let beginning = '';
  for (let file = 0; file < files; file += 1) {
    const first = await profileFile(open(file), known);
    if (first === 'packed') {
      if (files > 1) throw new UnreadableFileError('mixed-files');
      const unpacked = await unpack(asked.sheet);
      const columns = await profileColumns(readSheet(open, unpacked.sheet), asked.header);
      return { kind: 'sheet', ...unpacked, ...columns };
    }
    const encoding = asked.encoding ?? guessEncoding(known);
    const text = new TextDecoder(encoding).decode(first);
    beginning ||= text;
    kinds.add(/^\s*[[{]/.test(text) ? 'archive' : 'table');
  }
  if (kinds.size > 1) throw new UnreadableFileError('mixed-files');
  if (kinds.has('archive')) return detectArchiveLayout(open, files, archives);
  if (files > 1) throw new UnreadableFileError('mixed-files');
  const encoding = asked.encoding ?? guessEncoding(known);
  const separator = asked.separator ?? guessSeparator(beginning);
  const shape = { encoding, separator };
  return { kind: 'table', ...shape, ...(await profileColumns(readTable(open(0), shape), asked.header)) };
}

/** Learns from all bytes of a file and returns those of its beginning. */
async function profileFile(
  parts: AsyncIterable<Uint8Array>,
  known: ByteProfile,
): Promise<Uint8Array | 'packed'> {
  let first: Uint8Array | null = null;
  for await (const bytes of parts) {
    if (first === null && isPackedFile(bytes)) return 'packed';
    addBytes(known, bytes, first === null);
    if (known.binary) throw new UnreadableFileError('binary');
    first ??= bytes.subarray(0, 256 * 1024);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (first === null || first.length === 0) throw new UnreadableFileError('empty');
  return first;
}

async function profileColumns(
  pages: AsyncIterable<TableRow[]>,
  asked: boolean | null,
): Promise<TableColumns> {
  let rows = 0;
  const { first, above, remaining: others } = await findTable(pages, asked);
  const columns = first.cells.map((head) => new ColumnProfile(head));
  for await (const page of others) {
    for (const { cells, line } of page) {
      rows += 1;
      if (rows > importLimits.rows) throw new UnreadableFileError('too-many-rows', line);
      for (const [index, column] of columns.entries()) column.addValue((cells[index] ?? '').trim());
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const header = asked ?? isHeader(columns, rows);
  if (!header) {
    rows += 1;
    for (const column of columns) {
      column.addValue(column.firstCell);
      column.name = '';
    }
  }
  if (rows === 0) throw new UnreadableFileError('only-header');
  const mapping = header
    ? guessMapping(columns.map((column) => column.name))
    : guessMappingByContent(columns);
  mapping.date ??= findIndexOrNull(columns, (column) => column.dateOrder() !== null && !column.isRating());
  const rating = mapping.rating === null ? undefined : columns[mapping.rating];
  return {
    above,
    header,
    headingLine: header ? first.line : null,
    columns: columns.map((column) => ({
      name: column.name,
      example: column.example,
      dates: column.dateOrder(),
      relative: column.relative,
    })),
    mapping,
    scale: rating?.guessScale() ?? 5,
    rows,
  };
}

interface FoundTable {
  /** The names of the columns, or the first review. */
  first: TableRow;
  /** How many rows stand above it. */
  above: number;
  remaining: AsyncIterable<TableRow[]>;
}

/** @throws Unreadable `empty` */
async function findTable(pages: AsyncIterable<TableRow[]>, asked: boolean | null): Promise<FoundTable> {
  const iterator = pages[Symbol.asyncIterator]();
  const firstRows: TableRow[] = [];
  while (firstRows.length < maxHeadingRow) {
    const page = await iterator.next();
    if (page.done) break;
    firstRows.push(...page.value);
  }
  const rows = firstRows.slice(0, maxHeadingRow).map(({ cells }) => cells);
  const above = countRowsAboveTable(rows, asked !== false);
  const first = firstRows[above];
  if (first === undefined) throw new UnreadableFileError('empty');
  return { first, above, remaining: remainingPages(firstRows.slice(above + 1), iterator) };
}

async function* remainingPages(
  page: TableRow[],
  reading: AsyncIterator<TableRow[]>,
): AsyncGenerator<TableRow[]> {
  try {
    yield page;
    for (let next = await reading.next(); !next.done; next = await reading.next()) yield next.value;
  } finally {
    // Whoever stops early leaves the rest unread.
    await reading.return?.();
  }
}

/**
 * No column is called "2025-05-01", nor what its values are: stars above stars, a recommendation above the same one. What
 * is called something and holds the same in every row is told by its first row only.
 */
function isHeader(columns: readonly ColumnProfile[], rows: number): boolean {
  if (columns.some(({ firstCell: head }) => head.length <= 60 && detectDateOrder(head) !== null))
    return false;
  return !columns.some(
    (column) =>
      (isRatingValue(column.firstCell) && (rows === 0 || column.isRating())) ||
      (column.isRecommendation() && column.repeatsFirstCell()),
  );
}

function isRatingValue(head: string): boolean {
  const read = parseRating(head, 5);
  return !('fault' in read) && read.rating !== null;
}

async function detectArchiveLayout(
  open: OpenFile,
  files: number,
  archives: readonly ReviewArchive[],
): Promise<ArchiveLayout> {
  let found: { archive: ReviewArchive; key: string } | null = null;
  let rows = 0;
  for (let file = 0; file < files; file += 1)
    for await (const page of readArchive(open(file)))
      for (const { line, value } of page) {
        rows += 1;
        if (rows > importLimits.rows) throw new UnreadableFileError('too-many-rows', line);
        found ??= findArchive(value, archives);
      }
  if (rows === 0) throw new UnreadableFileError('only-header');
  if (found === null) throw new UnreadableFileError('not-an-archive');
  return {
    kind: 'archive',
    source: found.archive.platform,
    listing: found.archive.listingIdOf(found.key),
    rows,
  };
}

function findArchive(
  item: unknown,
  archives: readonly ReviewArchive[],
): { archive: ReviewArchive; key: string } | null {
  for (const archive of archives) {
    const review = archive.toReview(item);
    if (review !== null) return { archive, key: review.externalId };
  }
  return null;
}
