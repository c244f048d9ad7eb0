/**
 * Authors' pictures on disk, one folder per account, one file per review and picture address. This module does not know
 * whether a picture may be shown: avatars.ts checks that with each request, and the sweep removes the rest.
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
  /** Null for a file that does not exist or was written before `since` (ms). */
  read(accountId: string, name: string, since: number): Promise<Buffer | null>;
  write(accountId: string, name: string, bytes: Buffer): Promise<void>;
  remove(accountId: string, name: string): Promise<void>;
  removeAccount(accountId: string): Promise<void>;
  /** Ids of accounts that have a folder. */
  listAccountIds(): Promise<string[]>;
  list(accountId: string): Promise<AvatarFile[]>;
}

const accountIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createAvatarFiles(folder: string): AvatarFiles {
  let writes = 0;
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
      writes += 1;
      const temporary = join(folder, accountId, `.${process.pid}.${writes}`);
      try {
        await writeFile(temporary, bytes);
        await rename(temporary, join(folder, accountId, name));
      } catch (error) {
        // On a full disk every attempt would leave a partial file behind, and the disk would stay full.
        await rm(temporary, { force: true });
        throw error;
      }
    },
    remove: (accountId, name) => rm(join(folder, accountId, name), { force: true }),
    removeAccount: (accountId) => rm(join(folder, accountId), { recursive: true, force: true }),
    listAccountIds: async () => (await names(folder)).filter((name) => accountIdPattern.test(name)),
    async list(accountId) {
      const files: AvatarFile[] = [];
      for (const name of await names(join(folder, accountId))) {
        const stats = await stat(join(folder, accountId, name)).catch(() => null);
        if (stats !== null) files.push({ accountId, name, bytes: stats.size, writtenAt: stats.mtimeMs });
      }
      return files;
    },
  };
}

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
