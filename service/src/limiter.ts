/**
 * Counts how often something was done, per key and window; a window begins with the first count. Over
 * rate-limiter-flexible: in memory, or in PostgreSQL where processes count together.
 */
import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';

export interface Limiter {
  /** Counts one. @returns 0 when it may be done, else the seconds until it may. */
  consume(key: string): Promise<number>;
  /** Forgets what was counted. */
  clear(key: string): Promise<void>;
}

export interface LimitOptions {
  max: number;
  windowSeconds: number;
}

/** Keys remembered at most; past it the oldest is forgotten, so that a flood of keys does not fill the memory. */
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
  /** With the columns `key varchar(255) primary key, points integer, expire bigint`. Whoever owns it sweeps it. */
  table: string;
}

/**
 * Counts in a table, together with every process on it. A key that is over its limit is refused from memory until its
 * window ends, so that a flood does not reach the database.
 */
export function createSharedLimiter(
  { name, max, windowSeconds }: LimitOptions & { name: string },
  { pool, schema, table }: LimitTable,
): Limiter {
  const limiter = new RateLimiterPostgres({
    // Unnamed statements: a pooler in transaction mode gives each one another session.
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
  /** Whether this count began a window. */
  first: boolean;
}

/** A refusal arrives as a rejection with the same answer as a count; any other rejection is a failure. */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<ConsumeResult> {
  try {
    return { wait: 0, first: (await limiter.consume(key)).isFirstInDuration };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { wait: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)), first: refusal.isFirstInDuration };
  }
}
