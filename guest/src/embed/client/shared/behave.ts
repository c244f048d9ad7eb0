/** What the layouts that stand still do in the visitor's browser. */
import { writeAges } from './ages.ts';
import { watchFolds } from './folds.ts';
import { watchPages } from './pages.ts';

/**
 * Brings the markup of our renderer in `root` to life, before it is painted. Returned: ends it and leaves nothing
 * behind that runs. It may be called again afterwards.
 */
export type Behave = (root: ParentNode) => () => void;

export const behave: Behave = (root) => {
  writeAges(root);
  watchPages(root);
  return watchFolds(root);
};
