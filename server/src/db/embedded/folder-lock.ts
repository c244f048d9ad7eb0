/**
 * Allows one process per data folder. Two engines on the same files would destroy them without an error, and PostgreSQL's
 * postmaster.pid does not prevent that, because every PGlite has the same process id.
 *
 * The lock is SQLite's exclusive lock on an empty file. The operating system releases it when the process ends, however
 * it ends, so a lock can never be stale. The process id is in a separate file and only used in the error message: opening
 * and closing the lock file itself would release the lock.
 */
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../lib/make-folder.ts';

/** When two processes start at the same moment, one gets the lock within this time. */
const CONTENTION_MS = 500;

export interface FolderLock {
  /** Releases the folder. Safe to call twice. */
  release(): void;
}

/**
 * Creates the folder if it is missing and locks it.
 * @throws Error with one sentence when it is not writable or in use.
 */
export function lockFolder(folder: string): FolderLock {
  prepare(folder);
  const holderFile = path.join(folder, 'kindling.pid');
  const database = new DatabaseSync(path.join(folder, 'kindling.lock'), { timeout: CONTENTION_MS });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch {
    database.close();
    throw new Error(
      `The data folder ${folder} is in use by another Kindling process${holder(holderFile)}; stop that one first or choose another data folder.`,
    );
  }
  fs.writeFileSync(holderFile, `${process.pid}\n`);
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      fs.rmSync(holderFile, { force: true });
      database.close();
    },
  };
}

function prepare(folder: string): void {
  const probe = path.join(folder, `.write-test-${process.pid}`);
  try {
    makeFolder(folder);
    fs.writeFileSync(probe, '');
    fs.rmSync(probe);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new Error(
      `The data folder ${folder} cannot be written to (${code}); make it writable or choose another.`,
    );
  }
}

function holder(file: string): string {
  try {
    return ` (process ${Number.parseInt(fs.readFileSync(file, 'utf8'), 10)})`;
  } catch {
    return '';
  }
}
