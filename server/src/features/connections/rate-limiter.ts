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

export interface PlatformRateLimiter {
  /**
   * Waits until one call may be made.
   * @throws ConnectorFailure `retry-after` with the seconds to wait, when the platform asked for a pause or does not
   * answer, or when too many calls wait already.
   */
  acquire(connector: ConnectorId, urgency: CallPriority, signal?: AbortSignal): Promise<void>;
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
  return {
    async acquire(connector, urgency, signal) {
      const perMinute = connectors.get(connector)?.capabilities.callsPerMinute;
      if (perMinute === undefined) return;
      const { paused, calls } = await takeCall(db, connector, perMinute);
      if (paused > 0) {
        await refundCall(db, connector);
        throw new ConnectorFailure('retry-after', 'the platform asked everybody to wait', {
          retryAfter: Math.ceil(paused),
          // The pause is known already and must not count as another failure.
          reach: 'listing',
        });
      }
      const seconds = Math.max(
        0,
        ((burstCapacity(perMinute) * reservedShares[urgency] - calls) * 60) / perMinute,
      );
      if (seconds > maxWaitSeconds) {
        await refundCall(db, connector);
        throw new ConnectorFailure('retry-after', 'too many calls wait for this platform', {
          retryAfter: Math.ceil(seconds * (1 + random())),
          reach: 'listing',
        });
      }
      if (seconds > 0) await wait(seconds * 1000, undefined, signal === undefined ? {} : { signal });
    },

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

/** Takes one call out of the bucket. It may go below zero, which makes the next callers wait. */
async function takeCall(
  db: Pick<Database, 'pool'>,
  connector: ConnectorId,
  perMinute: number,
): Promise<{ calls: number; paused: number }> {
  const burst = burstCapacity(perMinute);
  const { rows } = await inSystem(db, (trx) =>
    sql<{ calls: number; paused: number }>`
      insert into platform_rate_limits as p (platform, calls) values (${connector}, ${burst}::float8 - 1)
      on conflict (platform) do update set
        calls = least(${burst}::float8,
                      p.calls + ${perMinute / 60}::float8 *
                        greatest(0, extract(epoch from clock_timestamp() - p.refilled_at))) - 1,
        refilled_at = greatest(p.refilled_at, clock_timestamp())
      returning calls,
                greatest(0, extract(epoch from coalesce(paused_until, now()) - now()))::float8 as paused`.execute(
      trx,
    ),
  );
  return rows[0] ?? { calls: 0, paused: 0 };
}

async function refundCall(db: Pick<Database, 'pool'>, connector: ConnectorId): Promise<void> {
  await inSystem(db, (trx) =>
    trx
      .updateTable('platform_rate_limits')
      .set({ calls: sql`calls + 1` })
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
