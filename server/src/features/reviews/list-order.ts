/** The orders of the list: which reviews follow, and the cursor of the next page. */
import type { ReviewSort } from '@kindling/contract/reviews';
import { parseSearch } from '@kindling/contract/search-words';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';
import { type Criteria, hasOneOf, isIndexed, matches, ratingMatches, timeRange } from './list-criteria.ts';
import {
  type Found,
  position,
  preferIndex,
  readByTime,
  type ScanOptions,
  scan,
  searchByMonths,
  selectSorted,
} from './list-scan.ts';
import { phraseQuery, searchQuery } from './review-words.ts';

/** Where a page ended. */
export type PagePlace =
  | { kind: 'time'; at: ListPosition }
  | { kind: 'rating'; rating: number | null; at: ListPosition }
  /** Among the compared matches, which are those from `top` to `floor`; `floor` is null when these are all. */
  | { kind: 'score'; score: number; at: ListPosition; top: ListPosition; floor: ListPosition | null };

export interface Page {
  ids: string[];
  /** Null on the last page. */
  next: PagePlace | null;
}

interface PageOptions {
  criteria: Criteria;
  after: PagePlace | null;
  limit: number;
}

/** The place of a page that this order makes; another is not a place of this list. */
export function isPlaceOf(sort: ReviewSort, { kind }: PagePlace): boolean {
  if (sort === 'lowest' || sort === 'highest') return kind === 'rating';
  return kind === 'time' || (sort === 'relevance' && kind === 'score');
}

export async function findPage(trx: Transaction<DB>, sort: ReviewSort, options: PageOptions): Promise<Page> {
  if (!options.criteria.possible) return { ids: [], next: null };
  if (sort === 'lowest' || sort === 'highest') return pageByRating(trx, sort, options);
  if (sort === 'relevance' && options.criteria.words !== null) return pageByRelevance(trx, options);
  return pageByTime(trx, sort === 'oldest' || sort === 'waiting' ? 'oldest' : 'newest', options);
}

async function pageByTime(
  trx: Transaction<DB>,
  direction: ScanOptions['direction'],
  { criteria, after, limit }: PageOptions,
): Promise<Page> {
  const start = after === null ? null : { at: after.at, included: false };
  // One more than asked for shows whether there is a next page.
  const found = await scan(trx, { criteria, direction, start, limit: limit + 1 });
  return cut(found, limit, ({ time, id }) => ({ kind: 'time', at: { time, id } }));
}

function cut<Item extends Found>(found: Item[], limit: number, place: (last: Item) => PagePlace): Page {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    ids: page.map(({ id }) => id),
    next: found.length > limit && last !== undefined ? place(last) : null,
  };
}

type Stars = number | null;

/** One after the other the reviews with each number of stars, the newest first. */
async function pageByRating(
  trx: Transaction<DB>,
  sort: 'lowest' | 'highest',
  { criteria, after, limit }: PageOptions,
): Promise<Page> {
  const place = after?.kind === 'rating' ? after : null;
  const order: Stars[] = sort === 'highest' ? [5, 4, 3, 2, 1, null] : [1, 2, 3, 4, 5, null];
  const wanted = order.filter((stars) => ratingMatches(criteria.filter, stars));
  const classes = place === null ? wanted : wanted.slice(wanted.indexOf(place.rating));
  const found: Found[] = [];
  for (const [index, rating] of classes.entries()) {
    if (found.length > limit) break;
    const start = index === 0 && place !== null ? { at: place.at, included: false } : null;
    const options = {
      criteria,
      direction: 'newest',
      start,
      rating,
      limit: limit + 1 - found.length,
    } as const;
    if (criteria.ids !== null) {
      found.push(...(await scan(trx, options)));
      continue;
    }
    const read = await readByTime(trx, options);
    found.push(...read.found);
    if (!read.more) continue;
    const rest = { ...options, start: read.rest, limit: limit + 1 - found.length };
    const all = await sortClasses(trx, rest, classes.slice(index));
    if (all.complete) {
      found.push(...all.found);
      break;
    }
    found.push(...(await searchByMonths(trx, rest)));
  }
  return cut(found, limit, ({ time, id, rating }) => ({ kind: 'rating', rating, at: { time, id } }));
}

/** The rest of the first class and all others in their order, where they are few. */
async function sortClasses(
  trx: Transaction<DB>,
  { criteria, start, limit }: ScanOptions,
  classes: readonly Stars[],
): Promise<{ found: Found[]; complete: boolean }> {
  await preferIndex(trx);
  const [first = null, ...others] = classes.map((stars) => stars ?? 0);
  const conditions = [
    matches(criteria),
    timeRange(criteria),
    hasOneOf(
      criteria.accountId,
      classes.map((stars) => `r:${stars ?? 0}`),
    ),
  ];
  if (start !== null)
    conditions.push(sql`(coalesce(r.rating, 0) = any(${others}::integer[]) or (coalesce(r.rating, 0) = ${first}
      and (r.written_at, r.id) < (${start.at.time}::timestamptz, ${start.at.id}::uuid)))`);
  const order = sql`array_position(${[first, ...others]}::integer[], coalesce(t.rating, 0)::integer),
    t.written_at desc, t.id desc`;
  return selectSorted(trx, { conditions, most: criteria.steps.sorted, order, limit });
}

interface Scored extends Found {
  score: number;
}

/** The best of the newest matches, then the others by time. */
async function pageByRelevance(trx: Transaction<DB>, { criteria, after, limit }: PageOptions): Promise<Page> {
  if (after?.kind === 'time') return pageByTime(trx, 'newest', { criteria, after, limit });
  const { compared } = criteria.steps;
  const place = after?.kind === 'score' ? after : null;
  const start = place === null ? null : { at: place.top, included: true };
  const newest = await scan(trx, { criteria, direction: 'newest', start, limit: compared });
  const [top] = newest;
  if (top === undefined) return { ids: [], next: null };
  // Reviews that came or went since the first page must not move the others across the floor.
  const floor = place === null ? (newest.length < compared ? null : (newest.at(-1) ?? null)) : place.floor;
  const between = newest.filter((one) => floor === null || !isBefore(one, floor));
  const scored = await scoreMatches(trx, criteria, between);
  const left = place === null ? scored : scored.filter((one) => follows(one, place));
  const page = left.slice(0, limit);
  const last = page.at(-1);
  if (left.length > limit && last !== undefined) {
    const { score, time, id } = last;
    return { ids: page.map((one) => one.id), next: { kind: 'score', score, at: { time, id }, top, floor } };
  }
  if (floor === null) return { ids: page.map((one) => one.id), next: null };
  const others = await pageByTime(trx, 'newest', {
    criteria,
    after: { kind: 'time', at: floor },
    // At least one, which shows whether there is a next page.
    limit: Math.max(1, limit - page.length),
  });
  if (page.length < limit) return { ids: [...page.map((one) => one.id), ...others.ids], next: others.next };
  return { ids: page.map((one) => one.id), next: others.ids.length > 0 ? { kind: 'time', at: floor } : null };
}

/** By score, then by time: the author's name, the words next to each other, whole words. */
async function scoreMatches(
  trx: Transaction<DB>,
  criteria: Criteria,
  found: readonly Found[],
): Promise<Scored[]> {
  const parts = parseSearch(criteria.filter.search ?? '') ?? [];
  const { accountId } = criteria;
  const counts = (query: string | null, points: number) =>
    query === null ? sql`0` : sql`case when r.search @@ ${query}::tsquery then ${points}::integer else 0 end`;
  const { rows } = await sql<Scored>`
    select r.id, ${position('r')} as time, r.rating,
           ${counts(searchQuery(accountId, parts, 'author'), 4)} + ${counts(phraseQuery(accountId, parts), 2)}
             + ${counts(searchQuery(accountId, parts, 'whole'), 1)} as score
      from reviews r
     where r.account_id = ${accountId}::uuid and r.id = any(${found.map(({ id }) => id)}::uuid[])
     order by score desc, r.written_at desc, r.id desc`.execute(trx);
  return rows;
}

function follows(one: Scored, { score, at }: { score: number; at: ListPosition }): boolean {
  return one.score < score || (one.score === score && isBefore(one, at));
}

/** Whether it was written before, in the order of the list. Both are in the database's form of the same length. */
function isBefore(one: ListPosition, other: ListPosition): boolean {
  return one.time === other.time ? one.id < other.id : one.time < other.time;
}

/** The number of matches, counted up to `limit`. */
export async function countMatches(trx: Transaction<DB>, criteria: Criteria, limit: number): Promise<number> {
  if (!criteria.possible) return 0;
  const byIndex = criteria.ids === null && isIndexed(criteria);
  if (byIndex) await preferIndex(trx);
  const table = byIndex
    ? sql`review_matches r where true`
    : sql`reviews r where r.account_id = ${criteria.accountId}::uuid`;
  const listed = criteria.ids === null ? sql`true` : sql`r.id = any(${criteria.ids}::uuid[])`;
  const { rows } = await sql<{ count: number }>`
    with matched as materialized (
      select r.id from ${table} and ${matches(criteria)} and ${timeRange(criteria)} and ${listed})
    select count(*)::int as count from (select from matched limit ${limit}) t`.execute(trx);
  return rows[0]?.count ?? 0;
}
