import { useState } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** Pixels of a row. */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 72, compact: 44 };

const storedName = 'reviewDensity';

/** How close the rows of the list are. It is kept in this browser. */
export function useDensity(): [Density, (next: Density) => void] {
  const [density, setDensity] = useState<Density>(
    () => densities.find((one) => one === readStored(() => localStorage, storedName)) ?? 'comfortable',
  );
  return [
    density,
    (next) => {
      setDensity(next);
      writeStored(() => localStorage, storedName, next);
    },
  ];
}
