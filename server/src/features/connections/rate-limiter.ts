/**
 * The rate limiter of each connector, shared by all accounts and workers: a token bucket, the pause that the platform
 * asked for, and a circuit breaker for outages. Its state is in the database, because the quota belongs to the
 * operator's project and not to a process.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectorId } from '@kindling/contract/platforms';
import { sql, type Transaction } from 'kysely';
import { type Connector, ConnectorFailure } from '../../connectors/connector.ts';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';

/** Calls that a person waits for have priority over new reviews, and these over full passes. */
export type CallPriority = 'person' | 'newest' | 'full';

/** The share of a full bucket that each priority leaves to the higher ones. */
const reservedShares: Record<CallPriority, number> = { person: 0, newest: 1 / 8, full: 1 / 4 };

/** A run that would have to wait longer is postponed instead, because it holds its listing's lease. */
const maxWaitSeconds = 10;
/** This many failures in a row without an answer, over all listings, open the breaker. */
const breakerThreshold = 5;
const minBreakSeconds = 30;
const maxBreakSeconds = 900;
/** A pause longer than a day is the result of a wrong clock. */
const maxPauseSeconds = 86_400;

/** The operator pauses reading from the platform. */
export class SyncPausedError extends Error {}

export interface PlatformRateLimiter {
  /**
   * Waits until one call may be made.
   * @throws ConnectorFailure `retry-after` with the seconds to wait, when the platform asked for a pause or does not
   * answer, or when too many calls wait already.
   */
  acquire(connector: ConnectorId, urgency: CallPriority, signal?: AbortSignal): Promise<void>;
  /**
   * As `acquire`, for a call that reads reviews.
   * @throws SyncPausedError while the operator pauses the connector.
   */
  acquireForSync(connector: ConnectorId, urgency: CallPriority, signal?: AbortSignal): Promise<void>;
  /** Pauses all calls: for `seconds` that the platform asked for, or (undefined) counts an outage for the breaker. */
  reportFailure(connector: ConnectorId, seconds: number | undefined): Promise<void>;
  /** Resets the count of failures. */
  reportSuccess(connector: ConnectorId): Promise<void>;
}

export function createPlatformRateLimiter(
  db: Pick<Database, 'pool'>,
  connectors: ReadonlyMap<ConnectorId, Connector>,
  random: () => number = Math.random,
): PlatformRateLimiter {
  async function takeTurn(
    connector: ConnectorId,
    urgency: CallPriority,
    { forSync, signal }: { forSync: boolean; signal: AbortSignal | undefined },
  ): Promise<void> {
    const standard = connectors.get(connector)?.capabilities.callsPerMinute;
    if (standard === undefined) return;
    const { paused, calls, perMinute, syncPaused } = await takeCall(db, connector, standard);
    if (forSync && syncPaused) {
      await refundCall(db, connector);
      throw new SyncPausedError();
    }
    if (paused > 0) {
      await refundCall(db, connector);
      throw new ConnectorFailure('retry-after', 'the platform asked everybody to wait', {
        retryAfter: Math.ceil(paused),
        // The pause is known already and must not count as another failure.
        reach: 'listing',
      });
    }
    const seconds = secondsUntilCall({ calls, perMinute }, urgency);
    if (seconds > maxWaitSeconds) {
      await refundCall(db, connector);
      throw new ConnectorFailure('retry-after', 'too many calls wait for this platform', {
        retryAfter: Math.ceil(seconds * (1 + random())),
        reach: 'listing',
      });
    }
    if (seconds > 0) await wait(seconds * 1000, undefined, signal === undefined ? {} : { signal });
  }

  return {
    acquire: (connector, urgency, signal) => takeTurn(connector, urgency, { forSync: false, signal }),

    acquireForSync: (connector, urgency, signal) => takeTurn(connector, urgency, { forSync: true, signal }),

    async reportFailure(connector, seconds) {
      await inSystem(db, (trx) =>
        sql`
          insert into platform_rate_limits as p (platform, calls, paused_until, failures)
          values (${connector}, 0, now() + make_interval(secs => ${seconds ?? 0}), 1)
          on conflict (platform) do update set
            failures = p.failures + 1,
            paused_until = greatest(p.paused_until, now() + make_interval(secs => ${
              seconds === undefined
                ? // The breaker opens after several failures in a row, and then for longer each time.
                  sql`case when p.failures + 1 < ${breakerThreshold} then 0
                      else least(${maxBreakSeconds}::float8,
                                 ${minBreakSeconds}::float8 * 2 ^ least(p.failures + 1 - ${breakerThreshold}, 10))
                           * (0.5 + ${random()}::float8 / 2) end`
                : sql`${Math.min(maxPauseSeconds, seconds)}::float8`
            }))`.execute(trx),
      );
    },

    async reportSuccess(connector) {
      await inSystem(db, (trx) =>
        trx
          .updateTable('platform_rate_limits')
          .set({ failures: 0 })
          .where('platform', '=', connector)
          .where('failures', '>', 0)
          .execute(),
      );
    },
  };
}

/** Calls that may be made at once after a quiet time; with a minute's refill on top they stay below the limit. */
function burstCapacity(perMinute: number): number {
  return Math.max(1, perMinute / 10);
}

/** Seconds until a bucket with `calls` in it has a call for this priority. */
function secondsUntilCall(
  { calls, perMinute }: { calls: number; perMinute: number },
  urgency: CallPriority,
): number {
  return Math.max(0, ((burstCapacity(perMinute) * reservedShares[urgency] - calls) * 60) / perMinute);
}

interface TakenCall {
  /** What is left in the bucket; below zero when calls wait. */
  calls: number;
  /** Seconds of the pause that the platform asked for. */
  paused: number;
  /** The limit that holds: the operator's, or `standard`. */
  perMinute: number;
  syncPaused: boolean;
}

/** Takes one call out of the bucket. It may go below zero, which makes the next callers wait. */
async function takeCall(
  db: Pick<Database, 'pool'>,
  connector: ConnectorId,
  standard: number,
): Promise<TakenCall> {
  const { rows } = await inSystem(db, (trx) =>
    sql<TakenCall>`
      with chosen as (
        select coalesce(s.calls_per_minute, ${standard}::float8) as per_minute, s.paused_at is not null as paused
          from (select) one left join sync_settings s on s.connector = ${connector}),
      bucket as (select per_minute, greatest(1, per_minute / 10) as burst, paused from chosen)
      insert into platform_rate_limits as p (platform, calls, minute_start, minute_calls)
      select ${connector}, burst - 1, date_trunc('minute', now()), 1 from bucket
      on conflict (platform) do update set
        calls = least((select burst from bucket),
                      p.calls + (select per_minute from bucket) / 60 *
                        greatest(0, extract(epoch from clock_timestamp() - p.refilled_at))) - 1,
        refilled_at = greatest(p.refilled_at, clock_timestamp()),
        minute_start = greatest(p.minute_start, excluded.minute_start),
        minute_calls = 1 + case when p.minute_start >= excluded.minute_start then p.minute_calls else 0 end,
        previous_minute_calls = case when p.minute_start >= excluded.minute_start then p.previous_minute_calls
          when p.minute_start = excluded.minute_start - interval '1 minute' then p.minute_calls else 0 end
      returning calls,
                greatest(0, extract(epoch from coalesce(paused_until, now()) - now()))::float8 as paused,
                (select per_minute from bucket)::float8 as "perMinute",
                (select b.paused from bucket b) as "syncPaused"`.execute(trx),
  );
  return rows[0] ?? { calls: 0, paused: 0, perMinute: standard, syncPaused: false };
}

async function refundCall(db: Pick<Database, 'pool'>, connector: ConnectorId): Promise<void> {
  await inSystem(db, (trx) =>
    trx
      .updateTable('platform_rate_limits')
      .set({ calls: sql`calls + 1`, minute_calls: sql`greatest(0, minute_calls - 1)` })
      .where('platform', '=', connector)
      .execute(),
  );
}

/** The end of each connector's pause, by connector id. Across all tenants. */
export async function listPauses(trx: Transaction<DB>): Promise<Map<string, Date>> {
  const rows = await trx
    .selectFrom('platform_rate_limits')
    .select(['platform', 'paused_until'])
    .where('paused_until', '>', sql<Date>`now()`)
    .execute();
  return new Map(
    rows.flatMap((row) => (row.paused_until === null ? [] : [[row.platform, row.paused_until]])),
  );
}

export interface RateLimitState {
  /** Calls of the last 60 seconds. */
  used: number;
  /** When the platform's own pause ends; null without one. */
  pausedUntil: Date | null;
  /** Seconds until a call for new reviews may be made; with the pause. */
  nextCallInSeconds: number;
  /** Failures in a row without an answer of the platform. */
  failures: number;
}

/**
 * The state of each connector's limit, by connector id; one that never called is missing. Across all tenants.
 * @param limitOf the limit that holds, in calls per minute
 */
export async function listRateLimits(
  trx: Transaction<DB>,
  limitOf: (connector: string) => number,
): Promise<Map<string, RateLimitState>> {
  // Of the minute before, the share that is still within the last 60 seconds.
  const { rows } = await sql<{
    platform: string;
    calls: number;
    idle: number;
    used: number;
    paused_until: Date | null;
    paused: number;
    failures: number;
  }>`
    select platform, calls, greatest(0, extract(epoch from now() - refilled_at))::float8 as idle, failures,
           case when paused_until > now() then paused_until end as paused_until,
           greatest(0, extract(epoch from coalesce(paused_until, now()) - now()))::float8 as paused,
           round(case
             when minute_start >= date_trunc('minute', now())
               then minute_calls + previous_minute_calls * (1 - extract(second from now()) / 60)
             when minute_start = date_trunc('minute', now()) - interval '1 minute'
               then minute_calls * (1 - extract(second from now()) / 60)
             else 0 end)::int as used
      from platform_rate_limits`.execute(trx);
  return new Map(
    rows.map((row) => {
      const perMinute = limitOf(row.platform);
      const calls = Math.min(burstCapacity(perMinute), row.calls + (row.idle * perMinute) / 60);
      return [
        row.platform,
        {
          used: row.used,
          pausedUntil: row.paused_until,
          // A waiting caller takes its call first.
          nextCallInSeconds: Math.max(
            row.paused,
            secondsUntilCall({ calls: calls - 1, perMinute }, 'newest'),
          ),
          failures: row.failures,
        },
      ];
    }),
  );
}
