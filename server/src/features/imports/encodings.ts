/** Bytes of a table to text: which encoding it is in, told by what it holds, and the decoding itself. */
import type { ImportEncoding } from '@kindling/contract/import-files';

/** What was learned of a file's bytes, part by part. */
export interface ByteProfile {
  /** Told by the first bytes: a byte order mark, or zeros in every second place. */
  fromFirstBytes: ImportEncoding | null;
  binary: boolean;
  utf8: boolean;
  /** How often each byte from 0x80 on was met. */
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

/** Learns from the next bytes; `first` marks the beginning of a file. */
export function addBytes(known: ByteProfile, bytes: Uint8Array, first: boolean): void {
  if (first) detectFromFirstBytes(known, bytes);
  // Sixteen bits per letter: zeros belong to it, and no other guess is needed.
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

/** Latin letters in sixteen bits have a zero in every second place; two in three of them are enough to know. */
function detectUtf16ByZeros(bytes: Uint8Array): ImportEncoding | null {
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = bytes.length / 3;
  if (odd > many && even < many / 10) return 'utf-16le';
  return even > many && odd < many / 10 ? 'utf-16be' : null;
}

/** Letters of Serbian, Croatian and Slovene in windows-1250: š ž Š Ž, đ Đ, ć Ć, č Č. */
const slavicBytes = [0x9a, 0x9e, 0x8a, 0x8e, 0xf0, 0xd0, 0xe6, 0xc6, 0xe8, 0xc8];
/** š ž Š Ž as iso-8859-2 has them; in windows-1250 and -1252 these are signs that words hold seldom. */
const slavicBytesIso8859 = [0xb9, 0xbe, 0xa9, 0xae];
const slavicBytesWindows = [0x9a, 0x9e, 0x8a, 0x8e];

/** The most likely encoding; the owner can name another. */
export function guessEncoding({
  fromFirstBytes: marked,
  utf8,
  highByteCounts: high,
}: ByteProfile): ImportEncoding {
  if (marked !== null) return marked;
  if (utf8) return 'utf-8';
  const count = (bytes: readonly number[]) => bytes.reduce((sum, byte) => sum + (high[byte - 0x80] ?? 0), 0);
  let western = 0;
  for (let byte = 0xc0; byte <= 0xff; byte += 1)
    if (!slavicBytes.includes(byte) && byte !== 0xd7 && byte !== 0xf7) western += high[byte - 0x80] ?? 0;
  const iso = count(slavicBytesIso8859);
  if (count(slavicBytes) + iso <= western) return 'windows-1252';
  return iso > count(slavicBytesWindows) ? 'iso-8859-2' : 'windows-1250';
}

/** Decodes parts in order; what is not of the encoding becomes U+FFFD, a mark at the beginning is dropped. */
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
