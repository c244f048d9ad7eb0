/** For tests only: a worker that dies before one of its transactions. */
import type pg from 'pg';
import type { Database } from '../db/client.ts';

class WorkerKilledError extends Error {}

/**
 * Runs work with a database that fails after so many transactions.
 * @returns whether it finished before that
 */
export async function runUntilKilled(
  db: Database,
  transactions: number,
  work: (db: Database) => Promise<unknown>,
): Promise<boolean> {
  let left = transactions;
  const pool = new Proxy(db.pool, {
    get(target, name) {
      if (name !== 'connect') return Reflect.get(target, name) as unknown;
      return (...args: []) => {
        left -= 1;
        if (left < 0) throw new WorkerKilledError('killed');
        return (target.connect as (...all: []) => Promise<pg.PoolClient>)(...args);
      };
    },
  });
  try {
    await work({ ...db, pool });
  } catch (error) {
    if (!(error instanceof WorkerKilledError)) throw error;
  }
  return left >= 0;
}
