/** What is inside of a backup: records, compressed one after another. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { BackupFileError } from './container.ts';

const contentsSchema = z.object({
  /** Applied migrations by set, in their order: the schema of the tables that follow. */
  migrations: z.array(z.object({ set: z.string(), name: z.string(), sha256: z.string() })),
  /** Opens with the secret that opens the stored tokens, and with no other. */
  secretCheck: z.string(),
  /** Tables, with their schema, that are not in it; earlier versions did not say. */
  leftOut: z.array(z.string()).optional(),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), next: z.string() })),
  /** Waiting jobs that nothing else would bring back. */
  jobs: z.array(z.object({ name: z.string(), key: z.string().nullable(), data: z.unknown() })),
});
export type BackupContents = z.infer<typeof contentsSchema>;

const tableHeadSchema = z.object({
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});
export type TableHead = z.infer<typeof tableHeadSchema>;

const tableEndSchema = z.object({ rows: z.int(), sha256: z.string() });
export type TableEnd = z.infer<typeof tableEndSchema>;

const endSchema = z.object({ tables: z.int(), rows: z.int() });

export type BackupRecord =
  | { kind: 'contents'; value: BackupContents }
  | { kind: 'table'; value: TableHead }
  /** Rows in PostgreSQL's text format of COPY, cut anywhere. */
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'table-end'; value: TableEnd }
  | { kind: 'end'; value: z.infer<typeof endSchema> };

const schemas = {
  contents: contentsSchema,
  table: tableHeadSchema,
  'table-end': tableEndSchema,
  end: endSchema,
};
const codes = { contents: 1, table: 2, rows: 3, 'table-end': 4, end: 5 } as const;
const kinds = new Map(Object.entries(codes).map(([kind, code]) => [code, kind as keyof typeof codes]));
const headBytes = 5;
const maxRecordBytes = 64 * 1024 * 1024;

function encode(record: BackupRecord): Buffer {
  const body = record.kind === 'rows' ? record.bytes : Buffer.from(JSON.stringify(record.value));
  const head = Buffer.alloc(headBytes);
  head[0] = codes[record.kind];
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

async function* encodeAll(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  for await (const record of records) yield encode(record);
}

/** Compresses the records outside of the event loop. */
export async function* packRecords(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  const done = pipeline(Readable.from(encodeAll(records), { objectMode: true, highWaterMark: 16 }), zstd);
  // Reported by the loop below, which ends with the same error.
  done.catch(() => {});
  for await (const piece of zstd) yield piece;
  await done;
}

/** @throws BackupFileError when the records are not those of a complete backup */
export async function* unpackRecords(frames: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let last: BackupRecord['kind'] | null = null;
  for await (const record of decodeAll(frames)) {
    if (last === 'end') throw unreadable();
    yield record;
    last = record.kind;
  }
  if (last !== 'end') throw unreadable();
}

async function* decodeAll(frames: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  const zstd = createZstdDecompress();
  let failure: unknown = null;
  const done = pipeline(Readable.from(frames, { objectMode: true, highWaterMark: 2 }), zstd).catch(
    (error) => {
      failure = error;
    },
  );
  let left: Buffer = Buffer.alloc(0);
  try {
    for await (const piece of zstd) {
      left = left.length === 0 ? piece : Buffer.concat([left, piece]);
      while (left.length >= headBytes) {
        const length = left.readUInt32BE(1);
        if (length > maxRecordBytes) throw unreadable();
        if (left.length < headBytes + length) break;
        yield decode(left[0] ?? 0, left.subarray(headBytes, headBytes + length));
        left = left.subarray(headBytes + length);
      }
    }
    await done;
  } catch (error) {
    // The frame that is damaged says more than the decompressor that lacks it.
    throw failure ?? error;
  }
  if (failure !== null) throw failure;
  if (left.length > 0) throw unreadable();
}

function decode(code: number, body: Buffer): BackupRecord {
  const kind = kinds.get(code as (typeof codes)[keyof typeof codes]);
  if (kind === undefined) throw unreadable();
  if (kind === 'rows') return { kind, bytes: body };
  const parsed = schemas[kind].safeParse(JSON.parse(body.toString('utf8')));
  if (!parsed.success) throw unreadable();
  return { kind, value: parsed.data } as BackupRecord;
}

const unreadable = () => new BackupFileError('damaged', 'the backup is damaged: its records cannot be read.');
