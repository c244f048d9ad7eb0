// Where a run of the tests keeps its databases and browser profiles: in memory where that has room, because every commit
// of a test would otherwise wait for the disk.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Room that databases and profiles are given without counting it; Docker's usual 64 MiB are too few. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;
/** Ours by the name alone, so it ends in six characters that nobody can guess and make before us. */
const OWN_FOLDER = /^kindling-tests-(\d+)-\w{6}$/;

/**
 * Makes a folder for this process, removed when it exits; one that a killed run left behind is removed first.
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
  // PostgreSQL's own account keeps its cluster in here and must pass, but need not list.
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
    // Another user's, or a program that is still ending writes into it: the next run removes it.
  }
}
