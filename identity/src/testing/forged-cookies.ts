import { randomBytes } from 'node:crypto';
import { deriveKey, keyedHash, seal } from '../secrets.ts';
import { SECRET } from './service.ts';

/**
 * Cookies of a known browser that nobody but the service could make: each names the right account, as a stranger who
 * could read the cookie would.
 */
export function forgedCookies(cookie: string, email: string): string[] {
  const account = keyedHash(deriveKey(SECRET, 'known-browser'), email);
  const wished = JSON.stringify([{ account, id: 'made-up' }]);
  const altered = Buffer.from(cookie, 'base64url');
  // A letter of the id, near the end.
  const at = altered.length - 10;
  altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
  return [
    wished,
    Buffer.from(wished).toString('base64url'),
    seal(randomBytes(32), wished, 'known-browser').toString('base64url'),
    seal(deriveKey(SECRET, 'known-browser'), wished, 'elsewhere').toString('base64url'),
    altered.toString('base64url'),
  ];
}
