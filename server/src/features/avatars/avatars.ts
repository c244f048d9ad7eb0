/**
 * Serves authors' pictures from our own host, so that a visitor's browser contacts nobody else. Trust rules: an address
 * names only a review of an embed; the download URL comes from our own row at that moment and leads to the platforms'
 * picture hosts only; the response is re-encoded (avatar-resizer.ts). avatar-cache.ts says how long pictures are kept.
 */
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import type { FetchFile } from '../../lib/safe-fetch.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { avatarKey, parseAvatarPath } from './avatar-address.ts';
import { type AvatarCacheOptions, createAvatarCache } from './avatar-cache.ts';
import { type AvatarHosts, resolveDownload } from './avatar-hosts.ts';
import { findPhoto, type PhotoRow } from './avatar-queries.ts';
import { createAvatarResizer } from './avatar-resizer.ts';

/** How long a row of the database is reused: pages may show an embed that is as old, too. */
const lookupCacheMs = 60_000;
/** Wait before a failed download is tried again. */
const retryAfterMs = 600_000;
/** Entries in each of the maps below; a full map is cleared. */
const maxRemembered = 20_000;
const maxConcurrentDownloads = 4;
/** A visitor beyond this queue sees initials. */
const maxWaitingDownloads = 300;

export interface Avatars {
  /**
   * The picture at this address; null if there is none to show.
   * @throws any error of the database.
   */
  get(code: string, file: string): Promise<Buffer | null>;
  /** Removes pictures that must not be kept any longer. */
  sweep(): Promise<void>;
  /** Removes all pictures of an account. */
  eraseAccount(accountId: string): Promise<void>;
  close(): void;
}

export interface AvatarOptions extends AvatarCacheOptions {
  hosts: readonly AvatarHosts[];
  fetchFromInternet: FetchFile;
  /** Downloads from the simulator that the operator's settings name. */
  fetchFromSimulator: FetchFile;
}

export function createAvatars(options: AvatarOptions): Avatars {
  const { now = Date.now } = options;
  const cache = createAvatarCache(options);
  const resizer = createAvatarResizer(options.log);
  const lookUpPhoto = createPhotoLookup(options.db, now);
  const failedUntil = new Map<string, number>();
  const running = new Map<string, Promise<Buffer | null>>();
  const downloads = createSemaphore({
    maxConcurrent: maxConcurrentDownloads,
    maxQueued: maxWaitingDownloads,
    retryAfter: 0,
  });

  async function download(photoUrl: string): Promise<Buffer | null> {
    const source = resolveDownload(photoUrl, options.hosts);
    if (source === null) return null;
    const fetchFile = source.simulated ? options.fetchFromSimulator : options.fetchFromInternet;
    const response = await fetchFile(source.url).catch(() => null);
    if (response?.status !== 200) return null;
    if (!/^image\/(jpeg|png|webp)\b/i.test(response.headers['content-type'] ?? '')) return null;
    return resizer.resize(response.bytes);
  }

  async function downloadAndCache(photo: PhotoRow, file: string): Promise<Buffer | null> {
    const picture = await download(photo.author_photo_url);
    if (picture === null) {
      if (failedUntil.size >= maxRemembered) failedUntil.clear();
      failedUntil.set(file, now() + retryAfterMs);
    } else await cache.write(photo.account_id, file, picture);
    return picture;
  }

  return {
    async get(code, file) {
      const address = parseAvatarPath(code, file);
      if (address === null) return null;
      const photo = await lookUpPhoto(code, address.reviewId);
      if (photo === null || avatarKey(photo.author_photo_url) !== address.key) return null;
      const cached = await cache.read(photo.account_id, file);
      if (cached !== null) return cached;
      if ((failedUntil.get(file) ?? 0) > now()) return null;
      const known = running.get(file);
      if (known !== undefined) return known;
      const started = downloads
        .run(() => downloadAndCache(photo, file))
        .catch(nullWhenFull)
        .finally(() => running.delete(file));
      running.set(file, started);
      return started;
    },
    sweep: cache.sweep,
    eraseAccount: cache.eraseAccount,
    close: resizer.close,
  };
}

/** A full queue means "no picture for now", which is no error for the visitor. */
function nullWhenFull(error: unknown): null {
  if (error instanceof AppError && error.code === 'rate-limited') return null;
  throw error;
}

/** Reads the picture of a review from the database, at most once a minute each. */
function createPhotoLookup(db: Pick<Database, 'pool'>, now: () => number) {
  const cache = new Map<string, { photo: PhotoRow | null; until: number }>();
  return async (code: string, reviewId: string): Promise<PhotoRow | null> => {
    const key = `${code} ${reviewId}`;
    const cached = cache.get(key);
    if (cached !== undefined && cached.until > now()) return cached.photo;
    const photo = await inSystem(db, (trx) => findPhoto(trx, code, reviewId));
    if (cache.size >= maxRemembered) cache.clear();
    cache.set(key, { photo, until: now() + lookupCacheMs });
    return photo;
  };
}
