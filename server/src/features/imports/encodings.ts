/** Detects the encoding of a table from its bytes, and decodes it. */
import type { ImportEncoding } from '@kindling/contract/import-files';

/** Statistics about the bytes of a file, collected part by part. */
export interface ByteProfile {
  /** The encoding that a byte order mark, or a zero in every second byte, shows; null without either. */
  fromFirstBytes: ImportEncoding | null;
  binary: boolean;
  utf8: boolean;
  /** How often each byte from 0x80 on occurs. */
  highByteCounts: Uint32Array;
  decoder: InstanceType<typeof TextDecoder>;
}

export function createByteProfile(): ByteProfile {
  return {
    fromFirstBytes: null,
    binary: false,
    utf8: true,
    highByteCounts: new Uint32Array(128),
    decoder: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
  };
}

/** Adds the next bytes; `first` is true at the beginning of a file. */
export function addBytes(known: ByteProfile, bytes: Uint8Array, first: boolean): void {
  if (first) detectFromFirstBytes(known, bytes);
  // UTF-16 contains zero bytes and needs no other statistics.
  if (known.fromFirstBytes === 'utf-16le' || known.fromFirstBytes === 'utf-16be') return;
  for (const byte of bytes) {
    if (byte === 0) known.binary = true;
    else if (byte >= 0x80) known.highByteCounts[byte - 0x80] = (known.highByteCounts[byte - 0x80] ?? 0) + 1;
  }
  if (!known.utf8) return;
  try {
    known.decoder.decode(bytes, { stream: true });
  } catch {
    known.utf8 = false;
  }
}

function detectFromFirstBytes(known: ByteProfile, bytes: Uint8Array): void {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) known.fromFirstBytes = 'utf-8';
  else if (a === 0xff && b === 0xfe) known.fromFirstBytes = 'utf-16le';
  else if (a === 0xfe && b === 0xff) known.fromFirstBytes = 'utf-16be';
  else known.fromFirstBytes = detectUtf16ByZeros(bytes.subarray(0, 4_096));
}

/** Latin letters in UTF-16 have a zero in every second byte; two thirds of those bytes are enough. */
function detectUtf16ByZeros(bytes: Uint8Array): ImportEncoding | null {
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = bytes.length / 3;
  if (odd > many && even < many / 10) return 'utf-16le';
  return even > many && odd < many / 10 ? 'utf-16be' : null;
}

/** Serbian, Croatian and Slovene letters in windows-1250: š ž Š Ž, đ Đ, ć Ć, č Č. */
const slavicBytes = [0x9a, 0x9e, 0x8a, 0x8e, 0xf0, 0xd0, 0xe6, 0xc6, 0xe8, 0xc8];
/** š ž Š Ž in iso-8859-2. In windows-1250 and windows-1252 these bytes are symbols that are rare in words. */
const slavicBytesIso8859 = [0xb9, 0xbe, 0xa9, 0xae];
const slavicBytesWindows = [0x9a, 0x9e, 0x8a, 0x8e];

/** Returns the most likely encoding. The owner can choose another one. */
export function guessEncoding({ fromFirstBytes, utf8, highByteCounts }: ByteProfile): ImportEncoding {
  if (fromFirstBytes !== null) return fromFirstBytes;
  if (utf8) return 'utf-8';
  const count = (bytes: readonly number[]) =>
    bytes.reduce((sum, byte) => sum + (highByteCounts[byte - 0x80] ?? 0), 0);
  let western = 0;
  for (let byte = 0xc0; byte <= 0xff; byte += 1)
    if (!slavicBytes.includes(byte) && byte !== 0xd7 && byte !== 0xf7)
      western += highByteCounts[byte - 0x80] ?? 0;
  const iso = count(slavicBytesIso8859);
  if (count(slavicBytes) + iso <= western) return 'windows-1252';
  return iso > count(slavicBytesWindows) ? 'iso-8859-2' : 'windows-1250';
}

/** Decodes parts in order. Invalid bytes become U+FFFD; a byte order mark at the beginning is removed. */
export function createDecoder(encoding: ImportEncoding): {
  decode(bytes: Uint8Array): string;
  end(): string;
} {
  const decoder = new TextDecoder(encoding);
  return {
    decode: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  };
}
