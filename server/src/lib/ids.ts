import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** A new row id: UUIDv7, so that rows made later sort later. Not a secret. */
export function newId(): string {
  return v7();
}

/** No 0/o, 1/l/i: codes are read aloud and typed from print. */
const codeAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** A public code: 10 random characters of 31, about 49 bits, unguessable by trying. */
export function newPublicCode(): string {
  return Array.from({ length: 10 }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join('');
}
