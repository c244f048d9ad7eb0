/** Writes a database into one file: whole and on the disk, or not at all. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Database } from '../client.ts';
import { syncPath } from '../embedded/durable-fs.ts';
import { type BackedUpTable, leftOutTables, readBackedUpTables, readSequences } from './catalog.ts';
import { openFrames, type ReadingKeys, sealFrames } from './container.ts';
import type { BackupHeader, BackupKeys } from './header.ts';
import { inSnapshot, readRows } from './read-rows.ts';
import {
  type BackupContents,
  type BackupRecord,
  packRecords,
  type TableEnd,
  unpackRecords,
} from './records.ts';
import { createRowHash } from './row-hash.ts';

/** Bytes of a record with rows. */
const recordBytes = 256 * 1024;

export interface TableSummary extends TableEnd {
  table: string;
}

export interface BackupSummary {
  header: BackupHeader;
  tables: TableSummary[];
  rows: number;
  /** Of the file. */
  bytes: number;
}

export interface WriteOptions {
  db: Pick<Database, 'withOwnerConnection' | 'copy' | 'mode'>;
  file: string;
  keys: BackupKeys;
  header: BackupHeader;
  secretCheck: string;
  /** Jobs that nothing else would bring back, read in the same snapshot. */
  readJobs(client: pg.Client): Promise<BackupContents['jobs']>;
  signal?: AbortSignal;
  /** Replaces `open` of the file system. */
  openFile?: (path: string, flags: string, mode: number) => Promise<FileHandle>;
}

/** @throws Error of the disk or the database; then nothing is left of the file */
export async function writeBackup(options: WriteOptions): Promise<BackupSummary> {
  const { db, file, header, keys } = options;
  const unfinished = `${file}.unfinished-${process.pid}`;
  const tables: TableSummary[] = [];
  let bytes = 0;
  try {
    await inSnapshot(db, async (client) => {
      const handle = await (options.openFile ?? open)(unfinished, 'wx', 0o600);
      try {
        for await (const piece of sealFrames(
          header,
          keys,
          packRecords(readRecords(options, client, tables)),
        )) {
          options.signal?.throwIfAborted();
          await writeAll(handle, piece);
          bytes += piece.length;
        }
        await handle.sync();
      } finally {
        await handle.close();
      }
    });
    await rename(unfinished, file);
    syncPath(path.dirname(path.resolve(file)));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return { header, tables, rows: sumRows(tables), bytes };
}

/** A disk that is nearly full takes a part of the bytes without an error. */
async function writeAll(handle: FileHandle, piece: Buffer): Promise<void> {
  for (let at = 0; at < piece.length; ) at += (await handle.write(piece, at)).bytesWritten;
}

const sumRows = (tables: readonly TableSummary[]) => tables.reduce((sum, { rows }) => sum + rows, 0);

async function* readRecords(
  { db, secretCheck, readJobs }: WriteOptions,
  client: pg.Client,
  summary: TableSummary[],
): AsyncGenerator<BackupRecord> {
  const { rows: migrations } = await client.query<BackupContents['migrations'][number]>(
    'select set, name, sha256 from public.kindling_migrations order by set collate "C", name collate "C"',
  );
  const tables = await readBackedUpTables(client);
  const value = {
    migrations,
    secretCheck,
    leftOut: Object.keys(leftOutTables),
    sequences: await readSequences(client),
    jobs: await readJobs(client),
  };
  yield { kind: 'contents', value };
  for (const table of tables) yield* readTable(db, client, table, summary);
  yield { kind: 'end', value: { tables: summary.length, rows: sumRows(summary) } };
}

async function* readTable(
  db: WriteOptions['db'],
  client: pg.Client,
  table: BackedUpTable,
  summary: TableSummary[],
): AsyncGenerator<BackupRecord> {
  const { schema, table: name, columns } = table;
  yield { kind: 'table', value: { schema, table: name, columns } };
  const hash = createRowHash();
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const bytes of readRows(db, client, table)) {
    hash.add(bytes);
    pieces.push(bytes);
    size += bytes.length;
    if (size < recordBytes) continue;
    yield { kind: 'rows', bytes: Buffer.concat(pieces) };
    pieces = [];
    size = 0;
  }
  if (size > 0) yield { kind: 'rows', bytes: Buffer.concat(pieces) };
  const end = hash.end();
  summary.push({ table: `${schema}.${name}`, ...end });
  yield { kind: 'table-end', value: end };
}

export interface OpenedBackupFile {
  header: BackupHeader;
  records: AsyncGenerator<BackupRecord>;
  close(): Promise<void>;
}

/** @throws BackupFileError as `openFrames`; Error of the disk */
export async function openBackupFile(file: string, keys: ReadingKeys): Promise<OpenedBackupFile> {
  const stream = createReadStream(file, { highWaterMark: 1024 * 1024 });
  const { header, frames, close } = await openFrames(stream, keys);
  return { header, records: unpackRecords(frames, header.format), close };
}
