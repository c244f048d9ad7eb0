/**
 * A durable queue in files for what visitors sent while the database does not answer. An entry is acknowledged when its line is
 * on the disk (fdatasync); lines that arrive together share one. A file that is full, or could not be written to its end, is
 * never written again.
 *
 * Several processes may share the folder. Whoever wants to read a file that may still be written renames it first, and a
 * writer looks after each write whether its file has its name still, so no acknowledged line is missed. Storing an entry twice
 * changes nothing, and a file is deleted only when every entry of it is stored.
 */
import { type FileHandle, open, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../lib/ids.ts';
import type { Log } from '../../lib/log.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { entryFiles, ignoreMissing, openEnding } from './entry-files.ts';
import { type QueuedEntry, queuedEntrySchema } from './visitor-entry.ts';

/** Bytes of all waiting files; more is refused, so that a flood during an outage does not fill the disk. */
const defaultMaxBytes = 64 * 1024 * 1024;
/** Bytes after which a new file begins, so that files are deleted while others are still being stored. */
const maxFileBytes = 1024 * 1024;
/** The place of a sealed line: a line cannot be read as anything else. */
const sealContext = 'submissions entry-queue';

export class EntryQueueFullError extends Error {
  constructor() {
    super('The files of waiting entries have reached their limit.');
    this.name = 'EntryQueueFullError';
  }
}

/**
 * What became of a waiting entry. `gone`: what it belongs to was deleted. `refused`: it would fail again. An entry is to wait
 * once more, in this form.
 */
export type StoreWaiting = (entry: QueuedEntry) => Promise<'stored' | 'gone' | 'refused' | QueuedEntry>;

export interface EntryQueue {
  /** Resolves when the entry is on the disk. @throws EntryQueueFullError, or the error of the disk */
  add(entry: QueuedEntry): Promise<void>;
  /** Whether any entry may wait, of this process or another. */
  hasWaiting(): Promise<boolean>;
  /**
   * Stores the waiting entries in the order of their arrival and deletes their files. When `store` rejects, the database takes
   * nothing: the rest waits for the next call. A refused entry is put aside, so that those behind it are stored.
   * @returns the number of stored entries
   */
  drain(store: StoreWaiting): Promise<number>;
  close(): Promise<void>;
}

interface OpenFile {
  handle: FileHandle;
  name: string;
  bytes: number;
}

interface Waiting {
  line: string;
  resolve(): void;
  reject(error: unknown): void;
}

export function createEntryQueue(options: {
  folder: string;
  box: SecretBox;
  log: Log;
  maxBytes?: number;
}): EntryQueue {
  const { folder, box, log, maxBytes = defaultMaxBytes } = options;
  makeFolder(folder);
  const files = entryFiles(folder);
  let file: OpenFile | null = null;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;
  let draining: Promise<number> | null = null;

  async function endFile(): Promise<void> {
    const ended = file;
    file = null;
    if (ended === null) return;
    await ended.handle.close().catch((error: unknown) => log.warn({ err: error }, 'A file did not close'));
    // Nothing of an empty file was acknowledged, and its size would count as no waiting byte.
    if (ended.bytes === 0) await unlink(join(folder, ended.name)).catch(ignoreMissing);
    else await files.complete(ended.name);
  }

  async function openFile(): Promise<OpenFile> {
    if (file !== null && file.bytes < maxFileBytes) return file;
    await endFile();
    if ((await files.waitingBytes()) >= maxBytes) throw new EntryQueueFullError();
    const name = `${newId()}${openEnding}`;
    const handle = await open(join(folder, name), 'ax', 0o600);
    // From here on a failure closes it.
    const opened = { handle, name, bytes: 0 };
    file = opened;
    // The name of a new file is in its folder, which has to reach the disk too.
    const directory = await open(folder, 'r');
    await directory.sync().finally(() => directory.close());
    return opened;
  }

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    const text = batch.map(({ line }) => `${line}\n`).join('');
    try {
      const current = await openFile();
      await current.handle.appendFile(text);
      await current.handle.datasync();
      current.bytes += Buffer.byteLength(text);
      // Throws when another process has begun to read the file, which may have been before this line.
      await stat(join(folder, current.name));
    } catch (error) {
      // Part of a line may be written; nothing is added behind it. A file that keeps its name is completed later as an abandoned one.
      await endFile().catch((reason: unknown) =>
        log.warn({ err: reason }, 'A file of entries was not ended'),
      );
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { resolve } of batch) resolve();
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await writeBatch(batch);
    }
    writing = null;
  }

  function add(entry: QueuedEntry): Promise<void> {
    const line = box.seal(JSON.stringify(entry), sealContext);
    return new Promise<void>((resolve, reject) => {
      waiting.push({ line, resolve, reject });
      writing ??= writeAll();
    });
  }

  async function drainAll(store: StoreWaiting): Promise<number> {
    await files.completeAbandoned();
    if (writing === null) await endFile();
    const names = await files.listComplete();
    let stored = 0;
    for (const name of names) stored += await drainFile({ folder, box, log, add }, name, store);
    return stored;
  }

  return {
    add,
    hasWaiting: async () => waiting.length > 0 || (await files.waitingBytes()) > 0,
    drain(store) {
      draining ??= drainAll(store).finally(() => {
        draining = null;
      });
      return draining;
    },
    async close() {
      await writing;
      await draining?.catch(() => undefined);
      await endFile();
    },
  };
}

/** Stores the entries of a complete file and deletes it; lines that cannot be read or stored are kept in a file of their own. */
async function drainFile(
  { folder, box, log, add }: { folder: string; box: SecretBox; log: Log } & Pick<EntryQueue, 'add'>,
  name: string,
  store: StoreWaiting,
): Promise<number> {
  const path = join(folder, name);
  const text = await readFile(path, 'utf8').catch(ignoreMissing);
  if (text === undefined) return 0;
  let stored = 0;
  const aside: string[] = [];
  const again: QueuedEntry[] = [];
  // What stands behind the last line break was never acknowledged.
  for (const line of text.split('\n').slice(0, -1)) {
    const entry = readLine(box, line);
    const end = entry === null ? 'refused' : await store(entry);
    if (end === 'stored') stored += 1;
    else if (end === 'refused') aside.push(line);
    else if (end !== 'gone') again.push(end);
  }
  // Before the file is deleted, so that a kill in between loses none.
  await Promise.all(again.map(add));
  if (aside.length > 0) {
    const kept = `${path}.aside`;
    log.error(
      { file: kept, lines: aside.length },
      'Waiting entries cannot be stored; they are kept in this file',
    );
    await writeDurably(kept, `${aside.join('\n')}\n`);
  }
  await unlink(path).catch(ignoreMissing);
  return stored;
}

async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Null for a line that this installation did not write, or not to its end. */
function readLine(box: SecretBox, line: string): QueuedEntry | null {
  try {
    return queuedEntrySchema.parse(JSON.parse(box.open(line, sealContext)));
  } catch {
    return null;
  }
}
