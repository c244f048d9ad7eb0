/**
 * Authors' pictures on disk, one folder per account, one file per review and picture address. Nothing here is asked
 * whether it may be shown: avatars.ts does that with each request, and has what may not be shown removed.
 */
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../lib/make-folder.ts';

export interface AvatarFile {
  accountId: string;
  name: string;
  bytes: number;
  writtenAt: number;
}

export interface AvatarFiles {
  /** Null where there is none that was written after `since` (ms). */
  read(accountId: string, name: string, since: number): Promise<Buffer | null>;
  write(accountId: string, name: string, bytes: Buffer): Promise<void>;
  remove(accountId: string, name: string): Promise<void>;
  removeAccount(accountId: string): Promise<void>;
  /** Ids of accounts that have a folder. */
  listAccountIds(): Promise<string[]>;
  list(accountId: string): Promise<AvatarFile[]>;
}

const accountShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createAvatarFiles(folder: string): AvatarFiles {
  let count = 0;
  return {
    async read(accountId, name, since) {
      const file = join(folder, accountId, name);
      try {
        return (await stat(file)).mtimeMs > since ? await readFile(file) : null;
      } catch {
        return null;
      }
    },
    async write(accountId, name, bytes) {
      makeFolder(folder);
      makeFolder(join(folder, accountId));
      count += 1;
      const temporary = join(folder, accountId, `.${process.pid}.${count}`);
      try {
        await writeFile(temporary, bytes);
        await rename(temporary, join(folder, accountId, name));
      } catch (error) {
        // On a full disk each try would leave a piece behind, and the disk would stay full.
        await rm(temporary, { force: true });
        throw error;
      }
    },
    remove: (accountId, name) => rm(join(folder, accountId, name), { force: true }),
    removeAccount: (accountId) => rm(join(folder, accountId), { recursive: true, force: true }),
    listAccountIds: async () => (await names(folder)).filter((name) => accountShape.test(name)),
    async list(accountId) {
      const files: AvatarFile[] = [];
      for (const name of await names(join(folder, accountId))) {
        const known = await stat(join(folder, accountId, name)).catch(() => null);
        if (known !== null) files.push({ accountId, name, bytes: known.size, writtenAt: known.mtimeMs });
      }
      return files;
    },
  };
}

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
