/** SQL of the monthly report: sums of days, and a few rows of reviews. Days are those of the account's time zone. */
import {
  maxReportLocations,
  maxReportQuotes,
  reportQuoteLength,
  trendMonths,
} from '@kindling/contract/reports';
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { acceptsReplies, type Connectors, isUnanswered } from '../reviews/index.ts';

/** What a report is about. `month` is its first day, `YYYY-MM-DD`. */
export interface ReportScope {
  accountId: string;
  businessId: string | null;
  month: string;
}

/** Whether the row with this location belongs to the business. */
function ofBusiness(
  { accountId, businessId }: ReportScope,
  location: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  return businessId === null
    ? sql`true`
    : sql`${location} in (select id from locations
           where account_id = ${accountId}::uuid and business_id = ${businessId}::uuid)`;
}

export interface MonthSum {
  source: string;
  rating: number;
  recommendation: string;
  now: number;
  before: number;
}

/** Reviews written in the month and in the one before, by source and rating. */
export async function sumMonth(trx: Transaction<DB>, scope: ReportScope): Promise<MonthSum[]> {
  const { rows } = await sql<MonthSum>`
    select d.source, d.rating, d.recommendation,
           coalesce(sum(d.total) filter (where d.day >= ${scope.month}::date), 0)::int as now,
           coalesce(sum(d.total) filter (where d.day < ${scope.month}::date), 0)::int as before
      from review_days d
     where d.account_id = ${scope.accountId}::uuid and d.day >= (${scope.month}::date - interval '1 month')::date
       and d.day < (${scope.month}::date + interval '1 month')::date and ${ofBusiness(scope, sql`d.location_id`)}
     group by 1, 2, 3 having sum(d.total) > 0`.execute(trx);
  return rows;
}

/** Every day of the month. */
export async function sumDays(
  trx: Transaction<DB>,
  scope: ReportScope,
): Promise<{ day: string; written: number }[]> {
  const { rows } = await sql<{ day: string; written: number }>`
    select to_char(m.day, 'YYYY-MM-DD') as day, coalesce(sum(d.total), 0)::int as written
      from generate_series(${scope.month}::timestamp, ${scope.month}::timestamp + interval '1 month - 1 day',
                           interval '1 day') as m(day)
      left join review_days d on d.account_id = ${scope.accountId}::uuid and d.day = m.day::date
            and ${ofBusiness(scope, sql`d.location_id`)}
     group by m.day order by m.day`.execute(trx);
  return rows;
}

/** The month and those before it, the oldest first. */
export async function sumTrend(
  trx: Transaction<DB>,
  scope: ReportScope,
): Promise<{ month: string; written: number; average: number | null }[]> {
  const { rows } = await sql<{ month: string; written: number; average: number | null }>`
    select to_char(m.month, 'YYYY-MM') as month, coalesce(sum(d.total), 0)::int as written,
           (sum(d.total * d.rating)::float8 / nullif(sum(d.total) filter (where d.rating > 0), 0)) as average
      from generate_series(${scope.month}::timestamp - make_interval(months => ${trendMonths - 1}),
                           ${scope.month}::timestamp, interval '1 month') as m(month)
      left join review_days d on d.account_id = ${scope.accountId}::uuid and d.day >= m.month::date
            and d.day < (m.month + interval '1 month')::date and ${ofBusiness(scope, sql`d.location_id`)}
     group by m.month order by m.month`.execute(trx);
  return rows;
}

/** The locations with the most reviews of the month. */
export async function sumLocations(
  trx: Transaction<DB>,
  scope: ReportScope,
): Promise<{ id: string; name: string; written: number; average: number | null }[]> {
  const { rows } = await sql<{ id: string; name: string; written: number; average: number | null }>`
    select l.id, l.name, sum(d.total)::int as written,
           (sum(d.total * d.rating)::float8 / nullif(sum(d.total) filter (where d.rating > 0), 0)) as average
      from review_days d join locations l on l.account_id = d.account_id and l.id = d.location_id
     where d.account_id = ${scope.accountId}::uuid and d.day >= ${scope.month}::date
       and d.day < (${scope.month}::date + interval '1 month')::date and ${ofBusiness(scope, sql`d.location_id`)}
     group by l.id, l.name having sum(d.total) > 0
     order by written desc, l.name, l.id limit ${maxReportLocations}`.execute(trx);
  return rows;
}

/** Reviews of the month that can have a reply, and those that have one. */
export async function sumReplies(
  trx: Transaction<DB>,
  scope: ReportScope,
  connectors: Connectors,
): Promise<{ possible: number; replied: number }> {
  const { rows } = await sql<{ possible: number; replied: number }>`
    with able as materialized (
      select l.id from listings l join connections c on c.account_id = l.account_id and c.id = l.connection_id
       where l.account_id = ${scope.accountId}::uuid and ${acceptsReplies(connectors)})
    select coalesce(sum(d.total), 0)::int as possible, coalesce(sum(d.answered), 0)::int as replied
      from review_days d
     where d.account_id = ${scope.accountId}::uuid and d.day >= ${scope.month}::date
       and d.day < (${scope.month}::date + interval '1 month')::date and ${ofBusiness(scope, sql`d.location_id`)}
       and (d.source = 'first-party' or d.listing_id in (select id from able))`.execute(trx);
  return rows[0] ?? { possible: 0, replied: 0 };
}

/** Review `r` with its location `l`, written in the month. A range that is a day wider lets the index be used. */
function reviewsOfMonth(scope: ReportScope): RawBuilder<unknown> {
  const zone = sql`(select a.time_zone from accounts a where a.id = ${scope.accountId}::uuid)`;
  const day = sql`coalesce(r.written_day, (r.written_at at time zone ${zone})::date)`;
  return sql`
      from reviews r join locations l on l.account_id = r.account_id and l.id = r.location_id
     where r.account_id = ${scope.accountId}::uuid and r.removed_at is null and r.held_at is null
       and r.written_at >= (${scope.month}::timestamp - interval '1 day') at time zone ${zone}
       and r.written_at < (${scope.month}::timestamp + interval '1 month 1 day') at time zone ${zone}
       and ${day} >= ${scope.month}::date and ${day} < (${scope.month}::date + interval '1 month')::date
       and ${ofBusiness(scope, sql`r.location_id`)}`;
}

/** Hours from review to reply, the median over the reviews of the month; null when no time is known. */
export async function findMedianHours(trx: Transaction<DB>, scope: ReportScope): Promise<number | null> {
  const { rows } = await sql<{ hours: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from r.reply_at - r.written_at) / 3600)::float8
             as hours
    ${reviewsOfMonth(scope)}
       and r.answered and r.date_basis is null and r.written_day is null and r.reply_at >= r.written_at`.execute(
    trx,
  );
  return rows[0]?.hours ?? null;
}

export interface QuoteRow {
  id: string;
  source: string;
  location_name: string;
  author_name: string | null;
  rating: number | null;
  recommendation: 'positive' | 'negative' | null;
  text: string;
  cut: boolean;
}

/** Texts of the month with the highest or the lowest ratings, the longest first; those that visitors do not see are left out. */
export async function listQuotes(
  trx: Transaction<DB>,
  scope: ReportScope,
  wanted: 'high' | 'low',
): Promise<QuoteRow[]> {
  const isWanted =
    wanted === 'high'
      ? sql<SqlBool>`(r.rating >= 4 or r.recommendation = 'positive')`
      : sql<SqlBool>`(r.rating <= 2 or r.recommendation = 'negative')`;
  const order = wanted === 'high' ? sql`desc` : sql`asc`;
  const { rows } = await sql<QuoteRow>`
    select r.id, r.source, l.name as location_name, r.author_name, r.rating, r.recommendation,
           left(r.text, ${reportQuoteLength}) as text, char_length(r.text) > ${reportQuoteLength} as cut
    ${reviewsOfMonth(scope)}
       and r.text <> '' and r.hidden_at is null and r.wiped_at is null and ${isWanted}
     order by coalesce(r.rating, case r.recommendation when 'positive' then 5 else 1 end) ${order},
              least(char_length(r.text), ${reportQuoteLength}) desc, r.written_at desc, r.id desc
     limit ${maxReportQuotes}`.execute(trx);
  return rows;
}

export interface WaitingRow {
  id: string;
  written_at: Date;
  location_name: string;
  source: string;
  rating: number | null;
  recommendation: 'positive' | 'negative' | null;
}

/** Whatever month they are from. */
export async function findWaiting(
  trx: Transaction<DB>,
  scope: ReportScope,
  connectors: Connectors,
): Promise<{ unanswered: number; oldest: WaitingRow | null }> {
  const from = sql`
      from reviews r
      join locations l on l.account_id = r.account_id and l.id = r.location_id
      left join listings p on p.account_id = r.account_id and p.id = r.listing_id
      left join connections c on c.account_id = p.account_id and c.id = p.connection_id
     where r.account_id = ${scope.accountId}::uuid and r.held_at is null and ${isUnanswered(connectors)}
       and ${ofBusiness(scope, sql`r.location_id`)}`;
  const counted = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(trx);
  const oldest = await sql<WaitingRow>`
    select r.id, r.written_at, l.name as location_name, r.source, r.rating, r.recommendation
    ${from} order by r.written_at, r.id limit 1`.execute(trx);
  return { unanswered: counted.rows[0]?.count ?? 0, oldest: oldest.rows[0] ?? null };
}

/** The account, the business where one is named, and the first day of the present month. Null: there is no such business. */
export async function findSubject(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string | null,
): Promise<{
  account_name: string;
  time_zone: string;
  this_month: string;
  business: { id: string; name: string } | null;
} | null> {
  const account = await trx
    .selectFrom('accounts')
    .select([
      'name as account_name',
      'time_zone',
      sql<string>`to_char(now() at time zone time_zone, 'YYYY-MM')`.as('this_month'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (businessId === null) return { ...account, business: null };
  const business = await trx
    .selectFrom('businesses')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', '=', businessId)
    .executeTakeFirst();
  return business === undefined ? null : { ...account, business };
}
