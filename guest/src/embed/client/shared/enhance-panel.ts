/** The behavior of layouts with a panel. */
import { type Enhance, enhance } from './enhance.ts';
import { watchPanel } from './panel.ts';

export const enhancePanel: Enhance = (root) => {
  watchPanel(root);
  return enhance(root);
};
