import { type ImportSeparator, importSeparators } from '@kindling/contract/import-files';

import { declaredSeparator, maxHeadingRow } from './heading-row.ts';

/** How many rows at the beginning of a table are checked. */
const maxRows = 50;
/** Minimum number of separators in the first row of a table below a title. */
const minSeparatorsBelowTitle = 2;

/**
 * Returns the separator that the file declares for Excel. Otherwise it is the one that splits the first rows into the same
 * number of columns, and into the most columns. Quoted text does not count, and a title above the table may have no
 * separator. In a table of one column the comma is returned, which is harmless.
 */
export function guessSeparator(beginning: string): ImportSeparator {
  const declared = declaredSeparator(beginning);
  const known = importSeparators.find((separator) => separator === declared);
  if (known !== undefined) return known;
  let best: { separator: ImportSeparator; score: number } = { separator: ',', score: 0 };
  for (const separator of importSeparators) {
    const counts = countPerRow(beginning, separator);
    const [first = 0] = counts;
    const begin =
      first > 0 ? 0 : counts.slice(0, maxHeadingRow).findIndex((count) => count >= minSeparatorsBelowTitle);
    const header = counts[begin] ?? 0;
    const table = counts.slice(begin);
    if (header === 0) continue;
    // Below a title most rows have the same number of columns; in a column of texts only some have a few semicolons.
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
  // The last row may be cut off, so it counts only if it is the only one.
  if (filled && counts.length === 0) counts.push(count);
  return counts;
}
