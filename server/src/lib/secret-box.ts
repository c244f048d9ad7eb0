/**
 * Keeps secrets that must be read back (platform tokens) as AES-256-GCM, and derives every key of the program from
 * one master secret by purpose, so that no key serves two ends.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** A 32-byte key for one purpose; the same master and purpose give the same key. */
export function deriveKey(masterSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterSecret, 'kindling', purpose, 32));
}

export interface SecretBox {
  /** `context` binds the seal to its place (table, account, row): opened elsewhere, it fails. */
  seal(plain: string, context: string): string;
  /** @throws Error when the seal was altered, moved to another row, or made with a key that is not known. */
  open(sealed: string, context: string): string;
}

/** Keys by id; the first one seals, all of them open, so that a key can be replaced while rows wait. */
export function createSecretBox(masterSecrets: readonly string[], purpose: string): SecretBox {
  const keys = masterSecrets.map((secret) => {
    const key = deriveKey(secret, purpose);
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
  });
  const newest = keys[0];
  if (newest === undefined) throw new Error('A secret box needs at least one key.');
  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [
        'v1',
        newest.id,
        nonce.toString('base64url'),
        body.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
      ].join('.');
    },
    open(sealed, context) {
      const [version, keyId, nonce, body, tag] = sealed.split('.');
      const key = keys.find((candidate) => candidate.id === keyId)?.key;
      if (
        version !== 'v1' ||
        key === undefined ||
        nonce === undefined ||
        body === undefined ||
        tag === undefined
      )
        throw new Error('The sealed value has an unknown form or key.');
      // Without a length, a tag cut to four bytes would do, which can be guessed.
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
        authTagLength: 16,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString(
        'utf8',
      );
    },
  };
}

/** SHA-256 as hex: for values that are only ever compared, such as one-time states. */
export function sha256Hex(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
