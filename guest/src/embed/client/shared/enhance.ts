/** The behavior of layouts without movement. */

import { watchReadMore } from './clamped-texts.ts';
import { watchPages } from './pages.ts';
import { writeRelativeDates } from './relative-dates.ts';

/**
 * Adds behavior to the renderer's markup in `root`, before the first paint. Returns a function that removes timers
 * and observers; it may be called again afterwards.
 */
export type Behavior = (root: ParentNode) => () => void;

export const enhance: Behavior = (root) => {
  writeRelativeDates(root);
  watchPages(root);
  return watchReadMore(root);
};
