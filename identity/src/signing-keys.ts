// Trust rule: private keys are stored sealed, bound to their own kid.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type pg from 'pg';
import { seal, unsealWithAny } from './secrets.ts';

/** A retired key stays published longer than any token that it signed (ID token: 10 h). */
const KEEP_RETIRED_DAYS = 7;

/** `keys[0]` signs; the others only verify. */
export type SigningKeys = { keys: JWK[] };

const sealContext = (kid: string) => `signing-key:${kid}`;

async function generateSigningKey(sealKey: Buffer): Promise<{ kid: string; publicJwk: JWK; sealed: Buffer }> {
  const pair = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(pair.privateKey);
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const use = { kid, alg: 'RS256', use: 'sig' };
  return {
    kid,
    publicJwk: { ...publicJwk, ...use },
    sealed: seal(sealKey, JSON.stringify({ ...jwk, ...use }), sealContext(kid)),
  };
}

/**
 * Reads the keys, making the first one on an empty database. The engine signs with the
 * first key that fits, so the active one comes first and the retired ones after it.
 * @param sealKeys the first one encrypts, and all of them open
 * @throws Error when none of them opens a stored key (the master secret was changed).
 */
export async function loadSigningKeys(
  pool: pg.Pool,
  sealKeys: readonly Buffer[],
  now: Date,
): Promise<SigningKeys> {
  const stored = await readKeys(pool, sealKeys);
  if (stored.keys.length > 0) return stored;
  const fresh = await generateSigningKey(newestOf(sealKeys));
  await pool.query(
    `INSERT INTO identity.signing_key (kid, public_jwk, private_sealed, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [fresh.kid, JSON.stringify(fresh.publicJwk), fresh.sealed, now],
  );
  return readKeys(pool, sealKeys);
}

function newestOf([newest]: readonly Buffer[]): Buffer {
  if (newest === undefined) throw new Error('The signing keys need a key that encrypts them.');
  return newest;
}

async function readKeys(pool: pg.Pool, sealKeys: readonly Buffer[]): Promise<SigningKeys> {
  const { rows } = await pool.query<{ kid: string; private_sealed: Buffer }>(
    `SELECT kid, private_sealed FROM identity.signing_key
     ORDER BY retired_at IS NOT NULL, retired_at DESC, created_at DESC`,
  );
  return {
    keys: rows.map((row) => {
      const plain = unsealWithAny(sealKeys, row.private_sealed, sealContext(row.kid));
      if (plain === null)
        throw new Error(
          'Identity service: the secret does not open the stored signing keys. Start with the former secret, or name it in KINDLING_OLD_SECRETS.',
        );
      return JSON.parse(plain) as JWK;
    }),
  };
}

/**
 * Encrypts the stored keys again with the key of the first secret. Safe to repeat and to interrupt.
 * @param sealKeys of the newest secret first, then of earlier ones
 * @returns how many were encrypted with an earlier one, and how many none of them opens
 */
export async function resealSigningKeys(
  pool: pg.Pool,
  sealKeys: readonly Buffer[],
): Promise<{ resealed: number; unreadable: number }> {
  const newest = newestOf(sealKeys);
  const { rows } = await pool.query<{ kid: string; private_sealed: Buffer }>(
    'SELECT kid, private_sealed FROM identity.signing_key ORDER BY kid',
  );
  const counts = { resealed: 0, unreadable: 0 };
  for (const { kid, private_sealed: sealed } of rows) {
    if (unsealWithAny([newest], sealed, sealContext(kid)) !== null) continue;
    const plain = unsealWithAny(sealKeys.slice(1), sealed, sealContext(kid));
    if (plain === null) {
      counts.unreadable += 1;
      continue;
    }
    await pool.query(
      'UPDATE identity.signing_key SET private_sealed = $1 WHERE kid = $2 AND private_sealed = $3',
      [seal(newest, plain, sealContext(kid)), kid, sealed],
    );
    counts.resealed += 1;
  }
  return counts;
}

/** The public keys, without any private part. */
export function publicKeysOf(keys: readonly JWK[]): { keys: JWK[] } {
  const published = ['kty', 'use', 'alg', 'kid', 'n', 'e'];
  return {
    keys: keys.map((key) =>
      Object.fromEntries(Object.entries(key).filter(([name]) => published.includes(name))),
    ),
  };
}

/** Makes a new signing key; the former one still verifies. Deletes keys that were retired long ago. */
export async function rotateKeys(
  pool: pg.Pool,
  sealKeys: readonly Buffer[],
  now: Date,
): Promise<SigningKeys> {
  const fresh = await generateSigningKey(newestOf(sealKeys));
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('UPDATE identity.signing_key SET retired_at = $1 WHERE retired_at IS NULL', [now]);
    await client.query(
      `INSERT INTO identity.signing_key (kid, public_jwk, private_sealed, created_at) VALUES ($1, $2, $3, $4)`,
      [fresh.kid, JSON.stringify(fresh.publicJwk), fresh.sealed, now],
    );
    await client.query('DELETE FROM identity.signing_key WHERE retired_at < $1', [
      new Date(now.getTime() - KEEP_RETIRED_DAYS * 86_400_000),
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
  return readKeys(pool, sealKeys);
}
