/**
 * Writes a ZIP file piece by piece, in bounded memory, and compresses outside of the event loop. Its state is a plain
 * value, so another process can go on where one stopped. Packages that write ZIP files keep their state to themselves.
 *
 * Each piece is a run of complete DEFLATE blocks (a sync flush ends it), so pieces are compressed independently, and an
 * entry is its pieces one after another and an empty last block. Sizes and checksum follow the entry, because they are
 * not known before. Format: PKWARE APPNOTE 6.3.10, without ZIP64.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { z } from 'zod';

const deflate = promisify<Uint8Array, { finishFlush: number; level: number }, Buffer>(deflateRaw);

const localHeader = 0x04034b50;
const dataDescriptor = 0x08074b50;
const directoryHeader = 0x02014b50;
const directoryEnd = 0x06054b50;
/** Version 2.0: DEFLATE. */
const version = 20;
/** Bit 3: sizes follow the data. Bit 11: names are UTF-8. */
const flags = 0x0808;
const deflateMethod = 8;
/** Without ZIP64, sizes and offsets have 32 bits, and the number of files 16. */
const maxSize = 0xffff_ffff;
const maxFiles = 0xffff;
/** An empty last block with fixed codes. */
const lastBlock = Buffer.from([0x03, 0x00]);

export const zipStateSchema = z.object({
  /** Bytes that were written so far. */
  offset: z.int(),
  files: z.int(),
  /** Bytes of the records of finished files. */
  directoryBytes: z.int(),
  /** The file that is being written. */
  open: z
    .object({
      name: z.string(),
      offset: z.int(),
      checksum: z.int(),
      size: z.int(),
      packed: z.int(),
    })
    .nullable(),
});
export type ZipState = z.infer<typeof zipStateSchema>;

export const emptyZip: ZipState = { offset: 0, files: 0, directoryBytes: 0, open: null };

/** The archive, or a file in it, would be larger than the format allows. */
export class ZipLimitError extends Error {
  override name = 'ZipLimitError';
}

export interface ZipWriter {
  readonly state: ZipState;
  /** Begins a file. @param name path with slashes */
  begin(name: string): Buffer;
  write(piece: Uint8Array): Promise<Buffer>;
  /** Ends the file. `record` belongs into the directory at the end of the archive. */
  end(): { bytes: Buffer; record: Buffer };
  /** The end of the archive, which follows the records of all files in their order. */
  finish(): Buffer;
}

/**
 * The methods return the bytes to be written next.
 * @param modified time of all files, in UTC
 * @throws ZipLimitError when 4 GiB or 65,535 files are not enough
 */
export function createZipWriter(modified: Date, from: ZipState = emptyZip): ZipWriter {
  let state = from;
  const [time, day] = dosTime(modified);

  const advance = (bytes: number) => {
    state = { ...state, offset: state.offset + bytes };
    if (state.offset > maxSize) throw new ZipLimitError('The archive is larger than 4 GiB.');
  };
  const openFile = () => {
    if (state.open === null) throw new Error('No file of the archive is open.');
    return state.open;
  };

  return {
    get state() {
      return state;
    },
    begin(name) {
      if (state.open !== null) throw new Error('A file of the archive is open.');
      if (state.files >= maxFiles) throw new ZipLimitError('The archive has too many files.');
      const encoded = Buffer.from(name);
      const header = Buffer.alloc(30);
      header.writeUInt32LE(localHeader, 0);
      header.writeUInt16LE(version, 4);
      header.writeUInt16LE(flags, 6);
      header.writeUInt16LE(deflateMethod, 8);
      header.writeUInt16LE(time, 10);
      header.writeUInt16LE(day, 12);
      header.writeUInt16LE(encoded.length, 26);
      state = { ...state, open: { name, offset: state.offset, checksum: 0, size: 0, packed: 0 } };
      advance(header.length + encoded.length);
      return Buffer.concat([header, encoded]);
    },
    async write(piece) {
      const open = openFile();
      if (piece.length === 0) return Buffer.alloc(0);
      const packed = await deflate(piece, { finishFlush: constants.Z_SYNC_FLUSH, level: 6 });
      const size = open.size + piece.length;
      if (size > maxSize) throw new ZipLimitError('A file of the archive is larger than 4 GiB.');
      state = {
        ...state,
        open: {
          ...open,
          checksum: crc32(piece, open.checksum),
          size,
          packed: open.packed + packed.length,
        },
      };
      advance(packed.length);
      return packed;
    },
    end() {
      const open = openFile();
      const packed = open.packed + lastBlock.length;
      const descriptor = Buffer.alloc(16);
      descriptor.writeUInt32LE(dataDescriptor, 0);
      descriptor.writeUInt32LE(open.checksum, 4);
      descriptor.writeUInt32LE(packed, 8);
      descriptor.writeUInt32LE(open.size, 12);
      const record = directoryRecord({ ...open, packed }, [time, day]);
      state = {
        ...state,
        files: state.files + 1,
        directoryBytes: state.directoryBytes + record.length,
        open: null,
      };
      const bytes = Buffer.concat([lastBlock, descriptor]);
      advance(bytes.length);
      return { bytes, record };
    },
    finish() {
      if (state.open !== null) throw new Error('A file of the archive is open.');
      const end = Buffer.alloc(22);
      end.writeUInt32LE(directoryEnd, 0);
      end.writeUInt16LE(state.files, 8);
      end.writeUInt16LE(state.files, 10);
      end.writeUInt32LE(state.directoryBytes, 12);
      end.writeUInt32LE(state.offset, 16);
      return end;
    },
  };
}

function directoryRecord(
  file: NonNullable<ZipState['open']>,
  [time, day]: readonly [number, number],
): Buffer {
  const encoded = Buffer.from(file.name);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(directoryHeader, 0);
  record.writeUInt16LE(version, 4);
  record.writeUInt16LE(version, 6);
  record.writeUInt16LE(flags, 8);
  record.writeUInt16LE(deflateMethod, 10);
  record.writeUInt16LE(time, 12);
  record.writeUInt16LE(day, 14);
  record.writeUInt32LE(file.checksum, 16);
  record.writeUInt32LE(file.packed, 20);
  record.writeUInt32LE(file.size, 24);
  record.writeUInt16LE(encoded.length, 28);
  record.writeUInt32LE(file.offset, 42);
  return Buffer.concat([record, encoded]);
}

/** MS-DOS time (steps of two seconds) and day. */
function dosTime(at: Date): readonly [number, number] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [time, day];
}
