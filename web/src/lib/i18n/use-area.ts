import { useEffect, useState } from 'react';
import type { Area } from './areas.ts';
import { loadArea } from './load-area.ts';
import { useText } from './text.ts';

/** Loads the texts of an area that no route loads. @returns whether they are there */
export function useArea(area: Area, needed = true): boolean {
  const { i18n } = useText();
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    if (needed)
      loadArea(i18n, area).then(
        () => setLoaded(true),
        () => setLoaded(false),
      );
  }, [i18n, area, needed]);
  return loaded;
}
