/** The funnel: what each door brought per day. Sums only; a visit leaves nothing that could name its visitor. */
import type { DoorKind } from '@kindling/contract/collect-page';
import type { Funnel } from '@kindling/contract/pipelines';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** Where a sum belongs. */
export interface DoorKey {
  pipelineId: string;
  door: DoorKind;
  /** Null for doors without a row of their own. */
  codeId: string | null;
  /** Null while the visitor has not chosen one. */
  locationId: string | null;
}

export const doorMetrics = ['visits', 'ratings', 'clicks', 'reviews', 'messages'] as const;
export type DoorMetric = (typeof doorMetrics)[number];
export type DoorCounts = Readonly<Record<DoorMetric, number>>;

const nilId = '00000000-0000-0000-0000-000000000000';

/** Adds to the sums of one door on the day of `at` in the account's time zone, in the caller's transaction. */
export async function countAtDoor(
  trx: Transaction<DB>,
  accountId: string,
  key: DoorKey,
  counts: Partial<DoorCounts>,
  at: Date,
): Promise<void> {
  const { visits = 0, ratings = 0, clicks = 0, reviews = 0, messages = 0 } = counts;
  await sql`
    insert into door_days as d
      (account_id, pipeline_id, door, code_id, location_id, day, visits, ratings, clicks, reviews, messages)
    select a.id, ${key.pipelineId}::uuid, ${key.door}, ${key.codeId ?? nilId}::uuid, ${key.locationId ?? nilId}::uuid,
           (${at}::timestamptz at time zone a.time_zone)::date,
           ${visits}::int, ${ratings}::int, ${clicks}::int, ${reviews}::int, ${messages}::int
      from accounts a where a.id = ${accountId}::uuid
    on conflict (account_id, pipeline_id, day, door, code_id, location_id) do update set
      visits = d.visits + excluded.visits, ratings = d.ratings + excluded.ratings,
      clicks = d.clicks + excluded.clicks, reviews = d.reviews + excluded.reviews,
      messages = d.messages + excluded.messages`.execute(trx);
}

/** Visits and clicks that a process added up, of any account. */
export interface DoorSum extends DoorKey {
  accountId: string;
  /** Quarters of an hour since 1970; in every time zone a day begins at a multiple of one. */
  slot: number;
  visits: number;
  clicks: number;
  /** ISO 3166; '' where unknown. */
  country: string;
  /** Of the United States; '' elsewhere. */
  state: string;
}

/** An advisory lock key that nothing else in the program uses. */
const flushLockKey = 7_230_059;

/**
 * Adds visits and clicks to their days, across all accounts; those of deleted pipelines are skipped. Needs a transaction of
 * the system. @returns the number of this transaction, for `findTransactionOutcome`
 */
export async function addDoorSums(trx: Transaction<DB>, sums: readonly DoorSum[]): Promise<string> {
  // Processes write one after the other, so that they cannot deadlock on rows.
  await sql`set local lock_timeout = '2s'`.execute(trx);
  await sql`select pg_advisory_xact_lock(${flushLockKey})`.execute(trx);
  const rows = sums.map(
    ({ accountId, pipelineId, door, codeId, locationId, slot, visits, clicks, country, state }) => ({
      account_id: accountId,
      pipeline_id: pipelineId,
      door,
      code_id: codeId ?? nilId,
      location_id: locationId ?? nilId,
      slot,
      visits,
      clicks,
      country,
      state,
    }),
  );
  const { rows: numbers } = await sql<{ transaction: string }>`
    with given as (
      select s.*, (to_timestamp(s.slot * 900.0) at time zone a.time_zone)::date as day
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
               as s (account_id uuid, pipeline_id uuid, door text, code_id uuid, location_id uuid, slot int,
                     visits int, clicks int, country text, state text)
        join pipelines p on p.account_id = s.account_id and p.id = s.pipeline_id
        join accounts a on a.id = s.account_id
    ), countries as (
      insert into door_country_days as d (account_id, day, pipeline_id, location_id, country, state, visits)
      select account_id, day, pipeline_id, location_id, country, state, sum(visits) from given
       group by 1, 2, 3, 4, 5, 6 having sum(visits) > 0 order by 1, 2, 3, 4, 5, 6
      on conflict (account_id, day, pipeline_id, location_id, country, state) do update set
        visits = d.visits + excluded.visits
    ), added as (
      insert into door_days as d (account_id, pipeline_id, door, code_id, location_id, day, visits, clicks)
      select account_id, pipeline_id, door, code_id, location_id, day, sum(visits), sum(clicks)
        from given
       group by 1, 2, 3, 4, 5, 6
       order by 1, 2, 3, 4, 5, 6
      on conflict (account_id, pipeline_id, day, door, code_id, location_id) do update set
        visits = d.visits + excluded.visits, clicks = d.clicks + excluded.clicks)
    select pg_current_xact_id()::text as transaction`.execute(trx);
  const [row] = numbers;
  if (row === undefined) throw new Error('The database named no transaction');
  return row.transaction;
}

/** The sums of the last `days` days, today included, per door; those of deleted codes and campaigns are one per kind of door. */
export async function readFunnel(
  trx: Transaction<DB>,
  accountId: string,
  pipelineId: string,
  days: number,
): Promise<Funnel> {
  const { rows: doors } = await sql<Funnel['doors'][number]>`
    select d.door, coalesce(c.id, q.id) as "codeId", coalesce(c.name, q.name) as name, c.series,
           sum(d.visits)::int as visits, sum(d.ratings)::int as ratings, sum(d.clicks)::int as clicks,
           sum(d.reviews)::int as reviews, sum(d.messages)::int as messages
      from door_days d
      join accounts a on a.id = d.account_id
      left join codes c on c.account_id = d.account_id and c.id = d.code_id
      left join review_requests q on q.account_id = d.account_id and q.id = d.code_id and d.door = 'invitation'
     where d.account_id = ${accountId}::uuid and d.pipeline_id = ${pipelineId}::uuid
       and d.day > (now() at time zone a.time_zone)::date - ${days}::int
     group by 1, 2, 3, 4
     order by d.door, c.series nulls first, 3, 2`.execute(trx);
  const total = { visits: 0, ratings: 0, clicks: 0, reviews: 0, messages: 0 };
  for (const door of doors) for (const metric of doorMetrics) total[metric] += door[metric];
  return { total, doors };
}
