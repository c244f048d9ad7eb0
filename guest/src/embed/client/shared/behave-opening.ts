/** What layouts with a panel do in the visitor's browser. */
import { type Behave, behave } from './behave.ts';
import { watchPanel } from './panel.ts';

export const behaveOpening: Behave = (root) => {
  watchPanel(root);
  return behave(root);
};
