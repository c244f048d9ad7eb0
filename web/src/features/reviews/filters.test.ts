import { sources } from '@kindling/contract/platforms';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { describe, expect, it } from 'vitest';
import { countFilters, parseFilters, serializeFilters, withFilter } from './filters.ts';

const full: ReviewFilter = {
  search: 'Brot & "Käse" =?#',
  from: '2026-01-31',
  to: '2026-02-28',
  rating: 3,
  ratingMode: 'only',
  source: 'first-party',
  locationId: '0190a000-0000-7000-8000-000000000001',
  answered: false,
  withText: true,
  removed: true,
};

describe('filters in the URL', () => {
  it('parses what it serialized', () => {
    expect(parseFilters(new URLSearchParams(serializeFilters(full).toString()), sources)).toEqual(full);
  });
  it.each([
    'from=2026-02-30',
    'to=yesterday',
    'rating=0',
    'rating=6',
    'rating=2.5',
    'rating=',
    'source=yelp',
    'source=toString',
    'locationId=1',
    'answered=maybe',
    'withText=false',
    'removed=false',
    'search=%20',
    'ratingMode=only',
    'cursor=x',
  ])('ignores %s', (search) => {
    expect(parseFilters(new URLSearchParams(search), sources)).toEqual({});
  });
  it('cuts a search that the API would reject', () => {
    expect(parseFilters(new URLSearchParams({ search: 'a'.repeat(500) }), sources).search).toHaveLength(200);
  });
  it('removes the mode with the rating', () => {
    expect(serializeFilters(withFilter(full, 'rating', undefined)).has('ratingMode')).toBe(false);
  });
  it('counts the rating once, without its mode', () => {
    expect(countFilters(full)).toBe(9);
    expect(countFilters({})).toBe(0);
  });
});
