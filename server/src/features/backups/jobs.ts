import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, isStopping, type JobHandler } from '../../jobs/job.ts';
import { readDatabaseTime, timeForDeletion } from './database-time.ts';
import type { BackupsDeps } from './deps.ts';
import { BackupRunningError, finishFolder, makeBackup } from './make-backup.ts';
import { type BackupRecordRow, clearFailure, deleteOldRecords, findLastBackups } from './queries.ts';
import { backupRecordDays, dayMs, journalDays } from './retention.ts';
import { isBackupDue } from './schedule.ts';

/** Makes the backup of the day when it is due, also on a machine that was off at that time. */
export const backupSweepJob = defineJob({
  name: 'backups.sweep',
  payload: z.strictObject({}),
  cron: '*/10 * * * *',
  retryLimit: 0,
  // Less than the day until the next one.
  expireInSeconds: 23 * 3600,
});

export const backupDeleteOldJob = defineJob({
  name: 'backups.delete-old',
  payload: z.strictObject({}),
  cron: '11 4 * * *',
});

export function backupJobs(deps: BackupsDeps): JobHandler[] {
  return [
    defineJobHandler(backupSweepJob, (_payload, signal) => makeDueBackup(deps, signal)),
    defineJobHandler(backupDeleteOldJob, (_payload, signal) => deleteOld(deps, signal)),
  ];
}

export async function makeDueBackup(deps: BackupsDeps, signal: AbortSignal, now?: Date): Promise<void> {
  const { folder, time } = deps.settings.backups;
  if (folder === null) return;
  const at = now ?? (await inSystem(deps.db, readDatabaseTime));
  const given = now === undefined ? {} : { now };
  const last = await inSystem(deps.db, (trx) => findLastBackups(trx, at));
  if (!isBackupDue(time, last, at)) return finishLastBackup({ ...deps, ...given, folder }, last.finished);
  try {
    const { file, bytes, rows } = await makeBackup({ ...deps, ...given, target: { folder }, signal });
    deps.log.info({ file, bytes, rows }, 'A backup was made');
  } catch (error) {
    if (error instanceof BackupRunningError) return;
    // It returns to the queue, and the next worker makes the backup.
    if (isStopping(signal)) throw error;
    deps.log.error({ err: error }, 'The backup of the day failed');
    throw error;
  }
}

/** The file is whole, and what follows it failed: then that alone is done again. */
async function finishLastBackup(
  options: Parameters<typeof finishFolder>[0],
  finished: BackupRecordRow | null,
): Promise<void> {
  if (finished === null || finished.failure === null) return;
  await finishFolder(options);
  await inSystem(options.db, (trx) => clearFailure(trx, finished.id));
}

export async function deleteOld(
  { db, log }: Pick<BackupsDeps, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = await timeForDeletion(db, log);
  if (now === null) return;
  const before = {
    backups: new Date(now.getTime() - backupRecordDays * dayMs),
    erasures: new Date(now.getTime() - journalDays * dayMs),
  };
  await deleteOldRecords(db, before, signal);
}
