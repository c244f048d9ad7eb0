/**
 * Copies of published embeds on disk, one file per code, so that a start works without the database: the snapshot and its
 * compressed formats. Snapshots are valid across releases; formats only for the renderer version that made them.
 */
import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type Snapshot, snapshotSchema } from '@kindling/contract/embeds';
import type { Reserve } from '@kindling/guest/embed/render/reserve';
import { z } from 'zod';
import type { Log } from '../../lib/log.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { ownBytes } from '../../lib/own-bytes.ts';
import {
  etagOf,
  mediaTypes,
  type PrerenderedEmbed,
  type PublishedEmbed,
  prerenderedFormats,
  type Representation,
} from './formats.ts';
import { snapshotHash } from './snapshot-hash.ts';

const decompress = promisify(brotliDecompress);

/** Compressed bytes in base64. */
const storedFormatSchema = z.object({ brotli: z.string(), gzip: z.string(), policy: z.string().optional() });
const storedReserveSchema = z.object({
  narrow: z.number(),
  wide: z.number(),
  // The last step ends at infinity, which JSON writes as null.
  slots: z
    .array(
      z.object({
        below: z
          .number()
          .nullable()
          .transform((below) => below ?? Number.POSITIVE_INFINITY),
        height: z.number(),
      }),
    )
    .readonly()
    .exactOptional(),
});
/** The format on disk: names of fields must not change. */
const fileSchema = z.object({
  hash: z.string(),
  /** Hash of the snapshot in this file; files of earlier releases have it in `hash`. */
  check: z.string().optional(),
  snapshot: z.unknown(),
  forms: z
    .object({
      renderer: z.string(),
      sum: z.string(),
      made: z.record(z.enum(prerenderedFormats), storedFormatSchema),
      /** Missing in files of earlier releases. */
      reserve: storedReserveSchema.optional(),
    })
    .optional(),
});
type StoredFormats = z.infer<typeof fileSchema>['forms'];

export interface StoredSnapshot {
  hash: string;
  snapshot: Snapshot;
  /** Null if another renderer version made the formats, or if they are damaged. */
  rendered: { formats: PrerenderedEmbed; reserve: Reserve } | null;
}

export interface SnapshotFiles {
  /** Null for a file that is missing or damaged. */
  read(code: string): Promise<StoredSnapshot | null>;
  /**
   * Never rejects; a failure is logged.
   * @param isCurrent called right before writing, since writes wait for each other
   */
  write(published: PublishedEmbed, isCurrent: () => boolean): Promise<void>;
  remove(code: string): Promise<void>;
}

/** @param renderer version of the renderer that makes the formats */
export function createSnapshotFiles(folder: string, renderer: string, log: Log): SnapshotFiles {
  /** Writes and removals run one after the other. */
  let last: Promise<void> = Promise.resolve();
  const enqueue = (work: () => Promise<void>, failure: string): Promise<void> => {
    last = last.then(work).catch((error) => log.warn({ err: error }, failure));
    return last;
  };
  const fileOf = (code: string) => join(folder, `${code}.json`);

  return {
    async read(code) {
      try {
        const stored = fileSchema.parse(JSON.parse(await readFile(fileOf(code), 'utf8')));
        const { hash, check, forms } = stored;
        // A file truncated by a full disk does not parse; an altered one does not match its hash. The hash is computed
        // before the schema is applied, because the schema adds fields that are newer than the file.
        if (snapshotHash(stored.snapshot) !== (check ?? hash)) return null;
        const snapshot = snapshotSchema.parse(stored.snapshot);
        return { hash, snapshot, rendered: await fromStoredFormats(forms, renderer) };
      } catch {
        return null;
      }
    },
    write: (published, isCurrent) =>
      enqueue(async () => {
        if (!isCurrent()) return;
        const { hash, snapshot } = published;
        makeFolder(folder);
        const check = snapshotHash(snapshot);
        const text = JSON.stringify({ hash, check, snapshot, forms: toStoredFormats(published, renderer) });
        await replaceFile(fileOf(snapshot.code), join(folder, `.${snapshot.code}.${process.pid}`), text);
      }, 'A snapshot could not be written to disk'),
    remove: (code) =>
      enqueue(() => rm(fileOf(code), { force: true }), 'A snapshot file could not be removed'),
  };
}

async function replaceFile(file: string, temporary: string, text: string): Promise<void> {
  try {
    await writeFile(temporary, text);
    await rename(temporary, file);
  } catch (error) {
    // On a full disk every attempt would leave a partial file behind, and the disk would stay full.
    await rm(temporary, { force: true });
    throw error;
  }
}

function toStoredFormats(published: PublishedEmbed, renderer: string): StoredFormats {
  const entries = prerenderedFormats.map((format) => {
    const { brotli, gzip, policy } = published[format];
    const bytes = { brotli: base64(brotli), gzip: base64(gzip) };
    return [format, policy === undefined ? bytes : { ...bytes, policy }] as const;
  });
  const made = Object.fromEntries(entries) as NonNullable<StoredFormats>['made'];
  const { reserve } = published;
  return { renderer, sum: checksumOf({ made, reserve }), made, reserve };
}

async function fromStoredFormats(
  stored: StoredFormats,
  renderer: string,
): Promise<StoredSnapshot['rendered']> {
  if (stored?.reserve === undefined || stored.renderer !== renderer) return null;
  const { made, reserve, sum } = stored;
  if (checksumOf({ made, reserve }) !== sum) return null;
  const { script, document, json, fragment } = made;
  const formats = {
    script: await decompressFormat('script', script),
    document: await decompressFormat('document', document),
    json: await decompressFormat('json', json),
    fragment: await decompressFormat('fragment', fragment),
  };
  return { formats, reserve };
}

async function decompressFormat(
  format: keyof PrerenderedEmbed,
  stored: z.infer<typeof storedFormatSchema>,
): Promise<Representation> {
  const brotli = Buffer.from(stored.brotli, 'base64');
  const body = ownBytes(await decompress(brotli));
  const { policy } = stored;
  return {
    body,
    brotli: ownBytes(brotli),
    gzip: ownBytes(Buffer.from(stored.gzip, 'base64')),
    etag: etagOf(body),
    type: mediaTypes[format],
    ...(policy === undefined ? {} : { policy }),
  };
}

function base64(bytes: Buffer | null): string {
  return bytes?.toString('base64') ?? '';
}

function checksumOf(content: Pick<NonNullable<StoredFormats>, 'made' | 'reserve'>): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
