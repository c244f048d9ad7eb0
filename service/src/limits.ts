/**
 * The limits of one process, which the processes of an installation share through a table of PostgreSQL. A request never waits
 * for the table: each process counts in memory and adds its counts to those of the others once a second. So a key may get
 * beyond its limit by what the other processes take within that second, and limits go on while the database does not answer.
 * A limit with `exact` asks the table each time, for work that needs the database anyway. The table holds keyed hashes only,
 * because many keys are network addresses.
 */
import { createHmac } from 'node:crypto';
import {
  createLimiter,
  createSharedLimiter,
  type Limiter,
  type LimitOptions,
  type LimitTable,
} from './limiter.ts';

export interface Limits {
  /**
   * `name` is the same in all processes. A second call with the same options returns the same limiter.
   * @throws Error when the name has other options already
   */
  create(options: SharedLimitOptions): Limiter;
  /** Adds what was counted, and stops. */
  close(): Promise<void>;
}

type SharedLimitOptions = LimitOptions & { name: string; exact?: boolean };

interface LimitsLog {
  warn(fields: object, message: string): void;
}

const exchangeMs = 1_000;
/** Of one statement. */
const maxExchanged = 1_000;
/** Above it the oldest key is dropped, so that a flood of keys does not fill the memory. */
const maxKeys = 20_000;
const sweepMs = 600_000;

/** Creates each limiter once, by name. */
function createOnce(
  create: (options: SharedLimitOptions) => Limiter,
): (options: SharedLimitOptions) => Limiter {
  const created = new Map<string, { limiter: Limiter; options: SharedLimitOptions }>();
  return (options) => {
    const { limiter, options: present } = created.get(options.name) ?? { limiter: create(options), options };
    if (
      present.max !== options.max ||
      present.windowSeconds !== options.windowSeconds ||
      (present.exact ?? false) !== (options.exact ?? false)
    )
      throw new Error(`Two limits have the name ${options.name}`);
    created.set(options.name, { limiter, options });
    return limiter;
  };
}

/** For a process that shares its limits with nobody. */
export function createLocalLimits(): Limits {
  return { create: createOnce(createLimiter), close: async () => {} };
}

interface Count {
  /** What this process took and the table does not know yet. */
  pending: number;
  /** What all processes took, as the table last said. */
  known: number;
  /** Of `performance.now()`, because clocks jump. */
  endsAt: number;
}

interface Exchanged extends Limiter {
  counts: Map<string, Count>;
  name: string;
}

/**
 * See the head of this file. The table has the columns of {@link LimitTable}.
 * @param key the same 32 bytes in all processes
 */
export function createSharedLimits(table: LimitTable, { key, log }: { key: Buffer; log: LimitsLog }): Limits {
  const exchanged: Exchanged[] = [];
  const hash = (name: string, subject: string) =>
    `${name}:${createHmac('sha256', key).update(`${name} ${subject}`).digest('base64url').slice(0, 22)}`;
  let running: Promise<void> = Promise.resolve();
  let isReported = false;
  const exchange = async (): Promise<void> => {
    try {
      for (let more = true; more; ) more = await exchangeSome(exchanged, table, hash);
      isReported = false;
    } catch (error) {
      // Each process goes on with its own counts; they are added later.
      if (!isReported)
        log.warn(
          { err: error },
          'The limits are counted per process, because the database does not take them',
        );
      isReported = true;
    }
  };
  const queue = (work: () => Promise<void>) => {
    running = running.then(work);
    return running;
  };
  const timers = [
    setInterval(() => void queue(exchange), exchangeMs),
    setInterval(() => void queue(() => deleteExpired(table).catch(() => {})), sweepMs),
  ];
  for (const timer of timers) timer.unref();
  return {
    create: createOnce((options) => {
      if (options.exact === true)
        return hashed(createSharedLimiter(options, table), (subject) => hash(options.name, subject));
      const limiter = createExchanged(options);
      exchanged.push(limiter);
      return limiter;
    }),
    async close() {
      for (const timer of timers) clearInterval(timer);
      await queue(exchange);
    },
  };
}

function hashed(limiter: Limiter, hash: (subject: string) => string): Limiter {
  return {
    consume: (subject) => limiter.consume(hash(subject)),
    clear: (subject) => limiter.clear(hash(subject)),
  };
}

function createExchanged({ name, max, windowSeconds }: LimitOptions & { name: string }): Exchanged {
  const counts = new Map<string, Count>();
  return {
    name,
    counts,
    async consume(key) {
      const now = performance.now();
      let count = counts.get(key);
      if (count === undefined || count.endsAt <= now) {
        count = { pending: 0, known: 0, endsAt: now + windowSeconds * 1000 };
        // The newest window is the last one of the map.
        counts.delete(key);
        const [oldest] = counts.keys();
        if (counts.size >= maxKeys && oldest !== undefined) counts.delete(oldest);
        counts.set(key, count);
      }
      if (count.known + count.pending >= max) return Math.max(1, Math.ceil((count.endsAt - now) / 1000));
      count.pending += 1;
      return 0;
    },
    async clear(key) {
      counts.delete(key);
    },
  };
}

/** `expire` is milliseconds of the database's clock, so that the clocks of the machines do not matter. */
const exchangeSql = ({ schema, table }: LimitTable) => `
  with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now)
  insert into "${schema}"."${table}" as stored (key, points, expire)
  select sent.key, sent.points, clock.now + sent.rest
    from unnest($1::text[], $2::int[], $3::bigint[]) as sent (key, points, rest), clock order by sent.key
  on conflict (key) do update set
    points = case when stored.expire <= (select now from clock) then excluded.points else stored.points + excluded.points end,
    expire = case when stored.expire <= (select now from clock) then excluded.expire else stored.expire end
  returning key, points, expire - (select now from clock) as rest`;

/** @returns whether more waits */
async function exchangeSome(
  limiters: readonly Exchanged[],
  table: LimitTable,
  hash: (name: string, subject: string) => string,
): Promise<boolean> {
  const sent = new Map<string, { count: Count; taken: number }>();
  const now = performance.now();
  let left = false;
  for (const { name, counts } of limiters)
    for (const [key, count] of counts) {
      if (count.endsAt <= now) counts.delete(key);
      else if (count.pending > 0) {
        if (sent.size < maxExchanged) sent.set(hash(name, key), { count, taken: count.pending });
        else left = true;
      }
    }
  if (sent.size === 0) return false;
  const entries = [...sent];
  const { rows } = await table.pool.query(exchangeSql(table), [
    entries.map(([key]) => key),
    entries.map(([, { taken }]) => taken),
    entries.map(([, { count }]) => Math.max(1, Math.round(count.endsAt - now))),
  ]);
  for (const { key, points, rest } of rows as { key: string; points: number; rest: number | string }[]) {
    const entry = sent.get(key);
    if (entry === undefined) continue;
    entry.count.pending -= entry.taken;
    entry.count.known = points;
    entry.count.endsAt = now + Number(rest);
  }
  return left;
}

async function deleteExpired({ pool, schema, table }: LimitTable): Promise<void> {
  await pool.query(
    `delete from "${schema}"."${table}" where expire <= (extract(epoch from clock_timestamp()) * 1000)::bigint`,
  );
}
