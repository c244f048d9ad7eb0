import { sources } from 'virtual:kindling-build';
import type { ReviewFilter, ReviewSort } from '@kindling/contract/reviews';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { parseChosen, parseFilters, parseSort, serializeFilters } from './filters.ts';

/** What the address bar says of the screen. */
export interface InboxAddress {
  filter: ReviewFilter;
  /** Undefined: the default of the filters. */
  sort: ReviewSort | undefined;
  /** The open review; null for none. */
  chosen: string | null;
}

export type ChangeFilters = (change: (now: ReviewFilter) => ReviewFilter) => void;

/** The order of waiting time is one of the reviews that wait, so the filters say so, and counts and actions are of the same. */
function withSortFilter(address: InboxAddress): InboxAddress {
  if (address.sort !== 'waiting' || address.filter.answered === false) return address;
  return { ...address, filter: { ...address.filter, answered: false } };
}

export function serializeAddress({ filter, sort, chosen }: InboxAddress): URLSearchParams {
  const params = serializeFilters(filter);
  if (sort !== undefined) params.set('sort', sort);
  if (chosen !== null) params.set('review', chosen);
  return params;
}

/** Filters, order and open review of the URL, and the functions that change them. */
export function useInboxAddress() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  // The same object as long as the filters are the same, so that another open review does not read the list again.
  const sort = parseSort(params, parseFilters(params, sources));
  const filterKey = serializeFilters(
    withSortFilter({ filter: parseFilters(params, sources), sort, chosen: null }).filter,
  ).toString();
  const filter = useMemo(() => parseFilters(new URLSearchParams(filterKey), sources), [filterKey]);
  const chosen = parseChosen(params);
  const address = useMemo<InboxAddress>(() => ({ filter, sort, chosen }), [filter, sort, chosen]);
  // React renders the new URL a moment later: a second change before that must build on the first, also when the URL of the
  // first is rendered in between.
  const latest = useRef(address);
  const pending = useRef<string[]>([]);
  useEffect(() => {
    const echo = pending.current.lastIndexOf(serializeAddress(address).toString());
    pending.current = pending.current.slice(echo + 1);
    if (echo >= 0 && pending.current.length > 0) return;
    pending.current = [];
    latest.current = address;
  }, [address]);
  // Whether the step before this one in the history is the list without an open review.
  const openedHere = useRef(false);
  useEffect(() => {
    openedHere.current = typeof state === 'object' && state !== null && 'openedHere' in state;
  }, [state]);
  const go = useCallback(
    (wanted: InboxAddress, { push = false } = {}) => {
      const next = withSortFilter(wanted);
      latest.current = next;
      const params = serializeAddress(next);
      pending.current.push(params.toString());
      setParams(params, {
        replace: !push,
        preventScrollReset: true,
        state: push || (openedHere.current && next.chosen !== null) ? { openedHere: true } : null,
      });
    },
    [setParams],
  );
  const changeFilter = useCallback<ChangeFilters>(
    (change) => {
      const filter = change(latest.current.filter);
      const { sort } = latest.current;
      const ends =
        sort === 'relevance' ? filter.search === undefined : sort === 'waiting' && filter.answered !== false;
      go({ filter, sort: ends ? undefined : sort, chosen: null });
    },
    [go],
  );
  const changeSort = useCallback(
    (sort: ReviewSort | undefined) => go({ ...latest.current, sort, chosen: null }),
    [go],
  );
  const show = useCallback(
    (filter: ReviewFilter, sort: ReviewSort | undefined) => go({ filter, sort, chosen: null }),
    [go],
  );
  /** The first review that is opened is a step of the history, so that Back closes it; moving on is not. */
  const choose = useCallback(
    (id: string) => go({ ...latest.current, chosen: id }, { push: latest.current.chosen === null }),
    [go],
  );
  const close = useCallback(() => {
    if (openedHere.current) void navigate(-1);
    else go({ ...latest.current, chosen: null });
  }, [navigate, go]);
  /** The link asks to begin with the reply, as those in mails do. */
  const replies = params.get('reply') === '1';
  return { ...address, replies, changeFilter, changeSort, show, choose, close };
}

export type Inbox = ReturnType<typeof useInboxAddress>;
