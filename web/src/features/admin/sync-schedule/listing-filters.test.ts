import { expect, test } from 'vitest';
import { parseListingFilters, serializeListingFilters } from './listing-filters.ts';

test('the address holds the filters, and what no filter has is left out', () => {
  const filters = {
    query: 'Salt & Quay',
    connector: 'google-places',
    state: 'gone',
    only: 'overdue',
  } as const;
  expect(parseListingFilters(serializeListingFilters(filters))).toEqual(filters);
  expect(parseListingFilters(new URLSearchParams('query=%20&connector=myspace&state=x&only=all'))).toEqual(
    {},
  );
  expect(parseListingFilters(new URLSearchParams({ query: `a\u0000\u202eb${'c'.repeat(200)}` })).query).toBe(
    `ab${'c'.repeat(98)}`,
  );
});
