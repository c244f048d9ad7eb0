/** Restores a backup into an empty database, and does again what was erased since, before anything is served. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { identityMigrations } from '@kindling/identity';
import { type BuiltFolders, createServices } from '../../app.ts';
import { builtFolders } from '../../built-folders.ts';
import type { Settings } from '../../config/settings.ts';
import type { ReadingKeys } from '../../db/backup/container.ts';
import { BackupFileError } from '../../db/backup/header.ts';
import { loadBackup } from '../../db/backup/load-backup.ts';
import type { BackupContents } from '../../db/backup/records.ts';
import { verifyBackup } from '../../db/backup/verify-backup.ts';
import { type BackupSummary, openBackupFile, type TableSummary } from '../../db/backup/write-backup.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { migrate, unknownMigration } from '../../db/migrate.ts';
import { inSystem } from '../../db/transaction.ts';
import {
  backupKeys,
  beginRestore,
  findUnfinishedRestore,
  finishRestore,
  secretCheckContext,
} from '../../features/backups/index.ts';
import { revokeGrantJob } from '../../features/connections/index.ts';
import type { Log } from '../../lib/log.ts';
import { createSecretBox, type SecretBox } from '../../lib/secret-box.ts';
import { CommandError } from '../command-result.ts';
import { type AcceptedGaps, type GatheredJournal, gatherJournal } from './gather-journal.ts';
import { type HeldMails, holdMails } from './hold-mails.ts';
import { type Replayed, replayErasures } from './replay-erasures.ts';
import { inspectTarget } from './target.ts';

export interface RestoreOptions extends AcceptedGaps {
  settings: Settings;
  log: Log;
  file: string;
  /** File of the erasure journal; those of the settings and beside the backup are read, too. */
  journal: string | null;
  /** Restores a backup that should have been deleted. */
  expired: boolean;
  /** Restores a backup that is not encrypted though there is a key, or neither encrypted nor signed. */
  unencrypted: boolean;
  now?: Date;
  /** For tests of a newer version: folder of its migrations. */
  migrationsFolder?: string;
  /** For tests: built parts of the other workspaces. */
  folders?: BuiltFolders;
  /** For tests: address of another database than the one of the settings. */
  open?: () => Promise<Database>;
}

export interface Restored {
  backup: BackupSummary;
  tables: TableSummary[];
  /** Migrations that are newer than the backup. */
  migrated: string[];
  journal: GatheredJournal;
  replayed: Replayed;
  held: HeldMails;
}

/** @throws CommandError with the exit code of what is wrong; the target is empty or unfinished then, and is not served */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { settings, file, log } = options;
  const now = options.now ?? new Date();
  const backup = await readBackup(file, readingKeys(options));
  refuseExpired(backup, now, options.expired);
  const box = createSecretBox([settings.secret, ...settings.oldSecrets], 'stored-secrets');
  requireSecret(backup, box);
  const sets = {
    extraSets: [{ set: 'identity', migrations: identityMigrations }],
    ...(options.migrationsFolder === undefined ? {} : { migrationsFolder: options.migrationsFolder }),
  };
  await refuseNewer(backup.contents, sets);
  const journal = await gatherJournal({
    ...options,
    header: backup.header,
    backupFile: file,
    named: options.journal,
    box,
  });
  const db = await (options.open ?? (() => openTarget(settings, log)))();
  try {
    const isLoaded = await inspectTarget(db, backup);
    let tables = backup.tables;
    if (!isLoaded) {
      await migrate(db, { log, ...sets, only: backup.contents.migrations });
      await inSystem(db, (trx) =>
        beginRestore(trx, { id: backup.header.id, beganAt: new Date(backup.header.createdAt) }, now),
      );
      tables = await load(db, backup, options);
    }
    const migrated = await migrate(db, { log, ...sets });
    await endCodesAndLinks(db);
    const { held, replayed } = await replay(db, backup, journal, options, now);
    await db.maintenance.vacuum();
    await inSystem(db, (trx) => finishRestore(trx, backup.header.id, new Date()));
    return { backup, tables, migrated, journal, replayed, held };
  } finally {
    await db.close();
  }
}

const readingKeys = ({ settings, unencrypted }: RestoreOptions): ReadingKeys => ({
  ...backupKeys(settings),
  unencrypted,
});

type ReadBackup = BackupSummary & { contents: BackupContents };

const exitOf = { damaged: 'damaged', unknown: 'damaged', key: 'key', unprotected: 'refused' } as const;

/** Reads all of it, so that a damaged file changes nothing. */
export async function readBackup(file: string, keys: ReadingKeys): Promise<ReadBackup> {
  try {
    return await verifyBackup(file, keys);
  } catch (error) {
    if (error instanceof BackupFileError) throw new CommandError(exitOf[error.reason], error.message);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new CommandError('usage', `there is no file ${file}.`);
    throw error;
  }
}

function refuseExpired({ header }: BackupSummary, now: Date, allowed: boolean): void {
  if (allowed || Date.parse(header.expiresAt) > now.getTime()) return;
  throw new CommandError(
    'refused',
    `the backup expired on ${header.expiresAt} and should be deleted. With --expired it is restored all the same.`,
  );
}

function requireSecret({ header, contents }: ReadBackup, box: SecretBox): void {
  try {
    box.open(contents.secretCheck, secretCheckContext(header.id));
  } catch {
    throw new CommandError(
      'key',
      'the secret does not open what is encrypted in the backup: owners would have to reconnect their platforms and nobody could sign in. Set KINDLING_SECRET to the one of the backup, or put its file "secret" into KINDLING_DATA.',
    );
  }
}

async function refuseNewer(
  contents: BackupContents,
  sets: Parameters<typeof unknownMigration>[1],
): Promise<void> {
  const unknown = await unknownMigration(contents.migrations, sets);
  if (unknown === null) return;
  throw new CommandError(
    'refused',
    `the backup was made by a newer version of Kindling (it has the migration ${unknown}); restore it with that version or a newer one.`,
  );
}

function openTarget(settings: Settings, log: Log): Promise<Database> {
  if (settings.databaseUrl === null)
    return openDatabase({ dataFolder: join(settings.dataFolder, 'database'), log });
  const direct = settings.databaseDirectUrl === null ? {} : { directUrl: settings.databaseDirectUrl };
  return openDatabase({ url: settings.databaseUrl, ...direct, log });
}

async function load(db: Database, backup: ReadBackup, options: RestoreOptions): Promise<TableSummary[]> {
  const { header, records, close } = await openBackupFile(options.file, readingKeys(options));
  try {
    // What was checked is that of the file that was read first.
    if (!isDeepStrictEqual(header, backup.header))
      throw new CommandError('refused', 'the file became another one while it was read.');
    const tables = await loadBackup(db, records, async (client) => {
      await client.query('set local role kindling_system');
      await client.query('update restores set loaded_at = now() where backup_id = $1', [backup.header.id]);
    });
    await db.maintenance.checkpoint();
    return tables;
  } finally {
    await close();
  }
}

/**
 * A recovery code works once, and nobody knows which ones were used since the backup; links that change an address are of the time
 * before it. Safe to repeat, because nobody makes new ones before the restore is finished.
 */
function endCodesAndLinks(db: Database): Promise<void> {
  return db.withOwnerConnection(async (client) => {
    await client.query('delete from identity.recovery_code');
    await client.query('delete from identity.address_change');
  });
}

/** The services of a program that serves nothing: it has no web role and runs no jobs. */
async function replay(
  db: Database,
  { contents }: ReadBackup,
  { erasures }: GatheredJournal,
  { settings, log, folders = builtFolders }: RestoreOptions,
  now: Date,
): Promise<Pick<Restored, 'replayed' | 'held'>> {
  const loadedAt = (await inSystem(db, findUnfinishedRestore))?.loaded_at;
  if (loadedAt == null) throw new Error('The rows of the backup are not loaded.');
  const services = await createServices({ ...settings, roles: [] }, db, folders, log);
  try {
    for (const { name, key, data } of contents.jobs)
      if (name === revokeGrantJob.name)
        await services.queue.enqueue(revokeGrantJob, revokeGrantJob.payload.parse(data), {
          key: key ?? name,
        });
    const held = await holdMails(services, loadedAt, now);
    return { held, replayed: await replayErasures(services, erasures, loadedAt, now) };
  } finally {
    for (const module of [...services.modules].reverse()) await module.close?.();
    await services.queue.stop();
  }
}
