/** The behavior of layouts with a panel, or with tiles that open. */
import { type Behavior, enhance } from './enhance.ts';
import { watchPanel } from './panel.ts';
import { watchTiles } from './tiles.ts';

export const enhancePanel: Behavior = (root) => {
  watchPanel(root);
  watchTiles(root);
  return enhance(root);
};
