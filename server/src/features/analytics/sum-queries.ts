/** SQL on the sums that the dashboard is made of. */
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

/**
 * Whether review `r` of account `a` was written from the first to the last day, by the days of its sums. The range of times,
 * which is wider than any time zone needs, lets an index be used.
 */
export function isWrittenIn(first: RawBuilder<unknown>, last: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(r.written_at >= (${first}::timestamp - interval '2 days') at time zone 'UTC'
    and r.written_at < (${last}::timestamp + interval '3 days') at time zone 'UTC'
    and counted_day(r.written_day, r.written_at, r.id, a.days_zone, a.days_next, a.days_counted)
        between ${first}::date and ${last}::date)`;
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

export type Dimension = 'source' | 'language' | 'tag' | 'wait';

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
  sum(s.total)::int as total, sum(s.answered)::int as answered, sum(s.positive)::int as positive,
  sum(s.negative)::int as negative,
  array[sum(s.rated_1), sum(s.rated_2), sum(s.rated_3), sum(s.rated_4), sum(s.rated_5)]::int[] as ratings`;

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
    select p.part, s.dimension, s.value, s.total, s.answered, s.positive, s.negative, s.rated_1, s.rated_2, s.rated_3,
           s.rated_4, s.rated_5
      from ${rangeTable(storedRanges)} as p (part, grain, first, last)
     cross join unnest(${dimensions}::text[]) as d (dimension)
     cross join unnest(${idsOf(scope)}) as l (id)
     cross join lateral (
       select * from review_sums s
        where s.account_id = ${accountId}::uuid and s.grain = p.grain and s.dimension = d.dimension
          and s.location_id = l.id and s.starts between p.first and p.last) s`;
  const counted = sql`
    union all
    select p.part, s.dimension, s.value, s.total, s.answered, s.positive, s.negative, s.rated_1, s.rated_2, s.rated_3,
           s.rated_4, s.rated_5
      from ${rangeTable(countedRanges)} as p (part, grain, first, last)
     cross join accounts a
     cross join unnest(${idsOf(scope)}) as l (id)
     cross join lateral (
       select * from reviews r
        where r.account_id = ${accountId}::uuid and r.location_id = l.id and r.removed_at is null
          and ${isWrittenIn(sql`p.first`, sql`p.last`)}) r
     cross join lateral sums_of_review(
       r.account_id, r.location_id, r.listing_id, r.source, r.rating, r.recommendation, r.answered, r.language, r.tag_ids,
       wait_minutes(r.answered, r.written_day, r.date_basis, r.written_at, r.reply_at), p.first, 1) s
     where a.id = ${accountId}::uuid and s.grain = 'month' and s.location_id = r.location_id
       and s.dimension = any(${dimensions}::text[])`;
  const { rows } = await sql<SumRow>`
    select s.part, s.dimension, s.value, ${measures}
      from (${stored} ${countedRanges.length === 0 ? sql`` : counted}) s
     group by 1, 2, 3 having sum(s.total) > 0`.execute(trx);
  return rows;
}

function rangeTable(ranges: readonly (SumRange & { part: number })[]): RawBuilder<unknown> {
  const column = (name: 'part' | 'grain' | 'from' | 'to') => ranges.map((range) => range[name]);
  return sql`unnest(${column('part')}::int[], ${column('grain')}::text[], ${column('from')}::date[], ${column('to')}::date[])`;
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
      select l.id, s.total, s.answered, s.rated_1 + s.rated_2 + s.rated_3 + s.rated_4 + s.rated_5 as rated,
             s.rated_1 + 2 * s.rated_2 + 3 * s.rated_3 + 4 * s.rated_4 + 5 * s.rated_5 as stars
        from ${of('month')} as p (part, grain, first, last)
       cross join chosen l
       cross join lateral (
         select * from review_sums s
          where s.account_id = ${accountId}::uuid and s.grain = 'month' and s.dimension = 'source'
            and s.location_id = l.id and s.starts between p.first and p.last) s
      union all
      select d.location_id, sum(d.total), sum(d.answered), sum(d.total) filter (where d.rating > 0),
             sum(d.total * d.rating)
        from ${of('day')} as p (part, grain, first, last)
        join review_days d on d.account_id = ${accountId}::uuid and d.day between p.first and p.last
       group by 1)
    select c.id, c.name, sum(s.total)::int as total, sum(s.answered)::int as answered,
           coalesce(sum(s.rated), 0)::int as rated, coalesce(sum(s.stars), 0)::int as stars
      from sums s join chosen c using (id)
     group by 1, 2 having sum(s.total) > 0
     order by sum(s.total) desc, c.name, c.id`.execute(trx);
  return rows;
}
