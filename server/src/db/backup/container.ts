/**
 * The file of a backup: one line of JSON that says what it is, then frames of compressed records, each with its tag. With a key
 * the frames are encrypted with AES-256-GCM; without one the tag is an HMAC of the installation's secret.
 */
import { ByteReader } from './byte-reader.ts';
import { pieceBytes } from './compression.ts';
import { type FrameTags, frameTags, tagBytes } from './frame-tags.ts';
import {
  BackupFileError,
  type BackupHeader,
  type BackupKeys,
  headerLine,
  maxHeaderBytes,
  readHeader,
} from './header.ts';

/** Length of the data (4), 1 for the last frame (1), tag. */
const frameHeaderBytes = 4 + 1 + tagBytes;
/** More than a compressed piece ever has. */
const maxFrameBytes = 4 * pieceBytes;

/** Turns compressed pieces into the bytes of the file. @param keys must be those of the header */
export async function* sealFrames(
  header: BackupHeader,
  keys: BackupKeys,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const line = headerLine(header);
  const tags = frameTags(header, line, keys);
  yield line;
  let number = 0;
  const frame = (last: boolean, plain: Buffer) => {
    const { data, tag } = tags.seal(number, last, plain);
    number += 1;
    const head = Buffer.alloc(5);
    head.writeUInt32BE(data.length);
    head[4] = last ? 1 : 0;
    return Buffer.concat([head, tag, data]);
  };
  for await (const piece of pieces) yield frame(false, piece);
  yield frame(true, Buffer.alloc(0));
}

export interface ReadingKeys extends BackupKeys {
  /** Reads a backup that is not encrypted though there is a key, or neither encrypted nor signed. */
  unencrypted: boolean;
}

export interface OpenedBackup {
  header: BackupHeader;
  /** The compressed bytes. @throws BackupFileError at the first frame that is not as it was written */
  frames: AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** @throws BackupFileError for a file of another kind, or one that these keys do not open */
export async function openFrames(source: AsyncIterable<Buffer>, keys: ReadingKeys): Promise<OpenedBackup> {
  const reader = new ByteReader(source);
  try {
    const line = await reader.readLine(maxHeaderBytes);
    const header = readHeader(line);
    requireProtection(header, keys);
    const tags = frameTags(header, Buffer.concat([line ?? Buffer.alloc(0), Buffer.from('\n')]), keys);
    return { header, frames: readFrames(reader, tags), close: () => reader.close() };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

/** Whoever can write to a folder of backups must not decide what is restored. */
function requireProtection({ encryption, signature }: BackupHeader, { key, unencrypted }: ReadingKeys): void {
  if (encryption !== null || unencrypted) return;
  if (key !== null)
    throw new BackupFileError(
      'unprotected',
      'the backup is not encrypted, although KINDLING_BACKUP_KEY is set: somebody else may have put it there. If you know that it was made before the key was set, give --unencrypted.',
    );
  if (signature === null)
    throw new BackupFileError(
      'unprotected',
      'the backup is of an earlier version and neither encrypted nor signed: whoever could write the file may have changed it. If you trust the place where it was kept, give --unencrypted.',
    );
}

async function* readFrames(reader: ByteReader, tags: FrameTags): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const head = await reader.read(frameHeaderBytes);
    if (head === null || head.length < frameHeaderBytes) throw truncated();
    const length = head.readUInt32BE(0);
    const last = head[4] === 1;
    // A damaged length must not make us read the whole file into memory.
    if (length > maxFrameBytes) throw damaged(number);
    const data = await reader.read(length);
    if (data === null || data.length < length) throw truncated();
    const plain = tags.open(number, last, data, head.subarray(5));
    if (plain === null) throw damaged(number);
    yield plain;
    if (!last) continue;
    if ((await reader.read(1)) !== null) throw damaged(number + 1);
    return;
  }
}

const truncated = () =>
  new BackupFileError('damaged', 'the backup is not complete: the file ends too early.');
const damaged = (number: number) =>
  new BackupFileError('damaged', `the backup is damaged: frame ${number} is not as it was written.`);
