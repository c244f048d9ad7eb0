/**
 * Encrypts secrets that must be read back (platform tokens) with AES-256-GCM. Every key is derived from one master secret
 * and a purpose, so that no key has two uses.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Derives a 32-byte key. The same master secret and purpose always give the same key. */
export function deriveKey(masterSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterSecret, 'kindling', purpose, 32));
}

const version = 'v1';

export interface SecretBox {
  /** What every value begins with that the newest secret encrypted. */
  readonly newestMark: string;
  /** `context` names the place of the value (table, account, row). The value cannot be opened with another context. */
  seal(plain: string, context: string): string;
  /** @throws UnknownKeyError, or Error when the value was changed or moved to another row */
  open(sealed: string, context: string): string;
}

/** The value was encrypted with a secret that this process does not have; another process may, while the secret is changed. */
export class UnknownKeyError extends Error {
  constructor() {
    super('The sealed value has an unknown key.');
    this.name = 'UnknownKeyError';
  }
}

/**
 * The first master secret encrypts and all of them decrypt, so that a key can be replaced before every row is encrypted
 * again.
 */
export function createSecretBox(masterSecrets: readonly string[], purpose: string): SecretBox {
  const keys = masterSecrets.map((secret) => {
    const key = deriveKey(secret, purpose);
    return { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
  });
  const newest = keys[0];
  if (newest === undefined) throw new Error('A secret box needs at least one key.');
  return {
    newestMark: `${version}.${newest.id}.`,
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [
        version,
        newest.id,
        nonce.toString('base64url'),
        body.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
      ].join('.');
    },
    open(sealed, context) {
      const [form, keyId, nonce, body, tag] = sealed.split('.');
      if (form !== version || nonce === undefined || body === undefined || tag === undefined)
        throw new Error('The sealed value has an unknown form.');
      const key = keys.find((candidate) => candidate.id === keyId)?.key;
      if (key === undefined) throw new UnknownKeyError();
      // Without a fixed length, Node would accept a tag cut to four bytes, which can be guessed.
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

/** SHA-256 as hex, for values that are only compared, such as one-time states. */
export function sha256Hex(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

/** Opens and seals what the database holds sealed: tokens of platforms and mails. */
export function createStoredSecretBox({
  secret,
  oldSecrets,
}: {
  secret: string;
  oldSecrets: readonly string[];
}): SecretBox {
  return createSecretBox([secret, ...oldSecrets], 'stored-secrets');
}
