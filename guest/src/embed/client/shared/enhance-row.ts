/** The behavior of layouts with a row. A row has no pages. */

import { watchReadMore } from './clamped-texts.ts';
import type { Behavior } from './enhance.ts';
import { writeRelativeDates } from './relative-dates.ts';
import { watchRow } from './row.ts';

export const enhanceRow: Behavior = (root) => {
  writeRelativeDates(root);
  const unfold = watchReadMore(root);
  const stop = watchRow(root);
  return () => {
    unfold();
    stop();
  };
};
