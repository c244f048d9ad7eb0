/** When the backup of a day is due. */
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { readDatabaseTime } from './database-time.ts';
import { type BackupRecordRow, findLastBackups } from './queries.ts';

/** After a failure the next attempt waits this long. */
const retryMs = 3_600_000;

/** The last time of the day before `now`. @param time `HH:MM` in UTC */
export function lastScheduledTime(time: string, now: Date): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${time}:00.000Z`);
  return today <= now ? today : new Date(today.getTime() - 86_400_000);
}

/** What a backup that ended because its worker stops has as its failure. */
export const stoppedFailure = 'stopped';

type Attempt = Pick<BackupRecordRow, 'began_at' | 'finished_at' | 'failure'>;

/** Whether a backup is due: none was finished since the last time of the day, and none failed within the hour. */
export function isBackupDue(
  time: string,
  { finished, latest }: { finished: Attempt | null; latest: Attempt | null },
  now: Date,
): boolean {
  if (finished !== null && finished.began_at >= lastScheduledTime(time, now)) return false;
  if (latest === null || latest.finished_at !== null || latest.failure === stoppedFailure) return true;
  return now.getTime() - latest.began_at.getTime() >= retryMs;
}

/** Seconds since the last backup that was finished; null when there was none. For metrics and `doctor`. */
export function lastBackupAge(db: Pick<Database, 'pool'>): Promise<number | null> {
  return inSystem(db, readLastBackupAge);
}

/** As {@link lastBackupAge}, within a transaction. */
export async function readLastBackupAge(trx: Transaction<DB>): Promise<number | null> {
  const now = await readDatabaseTime(trx);
  const { finished } = await findLastBackups(trx, now);
  return finished === null ? null : (now.getTime() - finished.began_at.getTime()) / 1000;
}
