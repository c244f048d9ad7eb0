/** What any layout does, for places that show one or another and need not count bytes. */
import { type Enhance, enhance } from './enhance.ts';
import { watchPanel } from './panel.ts';
import { watchRow } from './row.ts';

export const enhanceAll: Enhance = (root) => {
  watchPanel(root);
  const unfold = enhance(root);
  const stop = watchRow(root);
  return () => {
    unfold();
    stop();
  };
};
