/**
 * What the public addresses answer, made once per change. Served from memory, then from disk (so that a restart neither
 * renders nor waits for a database that is away or slow), then from the database. Views never render and never query
 * while an entry is fresh.
 */
import { type Snapshot, snapshotSchema } from '@kindling/contract/embeds';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Log } from '../../lib/log.ts';
import { type BuiltScripts, makeReadyForms, type Published, publishedOf } from './forms.ts';
import { findSnapshotByCode, listSnapshotHashes } from './queries.ts';
import { rendererVersion } from './renderer-version.ts';
import { createSnapshotFiles, type FiledSnapshot } from './snapshot-files.ts';

export interface EmbedStore {
  /** What is in memory for a code; undefined says nothing about whether it was published. */
  peek(code: string): Published | undefined;
  /**
   * What an address shows, or null for a code that nobody published.
   * @throws AppError `unavailable` while the database is away and no copy is here: caches keep their good one then.
   */
  get(code: string): Promise<Published | null>;
  /** Shows a new snapshot at once. */
  put(snapshot: Snapshot, hash: string): void;
  /**
   * Shows nothing any more, at once. What a refresh puts after that, because the answer to its earlier commit came late
   * or in another process, is taken away by the next `follow`.
   */
  drop(code: string): void;
  /** Looks for changes that another process made; called by a timer on PostgreSQL. */
  follow(): Promise<void>;
  /** Resolves when everything handed to `put` is in memory and on disk. */
  settled(): Promise<void>;
}

/** Entries in memory; 500 embeds of about 60 KB with all forms are 30 MB. */
const maxEntries = 500;
/** A code that nobody published is asked for again after this time, so that made-up codes cost no query each. */
const unknownMs = 10_000;
const maxUnknown = 10_000;
/** A database that answers at all does so sooner; what it says later still replaces the copy that was shown. */
const patienceMs = 250;

const codePattern = /^[a-z0-9]{10}$/;

/** What the database holds for a code; `same` is what the copy on disk holds. */
type Found = { hash: string; snapshot: Snapshot } | 'same' | null;

export function createEmbedStore(
  options: BuiltScripts & {
    db: Pick<Database, 'pool'>;
    folder: string;
    log: Log;
    /** Replaces the wait for the database in tests. */
    patience?: () => Promise<void>;
    /** Replaces the version of the renderer in tests. */
    renderer?: string;
  },
): EmbedStore {
  const { db, folder, log, renderer = rendererVersion(options) } = options;
  const files = createSnapshotFiles(folder, renderer, log);
  const entries = new Map<string, Published>();
  const loading = new Map<string, Promise<Published | null>>();
  const unknown = new Map<string, number>();
  const pending = new Set<Promise<void>>();
  /** The newest order per code: compressing takes its time, and an older version that ends later must not win. */
  const newest = new Map<string, symbol>();

  function order(code: string): symbol {
    const mine = Symbol(code);
    newest.set(code, mine);
    return mine;
  }

  function remember(code: string, published: Published): void {
    entries.delete(code);
    entries.set(code, published);
    unknown.delete(code);
    const oldest = entries.size > maxEntries ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
  }

  function track(work: Promise<void>): void {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  }

  /** Content that was deleted must not wait on disk for the day on which the database is away. */
  function forget(code: string): void {
    entries.delete(code);
    if (unknown.size > maxUnknown) unknown.clear();
    unknown.set(code, Date.now());
    track(files.remove(code));
  }

  async function load(code: string): Promise<Published | null> {
    const before = newest.get(code);
    const copy = await files.read(code);
    const found = look(db, code, copy?.hash ?? null);
    if (copy === null) return accept(code, before, null, await found.catch(unavailable));
    let showing: Promise<Published | null> | undefined;
    const show = () => {
      showing ??= showCopy(code, before, copy);
      return showing;
    };
    const checked = found.then(
      (news) => accept(code, before, show, news),
      (error) => {
        log.warn({ err: error, code }, 'The database does not answer for an embed; the copy on disk is used');
        return show();
      },
    );
    const patience = options.patience?.() ?? inTime(checked);
    return Promise.race([checked, patience.then(show)]);
  }

  async function showCopy(code: string, before: symbol | undefined, copy: FiledSnapshot) {
    const { snapshot, hash } = copy;
    const shown = entries.get(code);
    if (shown?.hash === hash) return shown;
    const published = publishedOf(snapshot, hash, copy.forms ?? (await makeReadyForms(snapshot, options)));
    // What was put, dropped or found in the meantime is newer.
    if (newest.get(code) !== before) return entries.get(code) ?? null;
    remember(code, published);
    if (copy.forms === null) await files.write(published, () => newest.get(code) === before);
    return published;
  }

  /** @param showCopy null where there is no copy. */
  async function accept(
    code: string,
    before: symbol | undefined,
    showCopy: (() => Promise<Published | null>) | null,
    found: Found,
  ): Promise<Published | null> {
    if (newest.get(code) !== before) return entries.get(code) ?? null;
    if (found === 'same') return showCopy?.() ?? null;
    const mine = showCopy === null ? before : order(code);
    if (found === null) {
      forget(code);
      return null;
    }
    const published = publishedOf(found.snapshot, found.hash, await makeReadyForms(found.snapshot, options));
    if (newest.get(code) !== mine) return entries.get(code) ?? null;
    remember(code, published);
    await files.write(published, () => newest.get(code) === mine);
    return published;
  }

  return {
    peek: (code) => entries.get(code),
    async get(code) {
      if (!codePattern.test(code)) return null;
      const known = entries.get(code);
      if (known !== undefined) return known;
      if (Date.now() - (unknown.get(code) ?? 0) < unknownMs) return null;
      const running = loading.get(code) ?? load(code).finally(() => loading.delete(code));
      loading.set(code, running);
      return running;
    },
    put(snapshot, hash) {
      const { code } = snapshot;
      const mine = order(code);
      const isNewest = () => newest.get(code) === mine;
      const show = async () => {
        const published = publishedOf(snapshot, hash, await makeReadyForms(snapshot, options));
        if (!isNewest()) return;
        remember(code, published);
        await files.write(published, isNewest);
      };
      track(
        show().catch((error) => {
          // The old entry must not stay: the next view loads the new one from the database.
          entries.delete(code);
          log.error({ err: error, code }, 'A snapshot could not be shown');
        }),
      );
    },
    drop(code) {
      order(code);
      forget(code);
    },
    async follow() {
      const codes = [...entries.keys()];
      if (codes.length === 0) return;
      const hashes = await inSystem(db, (trx) => listSnapshotHashes(trx, codes));
      for (const code of codes) {
        if (hashes.get(code) === entries.get(code)?.hash) continue;
        entries.delete(code);
        if (!hashes.has(code)) track(files.remove(code));
      }
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** @param copyHash of the copy on disk, of which only the hash is compared. */
function look(db: Pick<Database, 'pool'>, code: string, copyHash: string | null): Promise<Found> {
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
function unavailable(error: unknown): never {
  throw new AppError('unavailable', undefined, { cause: error });
}

/** Resolves when the database has had its time, or has answered. */
function inTime(answer: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    void answer.finally(() => clearTimeout(timer)).catch(() => undefined);
  });
}
