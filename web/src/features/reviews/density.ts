import { type Preferences, preferenceStore, usePreferences } from '../../lib/preferences.ts';

export type Density = Preferences['density'];

/** Pixels of a row. */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 72, compact: 44 };

const setDensity = (next: Density) => preferenceStore().set('density', next);

/** How close the rows are, here and in all other lists. */
export function useDensity(): [Density, (next: Density) => void] {
  return [usePreferences().preferences.density, setDensity];
}
