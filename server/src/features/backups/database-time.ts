/**
 * The time by which backups are made and deleted. It is the database's, because one machine with a wrong clock must not delete the
 * backups of all, or keep the others from making one.
 */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { Log } from '../../lib/log.ts';

/** A larger difference is no delay, but a wrong clock. */
const toleranceMs = 5 * 60_000;

export async function readDatabaseTime(trx: Transaction<DB>): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('The database did not tell its time.');
  return row.at;
}

/** Null, with a line of the log, while the clocks of database and machine differ: what is deleted by a wrong one is lost. */
export async function timeForDeletion(
  db: Pick<Database, 'pool'>,
  log: Pick<Log, 'error'>,
): Promise<Date | null> {
  const asked = Date.now();
  const at = await inSystem(db, readDatabaseTime);
  const skew = Math.max(asked - at.getTime(), at.getTime() - Date.now());
  if (skew <= toleranceMs) return at;
  log.error(
    { ageSeconds: Math.round(skew / 1000) },
    'No backup and no erasure is deleted for its age: the clocks of this machine and of the database differ',
  );
  return null;
}
