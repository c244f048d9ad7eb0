/** What layouts with a row do in the visitor's browser. */
import { type Behave, behave } from './behave.ts';
import { watchRow } from './row.ts';

export const behaveMoving: Behave = (root) => {
  const ends = [behave(root), watchRow(root)];
  return () => {
    for (const end of ends) end();
  };
};
