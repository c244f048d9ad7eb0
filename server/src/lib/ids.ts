import { createHash, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** Creates a row id: a UUIDv7, so that newer rows sort after older ones. Not a secret. */
export function newId(): string {
  return v7();
}

/**
 * Creates the id of a row that a repeated message must not make twice: the same key gives the same id, a UUIDv8
 * (RFC 9562, section 5.8) with the first bits of the key's SHA-256.
 */
export function idFromKey(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Without 0/o and 1/l/i, because people read codes aloud and type them from print. */
const codeAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Creates a public code: 10 random characters out of 31, about 49 bits, too many to guess. */
export function newPublicCode(): string {
  return Array.from({ length: 10 }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join('');
}
