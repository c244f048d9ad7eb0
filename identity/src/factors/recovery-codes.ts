import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { keyedHash } from '../secrets.ts';

const COUNT = 10;
/** Without letters that look like digits or like each other (Crockford base32): 50 bits in 10 characters. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;
const GROUP = 5;

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`;
}

/** What a person typed, as it is hashed; null when it cannot be a recovery code. */
export function canonicalCode(typed: string): string | null {
  const code = typed
    .toLowerCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : null;
}

export class RecoveryCodes {
  readonly #pool: pg.Pool;
  readonly #keys: readonly [Buffer, ...Buffer[]];

  /** @param keys the first one hashes new codes, and codes that any of them hashed count */
  constructor(pool: pg.Pool, keys: readonly [Buffer, ...Buffer[]]) {
    this.#pool = pool;
    this.#keys = keys;
  }

  /** Replaces all codes of a person. Only here they are readable. */
  async replace(sub: string): Promise<string[]> {
    const codes = Array.from({ length: COUNT }, newCode);
    const hashes = codes.map((code) => hashOf(this.#keys[0], sub, canonicalCode(code) ?? code));
    await this.#pool.query(
      `WITH former AS (DELETE FROM identity.recovery_code WHERE sub = $1)
       INSERT INTO identity.recovery_code (sub, code_hash) SELECT $1, jsonb_array_elements_text($2::jsonb)`,
      [sub, JSON.stringify(hashes)],
    );
    return codes;
  }

  /** Uses a code up. @returns how many are left, or null when it is none of this person's */
  async accept(sub: string, typed: string): Promise<number | null> {
    const code = canonicalCode(typed);
    if (code === null) return null;
    const { rows } = await this.#pool.query(
      'DELETE FROM identity.recovery_code WHERE sub = $1 AND code_hash = ANY ($2) RETURNING sub',
      [sub, this.#keys.map((key) => hashOf(key, sub, code))],
    );
    if (rows.length === 0) return null;
    const left = await this.#pool.query<{ left: number }>(
      'SELECT count(*)::int AS left FROM identity.recovery_code WHERE sub = $1',
      [sub],
    );
    return left.rows[0]?.left ?? 0;
  }

  async remove(sub: string): Promise<void> {
    await this.#pool.query('DELETE FROM identity.recovery_code WHERE sub = $1', [sub]);
  }
}

const hashOf = (key: Buffer, sub: string, code: string): string => keyedHash(key, `${sub} ${code}`);
