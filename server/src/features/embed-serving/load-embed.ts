/** Finds what a code shows when it is not in memory: the copy on disk at once where the database takes its time. */
import { type Snapshot, snapshotSchema } from '@kindling/contract/embeds';
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
  readonly memory: EmbedCache;
  /** Renders and compresses. */
  readonly publishedFrom: (snapshot: Snapshot, hash: string) => Promise<PublishedEmbed>;
  /** Content that was deleted must not wait on disk for the day on which the database is away. */
  readonly forget: (code: string) => void;
  /** Replaces the wait for the database in tests. */
  readonly patience?: (() => Promise<void>) | undefined;
}

/** What the database holds for a code; `same` is what the copy on disk holds. */
type DatabaseResult = { hash: string; snapshot: Snapshot } | 'same' | null;

/** A database that answers at all does so sooner; what it says later still replaces the copy that was shown. */
const dbTimeoutMs = 250;

/**
 * What a code shows, or null where nobody published it; puts it into memory.
 * @throws AppError `unavailable` while the database is away and no copy is here
 */
export async function loadEmbed(deps: LoadDeps, code: string): Promise<PublishedEmbed | null> {
  const { db, log, files, memory } = deps;
  const before = memory.latestChange(code);
  const copy = await files.read(code);
  const found = readDatabase(db, code, copy?.hash ?? null);
  if (copy === null)
    return applyDatabaseResult(deps, { code, before, show: null }, await found.catch(throwUnavailable));
  let showing: Promise<PublishedEmbed | null> | undefined;
  const show = () => {
    showing ??= serveCopy(deps, code, before, copy);
    return showing;
  };
  const checked = found.then(
    (news) => applyDatabaseResult(deps, { code, before, show }, news),
    (error) => {
      log.warn({ err: error, code }, 'The database does not answer for an embed; the copy on disk is used');
      return show();
    },
  );
  const patience = deps.patience?.() ?? timeout(checked);
  return Promise.race([checked, patience.then(show)]);
}

async function serveCopy(
  { files, memory, publishedFrom }: LoadDeps,
  code: string,
  before: symbol | undefined,
  { snapshot, hash, made }: StoredSnapshot,
): Promise<PublishedEmbed | null> {
  const shown = memory.get(code);
  if (shown?.hash === hash) return shown;
  const published =
    made === null
      ? await publishedFrom(snapshot, hash)
      : toPublishedEmbed({ snapshot, hash, reserve: made.reserve }, made.forms);
  // What was put, dropped or found in the meantime is newer.
  if (memory.latestChange(code) !== before) return memory.get(code) ?? null;
  memory.set(code, published);
  if (made === null) await files.write(published, () => memory.latestChange(code) === before);
  return published;
}

interface LoadState {
  code: string;
  /** The newest change of the code when the loading began. */
  before: symbol | undefined;
  /** Shows the copy on disk; null where there is none. */
  show: (() => Promise<PublishedEmbed | null>) | null;
}

async function applyDatabaseResult(
  { files, memory, publishedFrom, forget }: LoadDeps,
  { code, before, show }: LoadState,
  found: DatabaseResult,
): Promise<PublishedEmbed | null> {
  if (memory.latestChange(code) !== before) return memory.get(code) ?? null;
  if (found === 'same') return show?.() ?? null;
  const mine = show === null ? before : memory.beginChange(code);
  if (found === null) {
    forget(code);
    return null;
  }
  const published = await publishedFrom(found.snapshot, found.hash);
  if (memory.latestChange(code) !== mine) return memory.get(code) ?? null;
  memory.set(code, published);
  await files.write(published, () => memory.latestChange(code) === mine);
  return published;
}

/** @param copyHash of the copy on disk, of which only the hash is compared. */
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

/** "Nobody published it" would be a guess, and caches would put it over the last good copy. */
function throwUnavailable(error: unknown): never {
  throw new AppError('unavailable', undefined, { cause: error });
}

/** Resolves when the database has had its time, or has answered. */
function timeout(answer: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, dbTimeoutMs);
    void answer.finally(() => clearTimeout(timer)).catch(() => undefined);
  });
}
