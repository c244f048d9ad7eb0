/**
 * Authors' pictures that are kept, and for how long: at most 28 days, which with the day that browsers keep one stays
 * below the 30 that the strictest platform allows; only while the review may be shown with this picture; and in a bounded
 * number of bytes.
 */
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { Log } from '../../lib/log.ts';
import { avatarKey, parseAvatarFileName } from './avatar-address.ts';
import { type AvatarFile, createAvatarFiles } from './avatar-files.ts';
import { listPhotos } from './avatar-queries.ts';

const maxAgeMs = 28 * 86_400_000;
/** What is being written has a name of its own until it is whole. */
const temporaryFileMs = 60_000;
/** About 80,000 pictures. Past it the oldest go. */
const defaultMaxBytes = 256_000_000;

export interface AvatarCache {
  /** Null where there is none, or one that is too old. */
  read(accountId: string, file: string): Promise<Buffer | null>;
  /** Resolves also when it failed; that is logged. */
  write(accountId: string, file: string, bytes: Buffer): Promise<void>;
  /** Removes what is too old, may no longer be shown, or has no room. */
  sweep(): Promise<void>;
  eraseAccount(accountId: string): Promise<void>;
}

export interface AvatarCacheOptions {
  db: Pick<Database, 'pool'>;
  folder: string;
  log: Log;
  maxBytes?: number;
  now?: () => number;
}

export function createAvatarCache(options: AvatarCacheOptions): AvatarCache {
  const { db, log, maxBytes = defaultMaxBytes, now = Date.now } = options;
  const files = createAvatarFiles(options.folder);
  /** Bytes on disk; null until they were counted. */
  let held: number | null = null;
  let sweeping: Promise<void> | null = null;

  function mayStay({ name, writtenAt }: AvatarFile, photos: Map<string, string>): boolean {
    if (name.startsWith('.')) return writtenAt > now() - temporaryFileMs;
    const read = parseAvatarFileName(name);
    const url = read === null ? undefined : photos.get(read.reviewId);
    return writtenAt > now() - maxAgeMs && url !== undefined && avatarKey(url) === read?.key;
  }

  /** @returns what stays of one account. */
  async function sweepAccount(accountId: string): Promise<AvatarFile[]> {
    const all = await files.list(accountId);
    const ids = all.flatMap(({ name }) => parseAvatarFileName(name)?.reviewId ?? []);
    const photos = await inTenant(db, accountId, (trx) => listPhotos(trx, accountId, ids));
    const left = all.filter((file) => mayStay(file, photos));
    for (const file of all) if (!left.includes(file)) await files.remove(accountId, file.name);
    return left;
  }

  async function sweepAll(): Promise<void> {
    const left: AvatarFile[] = [];
    for (const accountId of await files.listAccountIds()) left.push(...(await sweepAccount(accountId)));
    let bytes = left.reduce((sum, file) => sum + file.bytes, 0);
    // A tenth more than needed, so that the next picture does not ask for the next sweep.
    const room = bytes > maxBytes ? maxBytes * 0.9 : maxBytes;
    for (const file of left.sort((a, b) => a.writtenAt - b.writtenAt)) {
      if (bytes <= room) break;
      await files.remove(file.accountId, file.name);
      bytes -= file.bytes;
    }
    held = bytes;
  }

  function sweep(): Promise<void> {
    sweeping ??= sweepAll().finally(() => {
      sweeping = null;
    });
    return sweeping;
  }

  return {
    read: (accountId, file) => files.read(accountId, file, now() - maxAgeMs),
    async write(accountId, file, bytes) {
      try {
        await files.write(accountId, file, bytes);
      } catch (error) {
        log.warn({ err: error }, 'A picture could not be kept on disk');
        return;
      }
      if (held !== null) held += bytes.length;
      // No visitor waits for it.
      if (held === null || held > maxBytes)
        sweep().catch((error: unknown) => log.warn({ err: error }, 'Old pictures could not be removed'));
    },
    sweep,
    eraseAccount: (accountId) => files.removeAccount(accountId),
  };
}
