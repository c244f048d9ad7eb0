/** Counts over the listings and runs of all accounts. */
import { overdueMinutes } from '@kindling/contract/admin-sync-schedule';
import { syncDefaults } from '@kindling/contract/sync';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { isPaused, isReadable } from '../connections/index.ts';

export interface ListingCounts {
  connector: string;
  all: number;
  paused: number;
  running: number;
  due: number;
  /** Of the due ones, those that were never read. */
  due_first: number;
  overdue: number;
  failing: number;
  due_per_minute: number;
}

/** A listing that nothing but the operator's pause of the platform, or the platform itself, holds back. */
const readable = sql`${isReadable} and a.id is null`;

/** Listings by connector; those of ended connections are left out. */
export async function countListings(trx: Transaction<DB>): Promise<ListingCounts[]> {
  const { rows } = await sql<ListingCounts>`
    with archived as (
      select o.account_id, o.id from locations o
        join businesses b on b.account_id = o.account_id and b.id = o.business_id
       where b.archived_at is not null)
    select c.connector, count(*)::int as all,
           count(*) filter (where ${isPaused})::int as paused,
           count(*) filter (where l.lease_until > now())::int as running,
           count(*) filter (where ${readable} and l.next_sync_at <= now())::int as due,
           count(*) filter (where ${readable} and l.next_sync_at <= now() and l.last_success_at is null)::int as due_first,
           count(*) filter (where ${readable} and l.next_sync_at < now() - make_interval(mins => ${overdueMinutes}))::int as overdue,
           count(*) filter (where l.failures > 0)::int as failing,
           coalesce(sum(1.0 / greatest(
             case when l.interval_chosen then l.sync_interval_minutes
                  else coalesce(s.interval_minutes, ${syncDefaults.intervalMinutes}) end,
             coalesce(s.fastest_interval_minutes, ${syncDefaults.fastestIntervalMinutes})))
             filter (where ${readable}), 0)::float8 as due_per_minute
      from listings l
      join connections c on c.account_id = l.account_id and c.id = l.connection_id
      left join sync_settings s on s.connector = c.connector
      left join archived a on a.account_id = l.account_id and a.id = l.location_id
     where c.status not in ('disconnected', 'revoked')
     group by c.connector`.execute(trx);
  return rows;
}

export interface RunAverages {
  connector: string;
  first: boolean;
  requests: number;
  seconds: number;
  /** Runs that ended in the last 15 minutes. */
  recent: number;
}

/** More than the sweeps can start in 15 minutes. */
const sampledRuns = 8_000;
export const recentMinutes = 15;

/**
 * What the last runs of a day took, by connector and whether the listing was read for the first time. A call waits for its
 * turn for at most ten seconds, so what a run took beyond that was a pause between two attempts.
 */
export async function averageRuns(trx: Transaction<DB>): Promise<RunAverages[]> {
  const { rows } = await sql<RunAverages>`
    select c.connector, r.trigger = 'first' as first, avg(greatest(1, r.requests))::float8 as requests,
           avg(least(extract(epoch from r.finished_at - r.started_at), 1 + 10 * r.requests))::float8 as seconds,
           count(*) filter (where r.finished_at > now() - make_interval(mins => ${recentMinutes}))::int as recent
      from (select account_id, listing_id, trigger, requests, started_at, finished_at from sync_runs
             where finished_at > now() - interval '1 day'
             order by finished_at desc limit ${sampledRuns}) r
      join listings l on l.account_id = r.account_id and l.id = r.listing_id
      join connections c on c.account_id = l.account_id and c.id = l.connection_id
     group by 1, 2`.execute(trx);
  return rows;
}

export interface PlatformRequestCount {
  platform: string;
  month: string;
  count: number;
}

/** How many accounts asked for each planned platform, by month. */
export async function countPlatformRequests(trx: Transaction<DB>): Promise<PlatformRequestCount[]> {
  const { rows } = await sql<PlatformRequestCount>`
    select platform, to_char(created_at at time zone 'utc', 'YYYY-MM') as month, count(*)::int as count
      from platform_requests group by 1, 2 order by 2`.execute(trx);
  return rows;
}
