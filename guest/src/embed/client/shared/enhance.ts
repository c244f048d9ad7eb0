/** The behavior of layouts without movement. */

import { watchPages } from './pages.ts';
import { watchReadMore } from './read-more.ts';
import { writeRelativeDates } from './relative-dates.ts';

/**
 * Adds behavior to the renderer's markup in `root`, before the first paint. Returns a function that removes timers
 * and observers; it may be called again afterwards.
 */
export type Enhance = (root: ParentNode) => () => void;

export const enhance: Enhance = (root) => {
  writeRelativeDates(root);
  watchPages(root);
  return watchReadMore(root);
};
