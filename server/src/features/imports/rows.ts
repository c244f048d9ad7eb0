/** Reads the files of an import as pages of reviews, in the same way for preview, dry run and import. */
import type { ImportSettings } from '@kindling/contract/imports';
import type { ReviewArchive } from '../../connectors/kit/archive.ts';
import type { Layout, SheetLayout, TableLayout } from './layout.ts';
import type { OpenFile } from './open-file.ts';
import { readArchive } from './read-archive.ts';
import { readSheet } from './read-sheet.ts';
import { readTable } from './read-table.ts';
import { createKeyNumbering, parseRow, type RowResult } from './table-review.ts';

export type ReviewRow = { line: number } & (
  | RowResult
  /** The file contains this review a second time. */
  | { duplicate: true }
);

export interface RowSource {
  open: OpenFile;
  files: number;
  layout: Layout;
  settings: ImportSettings;
  zone: string;
  archives: readonly ReviewArchive[];
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Yields each row of the files once, in order, in pages of some hundred. The same files and settings give the same keys.
 * @throws UnreadableFileError
 */
export async function* readReviewRows(source: RowSource): AsyncGenerator<ReviewRow[]> {
  const numberKey = createKeyNumbering();
  const rows = source.layout.kind === 'archive' ? archiveRows(source) : tableRows(source, source.layout);
  for await (const page of rows)
    yield page.map((row) =>
      'review' in row && numberKey(row.review) === 'duplicate' ? { line: row.line, duplicate: true } : row,
    );
}

async function* tableRows(
  source: RowSource,
  layout: TableLayout | SheetLayout,
): AsyncGenerator<({ line: number } & RowResult)[]> {
  const archive = source.archives.find((one) => one.platform === source.settings.source);
  const context = { ...source, archive };
  let skipped = (layout.above ?? 0) + (layout.header ? 1 : 0);
  const pages =
    layout.kind === 'sheet' ? readSheet(source.open, layout.sheet) : readTable(source.open(0), layout);
  for await (const page of pages) {
    const rows = page.slice(skipped);
    skipped -= page.length - rows.length;
    if (rows.length > 0)
      yield rows.map(({ line, cells }) => ({
        line,
        ...(hasExpectedColumns(cells, layout.columns.length)
          ? parseRow(cells, context)
          : { fault: { column: null, value: String(cells.length), fault: 'columns' as const } }),
      }));
  }
}

/** Spreadsheets leave empty cells after the last column; they are allowed. */
function hasExpectedColumns(cells: readonly string[], columns: number): boolean {
  return cells.length >= columns && cells.slice(columns).every((cell) => cell.trim() === '');
}

async function* archiveRows(source: RowSource): AsyncGenerator<({ line: number } & RowResult)[]> {
  const { layout, archives } = source;
  const archive = archives.find((one) => layout.kind === 'archive' && one.platform === layout.source);
  for (let file = 0; file < source.files; file += 1)
    for await (const page of readArchive(source.open(file)))
      yield page.map(({ line, value }) => {
        const review = archive?.toReview(value) ?? null;
        if (review === null)
          return { line, fault: { column: null, value: toShortJson(value), fault: 'item' as const } };
        return { line, review: { ...review, writtenDay: null, dateBasis: null, dateSpan: null } };
      });
}

function toShortJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // JSON.parse has no depth limit, but JSON.stringify has one.
    return '';
  }
}
