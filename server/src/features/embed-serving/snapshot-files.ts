/**
 * Copies of what is published, one file per code, for starts without a database: the snapshot, and its forms compressed
 * as they are sent. Snapshots outlive releases; forms count only for the renderer that made them.
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
  // JSON has no infinity, which is where the last step ends, and writes null.
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
const fileSchema = z.object({
  hash: z.string(),
  /** Hash of the snapshot as it lies in the file; files of earlier releases have `hash` in its place. */
  check: z.string().optional(),
  snapshot: z.unknown(),
  forms: z
    .object({
      renderer: z.string(),
      sum: z.string(),
      made: z.record(z.enum(prerenderedFormats), storedFormatSchema),
      /** Files of earlier releases have none. */
      reserve: storedReserveSchema.optional(),
    })
    .optional(),
});
type StoredFormats = z.infer<typeof fileSchema>['forms'];

export interface StoredSnapshot {
  hash: string;
  snapshot: Snapshot;
  /** What the renderer made of it; null where that was another one, or it is not whole. */
  made: { forms: PrerenderedEmbed; reserve: Reserve } | null;
}

export interface SnapshotFiles {
  /** Null where there is none, or it is not whole. */
  read(code: string): Promise<StoredSnapshot | null>;
  /** Resolves also when it failed; that is logged. @param wanted asked just before, when its turn has come. */
  write(published: PublishedEmbed, wanted: () => boolean): Promise<void>;
  remove(code: string): Promise<void>;
}

/** @param renderer version of what makes the forms. */
export function createSnapshotFiles(folder: string, renderer: string, log: Log): SnapshotFiles {
  /** Writing and removing, one after the other. */
  let last: Promise<void> = Promise.resolve();
  const enqueue = (work: () => Promise<void>, trouble: string): Promise<void> => {
    last = last.then(work).catch((error) => log.warn({ err: error }, trouble));
    return last;
  };
  const fileOf = (code: string) => join(folder, `${code}.json`);

  return {
    async read(code) {
      try {
        const filed = fileSchema.parse(JSON.parse(await readFile(fileOf(code), 'utf8')));
        const { hash, check, forms } = filed;
        // A file cut short by a full disk does not parse; one that was altered does not match its hash. That is taken
        // before parsing, which adds the fields that came after the file was written.
        if (snapshotHash(filed.snapshot) !== (check ?? hash)) return null;
        const snapshot = snapshotSchema.parse(filed.snapshot);
        return { hash, snapshot, made: await fromStoredFormats(forms, renderer) };
      } catch {
        return null;
      }
    },
    write: (published, wanted) =>
      enqueue(async () => {
        if (!wanted()) return;
        const { hash, snapshot } = published;
        makeFolder(folder);
        const check = snapshotHash(snapshot);
        const text = JSON.stringify({ hash, check, snapshot, forms: toStoredFormats(published, renderer) });
        await replaceFile(fileOf(snapshot.code), join(folder, `.${snapshot.code}.${process.pid}`), text);
      }, 'A snapshot could not be kept on disk'),
    remove: (code) =>
      enqueue(() => rm(fileOf(code), { force: true }), 'A snapshot file could not be removed'),
  };
}

async function replaceFile(file: string, temporary: string, text: string): Promise<void> {
  try {
    await writeFile(temporary, text);
    await rename(temporary, file);
  } catch (error) {
    // On a full disk each try would leave a piece behind, and the disk would stay full.
    await rm(temporary, { force: true });
    throw error;
  }
}

function toStoredFormats(published: PublishedEmbed, renderer: string): StoredFormats {
  const entries = prerenderedFormats.map((form) => {
    const { brotli, gzip, policy } = published[form];
    const bytes = { brotli: base64(brotli), gzip: base64(gzip) };
    return [form, policy === undefined ? bytes : { ...bytes, policy }] as const;
  });
  const made = Object.fromEntries(entries) as NonNullable<StoredFormats>['made'];
  const { reserve } = published;
  return { renderer, sum: checksumOf({ made, reserve }), made, reserve };
}

async function fromStoredFormats(filed: StoredFormats, renderer: string): Promise<StoredSnapshot['made']> {
  if (filed?.reserve === undefined || filed.renderer !== renderer) return null;
  const { made, reserve, sum } = filed;
  if (checksumOf({ made, reserve }) !== sum) return null;
  const { script, document, json, fragment } = made;
  const forms = {
    script: await decompressFormat('script', script),
    document: await decompressFormat('document', document),
    json: await decompressFormat('json', json),
    fragment: await decompressFormat('fragment', fragment),
  };
  return { forms, reserve };
}

async function decompressFormat(
  form: keyof PrerenderedEmbed,
  filed: z.infer<typeof storedFormatSchema>,
): Promise<Representation> {
  const brotli = Buffer.from(filed.brotli, 'base64');
  const body = await decompress(brotli);
  const { policy } = filed;
  const variant = { body, brotli, gzip: Buffer.from(filed.gzip, 'base64') };
  return {
    ...variant,
    etag: etagOf(body),
    type: mediaTypes[form],
    ...(policy === undefined ? {} : { policy }),
  };
}

function base64(bytes: Buffer | null): string {
  return bytes?.toString('base64') ?? '';
}

function checksumOf(made: Pick<NonNullable<StoredFormats>, 'made' | 'reserve'>): string {
  return createHash('sha256').update(JSON.stringify(made)).digest('base64url');
}
