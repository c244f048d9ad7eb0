/**
 * Loads and clicks, added up in memory and written as sums every few seconds. A process that dies loses what it had not
 * written yet, at most one interval; nothing is ever written twice. While the database is away the sums wait here, and
 * what does not fit any more loses first its page and country, then itself.
 */
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { Log } from '../../lib/log.ts';
import { addCounts, findTransactionOutcome, type SlotCounts } from './queries.ts';

export const metrics = ['views', 'clicks', 'reads', 'writes'] as const;
export type Metric = (typeof metrics)[number];

export interface TrafficBuffer {
  add(name: Metric, where: { code: string; site: string; country: string }): void;
  /** Writes what was added so far. Never rejects: what could not be written waits for the next time. */
  flush(): Promise<void>;
}

/** Sums kept in memory: about 6 MB. */
const mostSums = 20_000;
/** Milliseconds; every time zone begins its days at a quarter of an hour. */
export const slotMs = 900_000;

type Sums = Map<string, SlotCounts>;

/** What was sent and not answered: the connection broke at the commit, or nobody knows. */
interface UnconfirmedWrite {
  transaction: string;
  sums: Sums;
}

export function createTrafficBuffer(options: {
  db: Pick<Database, 'pool'>;
  log: Log;
  /** Replaces the clock in tests. */
  now?: () => number;
  mostSums?: number;
}): TrafficBuffer {
  const { db, log, now = Date.now, mostSums: most = mostSums } = options;
  let sums: Sums = new Map();
  let doubt: UnconfirmedWrite | null = null;
  let running: Promise<void> = Promise.resolve();
  let lost = 0;

  function sumOf(key: Pick<SlotCounts, 'code' | 'slot' | 'site' | 'country'>, limit: number) {
    const { code, slot, site, country } = key;
    const name = `${code} ${slot} ${country} ${site}`;
    const known = sums.get(name);
    if (known !== undefined || sums.size >= limit) return known;
    const sum = { code, slot, site, country, views: 0, clicks: 0, reads: 0, writes: 0 };
    sums.set(name, sum);
    return sum;
  }

  function merge(more: SlotCounts): void {
    const sum = sumOf(more, most) ?? sumOf({ ...more, site: '', country: '' }, 2 * most);
    for (const name of metrics) {
      if (sum === undefined) lost += more[name];
      else sum[name] += more[name];
    }
  }

  function restore(older: Sums): void {
    for (const one of older.values()) merge(one);
  }

  /**
   * Whether the way is free. Transactions have numbers, and the database remembers for long which of them came to be:
   * so a commit whose answer was lost is neither counted twice nor given up.
   */
  async function resolveUnconfirmed(): Promise<boolean> {
    if (doubt === null) return true;
    const { transaction, sums: doubtful } = doubt;
    const outcome = await findTransactionOutcome(db, transaction);
    if (outcome === 'running') return false;
    doubt = null;
    if (outcome === 'undone') restore(doubtful);
    if (outcome === 'forgotten') log.warn('Nobody knows whether some counts were written; they are left out');
    return true;
  }

  async function write(): Promise<void> {
    if (!(await resolveUnconfirmed()) || sums.size === 0) return;
    const taken = sums;
    sums = new Map();
    let transaction: string | null = null;
    try {
      await inSystem(db, async (trx) => {
        transaction = await addCounts(trx, [...taken.values()]);
      });
    } catch (error) {
      // Without a number it never came to the commit.
      if (transaction === null) restore(taken);
      else doubt = { transaction, sums: taken };
      throw error;
    }
  }

  async function attempt(): Promise<void> {
    await write().catch((error) => log.warn({ err: error }, 'Counts could not be written; they wait'));
    if (lost === 0) return;
    log.warn({ lost }, 'More was counted than fits into memory; some of it is lost');
    lost = 0;
  }

  return {
    add(name, where) {
      const one = { ...where, slot: Math.floor(now() / slotMs), views: 0, clicks: 0, reads: 0, writes: 0 };
      one[name] = 1;
      merge(one);
    },
    flush() {
      running = running.then(attempt);
      return running;
    },
  };
}
