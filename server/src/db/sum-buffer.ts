/**
 * Adds up counts in memory and writes the sums every few seconds. A process that dies loses what it has not written yet, at
 * most one interval; nothing is written twice. While the database is down the sums wait here. If they no longer fit into
 * memory, new sums become coarser first, and are dropped last.
 */
import type { Transaction } from 'kysely';
import type { Log } from '../lib/log.ts';
import type { Database } from './client.ts';
import { inSystem } from './transaction.ts';
import { findTransactionOutcome } from './transaction-outcome.ts';
import type { DB } from './types.gen.ts';
import { areWritesRefused } from './write-refusal.ts';

/** Sums in memory, about 6 MB. */
const defaultMaxSums = 20_000;

export interface SumBuffer<Sum> {
  add(sum: Sum): void;
  /** Writes what was added so far. Never rejects: what could not be written waits for the next flush. */
  flush(): Promise<void>;
}

export interface SumBufferOptions<Sum> {
  db: Pick<Database, 'pool'>;
  log: Log;
  /** What two sums have in common that are added up. */
  keyOf(sum: Sum): string;
  /** Both sums in one. */
  plus(one: Sum, other: Sum): Sum;
  /** The same counts with fewer details, for when memory is full. */
  coarser(sum: Sum): Sum;
  /** How many counts a sum holds, for the log. */
  sizeOf(sum: Sum): number;
  /** Writes sums across all accounts. @returns the number of the transaction */
  write(trx: Transaction<DB>, sums: readonly Sum[]): Promise<string>;
  maxSums?: number | undefined;
}

export function createSumBuffer<Sum>(options: SumBufferOptions<Sum>): SumBuffer<Sum> {
  const { db, log, keyOf, plus, coarser, sizeOf, maxSums = defaultMaxSums } = options;
  let sums = new Map<string, Sum>();
  let unconfirmed: { transaction: string; sums: ReadonlyMap<string, Sum> } | null = null;
  let running: Promise<void> = Promise.resolve();
  let lost = 0;

  function tryMerge(sum: Sum, limit: number): boolean {
    const key = keyOf(sum);
    const known = sums.get(key);
    if (known === undefined && sums.size >= limit) return false;
    sums.set(key, known === undefined ? sum : plus(known, sum));
    return true;
  }

  function merge(sum: Sum): void {
    if (!tryMerge(sum, maxSums) && !tryMerge(coarser(sum), 2 * maxSums)) lost += sizeOf(sum);
  }

  function restore(unwritten: ReadonlyMap<string, Sum>): void {
    for (const sum of unwritten.values()) merge(sum);
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
    // In the read-only mode the sums wait as they do while the database is down.
    if (areWritesRefused(db.pool) || !(await resolveUnconfirmed()) || sums.size === 0) return;
    const sent = sums;
    sums = new Map();
    let transaction: string | null = null;
    try {
      await inSystem(db, async (trx) => {
        transaction = await options.write(trx, [...sent.values()]);
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
    add: merge,
    flush() {
      running = running.then(writeOrLog);
      return running;
    },
  };
}
