/** Detects the format and the columns of an import's files by reading them once from start to end. */
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

/** A sheet of a spreadsheet. Its rows are stored separately from the file. */
export interface SheetLayout extends TableColumns {
  kind: 'sheet';
  sheets: string[];
  /** Counted from 0. */
  sheet: number;
}

interface TableColumns {
  /** Number of rows above the table, for example a title. Layouts of older versions lack this and `headingLine`. */
  above?: number;
  /** Whether the first row of the table holds the headings. */
  header: boolean;
  /** Line of the headings, counted from 1. */
  headingLine?: number | null;
  columns: ImportColumn[];
  mapping: ImportMapping;
  scale: 5 | 10;
  rows: number;
}

export interface ArchiveLayout {
  kind: 'archive';
  /** The platform of the archive. */
  source: string;
  /** External id of the listing of the first review. */
  listing: string | null;
  rows: number;
}

/** How to read a table, as the owner chose; null means to guess. */
export interface ReadingOptions {
  encoding: ImportEncoding | null;
  separator: ImportSeparator | null;
  header: boolean | null;
  /** Sheet of a spreadsheet, counted from 0. */
  sheet: number | null;
}

/**
 * Unpacks a spreadsheet and stores the rows of the requested sheet where `OpenFile` finds them.
 * @throws UnreadableFileError
 */
export type UnpackSheet = (sheet: number | null) => Promise<Pick<SheetLayout, 'sheets' | 'sheet'>>;

/** @throws UnreadableFileError with the problem. */
export async function detectLayout(
  open: OpenFile,
  files: number,
  archives: readonly ReviewArchive[],
  options: ReadingOptions,
  unpack: UnpackSheet,
): Promise<Layout> {
  const kinds = new Set<'table' | 'archive'>();
  const profile = createByteProfile();
  let beginning = '';
  for (let file = 0; file < files; file += 1) {
    const first = await profileFile(open(file), profile);
    if (first === 'packed') {
      if (files > 1) throw new UnreadableFileError('mixed-files');
      const unpacked = await unpack(options.sheet);
      const columns = await profileColumns(readSheet(open, unpacked.sheet), options.header);
      return { kind: 'sheet', ...unpacked, ...columns };
    }
    const encoding = options.encoding ?? guessEncoding(profile);
    const text = new TextDecoder(encoding).decode(first);
    beginning ||= text;
    kinds.add(/^\s*[[{]/.test(text) ? 'archive' : 'table');
  }
  if (kinds.size > 1) throw new UnreadableFileError('mixed-files');
  if (kinds.has('archive')) return detectArchiveLayout(open, files, archives);
  if (files > 1) throw new UnreadableFileError('mixed-files');
  const encoding = options.encoding ?? guessEncoding(profile);
  const separator = options.separator ?? guessSeparator(beginning);
  const shape = { encoding, separator };
  return { kind: 'table', ...shape, ...(await profileColumns(readTable(open(0), shape), options.header)) };
}

/** Adds all bytes of a file to the profile and returns the first ones. */
async function profileFile(
  parts: AsyncIterable<Uint8Array>,
  profile: ByteProfile,
): Promise<Uint8Array | 'packed'> {
  let first: Uint8Array | null = null;
  for await (const bytes of parts) {
    if (first === null && isPackedFile(bytes)) return 'packed';
    addBytes(profile, bytes, first === null);
    if (profile.binary) throw new UnreadableFileError('binary');
    first ??= bytes.subarray(0, 256 * 1024);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (first === null || first.length === 0) throw new UnreadableFileError('empty');
  return first;
}

async function profileColumns(
  pages: AsyncIterable<TableRow[]>,
  headerOption: boolean | null,
): Promise<TableColumns> {
  let rows = 0;
  const { first, above, remaining } = await findTable(pages, headerOption);
  const columns = first.cells.map((cell) => new ColumnProfile(cell));
  for await (const page of remaining) {
    for (const { cells, line } of page) {
      rows += 1;
      if (rows > importLimits.rows) throw new UnreadableFileError('too-many-rows', line);
      for (const [index, column] of columns.entries()) column.addValue((cells[index] ?? '').trim());
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const header = headerOption ?? isHeader(columns, rows);
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
  /** The headings, or the first review. */
  first: TableRow;
  /** Number of rows above it. */
  above: number;
  remaining: AsyncIterable<TableRow[]>;
}

/** @throws UnreadableFileError `empty` */
async function findTable(pages: AsyncIterable<TableRow[]>, header: boolean | null): Promise<FoundTable> {
  const iterator = pages[Symbol.asyncIterator]();
  const firstRows: TableRow[] = [];
  while (firstRows.length < maxHeadingRow) {
    const page = await iterator.next();
    if (page.done) break;
    firstRows.push(...page.value);
  }
  const rows = firstRows.slice(0, maxHeadingRow).map(({ cells }) => cells);
  const above = countRowsAboveTable(rows, header !== false);
  const first = firstRows[above];
  if (first === undefined) throw new UnreadableFileError('empty');
  return { first, above, remaining: remainingPages(firstRows.slice(above + 1), iterator) };
}

async function* remainingPages(
  firstPage: TableRow[],
  iterator: AsyncIterator<TableRow[]>,
): AsyncGenerator<TableRow[]> {
  try {
    yield firstPage;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    // A consumer that stops early must close the source.
    await iterator.return?.();
  }
}

/**
 * A row is not a heading row if it contains a date, a rating above a column of ratings, or a recommendation that occurs
 * again in its column.
 */
function isHeader(columns: readonly ColumnProfile[], rows: number): boolean {
  if (columns.some(({ firstCell }) => firstCell.length <= 60 && detectDateOrder(firstCell) !== null))
    return false;
  return !columns.some(
    (column) =>
      (isRatingValue(column.firstCell) && (rows === 0 || column.isRating())) ||
      (column.isRecommendation() && column.repeatsFirstCell()),
  );
}

function isRatingValue(value: string): boolean {
  const parsed = parseRating(value, 5);
  return !('fault' in parsed) && parsed.rating !== null;
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
