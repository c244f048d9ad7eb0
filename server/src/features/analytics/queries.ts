import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** Today as `YYYY-MM-DD` in the account's time zone. */
export async function findToday(trx: Transaction<DB>, accountId: string): Promise<string> {
  const row = await trx
    .selectFrom('accounts')
    .select(sql<string>`to_char(now() at time zone time_zone, 'YYYY-MM-DD')`.as('today'))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.today;
}

/** The number of reviews written in the 30 days until today, and in the 30 days before. */
export async function sumPeriods(
  trx: Transaction<DB>,
  accountId: string,
  today: string,
): Promise<{ last: number; previous: number }> {
  return trx
    .selectFrom('review_days')
    .select([
      sql<number>`coalesce(sum(total) filter (where day > ${today}::date - 30), 0)::int`.as('last'),
      sql<number>`coalesce(sum(total) filter (where day <= ${today}::date - 30), 0)::int`.as('previous'),
    ])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`day > ${today}::date - 60`)
    .executeTakeFirstOrThrow();
}

export interface SourceSum {
  source: string;
  total: number;
  recommended: number;
  not_recommended: number;
  rated: number;
  stars: number;
}

export async function sumBySource(trx: Transaction<DB>, accountId: string): Promise<SourceSum[]> {
  return trx
    .selectFrom('review_days')
    .select([
      'source',
      sql<number>`sum(total)::int`.as('total'),
      sql<number>`coalesce(sum(total) filter (where recommendation = 'positive'), 0)::int`.as('recommended'),
      sql<number>`coalesce(sum(total) filter (where recommendation = 'negative'), 0)::int`.as(
        'not_recommended',
      ),
      sql<number>`coalesce(sum(total) filter (where rating > 0), 0)::int`.as('rated'),
      sql<number>`coalesce(sum(total * rating), 0)::int`.as('stars'),
    ])
    .where('account_id', '=', accountId)
    .groupBy('source')
    .having(sql<boolean>`sum(total) > 0`)
    .execute();
}

/** The number of reviews by stars; index 0 is one star. */
export async function sumHistogram(trx: Transaction<DB>, accountId: string): Promise<number[]> {
  const rows = await trx
    .selectFrom('review_days')
    .select(['rating', sql<number>`sum(total)::int`.as('total')])
    .where('account_id', '=', accountId)
    .where('rating', '>', 0)
    .groupBy('rating')
    .execute();
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.rating === stars)?.total ?? 0);
}

/** The last twelve months including the current one, oldest first. Contains months without a review too. */
export async function sumMonths(
  trx: Transaction<DB>,
  accountId: string,
  today: string,
): Promise<{ month: string; count: number; average: number | null }[]> {
  const { rows } = await sql<{ month: string; count: number; average: number | null }>`
    select to_char(m.month, 'YYYY-MM') as month, coalesce(sum(d.total), 0)::int as count,
           round(sum(d.total * d.rating) filter (where d.rating > 0)::numeric
                 / nullif(sum(d.total) filter (where d.rating > 0), 0), 2)::float8 as average
      from generate_series(date_trunc('month', ${today}::timestamp) - interval '11 months',
                           date_trunc('month', ${today}::timestamp), interval '1 month') as m(month)
      left join review_days d on d.account_id = ${accountId}::uuid
            and d.day >= m.month::date and d.day < (m.month + interval '1 month')::date
     group by m.month order by m.month`.execute(trx);
  return rows;
}
