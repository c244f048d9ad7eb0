/** The behavior of layouts with a panel. */
import { type Behavior, enhance } from './enhance.ts';
import { watchPanel } from './panel.ts';

export const enhancePanel: Behavior = (root) => {
  watchPanel(root);
  return enhance(root);
};
