/** SQL on the sums that the dashboard is made of. */
import type { DaySpan } from '@kindling/contract/analytics';
import { dayAfter } from '@kindling/contract/day-spans';
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { SumRange } from './spans.ts';

/** The locations that sums are about. */
export interface Scope {
  /** Null for the whole account. */
  locationIds: readonly string[] | null;
}

const nilUuid = '00000000-0000-0000-0000-000000000000';

/** Ids of `review_sums`: the chosen locations, or the one that stands for all of them. */
function idsOf({ locationIds }: Scope): RawBuilder<string[]> {
  return sql`${locationIds ?? [nilUuid]}::uuid[]`;
}

/** Whether review `r` of account `a` was written from the first to the last day, by the days of its sums. */
export function isWrittenIn({ from, to }: DaySpan): RawBuilder<SqlBool> {
  const { since, until } = widestTimes({ from, to });
  return isInRange({
    first: sql`${from}`,
    last: sql`${to}`,
    since: sql`${since}::timestamptz`,
    until: sql`${until}::timestamptz`,
  });
}

/**
 * The range of times lets an index be used, where its ends are columns or parameters. Behind row-level security a condition that
 * computes them from columns is none of the index, because the functions for that are not leakproof.
 */
function isInRange(
  range: Record<'first' | 'last' | 'since' | 'until', RawBuilder<unknown>>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`(r.written_at >= ${range.since} and r.written_at < ${range.until}
    and counted_day(r.written_day, r.written_at, r.id, a.days_zone, a.days_next, a.days_counted)
        between ${range.first}::date and ${range.last}::date)`;
}

/** Wider than any time zone needs. */
function widestTimes({ from, to }: DaySpan): { since: string; until: string } {
  return { since: `${dayAfter(from, -2)}T00:00:00Z`, until: `${dayAfter(to, 3)}T00:00:00Z` };
}

/** The first day of the month of the oldest review; null without any. */
export async function findFirstDay(
  trx: Transaction<DB>,
  accountId: string,
  scope: Scope,
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(min(first.starts), 'YYYY-MM-DD') as day
      from unnest(${idsOf(scope)}) as l (id)
     cross join lateral (
       select s.starts from review_sums s
        where s.account_id = ${accountId}::uuid and s.grain = 'month' and s.dimension = 'source'
          and s.location_id = l.id and s.total > 0
        order by s.starts limit 1) first`.execute(trx);
  return rows[0]?.day ?? null;
}

export type Dimension = 'source' | 'language' | 'tag' | 'wait' | 'reply';

export interface SumRow {
  /** Index of the part of the period. */
  part: number;
  dimension: Dimension;
  value: string;
  total: number;
  answered: number;
  positive: number;
  negative: number;
  ratings: [number, number, number, number, number];
}

const measures = sql`
  sum(s.sign * s.total)::int as total, sum(s.sign * s.answered)::int as answered,
  sum(s.sign * s.positive)::int as positive, sum(s.sign * s.negative)::int as negative,
  array[sum(s.sign * s.rated_1), sum(s.sign * s.rated_2), sum(s.sign * s.rated_3), sum(s.sign * s.rated_4),
        sum(s.sign * s.rated_5)]::int[] as ratings`;

/**
 * Sums of each part of a period. Whole months are stored for every location, days for the whole account only: the days of
 * some locations are counted from their reviews.
 */
export async function sumParts(
  trx: Transaction<DB>,
  accountId: string,
  scope: Scope,
  { parts, dimensions }: { parts: readonly SumRange[][]; dimensions: readonly Dimension[] },
): Promise<SumRow[]> {
  const ranges = parts.flatMap((part, index) => part.map((range) => ({ ...range, part: index })));
  const storedRanges = scope.locationIds === null ? ranges : ranges.filter(({ grain }) => grain === 'month');
  const countedRanges = scope.locationIds === null ? [] : ranges.filter(({ grain }) => grain === 'day');
  const stored = sql`
    select p.part, p.sign, s.dimension, s.value, s.total, s.answered, s.positive, s.negative, s.rated_1, s.rated_2, s.rated_3,
           s.rated_4, s.rated_5
      from ${rangeTable(storedRanges)}
     cross join unnest(${dimensions}::text[]) as d (dimension)
     cross join unnest(${idsOf(scope)}) as l (id)
     cross join lateral (
       select * from review_sums s
        where s.account_id = ${accountId}::uuid and s.grain = p.grain and s.dimension = d.dimension
          and s.location_id = l.id and s.starts between p.first and p.last) s`;
  const counted = sql`
    union all
    select p.part, p.sign, s.dimension, s.value, s.total, s.answered, s.positive, s.negative, s.rated_1, s.rated_2, s.rated_3,
           s.rated_4, s.rated_5
      from ${rangeTable(countedRanges)}
     cross join accounts a
     cross join unnest(${idsOf(scope)}) as l (id)
     cross join lateral (
       select * from reviews r
        where r.account_id = ${accountId}::uuid and r.location_id = l.id and r.removed_at is null
          and ${isInRange({ first: sql`p.first`, last: sql`p.last`, since: sql`p.since`, until: sql`p.until` })}) r
     cross join lateral sums_of_review(
       r.account_id, r.location_id, r.listing_id, r.source, r.rating, r.recommendation, r.answered, r.language, r.tag_ids,
       wait_minutes(r.answered, r.written_day, r.date_basis, r.written_at, r.reply_at), p.first, 1) s
     where a.id = ${accountId}::uuid and s.grain = 'month' and s.location_id = r.location_id
       and s.dimension = any(${dimensions}::text[])`;
  const { rows } = await sql<SumRow>`
    select s.part, s.dimension, s.value, ${measures}
      from (${stored} ${countedRanges.length === 0 ? sql`` : counted}) s
     group by 1, 2, 3 having sum(s.sign * s.total) > 0`.execute(trx);
  return rows;
}

/** As `p`; `since` and `until` are times around the days. */
function rangeTable(ranges: readonly (SumRange & { part: number })[]): RawBuilder<unknown> {
  const rows = ranges.map((range) => ({ ...range, ...widestTimes(range) }));
  const column = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name]);
  return sql`unnest(${column('part')}::int[], ${column('grain')}::text[], ${column('sign')}::int[],
    ${column('from')}::date[], ${column('to')}::date[], ${column('since')}::timestamptz[],
    ${column('until')}::timestamptz[]) as p (part, grain, sign, first, last, since, until)`;
}

export interface DayRow {
  day: string;
  total: number;
  rated: number;
  stars: number;
}

/** The reviews of each day that has any. */
export async function sumDays(
  trx: Transaction<DB>,
  accountId: string,
  scope: Scope,
  { from, to }: { from: string; to: string },
): Promise<DayRow[]> {
  const days =
    scope.locationIds === null
      ? sql`select starts as day, total, rated_1 + rated_2 + rated_3 + rated_4 + rated_5 as rated,
                   rated_1 + 2 * rated_2 + 3 * rated_3 + 4 * rated_4 + 5 * rated_5 as stars
              from review_sums
             where account_id = ${accountId}::uuid and grain = 'day' and dimension = 'source'
               and location_id = ${nilUuid}::uuid and starts between ${from}::date and ${to}::date`
      : sql`select day, total, case when rating > 0 then total else 0 end as rated, total * rating as stars
              from review_days
             where account_id = ${accountId}::uuid and location_id = any(${scope.locationIds}::uuid[])
               and day between ${from}::date and ${to}::date`;
  const { rows } = await sql<DayRow>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(total)::int as total, sum(rated)::int as rated,
           sum(stars)::int as stars
      from (${days}) d group by 1 having sum(total) > 0`.execute(trx);
  return rows;
}

export interface LocationSum {
  id: string;
  name: string;
  total: number;
  answered: number;
  rated: number;
  stars: number;
}

/** The locations with reviews in the period, most reviews first. */
export async function sumLocations(
  trx: Transaction<DB>,
  accountId: string,
  scope: Scope,
  ranges: readonly SumRange[],
): Promise<LocationSum[]> {
  const of = (grain: SumRange['grain']) =>
    rangeTable(ranges.filter((range) => range.grain === grain).map((range) => ({ ...range, part: 0 })));
  const chosen = scope.locationIds === null ? sql`true` : sql`l.id = any(${scope.locationIds}::uuid[])`;
  const { rows } = await sql<LocationSum>`
    with chosen as materialized (
      select l.id, l.name from locations l where l.account_id = ${accountId}::uuid and ${chosen}),
    sums as (
      select l.id, p.sign, s.total, s.answered, s.rated_1 + s.rated_2 + s.rated_3 + s.rated_4 + s.rated_5 as rated,
             s.rated_1 + 2 * s.rated_2 + 3 * s.rated_3 + 4 * s.rated_4 + 5 * s.rated_5 as stars
        from ${of('month')}
       cross join chosen l
       cross join lateral (
         select * from review_sums s
          where s.account_id = ${accountId}::uuid and s.grain = 'month' and s.dimension = 'source'
            and s.location_id = l.id and s.starts between p.first and p.last) s
      union all
      select l.id, p.sign, d.total, d.answered, case when d.rating > 0 then d.total else 0 end, d.total * d.rating
        from ${of('day')}
       cross join chosen l
       cross join lateral (
         select * from review_days d
          where d.account_id = ${accountId}::uuid and d.location_id = l.id and d.day between p.first and p.last) d)
    select c.id, c.name, sum(s.sign * s.total)::int as total, sum(s.sign * s.answered)::int as answered,
           coalesce(sum(s.sign * s.rated), 0)::int as rated, coalesce(sum(s.sign * s.stars), 0)::int as stars
      from sums s join chosen c using (id)
     group by 1, 2 having sum(s.sign * s.total) > 0
     order by sum(s.sign * s.total) desc, c.name, c.id`.execute(trx);
  return rows;
}
