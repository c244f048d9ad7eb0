import type { OwnReview, ReviewFilter, ReviewSort } from '@kindling/contract/reviews';
import { hashKey, type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { useAuth } from '../../../lib/auth/session.tsx';
import type { ReviewPage } from '../review-cache.ts';
import { findPlace, forgetPlace, keepPlace, type ListMemory, ownerOf } from './kept-place.ts';
import { emptyChain, hasMore, type PageChain, pageOfRow, rowCount, withPage } from './page-chain.ts';

export const pageSize = 50;
/** Rows before the end of what was read from which on the next page is read. */
const readAhead = 25;
/** Milliseconds for which a page out of sight is kept. Its place is kept for longer, so it is read again when needed. */
const keepPage = 60_000;
/**
 * Pages before and after those in sight that are kept. A fast scroll reads 600 in a minute, and the browser stops the page the
 * longer for its garbage collection the more of them there are.
 */
const keptAround = 10;

export interface ListRequest {
  filter: ReviewFilter;
  sort: ReviewSort;
}

/** The query of one page. `newest` is the order of the API when none is named. */
export function pageOptions({ filter, sort }: ListRequest, cursor: string | null) {
  return query.reviews.list.queryOptions({
    input: {
      ...filter,
      ...(sort === 'newest' ? {} : { sort }),
      limit: pageSize,
      ...(cursor === null ? {} : { cursor }),
    },
    gcTime: keepPage,
  });
}

const memoryKey = (request: ListRequest) => ['review-list', request];

/** Leaves a page that something on the screen shows. */
function forgetPage(queries: QueryClient, request: ListRequest, cursor: string | null): void {
  const cache = queries.getQueryCache();
  const page = cache.find({ queryKey: pageOptions(request, cursor).queryKey });
  if (page !== undefined && page.getObserversCount() === 0) cache.remove(page);
}

/**
 * The rows of a list of any length. Only the pages in sight are read, and read again when something changed; the others
 * are known by where they begin.
 */
export function useReviewPages(request: ListRequest) {
  const queries = useQueryClient();
  const owner = ownerOf(useAuth().additionalUserDetails, hashKey(memoryKey(request)));
  const [remembered] = useState(
    () => queries.getQueryData<ListMemory>(memoryKey(request)) ?? findPlace(owner),
  );
  const [chain, setChain] = useState<PageChain>(remembered?.chain ?? emptyChain);
  const [sight, setSight] = useState({ first: 0, end: 0 });
  const last = Math.min(pageOfRow(chain, Math.max(0, sight.end - 1 + readAhead)), chain.cursors.length - 1);
  const first = Math.min(pageOfRow(chain, sight.first), last);
  const indexes = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const results = useQueries({
    queries: indexes.map((index) => pageOptions(request, chain.cursors[index] ?? null)),
  });
  // While a page is read anew, because another one begins elsewhere now, its rows stay.
  const shown = useRef(new Map<number, ReviewPage>());
  /** The pages that are kept, by their index: where each begins, because the chain may be cut before it. */
  const kept = useRef(new Map<number, string | null>());
  useEffect(() => {
    let next = chain;
    const inSight = new Map<number, ReviewPage>();
    for (const [at, index] of indexes.entries()) {
      const page = results[at]?.data ?? shown.current.get(index);
      if (page !== undefined) inSight.set(index, page);
      const read = results[at]?.data;
      if (read !== undefined) next = withPage(next, index, read.items.length, read.nextCursor);
    }
    shown.current = inSight;
    for (const index of inSight.keys()) kept.current.set(index, chain.cursors[index] ?? null);
    for (const [index, cursor] of kept.current) {
      if (index >= first - keptAround && index <= last + keptAround) continue;
      forgetPage(queries, request, cursor);
      kept.current.delete(index);
    }
    if (next !== chain) setChain(next);
  });
  const chainNow = useRef(chain);
  useEffect(() => {
    chainNow.current = chain;
  }, [chain]);
  const offset = useRef(remembered?.offset ?? 0);
  useEffect(() => {
    return () =>
      void queries.setQueryData<ListMemory>(memoryKey(request), {
        chain: chainNow.current,
        offset: offset.current,
      });
  }, [queries, request]);
  useEffect(() => {
    // The place is for one reload only, not for a later start of the screen.
    forgetPlace();
    const keep = () => keepPlace(owner, { chain: chainNow.current, offset: offset.current });
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [owner]);
  /** The review of a row; undefined while its page is not here. */
  const reviewAt = (row: number): OwnReview | undefined => {
    const index = pageOfRow(chain, row);
    // To find a page in the cache takes as long as to render some rows, so the pages in sight are found once.
    const page =
      results[index - first]?.data ??
      queries.getQueryData<ReviewPage>(pageOptions(request, chain.cursors[index] ?? null).queryKey) ??
      shown.current.get(index);
    return page?.items[row - (chain.starts[index] ?? 0)];
  };
  const failed = results.findIndex((result) => result.isError && result.data === undefined);
  return {
    /** Rows that were read, and those of the next page while there is one. */
    count: rowCount(chain) + (hasMore(chain) ? pageSize : 0),
    known: rowCount(chain),
    hasMore: hasMore(chain),
    reviewAt,
    setSight: useCallback((next: { first: number; end: number }) => {
      setSight((now) => (now.first === next.first && now.end === next.end ? now : next));
    }, []),
    offset,
    /** A page in sight that could not be read, and its first row. */
    failure:
      failed === -1
        ? null
        : {
            error: results[failed]?.error,
            row: chain.starts[indexes[failed] ?? 0] ?? 0,
            retry: () => void results[failed]?.refetch(),
          },
    fetching: results.some((result) => result.isFetching),
  };
}
