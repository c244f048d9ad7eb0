/**
 * The file of a backup: one line of JSON that says what it is, then frames of compressed records. Every frame has a tag that
 * depends on the header, its number and whether it is the last, so a changed, moved, missing or added frame is found.
 * With a key the frames are encrypted with AES-256-GCM; without one the tag is a hash, which finds damage and no forgery.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

const magic = 'KINDLING-BACKUP';
/** Bytes of a whole frame before its tag; the last one is shorter. */
const frameBytes = 1024 * 1024;
const tagBytes = 16;
/** Length of the data (4), 1 for the last frame (1), tag. */
const frameHeaderBytes = 4 + 1 + tagBytes;
export const maxHeaderBytes = 4096;

const backupHeaderSchema = z.object({
  format: z.literal(1),
  id: z.uuid(),
  /** Of the installation that was backed up. */
  installation: z.uuid(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Null for a backup that anybody can read. */
  encryption: z.object({ cipher: z.literal('AES-256-GCM'), keyId: z.string(), salt: z.string() }).nullable(),
});
export type BackupHeader = z.infer<typeof backupHeaderSchema>;

/** What is wrong with a file: `key` can be mended with the right key, `damaged` cannot, `unknown` is none of ours. */
export class BackupFileError extends Error {
  override name = 'BackupFileError';
  readonly reason: 'damaged' | 'key' | 'unknown';

  constructor(reason: BackupFileError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Eight hexadecimal digits by which an operator finds the key of a file. They say nothing of the key. */
export function backupKeyId(key: string): string {
  return createHash('sha256').update(`kindling backup key ${key}`).digest('hex').slice(0, 8);
}

/** The part of a header about the encryption with this key; null without a key. */
export function encryptionWith(key: string | null): BackupHeader['encryption'] {
  if (key === null) return null;
  return { cipher: 'AES-256-GCM', keyId: backupKeyId(key), salt: randomBytes(32).toString('base64url') };
}

interface FrameTag {
  seal(number: number, last: boolean, data: Buffer): { data: Buffer; tag: Buffer };
  /** Null when the tag does not fit. */
  open(number: number, last: boolean, data: Buffer, tag: Buffer): Buffer | null;
}

function frameTags(header: BackupHeader, line: Buffer, key: string | null): FrameTag {
  const headerHash = createHash('sha256').update(line).digest();
  const context = (number: number, last: boolean) => {
    const place = Buffer.alloc(9);
    place.writeBigUInt64BE(BigInt(number));
    place[8] = last ? 1 : 0;
    return { nonce: Buffer.concat([Buffer.alloc(3), place]), place: Buffer.concat([headerHash, place]) };
  };
  if (header.encryption === null) {
    const hash = (number: number, last: boolean, data: Buffer) =>
      createHash('sha256').update(context(number, last).place).update(data).digest().subarray(0, tagBytes);
    return {
      seal: (number, last, data) => ({ data, tag: hash(number, last, data) }),
      open: (number, last, data, tag) => (hash(number, last, data).equals(tag) ? data : null),
    };
  }
  // A key of its own for each file, so that numbers can be nonces.
  const fileKey = Buffer.from(
    hkdfSync('sha256', key ?? '', Buffer.from(header.encryption.salt, 'base64url'), 'kindling backup', 32),
  );
  return {
    seal(number, last, data) {
      const { nonce, place } = context(number, last);
      const cipher = createCipheriv('aes-256-gcm', fileKey, nonce).setAAD(place);
      return { data: Buffer.concat([cipher.update(data), cipher.final()]), tag: cipher.getAuthTag() };
    },
    open(number, last, data, tag) {
      const { nonce, place } = context(number, last);
      const decipher = createDecipheriv('aes-256-gcm', fileKey, nonce, { authTagLength: tagBytes });
      decipher.setAAD(place).setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(data), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

/** Turns compressed bytes into the bytes of the file. @param key must be the one of `header.encryption` */
export async function* sealFrames(
  header: BackupHeader,
  key: string | null,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const line = Buffer.from(`${magic} ${JSON.stringify(header)}\n`);
  const tags = frameTags(header, line, key);
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
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of source) {
    pieces.push(piece);
    size += piece.length;
    if (size < frameBytes) continue;
    yield frame(false, Buffer.concat(pieces));
    pieces = [];
    size = 0;
  }
  yield frame(true, Buffer.concat(pieces));
}

/** Reads pieces of a given length from a stream of any pieces. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Null at the end; fewer bytes than asked for when the stream ends in between. */
  async read(length: number): Promise<Buffer | null> {
    const pieces = [this.#left];
    let size = this.#left.length;
    while (size < length) {
      const { value, done } = await this.#source.next();
      if (done === true) break;
      pieces.push(value);
      size += value.length;
    }
    if (size === 0) return null;
    const all = pieces.length === 1 ? this.#left : Buffer.concat(pieces, size);
    this.#left = all.subarray(length);
    return all.subarray(0, length);
  }

  /** A line without its end; null when none ends within `most` bytes. */
  async readLine(most: number): Promise<Buffer | null> {
    const start = (await this.read(most)) ?? Buffer.alloc(0);
    const end = start.indexOf(0x0a);
    this.#left = Buffer.concat([end === -1 ? start : start.subarray(end + 1), this.#left]);
    return end === -1 ? null : start.subarray(0, end);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

export interface OpenedBackup {
  header: BackupHeader;
  /** The compressed bytes. @throws BackupFileError at the first frame that is not as it was written */
  frames: AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** @throws BackupFileError for a file of another kind, or when the key is not that of the file */
export async function openFrames(source: AsyncIterable<Buffer>, key: string | null): Promise<OpenedBackup> {
  const reader = new ByteReader(source);
  try {
    const line = await reader.readLine(maxHeaderBytes);
    const header = readHeader(line);
    requireKey(header, key);
    const tags = frameTags(header, Buffer.concat([line ?? Buffer.alloc(0), Buffer.from('\n')]), key);
    return { header, frames: readFrames(reader, tags), close: () => reader.close() };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

/** The header of a file from its first bytes, without its key. @throws BackupFileError for a file of another kind */
export function parseBackupHeader(start: Buffer): BackupHeader {
  const end = start.indexOf(0x0a);
  return readHeader(end === -1 ? null : start.subarray(0, end));
}

function readHeader(line: Buffer | null): BackupHeader {
  const text = line?.toString('utf8') ?? '';
  if (!text.startsWith(`${magic} `))
    throw new BackupFileError('unknown', 'the file is not a backup of Kindling.');
  const parsed = backupHeaderSchema.safeParse(parseJson(text.slice(magic.length + 1)));
  if (parsed.success) return parsed.data;
  throw new BackupFileError(
    'unknown',
    'the first line of the backup is not one that this version of Kindling reads: it is damaged, or from a newer version.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function requireKey({ encryption }: BackupHeader, key: string | null): void {
  if (encryption === null) return;
  if (key === null)
    throw new BackupFileError(
      'key',
      `the backup is encrypted with the key ${encryption.keyId}; set KINDLING_BACKUP_KEY to it.`,
    );
  if (backupKeyId(key) !== encryption.keyId)
    throw new BackupFileError(
      'key',
      `the backup is encrypted with the key ${encryption.keyId}, and KINDLING_BACKUP_KEY is the key ${backupKeyId(key)}.`,
    );
}

async function* readFrames(reader: ByteReader, tags: FrameTag): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const head = await reader.read(frameHeaderBytes);
    if (head === null || head.length < frameHeaderBytes) throw truncated();
    const length = head.readUInt32BE(0);
    const last = head[4] === 1;
    // A damaged length must not make us read the whole file into memory.
    if (length > 4 * frameBytes) throw damaged(number);
    const data = length === 0 ? Buffer.alloc(0) : await reader.read(length);
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
