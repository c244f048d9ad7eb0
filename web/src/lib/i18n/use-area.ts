import { useQuery } from '@tanstack/react-query';
import type { Area } from './areas.ts';
import { loadArea } from './load-area.ts';
import { useText } from './text.ts';

/** Loads the texts of an area that no route loads. The query fails when they cannot be loaded; `refetch` tries again. */
export function useArea(area: Area, needed = true) {
  const { i18n } = useText();
  return useQuery({
    queryKey: ['texts', area],
    queryFn: async () => {
      await loadArea(i18n, area);
      return true;
    },
    enabled: needed,
    staleTime: Number.POSITIVE_INFINITY,
    // The browser may have the texts in its cache, also without a connection.
    networkMode: 'always',
  });
}
