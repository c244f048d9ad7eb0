/** The filters of the list, as the URL holds them. Invalid values are ignored, not rejected. */
import type { Source } from '@kindling/contract/platforms';
import type { ReviewFilter } from '@kindling/contract/reviews';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function parseDay(value: string | null): string | null {
  if (value === null || !dayPattern.test(value)) return null;
  const day = new Date(`${value}T00:00:00Z`);
  // `Date` accepts 30 February and turns it into another day.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : null;
}

function parseBoolean(value: string | null): boolean | null {
  if (value === 'true') return true;
  return value === 'false' ? false : null;
}

/** Parses the filters of a URL query; `search` is cut at 200 characters, the API's limit. */
export function parseFilters(params: URLSearchParams, sources: readonly Source[]): ReviewFilter {
  const filter: ReviewFilter = {};
  const search = params.get('search')?.trim().slice(0, 200);
  if (search) filter.search = search;
  const from = parseDay(params.get('from'));
  if (from !== null) filter.from = from;
  const to = parseDay(params.get('to'));
  if (to !== null) filter.to = to;
  const rating = Number(params.get('rating'));
  if (Number.isInteger(rating) && rating >= 1 && rating <= 5) {
    filter.rating = rating;
    if (params.get('ratingMode') === 'only') filter.ratingMode = 'only';
  }
  const source = sources.find((known) => known === params.get('source'));
  if (source !== undefined) filter.source = source;
  const locationId = params.get('locationId');
  if (locationId !== null && idPattern.test(locationId)) filter.locationId = locationId;
  const answered = parseBoolean(params.get('answered'));
  if (answered !== null) filter.answered = answered;
  if (parseBoolean(params.get('withText')) === true) filter.withText = true;
  if (parseBoolean(params.get('removed')) === true) filter.removed = true;
  if (parseBoolean(params.get('hidden')) === true) filter.hidden = true;
  return filter;
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
  return next;
}

export function countFilters(filter: ReviewFilter): number {
  return Object.keys(filter).filter((name) => name !== 'ratingMode').length;
}
