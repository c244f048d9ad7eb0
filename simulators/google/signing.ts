import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { JsonObject } from '../kit/json-object.ts';

/** The key that signs ID tokens and push messages, and its public forms. Made at first use, new at every start. */
export type Signer = {
  sign(claims: JsonObject): string;
  /** Signs with another key under the same key id. */
  forge(claims: JsonObject): string;
  /** Uses a new key from now on, as after a restart. */
  renew(): void;
  /** The JWK set of `/oauth2/v3/certs`. */
  keySet(): JsonObject;
  /** The map of `/oauth2/v1/certs`: here a PEM public key per key id instead of a certificate. */
  pemMap(): Record<string, string>;
};

type KeyPair = { kid: string; privateKey: KeyObject; publicKey: KeyObject };

/** A signer with an RSA key of 2048 bits. */
export function createSigner(): Signer {
  let pair: KeyPair | null = null;
  const keys = (): KeyPair => {
    if (pair) return pair;
    const fresh = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const kid = createHash('sha1')
      .update(fresh.publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex');
    pair = { kid, ...fresh };
    return pair;
  };
  const signWith = (claims: JsonObject, privateKey: KeyObject) => {
    const text = `${encode({ alg: 'RS256', kid: keys().kid, typ: 'JWT' })}.${encode(claims)}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url')}`;
  };
  return {
    sign: (claims) => signWith(claims, keys().privateKey),
    forge: (claims) => signWith(claims, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    renew: () => {
      pair = null;
    },
    keySet() {
      const { kid, publicKey } = keys();
      return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] };
    },
    pemMap() {
      const { kid, publicKey } = keys();
      return { [kid]: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
    },
  };
}

function encode(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
