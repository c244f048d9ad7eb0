/**
 * The pages that visitors open, in memory and on disk. A page in memory is served at once and read again in the background
 * when it is older than a minute; a change of the account makes the next visit read it. When the database does not answer, the
 * last known version is served, from memory or from its file.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import type { Log } from '../../lib/log.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import type { LoadedPage } from './load-page.ts';
import type { PageAddress } from './page-address.ts';

/** Of a page in memory: a notification of a change may have been missed. */
const maxAgeMs = 60_000;
/** How long an address that leads nowhere is remembered, so that guesses do not reach the database. */
const unknownAgeMs = 10_000;
const maxPages = 5_000;
/** Addresses that lead nowhere are kept apart, so that guesses push out no page. */
const maxUnknown = 2_000;
/** A copy that was not written again for so long is deleted: its page has no visitors. */
const maxCopyAgeMs = 30 * 86_400_000;
/** Copies whose accounts are looked for in one statement. */
const copiesAtOnce = 100;
/** How long a visitor waits for the database when a last known version exists. */
const patienceMs = 1_500;

export interface StoredPage {
  /** Null for an address that leads nowhere. */
  page: LoadedPage | null;
  /** Another reading of the page has another number; it names its rendered documents. */
  version: number;
}

export interface PageStore {
  /** @throws AppError `unavailable` when the database does not answer and no version is known */
  get(address: PageAddress): Promise<StoredPage>;
  /** Whether it is in memory, as a page or as leading nowhere. */
  isKnown(address: PageAddress): boolean;
  /** The pages of this account changed; null: those of any account may have. */
  notifyChanged(accountId: string | null): void;
  /** Deletes copies that nobody needs any more; none while the database does not answer. */
  deleteOldCopies(): Promise<void>;
}

interface Entry extends StoredPage {
  /** Milliseconds since 1970; 0 after a change. */
  loadedAt: number;
  loading: Promise<Entry> | null;
  /** Nothing is known yet: visitors wait for the first reading. */
  isFirst?: true;
}

export interface PageStoreOptions {
  load(address: PageAddress): Promise<LoadedPage | null>;
  /** Those of the accounts that exist. */
  listAccounts(ids: readonly string[]): Promise<ReadonlySet<string>>;
  folder: string;
  log: Log;
  /** Replaces the clock in tests. */
  now?: () => number;
}

export function createPageStore(options: PageStoreOptions): PageStore {
  const { load, folder, log, now = Date.now } = options;
  makeFolder(folder);
  const entries = new Map<string, Entry>();
  const unknown = new Map<string, Entry>();
  /** Counts changes: a reading that began before one may show what was. */
  let changes = 0;
  let versions = 0;
  const nextVersion = () => {
    versions += 1;
    return versions;
  };

  /** The one that was not used for the longest time leaves first. */
  function remember(key: string, entry: Entry): Entry {
    entries.delete(key);
    unknown.delete(key);
    const [map, most] = entry.page === null ? [unknown, maxUnknown] : [entries, maxPages];
    const [oldest] = map.keys();
    if (map.size >= most && oldest !== undefined) map.delete(oldest);
    map.set(key, entry);
    return entry;
  }

  /** What is known of an address, which counts as used now. */
  function recall({ key }: PageAddress): Entry | undefined {
    const known = entries.get(key);
    if (known === undefined) return unknown.get(key);
    entries.delete(key);
    entries.set(key, known);
    return known;
  }

  async function loadFresh(address: PageAddress): Promise<Entry> {
    const before = changes;
    const page = await load(address);
    await keepCopy(folder, address, page).catch((error) => logCopy(log, error));
    const loadedAt = before === changes ? now() : 0;
    return remember(address.key, { page, version: nextVersion(), loadedAt, loading: null });
  }

  /** One reading at a time for each page. */
  function refresh(address: PageAddress, known: Entry): Promise<Entry> {
    known.loading ??= loadFresh(address).finally(() => {
      known.loading = null;
    });
    return known.loading;
  }

  /** Waits for the database as long as there is nothing else to serve. */
  async function loadFirst(address: PageAddress): Promise<Entry> {
    const reading = loadFresh(address);
    const isRead = await Promise.race([reading.then(() => true), patience(false)]).catch(() => false);
    if (isRead) return reading;
    const copy = await readCopy(copyPath(folder, address));
    if (copy === null)
      return reading.catch((error: unknown) => {
        throw new AppError('unavailable', undefined, { cause: error, retryAfter: 10 });
      });
    return serveCopy(address, copy, reading);
  }

  function serveCopy(address: PageAddress, page: LoadedPage, reading: Promise<Entry>): Entry {
    const loadedAt = now() - maxAgeMs;
    const entry: Entry = { page, version: nextVersion(), loadedAt, loading: null };
    entry.loading = reading.finally(() => {
      entry.loading = null;
    });
    entry.loading.catch((error: unknown) =>
      log.warn({ err: error }, 'The database did not answer; a page is served from its file'),
    );
    return remember(address.key, entry);
  }

  return {
    async get(address) {
      const known = recall(address);
      if (known === undefined) {
        // Visitors who come at the same time wait for the same reading.
        const entry: Entry = {
          page: null,
          version: nextVersion(),
          loadedAt: 0,
          loading: null,
          isFirst: true,
        };
        entry.loading = loadFirst(address).finally(() => {
          if (unknown.get(address.key) === entry) unknown.delete(address.key);
        });
        remember(address.key, entry);
        return entry.loading;
      }
      // A clock that is set back makes it negative.
      const age = Math.abs(now() - known.loadedAt);
      if (known.isFirst && known.loading !== null) return known.loading;
      if (age < (known.page === null ? unknownAgeMs : maxAgeMs)) return known;
      const reading = refresh(address, known);
      reading.catch((error: unknown) => log.warn({ err: error }, 'A page could not be read again'));
      // After a change the owner expects to see it; in every other case the version in memory will do.
      if (known.loadedAt > 0) return known;
      const fresh = reading.then((entry) => (entry.loadedAt === 0 ? refresh(address, entry) : entry));
      return Promise.race([fresh, patience(known)]).catch(() => known);
    },
    isKnown: ({ key }) => entries.has(key) || unknown.has(key),
    notifyChanged(accountId) {
      changes += 1;
      for (const entry of [...entries.values(), ...unknown.values()]) {
        const of = entry.page === null ? undefined : accountOf(entry.page);
        if (accountId === null || of === undefined || of === accountId) entry.loadedAt = 0;
      }
    },
    deleteOldCopies: () => deleteOldCopies(options),
  };
}

function patience<T>(value: T): Promise<T> {
  return new Promise((resolve) => {
    setTimeout(resolve, patienceMs, value).unref();
  });
}

function copyPath(folder: string, { key }: PageAddress): string {
  return join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
}

async function keepCopy(folder: string, address: PageAddress, page: LoadedPage | null): Promise<void> {
  const path = copyPath(folder, address);
  if (page === null) return unlink(path).catch(() => undefined);
  const temporary = `${path}.${newId()}`;
  await writeFile(temporary, JSON.stringify({ version: 1, path: address.key, page }), { mode: 0o600 });
  await rename(temporary, path);
}

async function readCopy(path: string): Promise<LoadedPage | null> {
  try {
    const copy: unknown = JSON.parse(await readFile(path, 'utf8'));
    const known =
      typeof copy === 'object' && copy !== null && 'version' in copy && copy.version === 1 && 'page' in copy;
    // This program wrote the file; another version of its shape has another number.
    return known ? (copy.page as LoadedPage) : null;
  } catch {
    return null;
  }
}

async function deleteOldCopies({ folder, listAccounts, now = Date.now }: PageStoreOptions): Promise<void> {
  const names = await readdir(folder);
  for (let start = 0; start < names.length; start += copiesAtOnce) {
    const paths = names.slice(start, start + copiesAtOnce).map((name) => join(folder, name));
    const copies = await Promise.all(paths.map(describeCopy));
    const ids = copies.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));
    const existing = ids.length === 0 ? null : await listAccounts([...new Set(ids)]);
    for (const { path, accountId, writtenAt } of copies) {
      const isOrphan = accountId !== null && existing?.has(accountId) === false;
      if (isOrphan || writtenAt < now() - maxCopyAgeMs) await unlink(path).catch(() => undefined);
    }
  }
}

/** Whose copy it is, null where no account is named, and when it was written, in milliseconds since 1970. */
async function describeCopy(
  path: string,
): Promise<{ path: string; accountId: string | null; writtenAt: number }> {
  const found = await stat(path).catch(() => null);
  const page = await readCopy(path);
  return { path, accountId: page && accountOf(page), writtenAt: found?.mtimeMs ?? Date.now() };
}

function accountOf(page: LoadedPage): string | null {
  return page.kind === 'open' ? page.view.accountId : page.accountId;
}

function logCopy(log: Log, error: unknown): void {
  log.warn({ err: error }, 'The copy of a page could not be written');
}
