/** What layouts with a panel do in the visitor's browser. */
import { type Enhance, enhance } from './enhance.ts';
import { watchPanel } from './panel.ts';

export const enhancePanel: Enhance = (root) => {
  watchPanel(root);
  return enhance(root);
};
