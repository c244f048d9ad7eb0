import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { type CountFigure, type FigureMetric, figureMetrics } from './figures.ts';
import type { CountSeries } from './series.ts';

/** Only one process counts at a time; the others wait for the end of its transaction. */
export async function lockCounts(system: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('installation_counts'))`.execute(system);
}

/** Replaces the counts of the periods from `from` to `until`. */
export async function recount(
  system: Transaction<DB>,
  metric: string,
  count: CountSeries,
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  await system
    .deleteFrom('installation_counts')
    .where('metric', '=', metric)
    .where('period', '>=', from)
    .where('period', '<', until)
    .execute();
  await sql`
    insert into installation_counts (metric, part, period, value)
    select ${metric}, part, period, value from (${count(from, until)}) counted`.execute(system);
}

export async function deleteCountsBefore(
  system: Transaction<DB>,
  metric: string,
  before: Date,
): Promise<void> {
  await system
    .deleteFrom('installation_counts')
    .where('metric', '=', metric)
    .where('period', '<', before)
    .execute();
}

export async function replaceFigure(
  system: Transaction<DB>,
  metric: FigureMetric,
  count: CountFigure,
  now: Date,
): Promise<void> {
  await system.deleteFrom('installation_figures').where('metric', '=', metric).execute();
  await sql`
    insert into installation_figures (metric, part, value, counted_at)
    select ${metric}, part, value, ${now}::timestamptz from (${count(now)}) counted`.execute(system);
}

/** Until when the hours of a series are counted; null before the first time. */
export async function findCountedUntil(system: Transaction<DB>, metric: string): Promise<Date | null> {
  const row = await system
    .selectFrom('installation_figures')
    .select('counted_at')
    .where('metric', '=', 'counted')
    .where('part', '=', metric)
    .executeTakeFirst();
  return row?.counted_at ?? null;
}

export async function setCountedUntil(system: Transaction<DB>, metric: string, until: Date): Promise<void> {
  await system
    .insertInto('installation_figures')
    .values({ metric: 'counted', part: metric, value: 0, counted_at: until })
    .onConflict((conflict) => conflict.columns(['metric', 'part']).doUpdateSet({ counted_at: until }))
    .execute();
}

export interface FigureRow {
  metric: string;
  part: string;
  value: number;
  counted_at: Date;
}

export async function listFigures(system: Transaction<DB>): Promise<FigureRow[]> {
  return (
    system
      .selectFrom('installation_figures')
      .select(['metric', 'part', 'value', 'counted_at'])
      // A version before this one left rows of metrics that nothing counts now.
      .where('metric', 'in', [...figureMetrics])
      .execute()
  );
}

export interface DayRow {
  metric: string;
  part: string;
  /** Such as 2026-03-09, by UTC. */
  day: string;
  value: number;
}

/** Sums by the day (UTC) from `from` on. */
export async function listDays(
  system: Transaction<DB>,
  metrics: readonly string[],
  from: Date,
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select metric, part, to_char(period at time zone 'UTC', 'YYYY-MM-DD') as day, sum(value)::bigint as value
      from installation_counts
     where metric = any(${metrics}::text[]) and period >= ${from}::timestamptz
     group by 1, 2, 3`.execute(system);
  return rows;
}

/** Sums of the periods from `from` on. */
export async function listSums(
  system: Transaction<DB>,
  metrics: readonly string[],
  from: Date,
): Promise<Omit<DayRow, 'day'>[]> {
  const { rows } = await sql<Omit<DayRow, 'day'>>`
    select metric, part, sum(value)::bigint as value from installation_counts
     where metric = any(${metrics}::text[]) and period >= ${from}::timestamptz group by 1, 2`.execute(system);
  return rows;
}

export interface LiveRow {
  mail_waiting: number;
  /** When the longest waiting mail was due. */
  mail_due_since: Date | null;
  mail_dead: number;
  errors_open: number;
  errors_seen: number;
  errors_new: number;
  errors_new_in_hour: number;
  deletion_requests: number;
  oldest_deletion_request: Date | null;
  read_only_since: Date | null;
}

/** Figures that an index or a small table gives at once. */
export async function readLive(system: Transaction<DB>, now: Date): Promise<LiveRow> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const { rows } = await sql<LiveRow>`
    select (select count(*)::int from emails where state in ('queued', 'sending')) as mail_waiting,
           (select min(next_try_at) from emails
             where state in ('queued', 'sending') and next_try_at <= ${now}::timestamptz) as mail_due_since,
           (select count(*)::int from emails where state = 'dead') as mail_dead,
           (select count(*)::int from error_events where state = 'open') as errors_open,
           (select count(*)::int from error_events
             where last_seen_at > ${dayAgo}::timestamptz and state <> 'ignored') as errors_seen,
           (select count(*)::int from error_events
             where first_seen_at > ${dayAgo}::timestamptz and state <> 'ignored') as errors_new,
           (select count(*)::int from error_events
             where first_seen_at > ${hourAgo}::timestamptz and state <> 'ignored') as errors_new_in_hour,
           (select count(*)::int from deletion_requests where done_at is null) as deletion_requests,
           (select min(received_at) from deletion_requests where done_at is null) as oldest_deletion_request,
           (select read_only_since from maintenance_mode) as read_only_since`.execute(system);
  const [row] = rows;
  if (row === undefined) throw new Error('The database answered nothing.');
  return row;
}

/** Platforms that ask for a pause until later than `after`. */
export async function listPausedPlatforms(
  system: Transaction<DB>,
  after: Date,
): Promise<{ platform: string; paused_until: Date }[]> {
  const rows = await system
    .selectFrom('platform_rate_limits')
    .select(['platform', 'paused_until'])
    .where('paused_until', '>', after)
    .execute();
  return rows.flatMap(({ platform, paused_until }) =>
    paused_until === null ? [] : [{ platform, paused_until }],
  );
}
