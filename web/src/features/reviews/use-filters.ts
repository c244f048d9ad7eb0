import { sources } from 'virtual:kindling-build';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { parseFilters, serializeFilters } from './filters.ts';

export type ChangeFilters = (change: (now: ReviewFilter) => ReviewFilter) => void;

/** The filters in the URL, and a function to change them. */
export function useFilters(): [ReviewFilter, ChangeFilters] {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => parseFilters(params, sources), [params]);
  // React renders the new URL a moment later: a second change before that must build on the first.
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
