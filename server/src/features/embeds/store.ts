/**
 * What the public addresses answer, made once per change: the script, the document and the JSON of each published
 * embed with their compressed forms. Served from memory, then from disk (so that a restart without a database still
 * answers), then from the database. Views never render and never query while an entry is fresh.
 */
import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Snapshot, snapshotSchema } from '@kindling/contract/embeds';
import { renderDocument } from '@kindling/guest/embed/render/document';
import { embedFacts } from '@kindling/guest/embed/render/facts';
import { renderScript } from '@kindling/guest/embed/render/script';
import { z } from 'zod';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Log } from '../../lib/log.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { findSnapshotByCode, listSnapshotHashes } from './queries.ts';
import { snapshotHash } from './snapshot.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export interface Variant {
  body: Buffer;
  brotli: Buffer;
  gzip: Buffer;
  etag: string;
  type: string;
  /** For the document: its own style and script hashes. */
  policy?: string;
}

export interface Published {
  hash: string;
  script: Variant;
  document: Variant;
  json: Variant;
}

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
  drop(code: string): void;
  /** Looks for changes that another process made; called by a timer on PostgreSQL. */
  follow(): Promise<void>;
  /** Resolves when everything handed to `put` is in memory and on disk. */
  settled(): Promise<void>;
}

/** Entries in memory; 500 embeds of about 40 KB with all forms are 20 MB. */
const maxEntries = 500;
/** A code that nobody published is asked for again after this time, so that made-up codes cost no query each. */
const unknownMs = 10_000;
const maxUnknown = 10_000;

/** `check` is the hash of the snapshot as it lies in the file; files of earlier releases have `hash` in its place. */
const filed = z.object({ hash: z.string(), check: z.string().optional(), snapshot: z.unknown() });
const codePattern = /^[a-z0-9]{10}$/;

export function createEmbedStore(options: {
  db: Pick<Database, 'pool'>;
  folder: string;
  clientScript: string;
  frameScript: string;
  log: Log;
}): EmbedStore {
  const { db, folder, log } = options;
  const entries = new Map<string, Published>();
  const loading = new Map<string, Promise<Published | null>>();
  const unknown = new Map<string, number>();
  const pending = new Set<Promise<void>>();
  /** The newest order per code: compressing takes its time, and an older version that ends later must not win. */
  const newest = new Map<string, symbol>();
  /** Writing and removing files, one after the other. */
  let disk: Promise<void> = Promise.resolve();

  function order(code: string): symbol {
    const mine = Symbol(code);
    newest.set(code, mine);
    return mine;
  }

  function onDisk(work: () => Promise<void>, trouble: string): Promise<void> {
    disk = disk.then(work).catch((error) => log.warn({ err: error }, trouble));
    return disk;
  }

  function remember(code: string, published: Published): void {
    entries.delete(code);
    entries.set(code, published);
    unknown.delete(code);
    const oldest = entries.size > maxEntries ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
  }

  async function load(code: string): Promise<Published | null> {
    const before = newest.get(code);
    const found = await fromDatabase(db, code).catch(async (error) => {
      log.warn({ err: error, code }, 'The database does not answer for an embed; the copy on disk is used');
      const copy = await fromDisk(folder, code);
      // "Nobody published it" would be a guess, and caches would put it over the last good copy.
      if (copy === null) throw new AppError('unavailable', undefined, { cause: error });
      return copy;
    });
    if (found === null) {
      if (unknown.size > maxUnknown) unknown.clear();
      unknown.set(code, Date.now());
      forgetFile(code);
      return null;
    }
    const published = await publish(found.snapshot, found.hash, options);
    // What was put or dropped in the meantime is newer than what was read.
    if (newest.get(code) !== before) return entries.get(code) ?? null;
    remember(code, published);
    await onDisk(() => toDisk(folder, found.snapshot, found.hash), 'A snapshot could not be kept on disk');
    return published;
  }

  /** Content that was deleted must not wait on disk for the day on which the database is away. */
  function forgetFile(code: string): void {
    track(onDisk(() => rm(fileOf(folder, code), { force: true }), 'A snapshot file could not be removed'));
  }

  function track(work: Promise<void>): void {
    pending.add(work);
    void work.finally(() => pending.delete(work));
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
      const show = async (published: Published) => {
        if (newest.get(code) !== mine) return;
        remember(code, published);
        await onDisk(
          async () => (newest.get(code) === mine ? toDisk(folder, snapshot, hash) : undefined),
          'A snapshot could not be kept on disk',
        );
      };
      track(
        publish(snapshot, hash, options)
          .then(show)
          .catch((error) => {
            // The old entry must not stay: the next view loads the new one from the database.
            entries.delete(code);
            log.error({ err: error, code }, 'A snapshot could not be shown');
          }),
      );
    },
    drop(code) {
      order(code);
      entries.delete(code);
      unknown.set(code, Date.now());
      forgetFile(code);
    },
    async follow() {
      const codes = [...entries.keys()];
      if (codes.length === 0) return;
      const hashes = await inSystem(db, (trx) => listSnapshotHashes(trx, codes));
      for (const code of codes) {
        if (hashes.get(code) === entries.get(code)?.hash) continue;
        entries.delete(code);
        if (!hashes.has(code)) forgetFile(code);
      }
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

async function fromDatabase(db: Pick<Database, 'pool'>, code: string) {
  const row = await inSystem(db, (trx) => findSnapshotByCode(trx, code));
  if (row === null) return null;
  return { hash: row.hash, snapshot: snapshotSchema.parse(row.content) };
}

function fileOf(folder: string, code: string): string {
  return join(folder, `${code}.json`);
}

async function fromDisk(folder: string, code: string) {
  try {
    const { hash, check, snapshot } = filed.parse(JSON.parse(await readFile(fileOf(folder, code), 'utf8')));
    // A file cut short by a full disk does not parse; one that was altered does not match its hash. That is taken
    // before parsing, which adds the fields that came after the file was written.
    if (snapshotHash(snapshot) !== (check ?? hash)) return null;
    return { hash, snapshot: snapshotSchema.parse(snapshot) };
  } catch {
    return null;
  }
}

async function toDisk(folder: string, snapshot: Snapshot, hash: string): Promise<void> {
  makeFolder(folder);
  const temporary = join(folder, `.${snapshot.code}.${process.pid}.${Date.now()}`);
  try {
    await writeFile(temporary, JSON.stringify({ hash, check: snapshotHash(snapshot), snapshot }));
    await rename(temporary, fileOf(folder, snapshot.code));
  } catch (error) {
    // On a full disk each try would leave a piece behind, and the disk would stay full.
    await rm(temporary, { force: true });
    throw error;
  }
}

async function publish(
  snapshot: Snapshot,
  hash: string,
  options: { clientScript: string; frameScript: string },
): Promise<Published> {
  const document = renderDocument(snapshot, options.frameScript);
  // Framing is what this document is for, so it alone may be framed by anybody.
  const policy = `default-src 'none'; style-src ${document.csp.style}; script-src ${document.csp.script}; base-uri 'none'; form-action 'none'; frame-ancestors *`;
  return {
    hash,
    script: await variant(renderScript(snapshot, options.clientScript), 'text/javascript; charset=utf-8'),
    document: { ...(await variant(document.html, 'text/html; charset=utf-8')), policy },
    json: await variant(JSON.stringify(embedFacts(snapshot)), 'application/json; charset=utf-8'),
  };
}

async function variant(text: string, type: string): Promise<Variant> {
  const body = Buffer.from(text);
  const [brotli, zipped] = await Promise.all([
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compressGzip(body, { level: 9 }),
  ]);
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { body, brotli, gzip: zipped, etag, type };
}
