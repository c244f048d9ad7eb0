/**
 * A rendered page that each visitor gets with values of their own. What is the same for all is compressed once: compressing
 * a page anew takes half of the time of a visit, and its memory makes the garbage collector stop the process.
 */
import { brotliCompressSync, constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { collectPolicy } from '@kindling/guest/collect/csp';
import {
  attributeOf,
  fillMarkers,
  type PagePart,
  splitAtMarkers,
  type VisitorValues,
} from '@kindling/guest/collect/markers';
import { ownBytes } from '../../lib/own-bytes.ts';

export interface PageTemplate {
  readonly html: string;
  /** Content-Security-Policy of the page; a visitor's values do not change it. */
  readonly policy: string;
  fill(values: VisitorValues): string;
  /** The filled page as one gzip member. */
  gzip(values: VisitorValues): Buffer;
  /** A page without a visitor's values, compressed once. */
  whole(coding: ContentCoding): Buffer;
}

export type ContentCoding = 'br' | 'gzip' | null;

const compressors: Record<'br' | 'gzip', (bytes: Buffer) => Buffer> = {
  // Higher qualities save one percent and take several times as long.
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => gzipSync(bytes),
};

type Piece = { bytes: Buffer; deflated: Buffer } | { value: keyof VisitorValues };

/** No file name, no time, unknown system (RFC 1952, 2.3). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** The last block, which is empty (RFC 1951, 3.2.4). */
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);
/** How far a compressed text may refer back. */
const windowBytes = 32 * 1024;

export function createPageTemplate(html: string): PageTemplate {
  const parts = splitAtMarkers(html);
  const whole = new Map<ContentCoding, Buffer>();
  let prepared: { lengths: string; pieces: Piece[] } | null = null;
  return {
    html,
    policy: collectPolicy(html),
    fill: (values) => fillMarkers(html, values),
    whole(coding) {
      const known = whole.get(coding);
      if (known !== undefined) return known;
      const bytes = Buffer.from(html);
      const made = ownBytes(coding === null ? bytes : compressors[coding](bytes));
      whole.set(coding, made);
      return made;
    },
    gzip(values) {
      const bytesOf = (name: keyof VisitorValues) => Buffer.from(attributeOf(values, name));
      const lengths = parts.map((part) => ('value' in part ? bytesOf(part.value).length : '')).join();
      if (prepared?.lengths !== lengths) prepared = { lengths, pieces: deflatePieces(parts, bytesOf) };
      return joinPieces(prepared.pieces, bytesOf);
    },
  };
}

/**
 * Compresses what is the same for all. A text refers back to those before it, across the values; the distance is right for
 * all values of the same lengths, which those of one page have. A byte that UTF-8 never has stands for the values, so that no
 * text refers to one.
 */
function deflatePieces(parts: readonly PagePart[], bytesOf: (name: keyof VisitorValues) => Buffer): Piece[] {
  let before = Buffer.alloc(0);
  return parts.map((part) => {
    const bytes =
      'value' in part ? Buffer.alloc(bytesOf(part.value).length, 0xff) : ownBytes(Buffer.from(part.text));
    const dictionary = before.subarray(-windowBytes);
    before = Buffer.concat([before, bytes]);
    return 'value' in part ? part : { bytes, deflated: deflate(bytes, dictionary) };
  });
}

/** Blocks that end at a byte, so that others can follow. */
function deflate(bytes: Buffer, dictionary: Buffer): Buffer {
  const options = { level: 9, finishFlush: constants.Z_SYNC_FLUSH };
  return ownBytes(deflateRawSync(bytes, dictionary.length === 0 ? options : { ...options, dictionary }));
}

function joinPieces(pieces: readonly Piece[], bytesOf: (name: keyof VisitorValues) => Buffer): Buffer {
  const out: Buffer[] = [gzipHeader];
  let checksum = 0;
  let length = 0;
  for (const piece of pieces) {
    const bytes = 'value' in piece ? bytesOf(piece.value) : piece.bytes;
    checksum = crc32(bytes, checksum);
    length += bytes.length;
    out.push('value' in piece ? storedBlock(bytes) : piece.deflated);
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(checksum, 0);
  end.writeUInt32LE(length, 4);
  return Buffer.concat([...out, lastBlock, end]);
}

/** Bytes as they are, at most 65,535 of them (RFC 1951, 3.2.4). */
function storedBlock(bytes: Buffer): Buffer {
  if (bytes.length > 0xffff) throw new RangeError('A value of a page is too long.');
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
