import { useInfiniteQuery } from '@tanstack/react-query';
import { client, query } from '../../lib/api/client.ts';
import { pagedListOptions } from '../../lib/api/paged-list-options.ts';
import { useFileInParts } from '../../lib/api/use-file-in-parts.ts';
import { zoneOfDays } from '../../lib/i18n/viewer-zone.ts';
import type { ActivityChoice } from './activity-address.ts';

/** A page that is open and not scrolled further shows what others do within this time. */
const refreshMs = 30_000;

export function useActivity(choice: ActivityChoice) {
  const filter = { ...choice, ...zoneOfDays(choice) };
  return useInfiniteQuery(
    query.activity.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor === undefined ? filter : { ...filter, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      ...pagedListOptions,
      refetchInterval: (one) => (pagedListOptions.refetchOnWindowFocus(one) ? refreshMs : false),
    }),
  );
}

export function useActivityExport(choice: ActivityChoice) {
  return useFileInParts('activity.csv', (from) =>
    client.activity.export({ ...choice, ...zoneOfDays(choice), ...from }),
  );
}
