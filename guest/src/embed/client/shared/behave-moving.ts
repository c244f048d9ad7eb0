/** What layouts with a row do in the visitor's browser. A row has no pages. */
import { writeAges } from './ages.ts';
import type { Behave } from './behave.ts';
import { watchFolds } from './folds.ts';
import { watchRow } from './row.ts';

export const behaveMoving: Behave = (root) => {
  writeAges(root);
  const unfold = watchFolds(root);
  const stop = watchRow(root);
  return () => {
    unfold();
    stop();
  };
};
