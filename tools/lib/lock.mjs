import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './paths.mjs';

/**
 * Runs `work` while no other process of this project folder runs work of the same name. Takes over the lock of a
 * process that no longer runs.
 */
export async function withLock(name, work) {
  const lock = join(root, '.cache', `${name}.lock`);
  await mkdir(join(root, '.cache'), { recursive: true });
  while (!(await take(lock))) {
    if (await isAbandoned(lock)) await rm(lock, { force: true });
    else await wait(200);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock) {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(lock) {
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''));
  // The file is empty between creating and writing it: not abandoned, check again.
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
