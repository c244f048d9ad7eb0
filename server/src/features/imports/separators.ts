import { type ImportSeparator, importSeparators } from '@kindling/contract/import-files';

import { declaredSeparator, maxHeadingRow } from './heading-row.ts';

/** Rows at the beginning of a table that are looked at. */
const maxRows = 50;
/** Separators of a row below a title from which it may be where the table begins. */
const minSeparatorsBelowTitle = 2;

/**
 * The separator that the file names for Excel, else the one that parts the first rows into the same number of columns,
 * and into the most of them. What stands in quotes does not count, and a title above the table may have none. A table of
 * one column has none; the comma then does no harm.
 */
export function guessSeparator(beginning: string): ImportSeparator {
  const said = declaredSeparator(beginning);
  const named = importSeparators.find((separator) => separator === said);
  if (named !== undefined) return named;
  let best: { separator: ImportSeparator; score: number } = { separator: ',', score: 0 };
  for (const separator of importSeparators) {
    const counts = countPerRow(beginning, separator);
    const [first = 0] = counts;
    const begin =
      first > 0 ? 0 : counts.slice(0, maxHeadingRow).findIndex((count) => count >= minSeparatorsBelowTitle);
    const header = counts[begin] ?? 0;
    const table = counts.slice(begin);
    if (header === 0) continue;
    // Below a title most rows have the same columns; in a column of texts some have a few semicolons.
    if (begin > 0 && table.filter((count) => count === header).length <= table.length / 2) continue;
    const alike = counts.filter((count) => count === header).length / counts.length;
    const score = alike * 100 + Math.min(header, 50);
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

function countPerRow(text: string, separator: string): number[] {
  const counts: number[] = [];
  let count = 0;
  let quoted = false;
  let filled = false;
  for (const sign of text) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === '\n' || sign === '\r')) {
      if (filled) counts.push(count);
      if (counts.length === maxRows) return counts;
      count = 0;
      filled = false;
      continue;
    } else if (!quoted && sign === separator) count += 1;
    filled = true;
  }
  // The last row looked at may have been cut off, unless it is the only one.
  if (filled && counts.length === 0) counts.push(count);
  return counts;
}
