/** The part of a query that decides whether to refetch. */
interface QuerySnapshot {
  state: { data: unknown; isInvalidated: boolean };
}

/** True when a refetch costs one request. An infinite query fetches each page again that was read. */
function hasOnePage(query: QuerySnapshot): boolean {
  const { data } = query.state;
  const pages = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : null;
  return !Array.isArray(pages) || pages.length <= 1;
}

/**
 * Refetch options for infinite lists. A list of one page refetches like every query. A longer one stays as it is
 * while it is open, and refetches when it is opened after one of our own changes.
 */
export const pagedListOptions = {
  refetchOnWindowFocus: hasOnePage,
  refetchOnReconnect: hasOnePage,
  refetchOnMount: (query: QuerySnapshot) => query.state.isInvalidated || hasOnePage(query),
};
