/** Compresses a stream in pieces of a known size, so that a file which was made to fill memory or disk is found. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createZstdDecompress, zstdCompress, zstdDecompress } from 'node:zlib';
import { BackupFileError, type BackupHeader } from './header.ts';

/** Of each piece but the last, before it is compressed. */
export const pieceBytes = 1024 * 1024;
/** Frames of format 1 are cuts of one stream, so only what all of them become can be counted. */
const firstFormatBytes = 256 * 1024 * 1024;

const compress = promisify(zstdCompress);
const expand = promisify(zstdDecompress);
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Compresses outside of the event loop. */
export async function* compressPieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const bytes of source)
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + pieceBytes - size);
      at += part.length;
      parts.push(part);
      size += part.length;
      if (size < pieceBytes) continue;
      yield await compress(Buffer.concat(parts), { params });
      parts = [];
      size = 0;
    }
  if (size > 0) yield await compress(Buffer.concat(parts), { params });
}

/** @throws BackupFileError for what is not compressed, or becomes more than a backup of this format has in its frames */
export async function* expandFrames(
  frames: AsyncIterable<Buffer>,
  format: BackupHeader['format'],
): AsyncGenerator<Buffer> {
  try {
    yield* format === 1 ? expandStream(frames) : expandPieces(frames);
  } catch (error) {
    throw isOfZlib(error) ? unreadable() : error;
  }
}

async function* expandPieces(frames: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const frame of frames)
    if (frame.length > 0) yield await expand(frame, { maxOutputLength: pieceBytes });
}

async function* expandStream(frames: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const zstd = createZstdDecompress();
  let most = 0;
  async function* counted() {
    for await (const frame of frames) {
      most += firstFormatBytes;
      yield frame;
    }
  }
  let failure: unknown = null;
  const done = pipeline(Readable.from(counted(), { objectMode: true, highWaterMark: 2 }), zstd).catch(
    (error) => {
      failure = error;
    },
  );
  let size = 0;
  try {
    for await (const piece of zstd) {
      size += piece.length;
      if (size > most) throw unreadable();
      yield piece;
    }
    await done;
  } catch (error) {
    // The frame that is damaged says more than the decompressor that lacks it.
    throw error instanceof BackupFileError ? error : (failure ?? error);
  }
  if (failure !== null) throw failure;
}

const isOfZlib = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(ZSTD_|Z_|ERR_BUFFER_TOO_LARGE$)/.test(String(error.code));

export const unreadable = () =>
  new BackupFileError('damaged', 'the backup is damaged: its records cannot be read.');
