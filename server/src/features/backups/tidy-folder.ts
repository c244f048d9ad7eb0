/**
 * Expired backups are deleted by every worker in its own folder, because each may have a local one and only one of them makes the
 * backup of a day.
 */
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { maxHeaderBytes, parseBackupHeader } from '../../db/backup/header.ts';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { Log } from '../../lib/log.ts';
import { runEvery } from '../../lib/run-every.ts';
import { timeForDeletion } from './database-time.ts';
import { readInstallation } from './queries.ts';
import { dayMs } from './retention.ts';

const tidyMs = 3_600_000;
const fileName = /^kindling-\d{8}T\d{6}Z\.backup$/;
const unfinishedName = /^kindling-\d{8}T\d{6}Z\.backup\.unfinished-\d+$/;

/** @returns what stops it */
export function startTidying({
  db,
  folder,
  log,
  everyMs = tidyMs,
  now,
}: {
  db: Pick<Database, 'pool'>;
  folder: string;
  log: Log;
  /** For tests. */
  everyMs?: number;
  now?: () => Date;
}): () => Promise<unknown> {
  return runEvery(
    everyMs,
    async () => {
      const at = now?.() ?? (await timeForDeletion(db, log));
      if (at === null) return;
      const files = await tidyFolder(folder, await inSystem(db, readInstallation), at);
      for (const file of files) log.info({ file }, 'An expired backup was deleted');
    },
    log,
  );
}

/** Deletes expired backups of this installation, and what a process left that was killed a day ago. */
export async function tidyFolder(folder: string, installation: string, now: Date): Promise<string[]> {
  const deleted: string[] = [];
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // The first backup makes it.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const path = join(folder, name);
    if (unfinishedName.test(name)) {
      const left = await stat(path).catch(() => null);
      if (left !== null && now.getTime() - left.mtimeMs > dayMs) await rm(path, { force: true });
    } else if (fileName.test(name) && (await isExpired(path, installation, now))) {
      await rm(path, { force: true });
      deleted.push(name);
    }
  }
  return deleted;
}

async function isExpired(path: string, installation: string, now: Date): Promise<boolean> {
  const handle = await open(path, 'r').catch(() => null);
  // Another worker with the same folder deleted it.
  if (handle === null) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0);
    const header = parseBackupHeader(buffer.subarray(0, bytesRead));
    return header.installation === installation && Date.parse(header.expiresAt) <= now.getTime();
  } catch {
    // Not one of ours, so it is not ours to delete.
    return false;
  } finally {
    await handle.close();
  }
}
