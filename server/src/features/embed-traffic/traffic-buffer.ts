/**
 * Adds up loads and clicks in memory and writes the sums every few seconds. A process that dies loses what it has not
 * written yet, at most one interval; nothing is written twice. While the database is down the sums wait here. If they no
 * longer fit into memory, new sums lose their site and country first, and are dropped last.
 */
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { Log } from '../../lib/log.ts';
import { addCounts, findTransactionOutcome, type SlotCounts } from './queries.ts';

export const metrics = ['views', 'clicks', 'reads', 'writes'] as const;
export type Metric = (typeof metrics)[number];

export interface TrafficBuffer {
  add(metric: Metric, source: { code: string; site: string; country: string }): void;
  /** Writes what was added so far. Never rejects: what could not be written waits for the next flush. */
  flush(): Promise<void>;
}

/** Sums in memory, about 6 MB. */
const defaultMaxSums = 20_000;
/** Milliseconds. In every time zone a day begins at a multiple of a quarter of an hour. */
export const slotMs = 900_000;

type Sums = Map<string, SlotCounts>;

/** A write whose commit was sent and not confirmed, because the connection broke. */
interface UnconfirmedWrite {
  transaction: string;
  sums: Sums;
}

export function createTrafficBuffer(options: {
  db: Pick<Database, 'pool'>;
  log: Log;
  /** Replaces the clock in tests. */
  now?: () => number;
  maxSums?: number;
}): TrafficBuffer {
  const { db, log, now = Date.now, maxSums = defaultMaxSums } = options;
  let sums: Sums = new Map();
  let unconfirmed: UnconfirmedWrite | null = null;
  let running: Promise<void> = Promise.resolve();
  let lost = 0;

  function findOrCreate(key: Pick<SlotCounts, 'code' | 'slot' | 'site' | 'country'>, limit: number) {
    const { code, slot, site, country } = key;
    const name = `${code} ${slot} ${country} ${site}`;
    const known = sums.get(name);
    if (known !== undefined || sums.size >= limit) return known;
    const sum = { code, slot, site, country, views: 0, clicks: 0, reads: 0, writes: 0 };
    sums.set(name, sum);
    return sum;
  }

  function merge(counts: SlotCounts): void {
    const sum =
      findOrCreate(counts, maxSums) ?? findOrCreate({ ...counts, site: '', country: '' }, 2 * maxSums);
    for (const metric of metrics) {
      if (sum === undefined) lost += counts[metric];
      else sum[metric] += counts[metric];
    }
  }

  function restore(unwritten: Sums): void {
    for (const counts of unwritten.values()) merge(counts);
  }

  /**
   * Whether the next write may start. PostgreSQL remembers for a long time which transactions were committed, so a commit
   * without a confirmation is neither counted twice nor lost.
   */
  async function resolveUnconfirmed(): Promise<boolean> {
    if (unconfirmed === null) return true;
    const { transaction, sums: sent } = unconfirmed;
    const outcome = await findTransactionOutcome(db, transaction);
    if (outcome === 'in-progress') return false;
    unconfirmed = null;
    if (outcome === 'aborted') restore(sent);
    if (outcome === 'unknown') log.warn('It is unknown whether some counts were written; they are dropped');
    return true;
  }

  async function write(): Promise<void> {
    if (!(await resolveUnconfirmed()) || sums.size === 0) return;
    const sent = sums;
    sums = new Map();
    let transaction: string | null = null;
    try {
      await inSystem(db, async (trx) => {
        transaction = await addCounts(trx, [...sent.values()]);
      });
    } catch (error) {
      // Without a transaction number the commit was never sent.
      if (transaction === null) restore(sent);
      else unconfirmed = { transaction, sums: sent };
      throw error;
    }
  }

  async function writeOrLog(): Promise<void> {
    await write().catch((error) =>
      log.warn({ err: error }, 'Counts could not be written; the next flush tries again'),
    );
    if (lost === 0) return;
    log.warn({ lost }, 'Counts were dropped because memory for them is full');
    lost = 0;
  }

  return {
    add(metric, source) {
      const counts = {
        ...source,
        slot: Math.floor(now() / slotMs),
        views: 0,
        clicks: 0,
        reads: 0,
        writes: 0,
      };
      counts[metric] = 1;
      merge(counts);
    },
    flush() {
      running = running.then(writeOrLog);
      return running;
    },
  };
}
