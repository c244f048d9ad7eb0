/** The behavior of all layouts, for pages that show any layout and need not save bytes. */
import { type Behavior, enhance } from './enhance.ts';
import { watchPanel } from './panel.ts';
import { watchRow } from './row.ts';
import { watchTiles } from './tiles.ts';
import { watchToast } from './toast.ts';
import { watchVisitorTools } from './visitor-tools.ts';

const enhanceShown: Behavior = (root) => {
  const unfold = enhance(root);
  const stop = watchRow(root);
  return () => {
    unfold();
    stop();
  };
};

export const enhanceAll: Behavior = (root) => {
  watchPanel(root);
  watchTiles(root);
  watchVisitorTools(root);
  return watchToast(root, enhanceShown);
};
