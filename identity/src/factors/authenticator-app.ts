// Trust rule: a code is good for one sign-in. The step of an accepted code is stored in the statement that accepts it, so of
// two requests with the same code one gets through.
import { Secret, TOTP } from 'otpauth';
import type pg from 'pg';
import { seal, unsealWithAny } from '../secrets.ts';

const STEP_SECONDS = 30;
/** Steps before and after the present one whose codes count, for clocks that differ and people who type slowly. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** The defaults of RFC 6238, which every app understands. */
const totpOf = (secret: string, label: { issuer: string; label: string } | object = {}) =>
  new TOTP({
    ...label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** A new secret in base32, as people type it into an app. */
export const newAppSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an app reads from a QR code. */
export function appUri(secret: string, issuer: string, email: string): string {
  return totpOf(secret, { issuer, label: email }).toString();
}

/** The step whose code this is, or null. The comparison takes the same time for every code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

export class AuthenticatorApps {
  readonly #pool: pg.Pool;
  readonly #keys: readonly [Buffer, ...Buffer[]];
  readonly #now: () => Date;

  /** @param keys the first one encrypts, and all of them open */
  constructor(pool: pg.Pool, keys: readonly [Buffer, ...Buffer[]], now: () => Date) {
    this.#pool = pool;
    this.#keys = keys;
    this.#now = now;
  }

  /** Stores the secret that the app has proved to hold with the code of `step`. False when the account has an app already. */
  async add(sub: string, secret: string, step: number): Promise<boolean> {
    const { rows } = await this.#pool.query(
      `INSERT INTO identity.authenticator_app (sub, secret_sealed, last_step, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING sub`,
      [sub, seal(this.#keys[0], secret, placeOf(sub)), step, this.#now()],
    );
    return rows.length === 1;
  }

  /** Uses a code up. False for a wrong one, and for one that was used or is older than a used one. */
  async accept(sub: string, code: string): Promise<boolean> {
    const { rows } = await this.#pool.query<{ secret_sealed: Buffer }>(
      'SELECT secret_sealed FROM identity.authenticator_app WHERE sub = $1',
      [sub],
    );
    if (rows[0] === undefined) return false;
    const secret = unsealWithAny(this.#keys, rows[0].secret_sealed, placeOf(sub));
    if (secret === null) throw new Error('No secret opens the authenticator app of a person.');
    const step = stepOfCode(secret, code, this.#now());
    if (step === null) return false;
    const used = await this.#pool.query(
      'UPDATE identity.authenticator_app SET last_step = $2 WHERE sub = $1 AND last_step < $2 RETURNING sub',
      [sub, step],
    );
    return used.rows.length === 1;
  }

  async remove(sub: string): Promise<boolean> {
    const { rows } = await this.#pool.query(
      'DELETE FROM identity.authenticator_app WHERE sub = $1 RETURNING sub',
      [sub],
    );
    return rows.length === 1;
  }
}

const placeOf = (sub: string) => `authenticator-app:${sub}`;

/** As `resealSigningKeys`, for the secrets of authenticator apps, 500 at a time. */
export async function resealAuthenticatorApps(
  pool: pg.Pool,
  keys: readonly [Buffer, ...Buffer[]],
): Promise<{ resealed: number; unreadable: number }> {
  const counts = { resealed: 0, unreadable: 0 };
  for (let after = ''; ; ) {
    const { rows } = await pool.query<{ sub: string; secret_sealed: Buffer }>(
      'SELECT sub, secret_sealed FROM identity.authenticator_app WHERE sub > $1 ORDER BY sub LIMIT 500',
      [after],
    );
    for (const { sub, secret_sealed: sealed } of rows) {
      after = sub;
      if (unsealWithAny([keys[0]], sealed, placeOf(sub)) !== null) continue;
      const plain = unsealWithAny(keys.slice(1), sealed, placeOf(sub));
      if (plain === null) {
        counts.unreadable += 1;
        continue;
      }
      await pool.query(
        'UPDATE identity.authenticator_app SET secret_sealed = $1 WHERE sub = $2 AND secret_sealed = $3',
        [seal(keys[0], plain, placeOf(sub)), sub, sealed],
      );
      counts.resealed += 1;
    }
    if (rows.length === 0) return counts;
  }
}
