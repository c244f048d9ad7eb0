/**
 * Copies the files of the embedded database while it is in use, as PostgreSQL's own base backups do: the copy recovers with
 * the log that was written meanwhile, to the moment of the end. The caller makes sure that no checkpoint runs meanwhile,
 * which would remove parts of this log.
 */
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

/** PostgreSQL creates their content again. */
const withoutContent = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_stat_tmp',
  'pg_notify',
  'pg_subtrans',
  'pg_snapshots',
  'pg_dynshmem',
  'pg_serial',
]);
const leftOut = /^(?:postmaster\.(?:pid|opts)|backup_label.*|kindling-copy-.*|pgsql_tmp.*)$/;

/**
 * @param client acts as the owner of the tables
 * @param to a folder that does not exist yet
 */
export async function copyDatabaseFiles(client: pg.Client, from: string, to: string): Promise<void> {
  await client.query(`select pg_backup_start('kindling', true)`);
  try {
    await copyTree(from, to, true);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await copyTree(path.join(from, 'pg_wal'), path.join(to, 'pg_wal'), false);
    await writeFile(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } catch (error) {
    // Without effect when it was stopped, or when the engine was restarted, which forgets it.
    await client.query('select pg_backup_stop(false)').catch(() => {});
    await rm(to, { recursive: true, force: true });
    throw error;
  }
}

async function copyTree(from: string, to: string, isTop: boolean): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.test(entry.name)) continue;
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) {
      if (isTop && withoutContent.has(entry.name)) await mkdir(target, { recursive: true, mode: 0o700 });
      else await copyTree(source, target, false);
    } else if (entry.isFile()) await copyUnlessGone(source, target);
  }
}

/** A table that is dropped meanwhile takes its files with it; the log says so, too. */
async function copyUnlessGone(from: string, to: string): Promise<void> {
  try {
    // A copy-on-write file system shares the blocks.
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
