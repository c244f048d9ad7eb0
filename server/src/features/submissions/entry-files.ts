/** The files of the entry queue by their names: a file that its process may still write, and one that is complete. */
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

export const openEnding = '.open';
const completeEnding = '.entries';
/** A process ends its own file at each drain, so an older one was left by a process that is gone. */
const abandonedMs = 30_000;

export interface EntryFiles {
  /** The names of the files that nobody writes any more, oldest first. */
  listComplete(): Promise<string[]>;
  /** Bytes of all files that wait to be stored. */
  waitingBytes(): Promise<number>;
  /** Gives an open file the name of a complete one; another process may have done so. */
  complete(name: string): Promise<void>;
  /** Completes the files of processes that are gone. */
  completeAbandoned(): Promise<void>;
}

export function entryFiles(folder: string): EntryFiles {
  async function list(...endings: string[]): Promise<string[]> {
    const names = await readdir(folder);
    // Names are UUIDv7, so their order is that of their time.
    return names.filter((name) => endings.some((ending) => name.endsWith(ending))).sort();
  }

  async function complete(name: string): Promise<void> {
    const path = join(folder, name);
    await rename(path, `${path.slice(0, -openEnding.length)}${completeEnding}`).catch(ignoreMissing);
  }

  return {
    listComplete: () => list(completeEnding),
    async waitingBytes() {
      const names = await list(openEnding, completeEnding);
      const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(ignoreMissing)));
      return found.reduce((sum, file) => sum + (file?.size ?? 0), 0);
    },
    complete,
    async completeAbandoned() {
      for (const name of await list(openEnding)) {
        const found = await stat(join(folder, name)).catch(ignoreMissing);
        // A clock that is set back makes the age negative.
        const age = found === undefined ? 0 : Math.abs(Date.now() - found.mtimeMs);
        if (age > abandonedMs) await complete(name);
      }
    },
  };
}

/** Another process may have moved or deleted a file meanwhile. */
export function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
