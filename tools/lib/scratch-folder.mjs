// The folder for databases and browser profiles of a test run: in memory where there is room, because otherwise every
// commit of a test would wait for the disk.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Enough for databases and profiles; Docker's default of 64 MiB is not. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;
/** Recognized by its name, which ends in six random characters so that nobody can create it before us. */
const OWN_FOLDER = /^kindling-tests-(\d+)-\w{6}$/;

/**
 * Makes a folder that is removed when this process exits. Removes folders of killed runs first.
 * @param memory a folder of a file system in memory, on Linux `/dev/shm`
 * @returns {string}
 */
export function createScratchFolder(memory = '/dev/shm', room = MIN_FREE_BYTES) {
  const parent = hasRoom(memory, room) ? memory : tmpdir();
  for (const name of readdirSync(parent)) {
    const pid = OWN_FOLDER.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) remove(join(parent, name));
  }
  const folder = mkdtempSync(join(parent, `kindling-tests-${process.pid}-`));
  // PostgreSQL's own user has its cluster in here: it must enter the folder, but not list it.
  chmodSync(folder, 0o711);
  process.once('exit', () => remove(folder));
  return folder;
}

function hasRoom(folder, room) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= room;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // It belongs to another user, or a program still writes into it: the next run removes it.
  }
}
