/**
 * What the job counts by the hour (UTC): how much happened. Only the newest hours are counted again, so that a run does not grow
 * with the age of the installation. All SQL across all tenants.
 */
import { type RawBuilder, sql } from 'kysely';

export const seriesMetrics = [
  'accounts.created',
  'users.registered',
  'reviews.arrived',
  'syncs.finished',
  'mail.ended',
] as const;
export type SeriesMetric = (typeof seriesMetrics)[number];

/** One row for each part and hour from `from` (inclusive) to `until` (exclusive) in which anything happened. */
export type CountSeries = (
  from: Date,
  until: Date,
) => RawBuilder<{ part: string; period: Date; value: number }>;

const hourOf = (column: string) => sql`date_trunc('hour', ${sql.ref(column)}, 'UTC')`;

const withoutParts =
  (table: string, column: string): CountSeries =>
  (from, until) =>
    sql`
    select '' as part, ${hourOf(column)} as period, count(*) as value from ${sql.table(table)}
     where ${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz
     group by 2`;

export const hourlySeries: Readonly<Record<SeriesMetric, CountSeries>> = {
  'accounts.created': withoutParts('accounts', 'created_at'),
  'users.registered': withoutParts('users', 'registered_at'),
  'reviews.arrived': withoutParts('reviews', 'created_at'),
  'syncs.finished': (from, until) => sql`
    select outcome as part, ${hourOf('finished_at')} as period, count(*) as value from sync_runs
     where finished_at >= ${from}::timestamptz and finished_at < ${until}::timestamptz group by 1, 2`,
  'mail.ended': (from, until) => sql`
    select state as part, ${hourOf('ended_at')} as period, count(*) as value from emails
     where ended_at >= ${from}::timestamptz and ended_at < ${until}::timestamptz and state in ('sent', 'dead')
     group by 1, 2`,
};

/** What was paid less what was paid back, by the month of the payment (UTC) and currency. */
export const countRevenue: CountSeries = (from, until) => sql`
  select currency as part, date_trunc('month', paid_at, 'UTC') as period, sum(paid - refunded) as value from invoices
   where paid_at >= ${from}::timestamptz and paid_at < ${until}::timestamptz group by 1, 2`;
