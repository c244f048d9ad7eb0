/**
 * What the public addresses answer, made once per change. Served from memory, then from disk (so that a restart neither
 * renders nor waits for a database that is away or slow), then from the database. Views never render and never query
 * while an entry is fresh.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Snapshot } from '@kindling/contract/embeds';
import type { Reserve } from '@kindling/guest/embed/render/reserve';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { Log } from '../../lib/log.ts';
import { createEmbedCache } from './embed-cache.ts';
import { type BuiltScripts, makeReadyForms, type PublishedEmbed, toPublishedEmbed } from './formats.ts';
import { loadEmbed } from './load-embed.ts';
import { listSnapshotHashes } from './queries.ts';
import { rendererVersion } from './renderer-version.ts';
import { createReserveCache } from './reserve-cache.ts';
import { createSnapshotFiles } from './snapshot-files.ts';

export interface EmbedStore {
  /** What is in memory for a code; undefined says nothing about whether it was published. */
  peek(code: string): PublishedEmbed | undefined;
  /**
   * What an address shows, or null for a code that nobody published.
   * @throws AppError `unavailable` while the database is away and no copy is here: caches keep their good one then.
   */
  get(code: string): Promise<PublishedEmbed | null>;
  /** Room that the pasted code of this version keeps free; what is published was measured once and is not again. */
  reserve(snapshot: Snapshot, hash: string): Promise<Reserve>;
  /** Shows a new snapshot at once. */
  put(snapshot: Snapshot, hash: string): void;
  /**
   * Shows nothing any more, at once. What a refresh puts after that, because the answer to its earlier commit came late
   * or in another process, is taken away by the next `follow`.
   */
  drop(code: string): void;
  /** Looks whether what is in memory, or these of it, was changed by another process; called by a timer on PostgreSQL. */
  revalidate(codes?: readonly string[]): Promise<void>;
  /** Told that an embed was changed, or with null that any may have been: looks soon, once for many. */
  notifyChanged(code: string | null): void;
  /** Resolves when everything handed to `put` is in memory and on disk. */
  settled(): Promise<void>;
}

const notifyDelayMs = 50;
const codePattern = /^[a-z0-9]{10}$/;

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
  const { db, folder, log, patience, renderer = rendererVersion(options) } = options;
  const files = createSnapshotFiles(folder, renderer, log);
  const memory = createEmbedCache();
  const reserves = createReserveCache();
  const loading = new Map<string, Promise<PublishedEmbed | null>>();
  const pending = new Set<Promise<void>>();
  const changedCodes = new Set<string | null>();

  const publishedFrom = async (snapshot: Snapshot, hash: string): Promise<PublishedEmbed> => {
    const reserve = await reserves.get(snapshot, hash);
    return toPublishedEmbed({ snapshot, hash, reserve }, await makeReadyForms(snapshot, reserve, options));
  };
  const track = (work: Promise<void>): void => {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  };
  const forget = (code: string): void => {
    memory.markUnknown(code);
    track(files.remove(code));
  };
  const deps = { db, log, files, memory, publishedFrom, forget, patience };

  async function show(snapshot: Snapshot, hash: string, isNewest: () => boolean): Promise<void> {
    const { code } = snapshot;
    try {
      const published = await publishedFrom(snapshot, hash);
      if (!isNewest()) return;
      memory.set(code, published);
      await files.write(published, isNewest);
    } catch (error) {
      // The old entry must not stay: the next view loads the new one from the database.
      memory.remove(code);
      log.error({ err: error, code }, 'A snapshot could not be shown');
    }
  }

  async function revalidate(codes: readonly string[] = memory.codes()): Promise<void> {
    if (codes.length === 0) return;
    const hashes = await inSystem(db, (trx) => listSnapshotHashes(trx, codes));
    for (const code of codes) {
      if (hashes.get(code) === memory.get(code)?.hash) continue;
      memory.remove(code);
      if (!hashes.has(code)) track(files.remove(code));
    }
  }

  /** A refresh changes all embeds of an account at once, so a moment is waited for the others. */
  async function revalidateSoon(): Promise<void> {
    await pause(notifyDelayMs);
    const codes = [...changedCodes];
    changedCodes.clear();
    try {
      await (codes.includes(null) ? revalidate() : revalidate(codes.filter((code) => code !== null)));
    } catch (error) {
      log.warn({ err: error }, 'What another process published could not be looked at and will be again');
    }
  }

  return {
    peek: memory.get,
    async get(code) {
      if (!codePattern.test(code)) return null;
      const known = memory.get(code);
      if (known !== undefined) return known;
      if (memory.isUnknown(code)) return null;
      const running = loading.get(code) ?? loadEmbed(deps, code).finally(() => loading.delete(code));
      loading.set(code, running);
      return running;
    },
    async reserve(snapshot, hash) {
      const shown = memory.get(snapshot.code);
      return shown?.hash === hash ? shown.reserve : reserves.get(snapshot, hash);
    },
    put(snapshot, hash) {
      const mine = memory.beginChange(snapshot.code);
      track(show(snapshot, hash, () => memory.latestChange(snapshot.code) === mine));
    },
    drop(code) {
      memory.beginChange(code);
      forget(code);
    },
    revalidate: revalidate,
    notifyChanged(code) {
      if (code !== null && memory.get(code) === undefined) return;
      if (changedCodes.size === 0) track(revalidateSoon());
      changedCodes.add(code);
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
