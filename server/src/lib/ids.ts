import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** Creates a row id: a UUIDv7, so that newer rows sort after older ones. Not a secret. */
export function newId(): string {
  return v7();
}

/** Without 0/o and 1/l/i, because people read codes aloud and type them from print. */
const codeAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Creates a public code: 10 random characters out of 31, about 49 bits, too many to guess. */
export function newPublicCode(): string {
  return Array.from({ length: 10 }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join('');
}
