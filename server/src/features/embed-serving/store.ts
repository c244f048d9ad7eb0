/**
 * Published embeds for the public addresses, rendered once per change. Served from memory, then from disk (so that a
 * restart neither renders nor waits for a slow or unreachable database), then from the database. While an entry is in
 * memory, a view neither renders nor queries.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Language } from '@kindling/contract/constants';
import type { Snapshot } from '@kindling/contract/embeds';
import type { Reserve } from '@kindling/guest/embed/render/reserve';
import { measure } from '@kindling/service/measurements';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { Log } from '../../lib/log.ts';
import { createEmbedCache } from './embed-cache.ts';
import { type BuiltScripts, type PublishedEmbed, renderFormats, toPublishedEmbed } from './formats.ts';
import { createLanguageVariants } from './language-variants.ts';
import { loadEmbed } from './load-embed.ts';
import { listSnapshotHashes } from './queries.ts';
import { rendererVersion } from './renderer-version.ts';
import { createReserveCache } from './reserve-cache.ts';
import { createSnapshotFiles } from './snapshot-files.ts';

export interface EmbedStore {
  /** The embed if it is in memory; undefined does not mean that it is not published. */
  peek(code: string): PublishedEmbed | undefined;
  /**
   * The embed, or null for a code that is not published.
   * @throws AppError `unavailable` if the database is down and no copy is on disk; caches then keep their good copy.
   */
  get(code: string): Promise<PublishedEmbed | null>;
  /**
   * The embed in the language of a page that it follows; itself when it follows none.
   * @throws AppError `unavailable` when too many languages wait to be rendered
   */
  inLanguage(published: PublishedEmbed, language: Language): Promise<PublishedEmbed>;
  /** The height that the pasted code of this version reserves; published versions are not computed again. */
  reserve(snapshot: Snapshot, hash: string): Promise<Reserve>;
  /** Serves a new snapshot at once. */
  put(snapshot: Snapshot, hash: string): void;
  /**
   * Stops serving a code at once. A refresh may still put it back if its commit came earlier and was reported late, or by
   * another process; the next `revalidate` removes it.
   */
  drop(code: string): void;
  /** Drops entries in memory, all or these, that another process changed; called by a timer on PostgreSQL. */
  revalidate(codes?: readonly string[]): Promise<void>;
  /** Reports a change by another process, null for any code; starts one `revalidate` soon for many reports. */
  notifyChanged(code: string | null): void;
  /** Resolves when everything passed to `put` is in memory and on disk. */
  settled(): Promise<void>;
}

/** Milliseconds to wait for more reports, because a refresh changes all embeds of an account at once. */
const notifyDelayMs = 50;
const codePattern = /^[a-z0-9]{10}$/;

export function createEmbedStore(
  options: BuiltScripts & {
    db: Pick<Database, 'pool'>;
    folder: string;
    log: Log;
    /** Replaces the wait for the database in tests. */
    dbTimeout?: () => Promise<void>;
    /** Replaces the version of the renderer in tests. */
    renderer?: string;
    /** Observes the rendering in tests. */
    renderAll?: typeof renderFormats;
  },
): EmbedStore {
  const {
    db,
    folder,
    log,
    dbTimeout,
    renderer = rendererVersion(options),
    renderAll = renderFormats,
  } = options;
  const files = createSnapshotFiles(folder, renderer, log);
  const cache = createEmbedCache();
  const reserves = createReserveCache();
  const variants = createLanguageVariants(options, renderAll);
  const loading = new Map<string, Promise<PublishedEmbed | null>>();
  const pending = new Set<Promise<void>>();
  const rendering = new Map<string, Promise<void>>();
  const changedCodes = new Set<string | null>();

  const render = async (snapshot: Snapshot, hash: string): Promise<PublishedEmbed> => {
    const began = performance.now();
    const reserve = await reserves.get(snapshot, hash);
    const formats = await renderAll(snapshot, reserve, options);
    measure('embedRendered', { seconds: (performance.now() - began) / 1000 });
    return toPublishedEmbed({ snapshot, hash, reserve }, formats);
  };
  const track = (work: Promise<void>): void => {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  };
  const forget = (code: string): void => {
    cache.markUnknown(code);
    track(files.remove(code));
  };
  const rendered = async (code: string) => rendering.get(code);
  const deps = { db, log, files, cache, render, forget, rendered, dbTimeout };

  async function renderAndServe(snapshot: Snapshot, hash: string, isLatest: () => boolean): Promise<void> {
    const { code } = snapshot;
    try {
      const published = await render(snapshot, hash);
      if (!isLatest()) return;
      cache.set(code, published);
      await files.write(published, isLatest);
    } catch (error) {
      // Without the old entry, the next view loads the new one from the database.
      cache.remove(code);
      log.error({ err: error, code }, 'A snapshot could not be rendered');
    }
  }

  async function revalidate(codes: readonly string[] = cache.codes()): Promise<void> {
    if (codes.length === 0) return;
    const hashes = await inSystem(db, (trx) => listSnapshotHashes(trx, codes));
    for (const code of codes) {
      if (hashes.get(code) === cache.get(code)?.hash) continue;
      cache.remove(code);
      if (!hashes.has(code)) track(files.remove(code));
    }
  }

  async function revalidateSoon(): Promise<void> {
    await delay(notifyDelayMs);
    const codes = [...changedCodes];
    changedCodes.clear();
    // What is being rendered may be older than the change, and takes its place in memory only then.
    await Promise.all(
      codes.includes(null) ? rendering.values() : codes.map((code) => rendering.get(code ?? '')),
    );
    try {
      await (codes.includes(null) ? revalidate() : revalidate(codes.filter((code) => code !== null)));
    } catch (error) {
      log.warn({ err: error }, 'Changes of another process could not be read; the timer tries again');
    }
  }

  return {
    peek(code) {
      const cached = cache.get(code);
      if (cached !== undefined) measure('embedServed', { from: 'memory' });
      return cached;
    },
    async get(code) {
      if (!codePattern.test(code)) return null;
      const cached = cache.get(code);
      if (cached !== undefined) return cached;
      if (cache.isUnknown(code)) return null;
      const running = loading.get(code) ?? loadEmbed(deps, code).finally(() => loading.delete(code));
      loading.set(code, running);
      return running;
    },
    inLanguage: variants.get,
    async reserve(snapshot, hash) {
      const cached = cache.get(snapshot.code);
      return cached?.hash === hash ? cached.reserve : reserves.get(snapshot, hash);
    },
    put(snapshot, hash) {
      const change = cache.beginChange(snapshot.code);
      const isLatest = () => cache.latestChange(snapshot.code) === change;
      const running = renderAndServe(snapshot, hash, isLatest).finally(() => {
        if (rendering.get(snapshot.code) === running) rendering.delete(snapshot.code);
      });
      rendering.set(snapshot.code, running);
      track(running);
    },
    drop(code) {
      cache.beginChange(code);
      forget(code);
    },
    revalidate,
    notifyChanged(code) {
      // Another process may have published it.
      if (code !== null) cache.forgetUnknown(code);
      // A look-up that is under way may have begun before the change.
      if (code !== null && loading.has(code)) cache.beginChange(code);
      if (code !== null && cache.get(code) === undefined && !rendering.has(code)) return;
      if (changedCodes.size === 0) track(revalidateSoon());
      changedCodes.add(code);
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
