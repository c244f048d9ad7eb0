/** The filters of the list, as the URL holds them. Invalid values are ignored, not rejected. */
import type { Source } from '@kindling/contract/platforms';
import type { ReviewFilter, ReviewSort } from '@kindling/contract/reviews';
import { isDay } from '../../lib/is-day.ts';

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const languagePattern = /^[a-z]{2,3}$/;

/** The orders that a person can choose; `relevance` only while searching. */
export const sorts = [
  'newest',
  'oldest',
  'lowest',
  'highest',
  'waiting',
  'relevance',
] as const satisfies readonly ReviewSort[];

function parseDay(value: string): string | undefined {
  return isDay(value) ? value : undefined;
}

function parseBoolean(value: string): boolean | undefined {
  if (value === 'true') return true;
  return value === 'false' ? false : undefined;
}

/** For filters whose `false` is the same as none. */
function parseTrue(value: string): true | undefined {
  return value === 'true' ? true : undefined;
}

function parseId(value: string): string | undefined {
  return idPattern.test(value) ? value : undefined;
}

function parseRating(value: string): number | undefined {
  const rating = Number(value);
  return Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : undefined;
}

type FilterName = keyof ReviewFilter;
type Parse<Name extends FilterName> = (
  value: string,
  sources: readonly Source[],
) => ReviewFilter[Name] | undefined;

/** How each filter is read from a text, in the order in which addresses name them. A search is cut at the API's limit. */
const parsers: { [Name in FilterName]: Parse<Name> } = {
  search: (value) => value.trim().slice(0, 200) || undefined,
  from: parseDay,
  to: parseDay,
  rating: parseRating,
  ratingMode: (value) => (value === 'only' || value === 'down' ? value : undefined),
  source: (value, sources) => sources.find((known) => known === value),
  locationId: parseId,
  businessId: parseId,
  tagId: parseId,
  assigneeId: (value) => (value === 'none' ? value : parseId(value)),
  language: (value) => (languagePattern.test(value) ? value : undefined),
  recommendation: (value) => (value === 'positive' || value === 'negative' ? value : undefined),
  answered: parseBoolean,
  hidden: parseBoolean,
  pinned: parseBoolean,
  withText: parseBoolean,
  removed: parseTrue,
  replyFailed: parseTrue,
};
const filterNames = Object.keys(parsers) as FilterName[];

/** One filter from its text in an address or a choice; undefined for an invalid one. */
export function parseFilter<Name extends FilterName>(
  name: Name,
  value: string,
  sources: readonly Source[],
): ReviewFilter[Name] | undefined {
  return parsers[name](value, sources);
}

/** Parses the filters of a URL query. */
export function parseFilters(params: URLSearchParams, sources: readonly Source[]): ReviewFilter {
  let filter: ReviewFilter = {};
  for (const name of filterNames) {
    const value = params.get(name);
    if (value !== null) filter = withFilter(filter, name, parseFilter(name, value, sources));
  }
  return filter.rating === undefined ? withFilter(filter, 'ratingMode', undefined) : filter;
}

/** The order in a URL query; undefined for the default of the filters, and for an order that they do not have. */
export function parseSort(params: URLSearchParams, filter: ReviewFilter): ReviewSort | undefined {
  const sort = sorts.find((known) => known === params.get('sort'));
  return sort === 'relevance' && filter.search === undefined ? undefined : sort;
}

/** A search shows its best matches first; every other list the newest review. */
export function defaultSort(filter: ReviewFilter): ReviewSort {
  return filter.search === undefined ? 'newest' : 'relevance';
}

/** The review that the URL names; null for none. */
export function parseChosen(params: URLSearchParams): string | null {
  return parseId(params.get('review') ?? '') ?? null;
}

/** The URL query of the filters; empty for none. `parseFilters` reads it back unchanged. */
export function serializeFilters(filter: ReviewFilter): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of filterNames) {
    const value = filter[name];
    if (value !== undefined && value !== '') params.set(name, String(value));
  }
  if (filter.rating === undefined) params.delete('ratingMode');
  return params;
}

/** A copy of the filters with one changed; `undefined` removes it. */
export function withFilter<K extends keyof ReviewFilter>(
  filter: ReviewFilter,
  name: K,
  value: ReviewFilter[K] | undefined,
): ReviewFilter {
  const next = { ...filter };
  if (value === undefined) delete next[name];
  else next[name] = value;
  if (name === 'rating' && value === undefined) delete next.ratingMode;
  return next;
}

export function countFilters(filter: ReviewFilter): number {
  return Object.keys(filter).filter((name) => name !== 'ratingMode').length;
}
