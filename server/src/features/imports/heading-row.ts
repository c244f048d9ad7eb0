/** Where a table begins: exports put a title, a day or blank rows above the names of the columns, and Excel its `sep=;`. */
import { guessMapping } from './columns.ts';

/** Rows at the beginning of a table among which its headings are looked for. */
export const lookedAt = 10;
/** Columns from which a row of one cell is a title and no review. */
const titledColumns = 3;
/** Known words from which a row holds the names of the columns. */
const knownWords = 2;
const separatorLine = /^"?sep=[^"]?"?$/i;

/** The separator that the first line names for Excel (`sep=;`); null where it names none. */
export function separatorSaid(text: string): string | null {
  return /^\uFEFF?"?sep=([^"\r\n])"?[,;\t|]*(?:[\r\n]|$)/i.exec(text)?.[1] ?? null;
}

/**
 * How many of the first rows stand above the table.
 *
 * @param rows The first `lookedAt` rows.
 * @param named Whether the names of the columns may stand below rows of several cells, by the words that we know.
 */
export function countAbove(rows: readonly (readonly string[])[], named: boolean): number {
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const heading = named ? rows.findIndex((cells) => knownNames(cells) >= knownWords) : -1;
  // What stands above the names of the columns has fewer cells than these.
  const names = filled[heading] ?? 0;
  if (heading > 0 && filled.slice(0, heading).every((count) => count < names)) return heading;
  const columns = Math.max(0, ...filled);
  const isAbove = (cells: readonly string[], count: number) =>
    count === 0 || (count === 1 && (saysSeparator(cells) || (columns >= titledColumns && hasWords(cells))));
  const first = rows.findIndex((cells, row) => !isAbove(cells, filled[row] ?? 0));
  return Math.max(0, first);
}

function knownNames(cells: readonly string[]): number {
  return Object.values(guessMapping(cells)).filter((column) => column !== null).length;
}

/** A row of nothing but stars or a date is a review without words. */
function hasWords(cells: readonly string[]): boolean {
  return cells.some((cell) => /\p{L}{2}/u.test(cell));
}

/** Parted by the separator that it names, it is `sep=` and an empty cell. */
function saysSeparator([first = '', ...rest]: readonly string[]): boolean {
  return separatorLine.test(first.trim()) && rest.every((cell) => cell.trim() === '');
}
