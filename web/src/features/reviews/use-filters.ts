import { sources } from 'virtual:kindling-build';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { parseFilters, serializeFilters } from './filters.ts';

export type ChangeFilters = (change: (now: ReviewFilter) => ReviewFilter) => void;

/** The filters that the address names, and the way to others. */
export function useFilters(): [ReviewFilter, ChangeFilters] {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => parseFilters(params, sources), [params]);
  // The screen follows the address a moment later: a change that comes before it must not undo the one before.
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = filter;
  }, [filter]);
  const change = useCallback<ChangeFilters>(
    (change) => {
      latest.current = change(latest.current);
      setParams(serializeFilters(latest.current), { replace: true, preventScrollReset: true });
    },
    [setParams],
  );
  return [filter, change];
}
