/**
 * Finds the first row of a table: exports put a title, a date or blank rows above the headings, and Excel a line `sep=;`.
 */
import { guessMapping } from './guess-mapping.ts';

/** How many rows at the beginning of a table are searched for its headings. */
export const maxHeadingRow = 10;
/** In a table with at least this many columns, a row with one cell is a title and not a review. */
const minTitledColumns = 3;
/** A row with at least this many known headings is the heading row. */
const minKnownHeadings = 2;
const separatorLine = /^"?sep=[^"]?"?$/i;

/** The separator that the first line declares for Excel (`sep=;`); null without such a line. */
export function declaredSeparator(text: string): string | null {
  return /^\uFEFF?"?sep=([^"\r\n])"?[,;\t|]*(?:[\r\n]|$)/i.exec(text)?.[1] ?? null;
}

/**
 * How many of the first rows are above the table. A row that may be a review never counts, because the owner is not
 * told about skipped rows.
 *
 * @param rows The first `maxHeadingRow` rows.
 * @param headingsExpected Whether the headings may be below other rows.
 */
export function countRowsAboveTable(rows: readonly (readonly string[])[], headingsExpected: boolean): number {
  const cellCounts = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const headingCounts = rows.map((cells, row) =>
    isWiderThanRowsAbove(cellCounts, row) ? countKnownHeadings(cells) : 0,
  );
  const maxHeadings = Math.max(0, ...headingCounts);
  if (headingsExpected && maxHeadings >= minKnownHeadings) return headingCounts.indexOf(maxHeadings);
  const isEmpty = (cells: readonly string[], row: number) => cellCounts[row] === 0 || isSeparatorLine(cells);
  const isTitle = (cells: readonly string[], row: number) =>
    cellCounts[row] === 1 && hasLetters(cells[0] ?? '');
  const firstNonEmpty = rows.findIndex((cells, row) => !isEmpty(cells, row));
  const firstBelowTitle = rows.findIndex((cells, row) => !isEmpty(cells, row) && !isTitle(cells, row));
  const candidates = rows[firstBelowTitle] ?? [];
  const titled =
    headingsExpected &&
    (cellCounts[firstBelowTitle] ?? 0) >= minTitledColumns &&
    candidates.every(mayBeHeading);
  return Math.max(0, titled ? firstBelowTitle : firstNonEmpty);
}

/** Whether every row above has fewer cells, as a title or an export date has. */
function isWiderThanRowsAbove(cellCounts: readonly number[], row: number): boolean {
  return cellCounts.slice(0, row).every((count) => count < (cellCounts[row] ?? 0));
}

function countKnownHeadings(cells: readonly string[]): number {
  return Object.values(guessMapping(cells)).filter((column) => column !== null).length;
}

function hasLetters(cell: string): boolean {
  return /\p{L}{2}/u.test(cell);
}

/** A heading starts with a letter; numbers and dates are values. */
function mayBeHeading(cell: string): boolean {
  return cell.trim() === '' || /^\s*\p{L}/u.test(cell);
}

/** Split at the separator that it declares, the line is `sep=` and an empty cell. */
function isSeparatorLine([first = '', ...rest]: readonly string[]): boolean {
  return separatorLine.test(first.trim()) && rest.every((cell) => cell.trim() === '');
}
