/** All SQL on `embed_days` and `embed_state_days`, the daily sums of loads and clicks. */
import type { TrafficCounts } from '@kindling/contract/embed-traffic';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { deletePages } from '../../db/delete-pages.ts';
import type { DB } from '../../db/types.gen.ts';

/** Counts of one embed, one site and one country within a quarter of an hour. */
export interface SlotCounts extends TrafficCounts {
  code: string;
  /** Quarters of an hour since 1970. */
  slot: number;
  site: string;
  country: string;
  /** Of the United States; '' elsewhere. */
  state: string;
}

/**
 * Rows per embed and day that name a site. Anybody can send any page in a header, so further sites are counted under ''
 * with their country, and a day stays below 1,000 rows.
 */
export const maxSiteRowsPerDay = 500;
/** An advisory lock key that nothing else in the program uses. */
const flushLockKey = 7_230_019;

/**
 * Adds counts to their days, across all tenants, because a view knows only the code. Codes of deleted embeds are skipped.
 * @returns the number of this transaction, for `findTransactionOutcome`
 */
export async function addCounts(trx: Transaction<DB>, counts: readonly SlotCounts[]): Promise<string> {
  // Processes write one after the other, so that the limit holds across all of them and they cannot deadlock on rows.
  await sql`set local lock_timeout = '2s'`.execute(trx);
  await sql`select pg_advisory_xact_lock(${flushLockKey})`.execute(trx);
  const column = (name: keyof SlotCounts) => counts.map((one) => one[name]);
  const { rows } = await sql<{ transaction: string }>`
    with given as (
      select e.account_id, e.id as embed_id,
             (to_timestamp(c.slot * 900.0) at time zone a.time_zone)::date as day, c.site, c.country, c.state,
             c.views, c.clicks, c.reads, c.writes
        from unnest(${column('code')}::text[], ${column('slot')}::int[], ${column('site')}::text[],
                    ${column('country')}::text[], ${column('state')}::text[], ${column('views')}::bigint[],
                    ${column('clicks')}::bigint[], ${column('reads')}::bigint[], ${column('writes')}::bigint[])
               as c (code, slot, site, country, state, views, clicks, reads, writes)
        join embeds e on e.code = c.code
        join accounts a on a.id = e.account_id
    ), states as (
      insert into embed_state_days as t (account_id, embed_id, day, state, views)
      select account_id, embed_id, day, state, sum(views) from given
       where state <> '' group by 1, 2, 3, 4 having sum(views) > 0 order by 1, 2, 3, 4
      on conflict (account_id, embed_id, day, state) do update set views = t.views + excluded.views
    ), seen as (
      select c.account_id, c.embed_id, c.day, c.site, c.country,
             sum(c.views) as views, sum(c.clicks) as clicks, sum(c.reads) as reads, sum(c.writes) as writes
        from given c
       group by 1, 2, 3, 4, 5
    ), fresh as (
      select account_id, embed_id, day, site, country,
             row_number() over (partition by account_id, embed_id, day order by views desc, site, country) as place
        from seen s
       where site <> '' and not exists (
         select from embed_days d
          where d.account_id = s.account_id and d.embed_id = s.embed_id and d.day = s.day
            and d.site = s.site and d.country = s.country)
    ), named as (
      select f.account_id, f.embed_id, f.day, count(*) as taken
        from (select distinct account_id, embed_id, day from fresh) f
        join embed_days d using (account_id, embed_id, day)
       where d.site <> ''
       group by 1, 2, 3
    ), placed as (
      select s.account_id, s.embed_id, s.day, s.country, s.views, s.clicks, s.reads, s.writes,
             case when coalesce(n.taken, 0) + f.place > ${maxSiteRowsPerDay} then '' else s.site end as site
        from seen s
        left join fresh f using (account_id, embed_id, day, site, country)
        left join named n using (account_id, embed_id, day)
    ), added as (
      insert into embed_days as t (account_id, embed_id, day, site, country, views, clicks, reads, writes)
      select account_id, embed_id, day, site, country, sum(views), sum(clicks), sum(reads), sum(writes)
        from placed group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (account_id, embed_id, day, site, country) do update set
        views = t.views + excluded.views, clicks = t.clicks + excluded.clicks,
        reads = t.reads + excluded.reads, writes = t.writes + excluded.writes
    )
    select pg_current_xact_id()::text as transaction`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('The database named no transaction');
  return row.transaction;
}

/** The columns `views`, `clicks`, `reads` and `writes`, added up. */
function summed() {
  const sum = (name: keyof TrafficCounts) =>
    sql<number>`coalesce(sum(${sql.ref(`d.${name}`)}), 0)::bigint`.as(name);
  return [sum('views'), sum('clicks'), sum('reads'), sum('writes')] as const;
}

/** The days of one embed since `since`, that day included. */
function daysOf(trx: Transaction<DB>, accountId: string, embedId: string, since: string) {
  return trx
    .selectFrom('embed_days as d')
    .where('d.account_id', '=', accountId)
    .where('d.embed_id', '=', embedId)
    .where('d.day', '>=', since);
}

/** Days without any count are missing. */
export async function sumDays(
  trx: Transaction<DB>,
  accountId: string,
  embedId: string,
  since: string,
): Promise<(TrafficCounts & { day: string })[]> {
  return daysOf(trx, accountId, embedId, since)
    .select(['d.day', ...summed()])
    .groupBy('d.day')
    .orderBy('d.day')
    .execute();
}

export async function sumSites(
  trx: Transaction<DB>,
  accountId: string,
  embedId: string,
  page: { since: string; limit: number },
): Promise<{ site: string; views: number; clicks: number }[]> {
  const [views, clicks] = summed();
  return daysOf(trx, accountId, embedId, page.since)
    .select(['d.site', views, clicks])
    .groupBy('d.site')
    .having(sql<boolean>`sum(d.views) > 0`)
    .orderBy('views', 'desc')
    .orderBy('d.site')
    .limit(page.limit)
    .execute();
}

export async function sumCountries(
  trx: Transaction<DB>,
  accountId: string,
  embedId: string,
  page: { since: string; limit: number },
): Promise<{ country: string; views: number }[]> {
  const [views] = summed();
  return daysOf(trx, accountId, embedId, page.since)
    .select(['d.country', views])
    .groupBy('d.country')
    .having(sql<boolean>`sum(d.views) > 0`)
    .orderBy('views', 'desc')
    .orderBy('d.country')
    .limit(page.limit)
    .execute();
}

/** Views per embed since a day; embeds without views are missing. */
export async function sumViews(
  trx: Transaction<DB>,
  accountId: string,
  embedIds: readonly string[],
  since: string,
): Promise<Map<string, number>> {
  if (embedIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('embed_days as d')
    .select(['d.embed_id', sql<number>`sum(d.views)::bigint`.as('views')])
    .where('d.account_id', '=', accountId)
    .where('d.embed_id', 'in', embedIds)
    .where('d.day', '>=', since)
    .groupBy('d.embed_id')
    .execute();
  return new Map(rows.map((row) => [row.embed_id, row.views]));
}

/** Across all tenants. */
export async function deleteDaysBefore(
  db: Pick<Database, 'pool'>,
  before: string,
  signal?: AbortSignal,
): Promise<void> {
  await deletePages(db, 'embed_days', sql`day < ${before}::date`, { signal });
  await deletePages(db, 'embed_state_days', sql`day < ${before}::date`, { signal });
}
