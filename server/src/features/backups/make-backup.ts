/** Makes one backup, of either database, while others use it. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Settings } from '../../config/settings.ts';
import { protectionWith } from '../../db/backup/header.ts';
import type { BackupContents } from '../../db/backup/records.ts';
import { type BackupSummary, writeBackup } from '../../db/backup/write-backup.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { isStopping } from '../../jobs/job.ts';
import { newId } from '../../lib/ids.ts';
import type { Log } from '../../lib/log.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { runEvery } from '../../lib/run-every.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { readDatabaseTime, timeForDeletion } from './database-time.ts';
import { readWholeJournal } from './journal-file.ts';
import { journalFile } from './journal-lines.ts';
import { backupKeys } from './keys.ts';
import { beginBackup, endBackup, keepBackupAlive, readInstallation } from './queries.ts';
import { backupDays, dayMs } from './retention.ts';
import { stoppedFailure } from './schedule.ts';
import { tidyFolder } from './tidy-folder.ts';

/** Name of the journal's copy beside backups. */
export const journalName = 'erasure-journal';
const aliveMs = 20_000;
/** A backup that was not alive for so long was killed, and does not keep the next one from beginning. */
const deadMs = 120_000;
/** What waits of these jobs is in the backup. Sweeps find the work of all others again in the tables. */
const jobsWithoutSweep = ['connections.revoke'];

export interface MakeBackupOptions {
  db: Database;
  settings: Pick<Settings, 'backups' | 'secret' | 'oldSecrets' | 'dataFolder'>;
  box: SecretBox;
  log: Log;
  /** A folder, in which the file gets a name and expired ones are deleted, or the path of a new file. */
  target: { folder: string } | { file: string };
  /** For tests; otherwise the database's time. */
  now?: Date;
  signal?: AbortSignal;
}

export interface MadeBackup extends BackupSummary {
  file: string;
  /** Names of expired backups that were deleted. */
  deleted: string[];
}

export class BackupRunningError extends Error {
  override name = 'BackupRunningError';
}

/** What the secret check of a backup is sealed for. */
export const secretCheckContext = (backupId: string) => `backup ${backupId}`;

/**
 * @throws BackupRunningError while another one is made; Error of disk or database, after which no file is left, or a whole one
 *   whose folder was not tidied: {@link finishFolder} does that again
 */
export async function makeBackup(options: MakeBackupOptions): Promise<MadeBackup> {
  const { db, settings, box, target, log } = options;
  const now = options.now ?? (await inSystem(db, readDatabaseTime));
  const id = newId();
  const file = 'file' in target ? target.file : join(target.folder, nameAt(now));
  if ('folder' in target) makeFolder(target.folder);
  if (existsSync(file)) throw new Error(`there is a file ${file} already.`);
  if (!(await inSystem(db, (trx) => beginBackup(trx, id, now, deadMs))))
    throw new BackupRunningError('another backup is being made.');
  const stopAlive = runEvery(aliveMs, () => inSystem(db, (trx) => keepBackupAlive(trx, id)), log);
  try {
    const installation = await inSystem(db, readInstallation);
    const keys = backupKeys(settings);
    const header = {
      id,
      installation,
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + backupDays * dayMs).toISOString(),
      ...protectionWith(keys),
    };
    const secretCheck = box.seal('kindling', secretCheckContext(id));
    const { signal } = options;
    const write = (source: Database) =>
      writeBackup({
        db: source,
        file,
        keys,
        header,
        secretCheck,
        readJobs,
        ...(signal === undefined ? {} : { signal }),
      });
    const summary = await (db.copyFiles === null ? write(db) : fromCopy(db, settings.dataFolder, log, write));
    await inSystem(db, (trx) => endBackup(trx, id, { bytes: summary.bytes }));
    const deleted = 'folder' in target ? await finishFolder({ ...options, folder: target.folder }) : [];
    return { ...summary, file, deleted };
  } catch (error) {
    const failure = failureOf(error, options.signal);
    await inSystem(db, (trx) => endBackup(trx, id, { failure })).catch(() => {});
    throw error;
  } finally {
    await stopAlive();
  }
}

function failureOf(error: unknown, signal: AbortSignal | undefined): string {
  if (isStopping(signal)) return stoppedFailure;
  return error instanceof Error && 'code' in error ? String(error.code) : 'failed';
}

/**
 * What follows a backup into a folder: expired ones are deleted, and a copy of the erasure journal is put beside it. Safe to
 * repeat.
 * @returns names of the deleted ones
 */
export async function finishFolder({
  db,
  box,
  log,
  folder,
  now,
}: Pick<MakeBackupOptions, 'db' | 'box' | 'log' | 'now'> & { folder: string }): Promise<string[]> {
  const journal = await readWholeJournal(db, await inSystem(db, readDatabaseTime));
  const at = now ?? (await timeForDeletion(db, log));
  const deleted = at === null ? [] : await tidyFolder(folder, journal.installation, at);
  await replaceFile(join(folder, journalName), journalFile(journal, box, { besideBackup: true }).text);
  return deleted;
}

const nameAt = (at: Date) => `kindling-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;

/**
 * The embedded database has one session, which a backup would hold for as long as it takes. So its files are copied while it
 * is in use, and an engine of its own reads the copy.
 */
async function fromCopy<T>(
  db: Database,
  dataFolder: string,
  log: Log,
  work: (copy: Database) => Promise<T>,
): Promise<T> {
  await removeLeftCopies(dataFolder);
  const folder = await mkdtemp(join(dataFolder, copyPrefix));
  try {
    await db.copyFiles?.(folder);
    const copy = await openDatabase({ dataFolder: folder, log });
    try {
      return await work(copy);
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const copyPrefix = 'backup-copy-';

/** Only one backup is made at a time, so other copies are those of processes that ended. */
async function removeLeftCopies(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder))
    if (name.startsWith(copyPrefix)) await rm(join(dataFolder, name), { recursive: true, force: true });
}

async function readJobs(client: pg.Client): Promise<BackupContents['jobs']> {
  const { rows: found } = await client.query<{ present: boolean }>(
    `select to_regclass('pgboss.job') is not null as present`,
  );
  if (found[0]?.present !== true) return [];
  const { rows } = await client.query<BackupContents['jobs'][number]>(
    `select name, singleton_key as key, data from pgboss.job where name = any ($1) and state in ('created', 'retry', 'active')`,
    [jobsWithoutSweep],
  );
  return rows;
}
