import { z } from 'zod';
import { inSystem } from '../../db/transaction.ts';
import { defineJob, defineJobHandler, isStopping, type JobHandler } from '../../jobs/job.ts';
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
    defineJobHandler(backupDeleteOldJob, () => deleteOld(deps)),
  ];
}

export async function makeDueBackup(
  deps: BackupsDeps,
  signal: AbortSignal,
  now: Date = new Date(),
): Promise<void> {
  const { folder, time } = deps.settings.backups;
  if (folder === null) return;
  const last = await inSystem(deps.db, findLastBackups);
  if (!isBackupDue(time, last, now)) return finishLastBackup(deps, folder, last.finished, now);
  try {
    const { file, bytes, rows } = await makeBackup({ ...deps, target: { folder }, now, signal });
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
  { db, box }: Pick<BackupsDeps, 'db' | 'box'>,
  folder: string,
  finished: BackupRecordRow | null,
  now: Date,
): Promise<void> {
  if (finished === null || finished.failure === null) return;
  await finishFolder({ db, box, folder, now });
  await inSystem(db, (trx) => clearFailure(trx, finished.id));
}

function deleteOld({ db }: Pick<BackupsDeps, 'db'>, now: Date = new Date()): Promise<void> {
  return inSystem(db, (trx) =>
    deleteOldRecords(trx, {
      backups: new Date(now.getTime() - backupRecordDays * dayMs),
      erasures: new Date(now.getTime() - journalDays * dayMs),
    }),
  );
}
