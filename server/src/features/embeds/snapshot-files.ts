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
import { etagOf, type Published, type ReadyForms, readyForms, typeOf, type Variant } from './forms.ts';
import { snapshotHash } from './snapshot.ts';

const decompress = promisify(brotliDecompress);

/** Compressed bytes in base64. */
const filedForm = z.object({ brotli: z.string(), gzip: z.string(), policy: z.string().optional() });
const filedReserve = z.object({
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
const filedSchema = z.object({
  hash: z.string(),
  /** Hash of the snapshot as it lies in the file; files of earlier releases have `hash` in its place. */
  check: z.string().optional(),
  snapshot: z.unknown(),
  forms: z
    .object({
      renderer: z.string(),
      sum: z.string(),
      made: z.record(z.enum(readyForms), filedForm),
      /** Files of earlier releases have none. */
      reserve: filedReserve.optional(),
    })
    .optional(),
});
type FiledForms = z.infer<typeof filedSchema>['forms'];

export interface FiledSnapshot {
  hash: string;
  snapshot: Snapshot;
  /** What the renderer made of it; null where that was another one, or it is not whole. */
  made: { forms: ReadyForms; reserve: Reserve } | null;
}

export interface SnapshotFiles {
  /** Null where there is none, or it is not whole. */
  read(code: string): Promise<FiledSnapshot | null>;
  /** Resolves also when it failed; that is logged. @param wanted asked just before, when its turn has come. */
  write(published: Published, wanted: () => boolean): Promise<void>;
  remove(code: string): Promise<void>;
}

/** @param renderer version of what makes the forms. */
export function createSnapshotFiles(folder: string, renderer: string, log: Log): SnapshotFiles {
  /** Writing and removing, one after the other. */
  let last: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>, trouble: string): Promise<void> => {
    last = last.then(work).catch((error) => log.warn({ err: error }, trouble));
    return last;
  };
  const fileOf = (code: string) => join(folder, `${code}.json`);

  return {
    async read(code) {
      try {
        const filed = filedSchema.parse(JSON.parse(await readFile(fileOf(code), 'utf8')));
        const { hash, check, forms } = filed;
        // A file cut short by a full disk does not parse; one that was altered does not match its hash. That is taken
        // before parsing, which adds the fields that came after the file was written.
        if (snapshotHash(filed.snapshot) !== (check ?? hash)) return null;
        const snapshot = snapshotSchema.parse(filed.snapshot);
        return { hash, snapshot, made: await unfiled(forms, renderer) };
      } catch {
        return null;
      }
    },
    write: (published, wanted) =>
      inTurn(async () => {
        if (!wanted()) return;
        const { hash, snapshot } = published;
        makeFolder(folder);
        const check = snapshotHash(snapshot);
        const text = JSON.stringify({ hash, check, snapshot, forms: filedOf(published, renderer) });
        await replaceFile(fileOf(snapshot.code), join(folder, `.${snapshot.code}.${process.pid}`), text);
      }, 'A snapshot could not be kept on disk'),
    remove: (code) => inTurn(() => rm(fileOf(code), { force: true }), 'A snapshot file could not be removed'),
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

function filedOf(published: Published, renderer: string): FiledForms {
  const entries = readyForms.map((form) => {
    const { brotli, gzip, policy } = published[form];
    const bytes = { brotli: base64(brotli), gzip: base64(gzip) };
    return [form, policy === undefined ? bytes : { ...bytes, policy }] as const;
  });
  const made = Object.fromEntries(entries) as NonNullable<FiledForms>['made'];
  const { reserve } = published;
  return { renderer, sum: sumOf({ made, reserve }), made, reserve };
}

async function unfiled(filed: FiledForms, renderer: string): Promise<FiledSnapshot['made']> {
  if (filed?.reserve === undefined || filed.renderer !== renderer) return null;
  const { made, reserve, sum } = filed;
  if (sumOf({ made, reserve }) !== sum) return null;
  const { script, document, json, fragment } = made;
  const forms = {
    script: await open('script', script),
    document: await open('document', document),
    json: await open('json', json),
    fragment: await open('fragment', fragment),
  };
  return { forms, reserve };
}

async function open(form: keyof ReadyForms, filed: z.infer<typeof filedForm>): Promise<Variant> {
  const brotli = Buffer.from(filed.brotli, 'base64');
  const body = await decompress(brotli);
  const { policy } = filed;
  const variant = { body, brotli, gzip: Buffer.from(filed.gzip, 'base64') };
  return {
    ...variant,
    etag: etagOf(body),
    type: typeOf[form],
    ...(policy === undefined ? {} : { policy }),
  };
}

function base64(bytes: Buffer | null): string {
  return bytes?.toString('base64') ?? '';
}

function sumOf(made: Pick<NonNullable<FiledForms>, 'made' | 'reserve'>): string {
  return createHash('sha256').update(JSON.stringify(made)).digest('base64url');
}
