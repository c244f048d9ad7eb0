/**
 * Finds reviews in the order of time, at a cost that depends on the page and not on the account
 * (docs/decisions/0084-lists-read-an-index-behind-a-view.md). Most filters match often enough that the newest rows fill a page;
 * those are read first, by an index over times. What matches more rarely is asked of the index over words and facets.
 */
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';
import {
  type Criteria,
  hasOneOf,
  isIndexed,
  matches,
  monthOf,
  monthsBetween,
  timeRange,
} from './list-criteria.ts';

/** With more locations, each of them would contribute too few rows. */
const maxPlacesRead = 50;
/** Where the first rows hold so many matches, all matches are too many to sort. */
const manyMatches = 50;
const firstMonths = 4;
const maxMonths = 96;

export interface Found extends ListPosition {
  rating: number | null;
}

export interface ScanOptions {
  criteria: Criteria;
  direction: 'newest' | 'oldest';
  /** Where to begin: after this review, or with it. */
  start: { at: ListPosition; included: boolean } | null;
  limit: number;
  /** Only reviews with so many stars; null for those without. Undefined for all. */
  rating?: number | null;
}

/** The first matching reviews after the start, at most `limit`. */
export async function scan(trx: Transaction<DB>, options: ScanOptions): Promise<Found[]> {
  const { criteria, limit } = options;
  if (!criteria.possible || limit <= 0) return [];
  if (criteria.ids !== null) return readListed(trx, options, criteria.ids);
  const { found, rest, more } = await readByTime(trx, options);
  if (!more) return found;
  const others = { ...options, start: rest, limit: limit - found.length };
  const search = found.length < manyMatches ? searchByTime : searchByMonths;
  return [...found, ...(await search(trx, others))];
}

/** What was found. `more`: the limit is not reached, and more may follow from `rest` on. */
export interface Scanned {
  found: Found[];
  rest: ScanOptions['start'];
  more: boolean;
}

/** Reads the rows that follow the start, and keeps those that match. */
export async function readByTime(trx: Transaction<DB>, options: ScanOptions): Promise<Scanned> {
  const { criteria, start, limit } = options;
  const places = placesRead(options);
  if (places === 'too-many') return { found: [], rest: start, more: true };
  const bounded = isIndexed(criteria);
  const most = bounded ? rowsRead(options, places) : limit;
  const rows = await selectByTime(trx, options, { places, most, bounded });
  const found: Found[] = [];
  for (const { hit, n, ...row } of rows) {
    if (hit) found.push(row);
    if (found.length === limit) return { found, rest: null, more: false };
    // The first location whose rows were not all read: beyond this row the other locations may be ahead of it.
    if (bounded && Number(n) === most) return { found, rest: { at: row, included: false }, more: true };
  }
  return { found, rest: null, more: false };
}

/** Null: all locations at once. */
function placesRead({ criteria, rating }: ScanOptions): readonly string[] | 'too-many' | null {
  const { places } = criteria;
  // There is no index over locations and stars. The one over stars serves several locations; the reviews of one location,
  // which may all be old, are read by their times.
  if (places === null || (rating !== undefined && places.length > 1)) return null;
  if (places.length <= maxPlacesRead) return places;
  return isIndexed(criteria) ? 'too-many' : null;
}

function rowsRead({ criteria, limit }: ScanOptions, places: readonly string[] | null): number {
  const rows = Math.max(criteria.steps.read, limit * 4);
  return places === null ? rows : Math.max(limit, Math.ceil(rows / places.length));
}

async function selectByTime(
  trx: Transaction<DB>,
  options: ScanOptions,
  { places, most, bounded }: { places: readonly string[] | null; most: number; bounded: boolean },
): Promise<(Found & { hit: boolean; n: string })[]> {
  const { criteria, rating, limit } = options;
  const order = orderOf(options, 'r');
  const conditions = [
    sql<SqlBool>`r.account_id = ${criteria.accountId}::uuid`,
    // In the words of the indexes.
    criteria.filter.removed === true
      ? sql<SqlBool>`r.removed_at is not null`
      : sql<SqlBool>`r.removed_at is null`,
    afterStart(options, 'r'),
    timeRange(criteria),
  ];
  if (criteria.waiting)
    conditions.push(
      sql<SqlBool>`not r.answered and r.wiped_at is null and (r.listing_id is not null or r.source = 'first-party')`,
    );
  const hit = [bounded ? matches(criteria) : sql<SqlBool>`true`];
  if (rating !== undefined) (places === null ? conditions : hit).push(hasRating(rating));
  if (!bounded) conditions.push(matches(criteria));
  const rows = (place: RawBuilder<unknown>) => sql`
    select r.id, r.written_at, r.rating, (${sql.join(hit, sql` and `)}) as hit,
           row_number() over (order by ${order}) as n
      from reviews r where ${sql.join(conditions, sql` and `)} ${place}
     order by ${order} limit ${most}`;
  const source =
    places === null
      ? sql`(${rows(sql``)}) t`
      : places.length === 1
        ? sql`(${rows(sql`and r.location_id = ${places[0]}::uuid`)}) t`
        : sql`unnest(${places}::uuid[]) as place (id)
            cross join lateral (${rows(sql`and r.location_id = place.id`)}) t`;
  const result = await sql<Found & { hit: boolean; n: string }>`
    select t.id, ${position('t')} as time, t.rating, t.hit, t.n from ${source}
     where t.hit or t.n = ${most} order by ${orderOf(options, 't')} limit ${limit + 1}`.execute(trx);
  return result.rows;
}

function hasRating(rating: number | null): RawBuilder<SqlBool> {
  return rating === null ? sql<SqlBool>`r.rating is null` : sql<SqlBool>`r.rating = ${rating}`;
}

/** Among the matches, in the order of time: all of them at once where they are few, else month by month. */
async function searchByTime(trx: Transaction<DB>, options: ScanOptions): Promise<Found[]> {
  const { limit } = options;
  await preferIndex(trx);
  const all = await sortMatches(trx, options, { most: options.criteria.steps.sorted });
  return all.complete ? all.found.slice(0, limit) : searchByMonths(trx, options);
}

/** In the order of time, in periods that grow while they hold little. */
export async function searchByMonths(trx: Transaction<DB>, options: ScanOptions): Promise<Found[]> {
  const { limit, direction } = options;
  await preferIndex(trx);
  const bounds = await monthBounds(trx, options);
  const step = direction === 'newest' ? -1 : 1;
  const found: Found[] = [];
  let edge = step < 0 ? bounds.last : bounds.first;
  let size = firstMonths;
  while (found.length < limit && edge >= bounds.first && edge <= bounds.last) {
    const [low, high] = step < 0 ? [edge - size + 1, edge] : [edge, edge + size - 1];
    const months = monthsBetween(Math.max(low, bounds.first), Math.min(high, bounds.last));
    const one = await sortMatches(trx, options, {
      months,
      most: size === 1 ? null : options.criteria.steps.sorted,
    });
    if (!one.complete) {
      size = Math.max(1, Math.floor(size / 4));
      continue;
    }
    found.push(...one.found);
    edge += step * size;
    size = Math.min(maxMonths, size * 2);
  }
  return found.slice(0, limit);
}

/** The months in which reviews can follow the start. An index over locations knows those of one location. */
async function monthBounds(
  trx: Transaction<DB>,
  { criteria, direction, start }: ScanOptions,
): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number; last: number }>`
    select coalesce(review_month(min(r.written_at)), 0) as first, coalesce(review_month(max(r.written_at)), -1) as last
      from reviews r
     where r.account_id = ${criteria.accountId}::uuid
       and ${criteria.filter.removed === true ? sql`r.removed_at is not null` : sql`r.removed_at is null`}
       and ${criteria.places?.length === 1 ? sql`r.location_id = ${criteria.places[0]}::uuid` : sql`true`}
       and ${timeRange(criteria)}`.execute(trx);
  const { first, last } = rows[0] ?? { first: 0, last: -1 };
  if (start === null) return { first, last };
  const edge = monthOf(new Date(start.at.time));
  return direction === 'newest'
    ? { first, last: Math.min(last, edge) }
    : { first: Math.max(first, edge), last };
}

/**
 * Sorts the matches of these months, or all of them, and returns the first ones; `complete` is false, and nothing returned,
 * when there are more than `most`.
 */
async function sortMatches(
  trx: Transaction<DB>,
  options: ScanOptions,
  { months, most }: { months?: readonly string[]; most: number | null },
): Promise<{ found: Found[]; complete: boolean }> {
  const { criteria, rating } = options;
  const conditions = [matches(criteria), afterStart(options, 'r'), timeRange(criteria)];
  if (months !== undefined) conditions.push(hasOneOf(criteria.accountId, months));
  if (rating !== undefined) conditions.push(hasOneOf(criteria.accountId, [`r:${rating ?? 0}`]));
  return selectSorted(trx, { conditions, most, order: orderOf(options, 't'), limit: options.limit });
}

/** Reads the view. The rows behind `conditions` are read in the order of the index, and sorted when they are all there. */
export async function selectSorted(
  trx: Transaction<DB>,
  {
    conditions,
    most,
    order,
    limit,
  }: {
    conditions: readonly RawBuilder<SqlBool>[];
    most: number | null;
    order: RawBuilder<unknown>;
    limit: number;
  },
): Promise<{ found: Found[]; complete: boolean }> {
  // Materialized, because the planner would otherwise expect to find the first rows soon, and read the whole table for them.
  const { rows } = await sql<Found & { matched: string }>`
    with matched as materialized (
      select r.id, r.written_at, r.rating from review_matches r where ${sql.join(conditions, sql` and `)})
    select t.id, ${position('t')} as time, t.rating, count(*) over () as matched
      from (select * from matched ${most === null ? sql`` : sql`limit ${most + 1}`}) t
     order by ${order} limit ${limit}`.execute(trx);
  const complete = most === null || Number(rows[0]?.matched ?? 0) <= most;
  return { found: complete ? rows.map(({ matched: _, ...row }) => row) : [], complete };
}

/**
 * For the rest of the transaction. The planner knows nothing of how facets go together, and would read the whole table where it
 * expects many matches. Compiling the statement or starting more processes costs more than it saves.
 */
export async function preferIndex(trx: Transaction<DB>): Promise<void> {
  await sql`set local enable_seqscan = off; set local jit = off; set local max_parallel_workers_per_gather = 0`.execute(
    trx,
  );
}

/** For filters that name their reviews. */
async function readListed(
  trx: Transaction<DB>,
  options: ScanOptions,
  ids: readonly string[],
): Promise<Found[]> {
  const { criteria, rating, limit } = options;
  const { rows } = await sql<Found>`
    select r.id, ${position('r')} as time, r.rating from reviews r
     where r.account_id = ${criteria.accountId}::uuid and r.id = any(${ids}::uuid[]) and ${matches(criteria)}
       and ${afterStart(options, 'r')} and ${rating === undefined ? sql`true` : hasRating(rating)}
     order by ${orderOf(options, 'r')} limit ${limit}`.execute(trx);
  return rows;
}

function afterStart({ start, direction }: ScanOptions, table: string): RawBuilder<SqlBool> {
  if (start === null) return sql<SqlBool>`true`;
  const than = sql.raw(`${direction === 'newest' ? '<' : '>'}${start.included ? '=' : ''}`);
  return sql<SqlBool>`(${sql.ref(`${table}.written_at`)}, ${sql.ref(`${table}.id`)}) ${than}
    (${start.at.time}::timestamptz, ${start.at.id}::uuid)`;
}

function orderOf({ direction }: Pick<ScanOptions, 'direction'>, table: string): RawBuilder<unknown> {
  return sql.raw(
    direction === 'newest'
      ? `${table}.written_at desc, ${table}.id desc`
      : `${table}.written_at, ${table}.id`,
  );
}

/** With microseconds, the precision of the database. */
export function position(table: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(`${table}.written_at`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
