/** The filters of the list, as the URL holds them. Invalid values are ignored, not rejected. */
import type { Source } from '@kindling/contract/platforms';
import type { ReviewFilter, ReviewSort } from '@kindling/contract/reviews';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
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

/** True for a day that exists: `Date` accepts 30 February and turns it into another day. */
export function isDay(value: string): boolean {
  if (!dayPattern.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

function parseBoolean(value: string | null): boolean | null {
  if (value === 'true') return true;
  return value === 'false' ? false : null;
}

function parseId(value: string | null): string | null {
  return value !== null && idPattern.test(value) ? value : null;
}

/** Parses the filters of a URL query; `search` is cut at 200 characters, the API's limit. */
export function parseFilters(params: URLSearchParams, sources: readonly Source[]): ReviewFilter {
  const filter: ReviewFilter = {};
  const search = params.get('search')?.trim().slice(0, 200);
  if (search) filter.search = search;
  for (const name of ['from', 'to'] as const) {
    const day = params.get(name);
    if (day !== null && isDay(day)) filter[name] = day;
  }
  const rating = Number(params.get('rating'));
  if (Number.isInteger(rating) && rating >= 1 && rating <= 5) {
    filter.rating = rating;
    if (params.get('ratingMode') === 'only') filter.ratingMode = 'only';
  }
  const source = sources.find((known) => known === params.get('source'));
  if (source !== undefined) filter.source = source;
  for (const name of ['locationId', 'businessId', 'tagId'] as const) {
    const id = parseId(params.get(name));
    if (id !== null) filter[name] = id;
  }
  const assignee = params.get('assigneeId');
  const assigneeId = assignee === 'none' ? 'none' : parseId(assignee);
  if (assigneeId !== null) filter.assigneeId = assigneeId;
  const language = params.get('language');
  if (language !== null && languagePattern.test(language)) filter.language = language;
  const recommendation = params.get('recommendation');
  if (recommendation === 'positive' || recommendation === 'negative') filter.recommendation = recommendation;
  for (const name of ['answered', 'hidden', 'pinned'] as const) {
    const value = parseBoolean(params.get(name));
    if (value !== null) filter[name] = value;
  }
  for (const name of ['withText', 'removed', 'replyFailed'] as const)
    if (parseBoolean(params.get(name)) === true) filter[name] = true;
  return filter;
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
  return parseId(params.get('review'));
}

/** The URL query of the filters; empty for none. `parseFilters` reads it back unchanged. */
export function serializeFilters(filter: ReviewFilter): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
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
