import { open, rename, rm } from 'node:fs/promises';

/** Writes a file that only this user can read: whole and on the disk, or not at all. @throws the system's error */
export async function replaceFile(file: string, text: string): Promise<void> {
  const unfinished = `${file}.unfinished-${process.pid}`;
  try {
    const handle = await open(unfinished, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
