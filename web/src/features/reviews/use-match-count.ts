import type { ReviewFilter } from '@kindling/contract/reviews';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { countFilters } from './filters.ts';

/** The matches of a filter, counted to 10,000; undefined until they are known. */
export function useMatchCount(
  filter: ReviewFilter,
  enabled: boolean,
): { count: number; more: boolean } | undefined {
  const filtered = countFilters(filter) > 0;
  const matches = useQuery(query.reviews.count.queryOptions({ input: filter, enabled: enabled && filtered }));
  const figures = useQuery(query.reviews.figures.queryOptions({ input: {}, enabled: enabled && !filtered }));
  if (filtered) return matches.data;
  return figures.data === undefined ? undefined : { count: figures.data.total, more: false };
}
