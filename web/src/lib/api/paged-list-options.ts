/** What is looked at of a query, whatever it reads. */
interface QuerySnapshot {
  state: { data: unknown; isInvalidated: boolean };
}

/** Whether asking a list again costs one request: of an infinite query each page that was read is asked again. */
function hasOnePage(query: QuerySnapshot): boolean {
  const { data } = query.state;
  const pages = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : null;
  return !Array.isArray(pages) || pages.length <= 1;
}

/**
 * For lists that are read page by page. A short one is fresh at each look, as all queries are. A long one stays as it
 * was read while it is open, and is read anew once something of ours has changed it.
 */
export const pagedListOptions = {
  refetchOnWindowFocus: hasOnePage,
  refetchOnReconnect: hasOnePage,
  refetchOnMount: (query: QuerySnapshot) => query.state.isInvalidated || hasOnePage(query),
};
