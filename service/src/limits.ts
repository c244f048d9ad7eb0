/**
 * The limits of one process, which the processes of an installation share through a table of PostgreSQL. A request never waits
 * for the table: each process counts in memory and adds its counts to those of the others once a second. So a key may get
 * beyond its limit by what the other processes take within that second, and limits go on while the database does not answer.
 * A limit with `exact` asks the table each time, for work that needs the database anyway.
 */
import {
  createLimiter,
  createSharedLimiter,
  type Limiter,
  type LimitOptions,
  type LimitTable,
} from './limiter.ts';

export interface Limits {
  /** `name` is the same in all processes. A second call with the same name returns the same limiter. */
  create(options: LimitOptions & { name: string; exact?: boolean }): Limiter;
  /** Adds what was counted, and stops. */
  close(): Promise<void>;
}

interface LimitsLog {
  warn(fields: object, message: string): void;
}

const exchangeMs = 1_000;
/** Of one statement. */
const maxExchanged = 1_000;
/** Above it the oldest key is dropped, so that a flood of keys does not fill the memory. */
const maxKeys = 20_000;
const sweepMs = 600_000;

function once(limiters: Map<string, Limiter>, name: string, create: () => Limiter): Limiter {
  const limiter = limiters.get(name) ?? create();
  limiters.set(name, limiter);
  return limiter;
}

/** For a process that shares its limits with nobody. */
export function createLocalLimits(): Limits {
  const limiters = new Map<string, Limiter>();
  return {
    create: (options) => once(limiters, options.name, () => createLimiter(options)),
    close: async () => {},
  };
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

/** See the head of this file. The table has the columns of {@link LimitTable}. */
export function createSharedLimits(table: LimitTable, log: LimitsLog): Limits {
  const limiters = new Map<string, Limiter>();
  const exchanged: Exchanged[] = [];
  let running: Promise<void> = Promise.resolve();
  let isReported = false;
  const exchange = async (): Promise<void> => {
    try {
      for (let more = true; more; ) more = await exchangeSome(exchanged, table);
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
    create({ exact = false, ...options }) {
      return once(limiters, options.name, () => {
        if (exact) return createSharedLimiter(options, table);
        const limiter = createExchanged(options);
        exchanged.push(limiter);
        return limiter;
      });
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await queue(exchange);
    },
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
async function exchangeSome(limiters: readonly Exchanged[], table: LimitTable): Promise<boolean> {
  const sent = new Map<string, { count: Count; taken: number }>();
  const now = performance.now();
  let left = false;
  for (const { name, counts } of limiters)
    for (const [key, count] of counts) {
      if (count.endsAt <= now) counts.delete(key);
      else if (count.pending > 0) {
        if (sent.size < maxExchanged)
          sent.set(`${name}:${key}`.slice(0, 255), { count, taken: count.pending });
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
