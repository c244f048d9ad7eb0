/** The behavior of all layouts, for pages that show any layout and need not save bytes. */
import { type Behavior, enhance } from './enhance.ts';
import { watchPanel } from './panel.ts';
import { watchRow } from './row.ts';
import { watchVisitorTools } from './visitor-tools.ts';

export const enhanceAll: Behavior = (root) => {
  watchPanel(root);
  watchVisitorTools(root);
  const unfold = enhance(root);
  const stop = watchRow(root);
  return () => {
    unfold();
    stop();
  };
};
