/** Where a table begins: exports put a title, a day or blank rows above the names of the columns, and Excel its `sep=;`. */
import { guessMapping } from './guess-mapping.ts';

/** Rows at the beginning of a table among which its headings are looked for. */
export const maxHeadingRow = 10;
/** Columns from which a row of one cell is a title and no review. */
const minTitledColumns = 3;
/** Known words from which a row holds the names of the columns. */
const minKnownHeadings = 2;
const separatorLine = /^"?sep=[^"]?"?$/i;

/** The separator that the first line names for Excel (`sep=;`); null where it names none. */
export function declaredSeparator(text: string): string | null {
  return /^\uFEFF?"?sep=([^"\r\n])"?[,;\t|]*(?:[\r\n]|$)/i.exec(text)?.[1] ?? null;
}

/**
 * How many of the first rows stand above the table. No row that may be a review is among them: what is left out is told
 * nowhere.
 *
 * @param rows The first `lookedAt` rows.
 * @param headingsExpected Whether the names of the columns may stand below other rows.
 */
export function countRowsAboveTable(rows: readonly (readonly string[])[], headingsExpected: boolean): number {
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const known = rows.map((cells, row) => (isWiderThanRowsAbove(filled, row) ? countKnownHeadings(cells) : 0));
  const most = Math.max(0, ...known);
  if (headingsExpected && most >= minKnownHeadings) return known.indexOf(most);
  const isEmpty = (cells: readonly string[], row: number) => filled[row] === 0 || isSeparatorLine(cells);
  const isTitle = (cells: readonly string[], row: number) => filled[row] === 1 && hasLetters(cells[0] ?? '');
  const begin = rows.findIndex((cells, row) => !isEmpty(cells, row));
  const below = rows.findIndex((cells, row) => !isEmpty(cells, row) && !isTitle(cells, row));
  const names = rows[below] ?? [];
  const titled = headingsExpected && (filled[below] ?? 0) >= minTitledColumns && names.every(mayBeHeading);
  return Math.max(0, titled ? below : begin);
}

/** Whether each row above has fewer cells, as a title or the day of an export has. */
function isWiderThanRowsAbove(filled: readonly number[], row: number): boolean {
  return filled.slice(0, row).every((count) => count < (filled[row] ?? 0));
}

function countKnownHeadings(cells: readonly string[]): number {
  return Object.values(guessMapping(cells)).filter((column) => column !== null).length;
}

function hasLetters(cell: string): boolean {
  return /\p{L}{2}/u.test(cell);
}

/** Names may be of a letter and a number; numbers and days are values. */
function mayBeHeading(cell: string): boolean {
  return cell.trim() === '' || /^\s*\p{L}/u.test(cell);
}

/** Parted by the separator that it names, it is `sep=` and an empty cell. */
function isSeparatorLine([first = '', ...rest]: readonly string[]): boolean {
  return separatorLine.test(first.trim()) && rest.every((cell) => cell.trim() === '');
}
