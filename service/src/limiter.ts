/**
 * Counts events per key and time window; a window begins with the first event. Uses rate-limiter-flexible, in memory or in
 * PostgreSQL where several processes share a limit.
 */
import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';

export interface Limiter {
  /** Counts one event. @returns 0 when it is allowed, else the seconds until it is */
  consume(key: string): Promise<number>;
  /** Clears the count. */
  clear(key: string): Promise<void>;
}

export interface LimitOptions {
  max: number;
  windowSeconds: number;
}

/** Above it the oldest key is dropped, so that a flood of keys does not fill the memory. */
const maxKeys = 20_000;

/** Counts in this process only. */
export function createLimiter({ max, windowSeconds }: LimitOptions): Limiter {
  const limiter = new RateLimiterMemory({ points: max, duration: windowSeconds });
  const known = new Set<string>();
  return {
    async consume(key) {
      const taken = await consume(limiter, key);
      if (taken.first) {
        known.delete(key);
        const [oldest] = known;
        if (known.size >= maxKeys && oldest !== undefined) {
          known.delete(oldest);
          await limiter.delete(oldest);
        }
        known.add(key);
      }
      return taken.wait;
    },
    async clear(key) {
      known.delete(key);
      await limiter.delete(key);
    },
  };
}

export interface LimitTable {
  pool: Pick<pg.Pool, 'query'>;
  schema: string;
  /** Has the columns `key varchar(255) primary key, points integer, expire bigint`. Its owner deletes expired rows. */
  table: string;
}

/**
 * Counts in a table that several processes share. A key above its limit is refused from memory until its window ends, so
 * that a flood does not reach the database.
 */
export function createSharedLimiter(
  { name, max, windowSeconds }: LimitOptions & { name: string },
  { pool, schema, table }: LimitTable,
): Limiter {
  const limiter = new RateLimiterPostgres({
    // Unnamed statements, because a pooler in transaction mode may run each in another session.
    storeClient: { query: ({ text, values }: pg.QueryConfig) => pool.query(text, values) },
    storeType: 'pool',
    schemaName: schema,
    tableName: table,
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: max,
    duration: windowSeconds,
    inMemoryBlockOnConsumed: max,
  });
  return {
    async consume(key) {
      return (await consume(limiter, key)).wait;
    },
    async clear(key) {
      await limiter.delete(key);
    },
  };
}

interface ConsumeResult {
  wait: number;
  /** Whether this event began a window. */
  first: boolean;
}

/** The library rejects with a `RateLimiterRes` to refuse; any other rejection is a failure. */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<ConsumeResult> {
  try {
    return { wait: 0, first: (await limiter.consume(key)).isFirstInDuration };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { wait: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)), first: refusal.isFirstInDuration };
  }
}
