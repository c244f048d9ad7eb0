/** All SQL of the slice. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { deletePages } from '../../db/delete-pages.ts';
import type { DB } from '../../db/types.gen.ts';
import { type Erasure, erasureSchema } from './erasure.ts';

export async function readInstallation(trx: Transaction<DB>): Promise<string> {
  const { id } = await trx.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  return id;
}

/** Notes that a backup begins. @returns false while another one is being made, which was alive less than `deadMs` ago */
export async function beginBackup(
  trx: Transaction<DB>,
  id: string,
  now: Date,
  deadMs: number,
): Promise<boolean> {
  // One after the other, so that two workers do not both find none.
  await sql`lock table backups in share row exclusive mode`.execute(trx);
  // By the database's clock alone. A time far ahead is that of a clock that was set back since.
  const dead = sql`${deadMs / 1000} * interval '1 second'`;
  const running = await trx
    .selectFrom('backups')
    .select('id')
    .where('finished_at', 'is', null)
    .where('failure', 'is', null)
    .where(sql<boolean>`alive_at between clock_timestamp() - ${dead} and clock_timestamp() + ${dead}`)
    .executeTakeFirst();
  if (running !== undefined) return false;
  await trx.insertInto('backups').values({ id, began_at: now, alive_at: sql`clock_timestamp()` }).execute();
  return true;
}

export async function keepBackupAlive(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.updateTable('backups').set({ alive_at: sql`clock_timestamp()` }).where('id', '=', id).execute();
}

export async function endBackup(
  trx: Transaction<DB>,
  id: string,
  end: { bytes: number } | { failure: string },
): Promise<void> {
  const finished = sql<Date>`clock_timestamp()`;
  const values = 'failure' in end ? { failure: end.failure } : { finished_at: finished, bytes: end.bytes };
  await trx.updateTable('backups').set(values).where('id', '=', id).execute();
}

/** A finished backup whose folder was tidied after all. */
export async function clearFailure(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('backups')
    .set({ failure: null })
    .where('id', '=', id)
    .where('finished_at', 'is not', null)
    .execute();
}

export interface BackupRecordRow {
  id: string;
  began_at: Date;
  finished_at: Date | null;
  bytes: number | null;
  failure: string | null;
}

/**
 * The newest backup that was finished, and the newest of all. One that began after `now` is none of them: a clock was ahead, and
 * the backup is older than it says.
 * @param now without it, the time of the database
 */
export async function findLastBackups(
  trx: Transaction<DB>,
  now?: Date,
): Promise<{ finished: BackupRecordRow | null; latest: BackupRecordRow | null }> {
  const newest = trx
    .selectFrom('backups')
    .select(['id', 'began_at', 'finished_at', 'bytes', 'failure'])
    .where('began_at', '<=', now ?? sql<Date>`clock_timestamp()`)
    .orderBy('began_at', 'desc')
    .limit(1);
  return {
    finished: (await newest.where('finished_at', 'is not', null).executeTakeFirst()) ?? null,
    latest: (await newest.executeTakeFirst()) ?? null,
  };
}

export async function deleteOldRecords(
  db: Pick<Database, 'pool'>,
  before: { backups: Date; erasures: Date },
  signal?: AbortSignal,
): Promise<void> {
  await deletePages(db, 'backups', sql`began_at < ${before.backups}`, { signal });
  await deletePages(db, 'erasure_journal', sql`at < ${before.erasures}`, { signal });
}

/** The place of an erasure in the order of the journal. The time has microseconds, the precision of the database. */
export interface ErasurePosition {
  time: string;
  id: string;
}

export interface ErasurePage {
  erasures: Erasure[];
  /** The place of the last one; null without any. */
  last: ErasurePosition | null;
}

/** Erasures from `since` on, the oldest first. @param since the last one of the page before, or a time */
export async function listErasures(
  trx: Transaction<DB>,
  since: Date | ErasurePosition,
  limit: number,
): Promise<ErasurePage> {
  const behind =
    since instanceof Date
      ? sql`at >= ${since}`
      : sql`(at, id) > (${since.time}::timestamptz, ${since.id}::uuid)`;
  const { rows } = await sql<{
    at: Date;
    position: string;
    id: string;
    act: string;
    subject: string;
    keys: unknown;
  }>`
    select id, at, act, subject, keys, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
      from erasure_journal where ${behind} order by at, id limit ${limit}`.execute(trx);
  const last = rows.at(-1);
  return {
    erasures: rows.map(({ position: _, ...row }) =>
      erasureSchema.parse({ ...row, at: row.at.toISOString() }),
    ),
    last: last === undefined ? null : { time: last.position, id: last.id },
  };
}

/** Known ones are left as they are. */
export async function insertErasures(trx: Transaction<DB>, erasures: readonly Erasure[]): Promise<void> {
  for (const { keys, ...erasure } of erasures)
    await trx
      .insertInto('erasure_journal')
      .values({ ...erasure, keys: JSON.stringify(keys) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
}

/** When the backup was made from which this database was restored and is not finished; null for a database in order. */
export async function findUnfinishedRestore(
  trx: Transaction<DB>,
): Promise<{ backup_id: string; loaded_at: Date | null } | null> {
  const row = await trx
    .selectFrom('restores')
    .select(['backup_id', 'loaded_at'])
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function beginRestore(
  trx: Transaction<DB>,
  backup: { id: string; beganAt: Date },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('restores')
    .values({ backup_id: backup.id, backup_began_at: backup.beganAt, began_at: now })
    .onConflict((conflict) =>
      conflict.column('backup_id').doUpdateSet({ began_at: now, loaded_at: null, finished_at: null }),
    )
    .execute();
}

export async function finishRestore(trx: Transaction<DB>, backupId: string, now: Date): Promise<void> {
  await trx.updateTable('restores').set({ finished_at: now }).where('backup_id', '=', backupId).execute();
}
