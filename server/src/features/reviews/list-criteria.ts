/**
 * A filter of the list as conditions on `reviews r` or on the view `review_matches r`, which both have the columns `search` and
 * `facets` (migration 0065). The index reads both columns, so everything that may be rare is one of them.
 */
import type { ReviewFilter } from '@kindling/contract/reviews';
import { parseSearch } from '@kindling/contract/search-words';
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { currentLocationLimit } from '../../lib/caller-scope.ts';
import { searchQuery } from './review-words.ts';
import { type Connectors, findAnsweringListings } from './unanswered.ts';

/** With more locations or listings than this, the index is asked for none of them and the rows are compared. */
const maxAlternatives = 200;
/** The rows of a period of at most so many months are read by its months. */
const maxMonths = 60;
/** A first page needs a few failed replies; beyond this many the rest of the list stays behind. */
const maxFailedReplies = 10_000;
const dayMs = 86_400_000;

/** How far the list goes in one step. Tests make the steps small. */
export interface ListSteps {
  /** How many rows are read in the hope that a page is among them. */
  read: number;
  /** As many matches are sorted at once; where there are more, those of some months. */
  sorted: number;
  /** So many of the newest matches are compared for the order by relevance; the others follow by time. */
  compared: number;
}
const usualSteps: ListSteps = { read: 2_000, sorted: 4_000, compared: 1_000 };

export interface Criteria {
  accountId: string;
  filter: ReviewFilter;
  /** False when nothing can match, such as a search without letters. */
  possible: boolean;
  words: string | null;
  /** Facets that a review must have. */
  all: readonly string[];
  /** Of each of these groups a review must have one. */
  any: readonly (readonly string[])[];
  /** What is no facet, because it excludes few reviews. */
  rest: readonly RawBuilder<SqlBool>[];
  /** The only reviews that may match; null for no such limit. */
  ids: readonly string[] | null;
  /** The only locations that may match; null for all. */
  places: readonly string[] | null;
  /** Only reviews that nobody answered. */
  waiting: boolean;
  steps: ListSteps;
}

interface CriteriaOptions {
  filter: ReviewFilter;
  connectors: Connectors;
  /** For the order of waiting time: what is unanswered, whatever the filter says about answers. */
  waiting?: boolean;
  steps?: ListSteps | undefined;
}

export async function resolveCriteria(
  trx: Transaction<DB>,
  accountId: string,
  { filter, connectors, waiting = false, steps = usualSteps }: CriteriaOptions,
): Promise<Criteria> {
  const unanswered = waiting || filter.answered === false;
  const search = parseSearch(filter.search ?? '');
  const words = search === null ? null : searchQuery(accountId, search);
  const places = await findPlaces(trx, accountId, filter);
  const listings = unanswered ? await findAnsweringListings(trx, accountId, connectors) : [];
  const criteria = {
    all: singleFacets(filter),
    any: [ratingFacets(filter), monthFacets(filter)].filter((group) => group.length > 0),
    rest: [...unlikelyConditions(filter), ...dayConditions(accountId, filter)],
  };
  if (places !== null && places.length > maxAlternatives)
    criteria.rest.push(sql<SqlBool>`r.location_id = any(${places}::uuid[])`);
  else if (places !== null) criteria.any.push(places.map((id) => `p:${id}`));
  if (unanswered && listings.length <= maxAlternatives)
    criteria.any.push(['o:first-party', ...listings.map((id) => `o:${id}`)]);
  else if (unanswered) criteria.rest.push(isOpenAt(accountId, listings));
  return {
    ...criteria,
    accountId,
    filter,
    possible: (search === null || words !== null) && places?.length !== 0,
    words,
    ids: filter.replyFailed === true ? await findFailedReplies(trx, accountId) : null,
    places,
    waiting: unanswered,
    steps,
  };
}

/** Whether the index over words and facets narrows the rows at all. */
export function isIndexed({ words, all, any }: Criteria): boolean {
  return words !== null || all.length > 0 || any.length > 0;
}

/** The condition on `r`, apart from whose review it is. */
export function matches(criteria: Criteria): RawBuilder<SqlBool> {
  const { accountId, words, all, any, rest, filter } = criteria;
  const conditions = [
    filter.removed === true ? sql<SqlBool>`r.removed_at is not null` : sql<SqlBool>`r.removed_at is null`,
    // What is held is in the list of held submissions.
    sql<SqlBool>`r.held_at is null`,
    ...rest,
  ];
  if (words !== null) conditions.push(sql<SqlBool>`r.search @@ ${words}::tsquery`);
  if (all.length > 0) conditions.push(sql<SqlBool>`r.facets @> ${facets(accountId, all)}`);
  for (const group of any) conditions.push(hasOneOf(accountId, group));
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Whether `r` has one of the facets. */
export function hasOneOf(accountId: string, group: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`r.facets && ${facets(accountId, group)}`;
}

function facets(accountId: string, names: readonly string[]): RawBuilder<unknown> {
  return sql`array[${sql.join(names.map((name) => sql`review_facet(${accountId}::uuid, ${name}::text)`))}]`;
}

type FacetReader<Field extends keyof ReviewFilter> =
  | ((value: NonNullable<ReviewFilter[Field]>, filter: ReviewFilter) => string | null)
  | null;

/** The facet that a review must have for a field of the filter, or null; a field without one is read by `resolveCriteria`. */
const facetOf: { [Field in keyof Required<ReviewFilter>]: FacetReader<Field> } = {
  source: (source) => `s:${source}`,
  rating: (rating, { ratingMode }) => (ratingMode === 'only' ? `r:${rating}` : null),
  answered: (answered) => (answered ? 'a:1' : null),
  hidden: (hidden) => (hidden ? 'h:1' : null),
  pinned: (pinned) => (pinned ? 'i:1' : null),
  removed: (removed) => (removed ? 'd:1' : null),
  withText: (withText) => (withText ? 'x:1' : 'x:0'),
  tagId: (tagId) => `t:${tagId}`,
  language: (language) => `l:${language}`,
  recommendation: (recommendation) => `c:${recommendation}`,
  assigneeId: (assigneeId) => `g:${assigneeId}`,
  ratingMode: null,
  search: null,
  from: null,
  to: null,
  locationId: null,
  businessId: null,
  replyFailed: null,
};

function singleFacets(filter: ReviewFilter): string[] {
  return (Object.keys(facetOf) as (keyof ReviewFilter)[]).flatMap((field) => findFacet(field, filter) ?? []);
}

function findFacet<Field extends keyof ReviewFilter>(field: Field, filter: ReviewFilter): string | null {
  const value = filter[field];
  const read: FacetReader<Field> = facetOf[field];
  return value === undefined || read === null
    ? null
    : read(value as NonNullable<ReviewFilter[Field]>, filter);
}

function ratingFacets(filter: ReviewFilter): string[] {
  if (filter.rating === undefined || filter.ratingMode === 'only') return [];
  return [1, 2, 3, 4, 5].filter((stars) => ratingMatches(filter, stars)).map((stars) => `r:${stars}`);
}

/** Whether a review with so many stars, or null for none, has the rating of the filter. */
export function ratingMatches({ rating, ratingMode = 'up' }: ReviewFilter, stars: number | null): boolean {
  if (rating === undefined) return true;
  if (stars === null) return false;
  if (ratingMode === 'only') return stars === rating;
  return ratingMode === 'up' ? stars >= rating : stars <= rating;
}

function unlikelyConditions(filter: ReviewFilter): RawBuilder<SqlBool>[] {
  const list: RawBuilder<SqlBool>[] = [];
  if (filter.hidden === false) list.push(sql<SqlBool>`r.hidden_at is null`);
  if (filter.pinned === false) list.push(sql<SqlBool>`r.pinned_at is null`);
  return list;
}

/**
 * Days are in the account's time zone. Where clocks are set back at midnight, a day begins twice. So the day is compared as the
 * daily sums count it, and `timeRange` is wider.
 */
function dayConditions(accountId: string, { from, to }: ReviewFilter): RawBuilder<SqlBool>[] {
  const day = sql`coalesce(r.written_day, (r.written_at at time zone ${zoneOf(accountId)})::date)`;
  const list: RawBuilder<SqlBool>[] = [];
  if (from !== undefined) list.push(sql<SqlBool>`${day} >= ${from}::date`);
  if (to !== undefined) list.push(sql<SqlBool>`${day} <= ${to}::date`);
  return list;
}

/** Times outside of which no review matches, in any time zone; for an index over times. */
export function timeRange({ filter: { from, to } }: Criteria): RawBuilder<SqlBool> {
  const list = [sql<SqlBool>`true`];
  if (from !== undefined) list.push(sql<SqlBool>`r.written_at >= ${from}::timestamptz - interval '2 days'`);
  if (to !== undefined) list.push(sql<SqlBool>`r.written_at < ${to}::timestamptz + interval '3 days'`);
  return sql<SqlBool>`(${sql.join(list, sql` and `)})`;
}

function zoneOf(accountId: string): RawBuilder<string> {
  return sql<string>`(select a.time_zone from accounts a where a.id = ${accountId}::uuid)`;
}

function monthFacets({ from, to }: ReviewFilter): string[] {
  if (from === undefined || to === undefined) return [];
  const first = monthOf(new Date(Date.parse(from) - 2 * dayMs));
  const last = monthOf(new Date(Date.parse(to) + 3 * dayMs));
  return last - first < maxMonths ? monthsBetween(first, last) : [];
}

/** A month as `review_month` of migration 0065 numbers it. */
export function monthOf(time: Date): number {
  return time.getUTCFullYear() * 12 + time.getUTCMonth();
}

/** The facets of the months from one to another, both included. */
export function monthsBetween(first: number, last: number): string[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => `m:${first + index}`);
}

/** The locations of the filter, its business and the caller; null without any limit. */
async function findPlaces(
  trx: Transaction<DB>,
  accountId: string,
  { locationId, businessId }: ReviewFilter,
): Promise<string[] | null> {
  const limit = currentLocationLimit(accountId);
  if (locationId === undefined && businessId === undefined) return limit === null ? null : [...limit];
  if (businessId === undefined)
    return limit === null || limit.includes(locationId ?? '') ? [locationId ?? ''] : [];
  const rows = await trx
    .selectFrom('locations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('business_id', '=', businessId)
    .$if(locationId !== undefined, (query) => query.where('id', '=', locationId ?? ''))
    .execute();
  return rows.map(({ id }) => id);
}

async function findFailedReplies(trx: Transaction<DB>, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select review_id as id from replies where account_id = ${accountId}::uuid and state = 'failed'
    union
    select id from reviews r
     where account_id = ${accountId}::uuid and reply_state = 'failed'
     limit ${maxFailedReplies}`.execute(trx);
  return rows.map(({ id }) => id);
}

function isOpenAt(accountId: string, listings: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${hasOneOf(accountId, ['o:first-party'])} or (r.listing_id = any(${listings}::uuid[])
    and r.facets && array[review_facet(${accountId}::uuid, 'o:' || r.listing_id)]))`;
}
