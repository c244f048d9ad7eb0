/** `backup <file|folder>` and `verify-backup <file>`: see docs/operations.md. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { ReadingKeys } from '../db/backup/container.ts';
import type { BackupHeader } from '../db/backup/header.ts';
import type { TableSummary } from '../db/backup/write-backup.ts';
import type { Database } from '../db/client.ts';
import { BackupRunningError, backupKeys, makeBackup } from '../features/backups/index.ts';
import type { Log } from '../lib/log.ts';
import { createSecretBox } from '../lib/secret-box.ts';
import { pendingMigrations } from '../open-migrated.ts';
import { CommandError, type CommandResult } from './command-result.ts';
import { readFlags } from './flags.ts';
import { readBackup } from './restore/restore-backup.ts';

export interface BackupContext {
  db: Database;
  settings: Settings;
  log: Log;
}

/** @param target an existing folder, in which the file gets a name, or the path of a new file */
export async function backupCommand(
  { db, settings, log }: BackupContext,
  target: string,
): Promise<CommandResult> {
  if ((await pendingMigrations(db))?.length !== 0)
    throw new CommandError(
      'refused',
      'the database is not of this version: back it up with the version that made it, or bring it up to date with the command migrate.',
    );
  const path = resolve(target);
  const box = createSecretBox([settings.secret, ...settings.oldSecrets], 'stored-secrets');
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  try {
    const made = await makeBackup({
      db,
      settings,
      box,
      log,
      target: isFolder ? { folder: path } : { file: path },
    });
    return {
      lines: [
        ...tableLines(made.tables),
        `${made.file}: ${made.rows} rows in ${made.tables.length} tables, ${made.bytes} bytes. It expires on ${made.header.expiresAt}.`,
        ...(made.deleted.length === 0 ? [] : [`Deleted because they expired: ${made.deleted.join(', ')}.`]),
        protectionLine(made.header),
      ],
      json: {
        file: made.file,
        backup: made.header,
        tables: made.tables,
        rows: made.rows,
        bytes: made.bytes,
        deleted: made.deleted,
      },
    };
  } catch (error) {
    if (error instanceof BackupRunningError) throw new CommandError('busy', error.message);
    throw error;
  }
}

function protectionLine({ encryption, signature }: BackupHeader): string {
  if (encryption !== null) return `It is encrypted with the key ${encryption.keyId}.`;
  const readable = 'It is not encrypted: whoever has the file can read everything in it.';
  return signature === null
    ? `${readable} It is not signed either: whoever could write the file may have changed it.`
    : `${readable} Set KINDLING_BACKUP_KEY to encrypt backups.`;
}

/** Null for words that it does not take. */
export function verifyBackupCommand(
  words: readonly string[],
  settings: Settings,
): Promise<CommandResult> | null {
  const flags = readFlags(words, { switches: ['--unencrypted'] });
  const [file, ...more] = flags?.rest ?? [];
  if (flags === null || file === undefined || more.length > 0) return null;
  return verify(resolve(file), { ...backupKeys(settings), unencrypted: flags.switches.has('--unencrypted') });
}

/** Reads a backup to its end and compares every hash. Needs no database. */
async function verify(file: string, keys: ReadingKeys): Promise<CommandResult> {
  const { header, tables, rows, bytes } = await readBackup(file, keys);
  const expired = Date.parse(header.expiresAt) <= Date.now();
  return {
    lines: [
      ...tableLines(tables),
      `The backup of ${header.createdAt} is whole: ${rows} rows in ${tables.length} tables, ${bytes} bytes.`,
      expired
        ? `It expired on ${header.expiresAt} and should be deleted.`
        : `It expires on ${header.expiresAt}.`,
      protectionLine(header),
    ],
    json: { backup: header, tables, rows, bytes, expired },
  };
}

export function tableLines(tables: readonly TableSummary[]): string[] {
  const width = Math.max(0, ...tables.map(({ table }) => table.length));
  return tables.map(
    ({ table, rows, sha256 }) => `${table.padEnd(width)}  ${String(rows).padStart(9)} rows  ${sha256}`,
  );
}
