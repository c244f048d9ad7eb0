import { sources } from '@kindling/contract/platforms';
import { type ReviewFilter, reviewFilterSchema } from '@kindling/contract/reviews';
import { describe, expect, it } from 'vitest';
import { countFilters, parseFilters, serializeFilters, withFilter } from './filters.ts';

/** Every filter that the API has. */
const full: Required<ReviewFilter> = {
  search: 'Brot & "Käse" =?#',
  from: '2026-01-31',
  to: '2026-02-28',
  rating: 3,
  ratingMode: 'only',
  source: 'first-party',
  locationId: '0190a000-0000-7000-8000-000000000001',
  businessId: '0190a000-0000-7000-8000-000000000002',
  tagId: '0190a000-0000-7000-8000-000000000003',
  assigneeId: 'none',
  language: 'sr',
  recommendation: 'negative',
  answered: false,
  hidden: false,
  pinned: false,
  withText: false,
  removed: true,
  replyFailed: true,
};
const names = Object.keys(reviewFilterSchema.shape) as (keyof ReviewFilter)[];
/** Each filter with each of `true` and `false` that the API takes for it. */
const booleans = names.flatMap((name) =>
  [true, false]
    .map((value): ReviewFilter => ({ [name]: value }))
    .filter((filter) => reviewFilterSchema.safeParse(filter).success),
);

describe('filters in the URL', () => {
  it('parses what it serialized', () => {
    expect(parseFilters(new URLSearchParams(serializeFilters(full).toString()), sources)).toEqual(full);
  });
  it('is tested with every filter of the API', () => {
    expect(Object.keys(full).toSorted()).toEqual(names.toSorted());
    expect(reviewFilterSchema.parse(full)).toEqual(full);
  });
  it.each(booleans)('parses %j, unless it is the same as no filter', (filter) => {
    const expected = filter.removed === false ? {} : filter;
    expect(parseFilters(serializeFilters(filter), sources)).toEqual(expected);
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
    'withText=1',
    'replyFailed=false',
    'assigneeId=somebody',
    'language=German',
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
  it.each(['only', 'down'] as const)('keeps the mode %s of a rating', (ratingMode) => {
    expect(parseFilters(serializeFilters({ rating: 3, ratingMode }), sources)).toEqual({
      rating: 3,
      ratingMode,
    });
  });
  it('removes the mode with the rating', () => {
    expect(serializeFilters(withFilter(full, 'rating', undefined)).has('ratingMode')).toBe(false);
  });
  it('counts the rating once, without its mode', () => {
    expect(countFilters(full)).toBe(names.length - 1);
    expect(countFilters({})).toBe(0);
  });
});
