/** What the files of an import are and hold, learned by reading them once from end to end. */
import { type ImportEncoding, type ImportSeparator, importLimits } from '@kindling/contract/import-files';
import type { ImportColumn, ImportMapping } from '@kindling/contract/imports';
import type { ReviewArchive } from '../../connectors/kit/archive.ts';
import { ColumnTrace } from './column-trace.ts';
import { firstIndex, guessByContent, guessMapping } from './columns.ts';
import { orderOf } from './dates.ts';
import { type ByteTrace, guessEncoding, startTrace, trace } from './encodings.ts';
import { countAbove, lookedAt } from './heading-row.ts';
import { readRating } from './ratings.ts';
import { readArchive } from './read-archive.ts';
import { readSheet } from './read-sheet.ts';
import { readTable, type TableRow, type TableShape } from './read-table.ts';
import { guessSeparator } from './separators.ts';
import { Unreadable } from './unreadable.ts';
import { isPacked } from './workbook-file.ts';

/** Stored as JSON with the import. */
export type Layout = TableLayout | SheetLayout | ArchiveLayout;

export interface TableLayout extends TableShape, Columns {
  kind: 'table';
}

/** A table that is a sheet of a spreadsheet: its rows are kept beside the file. */
export interface SheetLayout extends Columns {
  kind: 'sheet';
  sheets: string[];
  /** Counted from 0. */
  sheet: number;
}

interface Columns {
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
export interface Reading {
  encoding: ImportEncoding | null;
  separator: ImportSeparator | null;
  header: boolean | null;
  /** Of a spreadsheet, counted from 0. */
  sheet: number | null;
}

/** Unpacks a spreadsheet and keeps the rows of the asked sheet where `OpenFile` finds them. @throws Unreadable */
export type UnpackSheet = (sheet: number | null) => Promise<Pick<SheetLayout, 'sheets' | 'sheet'>>;

/** Opens a file's parts from the beginning. */
export type OpenFile = (file: number) => AsyncIterable<Uint8Array>;

/**
 * @throws Unreadable with what is wrong.
 */
export async function readLayout(
  open: OpenFile,
  files: number,
  archives: readonly ReviewArchive[],
  asked: Reading,
  unpack: UnpackSheet,
): Promise<Layout> {
  const kinds = new Set<'table' | 'archive'>();
  const known = startTrace();
  let beginning = '';
  for (let file = 0; file < files; file += 1) {
    const first = await traceFile(open(file), known);
    if (first === 'packed') {
      if (files > 1) throw new Unreadable('mixed-files');
      const unpacked = await unpack(asked.sheet);
      const columns = await readColumns(readSheet(open, unpacked.sheet), asked.header);
      return { kind: 'sheet', ...unpacked, ...columns };
    }
    const encoding = asked.encoding ?? guessEncoding(known);
    const text = new TextDecoder(encoding).decode(first);
    beginning ||= text;
    kinds.add(/^\s*[[{]/.test(text) ? 'archive' : 'table');
  }
  if (kinds.size > 1) throw new Unreadable('mixed-files');
  if (kinds.has('archive')) return readArchiveLayout(open, files, archives);
  if (files > 1) throw new Unreadable('mixed-files');
  const encoding = asked.encoding ?? guessEncoding(known);
  const separator = asked.separator ?? guessSeparator(beginning);
  const shape = { encoding, separator };
  return { kind: 'table', ...shape, ...(await readColumns(readTable(open(0), shape), asked.header)) };
}

/** Learns from all bytes of a file and returns those of its beginning. */
async function traceFile(parts: AsyncIterable<Uint8Array>, known: ByteTrace): Promise<Uint8Array | 'packed'> {
  let first: Uint8Array | null = null;
  for await (const bytes of parts) {
    if (first === null && isPacked(bytes)) return 'packed';
    trace(known, bytes, first === null);
    if (known.binary) throw new Unreadable('binary');
    first ??= bytes.subarray(0, 256 * 1024);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (first === null || first.length === 0) throw new Unreadable('empty');
  return first;
}

async function readColumns(pages: AsyncIterable<TableRow[]>, asked: boolean | null): Promise<Columns> {
  let rows = 0;
  const { first, above, others } = await findTable(pages, asked);
  const columns = first.cells.map((head) => new ColumnTrace(head));
  for await (const page of others) {
    for (const { cells, line } of page) {
      rows += 1;
      if (rows > importLimits.rows) throw new Unreadable('too-many-rows', line);
      for (const [index, column] of columns.entries()) column.look((cells[index] ?? '').trim());
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const header = asked ?? isHeader(columns, rows);
  if (!header) {
    rows += 1;
    for (const column of columns) {
      column.look(column.head);
      column.name = '';
    }
  }
  if (rows === 0) throw new Unreadable('only-header');
  const mapping = header ? guessMapping(columns.map((column) => column.name)) : guessByContent(columns);
  mapping.date ??= firstIndex(columns, (column) => column.dates() !== null && !column.isRating());
  const rating = mapping.rating === null ? undefined : columns[mapping.rating];
  return {
    above,
    header,
    headingLine: header ? first.line : null,
    columns: columns.map((column) => ({
      name: column.name,
      example: column.example,
      dates: column.dates(),
      relative: column.relative,
    })),
    mapping,
    scale: rating?.scale() ?? 5,
    rows,
  };
}

interface Table {
  /** The names of the columns, or the first review. */
  first: TableRow;
  /** How many rows stand above it. */
  above: number;
  others: AsyncIterable<TableRow[]>;
}

/** @throws Unreadable `empty` */
async function findTable(pages: AsyncIterable<TableRow[]>, asked: boolean | null): Promise<Table> {
  const reading = pages[Symbol.asyncIterator]();
  const looked: TableRow[] = [];
  while (looked.length < lookedAt) {
    const page = await reading.next();
    if (page.done) break;
    looked.push(...page.value);
  }
  const rows = looked.slice(0, lookedAt).map(({ cells }) => cells);
  const above = countAbove(rows, asked !== false);
  const first = looked[above];
  if (first === undefined) throw new Unreadable('empty');
  return { first, above, others: joined(looked.slice(above + 1), reading) };
}

async function* joined(page: TableRow[], reading: AsyncIterator<TableRow[]>): AsyncGenerator<TableRow[]> {
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
function isHeader(columns: readonly ColumnTrace[], rows: number): boolean {
  if (columns.some(({ head }) => head.length <= 60 && orderOf(head) !== null)) return false;
  return !columns.some(
    (column) =>
      (isStars(column.head) && (rows === 0 || column.isRating())) ||
      (column.isRecommendation() && column.repeatsHead()),
  );
}

function isStars(head: string): boolean {
  const read = readRating(head, 5);
  return !('fault' in read) && read.rating !== null;
}

async function readArchiveLayout(
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
        if (rows > importLimits.rows) throw new Unreadable('too-many-rows', line);
        found ??= recognise(value, archives);
      }
  if (rows === 0) throw new Unreadable('only-header');
  if (found === null) throw new Unreadable('not-an-archive');
  return {
    kind: 'archive',
    source: found.archive.platform,
    listing: found.archive.listingOf(found.key),
    rows,
  };
}

function recognise(
  item: unknown,
  archives: readonly ReviewArchive[],
): { archive: ReviewArchive; key: string } | null {
  for (const archive of archives) {
    const review = archive.toReview(item);
    if (review !== null) return { archive, key: review.externalId };
  }
  return null;
}
