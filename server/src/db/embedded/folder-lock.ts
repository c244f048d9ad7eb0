/**
 * One process per data folder. Two engines on the same files destroy them silently, and PostgreSQL's own
 * postmaster.pid does not protect here (every PGlite has the same process number).
 *
 * The lock is SQLite's exclusive lock on an empty file: the operating system gives it to one process and
 * takes it back when that process ends in whatever way, so there is nothing stale to judge and no process
 * number to mistake. The file with the number beside it is only for the sentence shown to the second one
 * (never opened through the lock file itself: closing any descriptor of it would drop the lock).
 */
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../lib/make-folder.ts';

/** Two starters at the same moment step back from each other; one wins within this time. */
const CONTENTION_MS = 500;

export interface FolderLock {
  /** Gives the folder free. Safe to call twice. */
  release(): void;
}

/** Creates the folder when missing and locks it. Throws one sentence when it is not writable or in use. */
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
    makeFolder(folder, 0o700);
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
