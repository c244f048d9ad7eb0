/** What any layout does, for places that show one or another and need not count bytes. */
import { type Behave, behave } from './behave.ts';
import { watchPanel } from './panel.ts';
import { watchRow } from './row.ts';

export const behaveAll: Behave = (root) => {
  watchPanel(root);
  const unfold = behave(root);
  const stop = watchRow(root);
  return () => {
    unfold();
    stop();
  };
};
