/** What the layouts that stand still do in the visitor's browser. */

import { watchPages } from './pages.ts';
import { watchReadMore } from './read-more.ts';
import { writeRelativeDates } from './relative-dates.ts';

/**
 * Brings the markup of our renderer in `root` to life, before it is painted. Returned: ends it and leaves nothing
 * behind that runs. It may be called again afterwards.
 */
export type Enhance = (root: ParentNode) => () => void;

export const enhance: Enhance = (root) => {
  writeRelativeDates(root);
  watchPages(root);
  return watchReadMore(root);
};
