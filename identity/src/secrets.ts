// Trust rule: no key is used for two purposes, and a sealed value opens only in its own place, because the place is
// authenticated as additional data.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a 32-byte key for one purpose from the master secret (HKDF-SHA-256, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'kindling-identity', purpose, 32));
}

/** AES-256-GCM. Layout: version byte, 96-bit nonce, 128-bit tag, ciphertext. `place` is authenticated, not stored. */
export function seal(key: Buffer, plain: string, place: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]);
}

/** Reverse of {@link seal}. Throws when the key, the place or a single bit differs. */
export function unseal(key: Buffer, sealed: Buffer, place: string): string {
  if (sealed.length < 1 + IV_BYTES + TAG_BYTES || sealed[0] !== VERSION)
    throw new Error('Not a sealed value.');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES));
  return (
    decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  );
}

/** {@link unseal} with the first key that opens the value; null when none does. */
export function unsealWithAny(keys: readonly Buffer[], sealed: Buffer, place: string): string | null {
  for (const key of keys)
    try {
      return unseal(key, sealed, place);
    } catch {
      // Sealed with another one.
    }
  return null;
}

/** 256 random bits in base64url: enough that its plain SHA-256 can be stored safely. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

/** A keyed hash for values with little entropy (addresses, networks), so that the table alone reveals nothing. */
export function keyedHash(key: Buffer, value: string): string {
  return createHmac('sha256', key).update(value).digest('base64url');
}
