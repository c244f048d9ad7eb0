/** What the files of an import are and hold, learned by reading them once from end to end. */
import { type ImportEncoding, type ImportSeparator, importLimits } from '@kindling/contract/import-files';
import type { ImportColumn, ImportMapping } from '@kindling/contract/imports';
import type { ReviewArchive } from '../../connectors/kit/archive.ts';
import { plainText } from '../../lib/plain-text.ts';
import { guessMapping } from './columns.ts';
import { orderOf } from './dates.ts';
import { type ByteTrace, guessEncoding, startTrace, trace } from './encodings.ts';
import { readArchive } from './read-archive.ts';
import { readTable, type TableShape } from './read-table.ts';
import { guessSeparator } from './separators.ts';
import { Unreadable } from './unreadable.ts';

/** Stored as JSON with the import. */
export type Layout = TableLayout | ArchiveLayout;

export interface TableLayout extends TableShape {
  kind: 'table';
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

/** Opens a file's parts from the beginning. */
export type OpenFile = (file: number) => AsyncIterable<Uint8Array>;

/** Values of a column that are tried as dates before it counts as none. */
const triedAsDates = 200;
const exampleLength = 80;

/**
 * @param asked What the owner says instead of our guess.
 * @throws Unreadable with what is wrong.
 */
export async function readLayout(
  open: OpenFile,
  files: number,
  archives: readonly ReviewArchive[],
  asked: { encoding: ImportEncoding | null; separator: ImportSeparator | null },
): Promise<Layout> {
  const kinds = new Set<'table' | 'archive'>();
  const known = startTrace();
  let beginning = '';
  for (let file = 0; file < files; file += 1) {
    const first = await traceFile(open(file), known);
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
  return readTableLayout(open, { encoding, separator });
}

/** Learns from all bytes of a file and returns those of its beginning. */
async function traceFile(parts: AsyncIterable<Uint8Array>, known: ByteTrace): Promise<Uint8Array> {
  let first: Uint8Array | null = null;
  for await (const bytes of parts) {
    trace(known, bytes, first === null);
    if (known.packed) throw new Unreadable('packed');
    if (known.binary) throw new Unreadable('binary');
    first ??= bytes.subarray(0, 256 * 1024);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (first === null || first.length === 0) throw new Unreadable('empty');
  return first;
}

async function readTableLayout(open: OpenFile, shape: TableShape): Promise<TableLayout> {
  let columns: ColumnTrace[] | null = null;
  let rows = 0;
  for await (const page of readTable(open(0), shape)) {
    for (const { cells, line } of page) {
      if (columns === null) {
        columns = cells.map((name) => new ColumnTrace(name));
        continue;
      }
      rows += 1;
      if (rows > importLimits.rows) throw new Unreadable('too-many-rows', line);
      for (const [index, column] of columns.entries()) column.look((cells[index] ?? '').trim());
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (columns === null) throw new Unreadable('empty');
  if (rows === 0) throw new Unreadable('only-header');
  const mapping = guessMapping(columns.map((column) => column.name));
  mapping.date ??= firstIndex(columns, (column) => column.dates() !== null && column.greatest === 0);
  const rating = mapping.rating === null ? undefined : columns[mapping.rating];
  return {
    kind: 'table',
    ...shape,
    columns: columns.map((column) => ({ name: column.name, example: column.example, dates: column.dates() })),
    mapping,
    scale: rating !== undefined && rating.greatest <= 10 && rating.goesPastFive() ? 10 : 5,
    rows,
  };
}

function firstIndex<T>(list: readonly T[], fits: (item: T) => boolean): number | null {
  const index = list.findIndex(fits);
  return index < 0 ? null : index;
}

class ColumnTrace {
  readonly name: string;
  example = '';
  /** The greatest number of at most three places; 0 when there is none. */
  greatest = 0;
  #filled = 0;
  #pastFive = 0;
  #dates = { dmy: 0, mdy: 0, either: 0, clear: 0 };

  constructor(name: string) {
    this.name = plainText(name, 200).trim();
  }

  look(value: string): void {
    if (value === '') return;
    this.#filled += 1;
    if (this.example === '') this.example = plainText(value.slice(0, exampleLength)).replace(/\s+/g, ' ');
    const number = value.length > 5 ? Number.NaN : Number(value.replace(',', '.'));
    if (number > this.greatest && number < 1000) this.greatest = number;
    if (number > 5) this.#pastFive += 1;
    if (this.#filled > triedAsDates && this.#dated() * 2 < triedAsDates) return;
    const order = value.length > 60 ? null : orderOf(value);
    if (order !== null) this.#dates[order] += 1;
  }

  /** One slip of the hand in a long column makes no other scale. */
  goesPastFive(): boolean {
    return this.#pastFive * 20 > this.#filled;
  }

  #dated(): number {
    const { dmy, mdy, either, clear } = this.#dates;
    return dmy + mdy + either + clear;
  }

  /** One value that fits one way only decides for the whole column, as long as no other says the opposite. */
  dates(): ImportColumn['dates'] {
    const { dmy, mdy, either } = this.#dates;
    if (this.#dated() * 2 < Math.min(this.#filled, triedAsDates) || this.#dated() === 0) return null;
    if (dmy > 0 && mdy > 0) return 'mixed';
    if (dmy > 0) return 'dmy';
    if (mdy > 0) return 'mdy';
    return either > 0 ? 'ask' : 'clear';
  }
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
