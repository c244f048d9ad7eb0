/** The behavior of layouts with a row. A row has no pages. */

import type { Enhance } from './enhance.ts';
import { watchReadMore } from './read-more.ts';
import { writeRelativeDates } from './relative-dates.ts';
import { watchRow } from './row.ts';

export const enhanceRow: Enhance = (root) => {
  writeRelativeDates(root);
  const unfold = watchReadMore(root);
  const stop = watchRow(root);
  return () => {
    unfold();
    stop();
  };
};
