/**
 * Reads a picture that somebody sent, by its bytes alone, and writes it anew from the parts that make the picture:
 * places, camera data, comments, color profiles and whatever hides behind the end do not come along. There is no
 * decoder here, so nothing is drawn; browsers do that. Formats: PNG (W3C, 3rd edition), JPEG (ITU-T T.81),
 * WebP (RFC 9649).
 */
import { crc32, inflateSync } from 'node:zlib';

export interface SanitizedPicture {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  bytes: Buffer;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * The picture without anything beside it.
 * @param maxSide Pixels; a larger picture is refused before it is unpacked.
 * @returns null for anything that is not one whole, still picture of at most this size
 */
export function sanitizePicture(bytes: Buffer, maxSide = 1024): SanitizedPicture | null {
  try {
    if (bytes.subarray(0, 8).equals(pngSignature)) return sanitizePng(bytes, maxSide);
    if (bytes.readUInt16BE(0) === 0xffd8) return sanitizeJpeg(bytes, maxSide);
    if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
      return sanitizeWebp(bytes, maxSide);
  } catch {
    // Reading past the end: cut short, or lengths that lie.
  }
  return null;
}

/** What draws the picture. `acTL` and its kin, which animate, are not among them and refuse it. */
const keptPngChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const animationPngChunks = new Set(['acTL', 'fcTL', 'fdAT']);
/** Samples per pixel by color type. */
const pngSamplesPerPixel: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Bits per sample; any other number would announce, and have us inflate, far more than a picture holds. */
const pngBitDepths = new Set([1, 2, 4, 8, 16]);

function sanitizePng(bytes: Buffer, maxSide: number): SanitizedPicture | null {
  const kept: Buffer[] = [pngSignature];
  const data: Buffer[] = [];
  let head: Buffer | null = null;
  for (let at = 8; ; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null;
    if (animationPngChunks.has(name) || (head === null) !== (name === 'IHDR')) return null;
    const body = bytes.subarray(at + 8, end - 4);
    if (name === 'IHDR') head = body;
    if (name === 'IDAT') data.push(body);
    if (keptPngChunks.has(name)) kept.push(bytes.subarray(at, end));
    // An unknown part that a decoder must understand to show the picture.
    else if (/^[A-Z]/.test(name)) return null;
    if (name === 'IEND') break;
    at = end;
  }
  if (head === null || head.length !== 13) return null;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const depth = head.readUInt8(8);
  const samples = pngSamplesPerPixel[head.readUInt8(9)];
  const interlaced = head.readUInt8(12) !== 0;
  if (
    samples === undefined ||
    !pngBitDepths.has(depth) ||
    interlaced ||
    !isWithinBounds(width, height, maxSide)
  )
    return null;
  const size = height * (1 + Math.ceil((width * samples * depth) / 8));
  // Exactly the rows that the head announces: no bomb, and no second content in the same stream.
  const rows = inflateSync(Buffer.concat(data), { maxOutputLength: size + 1 });
  if (rows.length !== size) return null;
  return { type: 'image/png', width, height, bytes: Buffer.concat(kept) };
}

/** Tables, frame and scan; all else (APPn, comments) is left out. */
const keptJpegMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xda, 0xdb, 0xdd]);
const jpegFrameMarkers = new Set([0xc0, 0xc1, 0xc2]);

function sanitizeJpeg(bytes: Buffer, maxSide: number): SanitizedPicture | null {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let frame: { width: number; height: number } | null = null;
  let scanned = false;
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xd9) {
      kept.push(bytes.subarray(at, at + 2));
      break;
    }
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    if (jpegFrameMarkers.has(marker)) {
      if (frame !== null) return null;
      frame = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    if (marker === 0xda) {
      scanned = true;
      end = endOfScan(bytes, end);
    }
    if (end > bytes.length) return null;
    const isTable = keptJpegMarkers.has(marker);
    if (isTable) kept.push(bytes.subarray(at, end));
    else if (!(marker >= 0xe0 && marker <= 0xef) && marker !== 0xfe) return null;
    at = end;
  }
  if (frame === null || !scanned || !isWithinBounds(frame.width, frame.height, maxSide)) return null;
  return { type: 'image/jpeg', ...frame, bytes: Buffer.concat(kept) };
}

/** Coded data runs to the next marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 1) {
    if (bytes.readUInt8(at) !== 0xff) continue;
    const next = bytes.readUInt8(at + 1);
    if (next !== 0x00 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
}

function sanitizeWebp(bytes: Buffer, maxSide: number): SanitizedPicture | null {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return null;
  let alpha: Buffer | null = null;
  let image: Buffer | null = null;
  let size: { width: number; height: number } | null = null;
  for (let at = 12; at < end; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + 8, at + 8 + length);
    const next = at + 8 + length + (length % 2);
    if (body.length !== length || next > end || name === 'ANIM' || name === 'ANMF') return null;
    if (name === 'VP8 ' || name === 'VP8L') {
      if (image !== null) return null;
      image = bytes.subarray(at, next);
      size = name === 'VP8L' ? losslessDimensions(body) : lossyDimensions(body);
    }
    if (name === 'ALPH') alpha = bytes.subarray(at, next);
    at = next;
  }
  if (image === null || size === null || !isWithinBounds(size.width, size.height, maxSide)) return null;
  const lossyWithAlpha = alpha !== null && image.toString('latin1', 0, 4) === 'VP8 ';
  const parts = lossyWithAlpha ? [extendedHeader(size), alpha ?? Buffer.alloc(0), image] : [image];
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  const head = Buffer.alloc(12);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(length, 4);
  head.write('WEBP', 8, 'latin1');
  return { type: 'image/webp', ...size, bytes: Buffer.concat([head, ...parts]) };
}

/** A key frame's start code, then 14 bits each. */
function lossyDimensions(body: Buffer): { width: number; height: number } | null {
  if ((body.readUInt8(0) & 1) !== 0 || body.readUIntBE(3, 3) !== 0x9d012a) return null;
  return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff };
}

function losslessDimensions(body: Buffer): { width: number; height: number } | null {
  if (body.readUInt8(0) !== 0x2f) return null;
  const bits = body.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Says that there is transparency, and nothing else. */
function extendedHeader({ width, height }: { width: number; height: number }): Buffer {
  const chunk = Buffer.alloc(18);
  chunk.write('VP8X', 0, 'latin1');
  chunk.writeUInt32LE(10, 4);
  chunk.writeUInt8(0x10, 8);
  chunk.writeUIntLE(width - 1, 12, 3);
  chunk.writeUIntLE(height - 1, 15, 3);
  return chunk;
}

function isWithinBounds(width: number, height: number, maxSide: number): boolean {
  return width > 0 && height > 0 && width <= maxSide && height <= maxSide;
}
