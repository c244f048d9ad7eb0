/** What is inside of a backup: records, compressed one after another. */

import { z } from 'zod';
import { ByteReader } from './byte-reader.ts';
import { compressPieces, expandFrames, unreadable } from './compression.ts';
import type { BackupHeader } from './header.ts';

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

function encode(code: number, body: Buffer): Buffer {
  if (body.length > maxRecordBytes)
    throw new Error(`A record of the backup has ${body.length} bytes, more than can be read again.`);
  const head = Buffer.alloc(headBytes);
  head[0] = code;
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

async function* encodeAll(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  for await (const record of records) {
    const code = codes[record.kind];
    if (record.kind !== 'rows') {
      yield encode(code, Buffer.from(JSON.stringify(record.value)));
      continue;
    }
    for (let at = 0; at < record.bytes.length; at += maxRecordBytes)
      yield encode(code, record.bytes.subarray(at, at + maxRecordBytes));
  }
}

/** @returns pieces for the frames of a backup */
export function packRecords(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  return compressPieces(encodeAll(records));
}

/** @throws BackupFileError when the records are not those of a complete backup */
export async function* unpackRecords(
  frames: AsyncIterable<Buffer>,
  format: BackupHeader['format'],
): AsyncGenerator<BackupRecord> {
  let last: BackupRecord['kind'] | null = null;
  for await (const record of decodeAll(expandFrames(frames, format))) {
    if (last === 'end') throw unreadable();
    yield record;
    last = record.kind;
  }
  if (last !== 'end') throw unreadable();
}

async function* decodeAll(source: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  const reader = new ByteReader(source);
  try {
    for (let head = await reader.read(headBytes); head !== null; head = await reader.read(headBytes)) {
      if (head.length < headBytes) throw unreadable();
      const length = head.readUInt32BE(1);
      if (length > maxRecordBytes) throw unreadable();
      const body = await reader.read(length);
      if (body === null || body.length < length) throw unreadable();
      yield decode(head[0] ?? 0, body);
    }
  } finally {
    await reader.close();
  }
}

function decode(code: number, body: Buffer): BackupRecord {
  const kind = kinds.get(code as (typeof codes)[keyof typeof codes]);
  if (kind === undefined) throw unreadable();
  if (kind === 'rows') return { kind, bytes: body };
  const parsed = schemas[kind].safeParse(parseJson(body));
  if (!parsed.success) throw unreadable();
  return { kind, value: parsed.data } as BackupRecord;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw unreadable();
  }
}
