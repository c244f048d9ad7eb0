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
  const bytes = createHash('sha256').update(key).digest().subarray(0, idLength);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return idOfBytes(bytes);
}

/** Bytes of an id where it is packed into a link. */
export const idLength = 16;

export function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function idOfBytes(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Without 0/o and 1/l/i, because people read codes aloud and type them from print. */
const codeAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Creates a public code: 10 random characters out of 31, about 49 bits, too many to guess. */
export function newPublicCode(): string {
  return Array.from({ length: 10 }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join('');
}
