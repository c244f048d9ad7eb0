/**
 * Authors' pictures, served by our host alone, so that a visitor's browser talks to nobody else. Trust rules: an address
 * says no more than which review of which embed; what is fetched is what our own row says at that moment, from the
 * platforms' picture hosts only; what is sent was drawn anew (avatar-press.ts). How long they are kept: avatar-shelf.ts.
 */
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { FetchFile } from '../../lib/safe-fetch.ts';
import { avatarKey, parseAvatarPath } from './avatar-address.ts';
import { type AvatarCacheOptions, createAvatarCache } from './avatar-cache.ts';
import { type AvatarHosts, resolveDownload } from './avatar-hosts.ts';
import { findPhoto, type PhotoRow } from './avatar-queries.ts';
import { createAvatarResizer } from './avatar-resizer.ts';

/** What the database said about a picture holds for so long, as what a page shows does. */
const lookupCacheMs = 60_000;
/** A picture that could not be had is asked for again after this time. */
const retryAfterMs = 600_000;
const maxRemembered = 20_000;
/** Fetched at the same time, and waiting for it; who comes then sees initials. */
const maxConcurrentDownloads = 4;
const maxWaitingDownloads = 300;

export interface Avatars {
  /**
   * The picture at this address, or null where there is none to show.
   * @throws whatever the database throws while it is away.
   */
  get(code: string, file: string): Promise<Buffer | null>;
  /** Removes what may not be kept any longer. */
  sweep(): Promise<void>;
  /** Removes all pictures of an account. */
  eraseAccount(accountId: string): Promise<void>;
  close(): void;
}

export interface AvatarOptions extends AvatarCacheOptions {
  hosts: readonly AvatarHosts[];
  /** For the internet. */
  fetchPublic: FetchFile;
  /** For what stands in for it, at the address that the operator's settings name. */
  fetchStandIn: FetchFile;
}

export function createAvatars(options: AvatarOptions): Avatars {
  const { now = Date.now } = options;
  const shelf = createAvatarCache(options);
  const press = createAvatarResizer(options.log);
  const photoOf = createPhotoLookup(options.db, now);
  const failedUntil = new Map<string, number>();
  const making = new Map<string, Promise<Buffer | null>>();
  const inTurn = createSemaphore(maxConcurrentDownloads, maxWaitingDownloads);

  async function fetchPicture(photoUrl: string): Promise<Buffer | null> {
    const address = resolveDownload(photoUrl, options.hosts);
    if (address === null) return null;
    const fetchFile = address.standIn ? options.fetchStandIn : options.fetchPublic;
    const answer = await fetchFile(address.url).catch(() => null);
    if (answer?.status !== 200) return null;
    if (!/^image\/(jpeg|png|webp)\b/i.test(answer.headers['content-type'] ?? '')) return null;
    return press.resize(answer.bytes);
  }

  async function make(photo: PhotoRow, file: string): Promise<Buffer | null> {
    const made = await fetchPicture(photo.author_photo_url);
    if (made === null) {
      if (failedUntil.size >= maxRemembered) failedUntil.clear();
      failedUntil.set(file, now() + retryAfterMs);
    } else await shelf.write(photo.account_id, file, made);
    return made;
  }

  return {
    async get(code, file) {
      const address = parseAvatarPath(code, file);
      if (address === null) return null;
      const photo = await photoOf(code, address.reviewId);
      if (photo === null || avatarKey(photo.author_photo_url) !== address.key) return null;
      const kept = await shelf.read(photo.account_id, file);
      if (kept !== null) return kept;
      if ((failedUntil.get(file) ?? 0) > now()) return null;
      const running = making.get(file);
      if (running !== undefined) return running;
      const started = inTurn(() => make(photo, file)).finally(() => making.delete(file));
      making.set(file, started);
      return started;
    },
    sweep: shelf.sweep,
    eraseAccount: shelf.eraseAccount,
    close: press.close,
  };
}

/** Asks the database which picture a review has, at most once a minute each. */
function createPhotoLookup(db: Pick<Database, 'pool'>, now: () => number) {
  const known = new Map<string, { photo: PhotoRow | null; until: number }>();
  return async (code: string, reviewId: string): Promise<PhotoRow | null> => {
    const key = `${code} ${reviewId}`;
    const memory = known.get(key);
    if (memory !== undefined && memory.until > now()) return memory.photo;
    const photo = await inSystem(db, (trx) => findPhoto(trx, code, reviewId));
    if (known.size >= maxRemembered) known.clear();
    known.set(key, { photo, until: now() + lookupCacheMs });
    return photo;
  };
}

/** Runs a few at a time; null for who comes when the queue is full. */
function createSemaphore(maxConcurrent: number, waiting: number) {
  let free = maxConcurrent;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (free > 0) free -= 1;
    else if (queue.length >= waiting) return null;
    // Who is called takes over the place of who leaves.
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
