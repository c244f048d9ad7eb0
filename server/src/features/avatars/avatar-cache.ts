/**
 * Caches authors' pictures on disk within three limits. Age: at most 28 days, which together with the one day in browser
 * caches stays below the 30 days that the strictest platform allows. Permission: only while the review may be shown with
 * this picture. Space: a maximum number of bytes.
 */
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { Log } from '../../lib/log.ts';
import { avatarKey, parseAvatarFileName } from './avatar-address.ts';
import { type AvatarFile, createAvatarFiles } from './avatar-files.ts';
import { listPhotos } from './avatar-queries.ts';

const maxAgeMs = 28 * 86_400_000;
/** A file that is being written has a temporary name, and is left alone for this time. */
const temporaryFileMs = 60_000;
/** About 80,000 pictures. Above it the oldest are removed. */
const defaultMaxBytes = 256_000_000;

export interface AvatarCache {
  /** Null for a picture that is not cached or has expired. */
  read(accountId: string, file: string): Promise<Buffer | null>;
  /** Never rejects; a failure is logged. */
  write(accountId: string, file: string, bytes: Buffer): Promise<void>;
  /** Removes pictures that have expired, may no longer be shown, or exceed the space. */
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
  /** Bytes on disk; null until the first sweep has counted them. */
  let usedBytes: number | null = null;
  let sweeping: Promise<void> | null = null;

  function mayStay({ name, writtenAt }: AvatarFile, photos: Map<string, string>): boolean {
    if (name.startsWith('.')) return writtenAt > now() - temporaryFileMs;
    const parsed = parseAvatarFileName(name);
    const url = parsed === null ? undefined : photos.get(parsed.reviewId);
    return writtenAt > now() - maxAgeMs && url !== undefined && avatarKey(url) === parsed?.key;
  }

  /** @returns the files of the account that remain. */
  async function sweepAccount(accountId: string): Promise<AvatarFile[]> {
    const all = await files.list(accountId);
    const ids = all.flatMap(({ name }) => parseAvatarFileName(name)?.reviewId ?? []);
    const photos = await inTenant(db, accountId, (trx) => listPhotos(trx, accountId, ids));
    const remaining = all.filter((file) => mayStay(file, photos));
    for (const file of all) if (!remaining.includes(file)) await files.remove(accountId, file.name);
    return remaining;
  }

  async function sweepAll(): Promise<void> {
    const remaining: AvatarFile[] = [];
    for (const accountId of await files.listAccountIds()) remaining.push(...(await sweepAccount(accountId)));
    let bytes = remaining.reduce((sum, file) => sum + file.bytes, 0);
    // Frees a tenth more than needed, so that the next picture does not start the next sweep.
    const target = bytes > maxBytes ? maxBytes * 0.9 : maxBytes;
    for (const file of remaining.sort((a, b) => a.writtenAt - b.writtenAt)) {
      if (bytes <= target) break;
      await files.remove(file.accountId, file.name);
      bytes -= file.bytes;
    }
    usedBytes = bytes;
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
        log.warn({ err: error }, 'An avatar could not be written to disk');
        return;
      }
      if (usedBytes !== null) usedBytes += bytes.length;
      // Not awaited, so that no visitor waits for a sweep.
      if (usedBytes === null || usedBytes > maxBytes)
        sweep().catch((error: unknown) => log.warn({ err: error }, 'Old avatars could not be removed'));
    },
    sweep,
    eraseAccount: (accountId) => files.removeAccount(accountId),
  };
}
