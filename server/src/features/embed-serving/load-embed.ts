/** Loads an embed that is not in memory: from the database, or at once from the copy on disk if the database is slow. */
import { type Snapshot, snapshotSchema } from '@kindling/contract/embeds';
import { measure } from '@kindling/service/measurements';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Log } from '../../lib/log.ts';
import type { EmbedCache } from './embed-cache.ts';
import { type PublishedEmbed, toPublishedEmbed } from './formats.ts';
import { findSnapshotByCode, listSnapshotHashes } from './queries.ts';
import type { SnapshotFiles, StoredSnapshot } from './snapshot-files.ts';

export interface LoadDeps {
  readonly db: Pick<Database, 'pool'>;
  readonly log: Log;
  readonly files: SnapshotFiles;
  readonly cache: EmbedCache;
  /** Renders and compresses. */
  readonly render: (snapshot: Snapshot, hash: string) => Promise<PublishedEmbed>;
  /** Removes an embed from memory and disk: deleted content must not be served when the database is down. */
  readonly forget: (code: string) => void;
  /** Resolves when no version that was passed to the store is being rendered for the code. */
  readonly rendered: (code: string) => Promise<void>;
  /** Replaces the wait for the database in tests. */
  readonly dbTimeout?: (() => Promise<void>) | undefined;
}

/** The row of a code; `same` if it equals the copy on disk; null if the code is not published. */
type DatabaseResult = { hash: string; snapshot: Snapshot } | 'same' | null;

/** A newer change of the code began meanwhile, so that this result must not be served. */
type Outdated = 'outdated';

/** A healthy database is faster. If it answers later, its answer still replaces the copy that was served. */
const dbTimeoutMs = 250;

/**
 * Loads the embed into memory; null if the code is not published.
 * @throws AppError `unavailable` if the database is down and no copy is on disk
 */
export async function loadEmbed(deps: LoadDeps, code: string): Promise<PublishedEmbed | null> {
  const { cache, rendered } = deps;
  for (;;) {
    const result = await loadOnce(deps, code);
    if (result !== 'outdated') return result;
    await rendered(code);
    const cached = cache.get(code);
    if (cached !== undefined) return cached;
    if (cache.isUnknown(code)) return null;
  }
}

async function loadOnce(deps: LoadDeps, code: string): Promise<PublishedEmbed | null | Outdated> {
  const { db, log, files, cache } = deps;
  const changeAtStart = cache.latestChange(code);
  const copy = await files.read(code);
  const reading = readDatabase(db, code, copy?.hash ?? null);
  if (copy === null) {
    const result = await reading.catch(throwUnavailable);
    return applyDatabaseResult(deps, { code, changeAtStart, serveCopy: null }, result);
  }
  let serving: Promise<PublishedEmbed | Outdated> | undefined;
  const serveCopyOnce = () => {
    serving ??= serveCopy(deps, code, changeAtStart, copy);
    return serving;
  };
  const checked = reading.then(
    (result) => applyDatabaseResult(deps, { code, changeAtStart, serveCopy: serveCopyOnce }, result),
    (error) => {
      log.warn({ err: error, code }, 'The database did not answer for an embed; serving the copy on disk');
      return serveCopyOnce();
    },
  );
  const timedOut = deps.dbTimeout?.() ?? timeout(checked);
  const first = await Promise.race([checked, timedOut.then(serveCopyOnce)]);
  // The database has answered with another version, which is being rendered.
  return first === 'outdated' ? checked : first;
}

async function serveCopy(
  { files, cache, render }: LoadDeps,
  code: string,
  changeAtStart: symbol | undefined,
  { snapshot, hash, rendered }: StoredSnapshot,
): Promise<PublishedEmbed | Outdated> {
  const cached = cache.get(code);
  if (cached?.hash === hash) return cached;
  measure('embedServed', { from: 'disk' });
  const published =
    rendered === null
      ? await render(snapshot, hash)
      : toPublishedEmbed({ snapshot, hash, reserve: rendered.reserve }, rendered.formats);
  // A change since the start is newer than the copy.
  if (cache.latestChange(code) !== changeAtStart) return cache.get(code) ?? 'outdated';
  cache.set(code, published);
  if (rendered === null) await files.write(published, () => cache.latestChange(code) === changeAtStart);
  return published;
}

interface LoadState {
  code: string;
  /** The latest change of the code when loading started. */
  changeAtStart: symbol | undefined;
  /** Serves the copy on disk; null if there is none. */
  serveCopy: (() => Promise<PublishedEmbed | Outdated>) | null;
}

async function applyDatabaseResult(
  { files, cache, render, forget }: LoadDeps,
  { code, changeAtStart, serveCopy }: LoadState,
  result: DatabaseResult,
): Promise<PublishedEmbed | null | Outdated> {
  if (cache.latestChange(code) !== changeAtStart) return cache.get(code) ?? 'outdated';
  if (result === 'same') return serveCopy?.() ?? null;
  const change = serveCopy === null ? changeAtStart : cache.beginChange(code);
  measure('embedServed', { from: result === null ? 'nowhere' : 'database' });
  if (result === null) {
    forget(code);
    return null;
  }
  const published = await render(result.snapshot, result.hash);
  if (cache.latestChange(code) !== change) return cache.get(code) ?? 'outdated';
  cache.set(code, published);
  await files.write(published, () => cache.latestChange(code) === change);
  return published;
}

/** @param copyHash of the copy on disk: if it is current, the content is not read. */
function readDatabase(
  db: Pick<Database, 'pool'>,
  code: string,
  copyHash: string | null,
): Promise<DatabaseResult> {
  return inSystem(db, async (trx) => {
    if (copyHash !== null) {
      const hash = (await listSnapshotHashes(trx, [code])).get(code);
      if (hash === undefined) return null;
      if (hash === copyHash) return 'same';
    }
    const row = await findSnapshotByCode(trx, code);
    return row === null ? null : { hash: row.hash, snapshot: snapshotSchema.parse(row.content) };
  });
}

/** "Not published" would be a guess, and caches would replace their last good copy with it. */
function throwUnavailable(error: unknown): never {
  throw new AppError('unavailable', undefined, { cause: error });
}

/** Resolves after the timeout, and keeps no timer if the result comes first. */
function timeout(result: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, dbTimeoutMs);
    void result.finally(() => clearTimeout(timer)).catch(() => undefined);
  });
}
