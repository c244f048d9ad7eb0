// Trust rule: an account has a second factor as soon as it has a passkey or an authenticator app. Recovery codes stand in for
// one of these and are none by themselves.
import type pg from 'pg';

/** How somebody signed in, in the words of RFC 8176. */
export type SignInMethod = 'pwd' | 'otp' | 'pop' | 'mfa';
/** In a sign-in that passed a second factor, or used a passkey, which is two factors in one. */
const SECOND_FACTOR: SignInMethod = 'mfa';
export const PASSWORD_ONLY: SignInMethod[] = ['pwd'];
export const PASSWORD_AND_CODE: SignInMethod[] = ['pwd', 'otp', SECOND_FACTOR];
/** The device proves that it has the key, and checks its user by finger, face or PIN. */
export const PASSKEY: SignInMethod[] = ['pop', SECOND_FACTOR];

/** Whether a sign-in, by the methods that its session names, passed a second factor. */
export function hasPassedFactor(methods: readonly string[] | undefined): boolean {
  return methods?.includes(SECOND_FACTOR) === true;
}

/** Adds the second factor to the methods of a session that has just proved one. */
export function withFactor(methods: readonly string[] | undefined): string[] {
  return [...new Set([...(methods ?? PASSWORD_ONLY), SECOND_FACTOR])];
}

/** The methods of a session whose account has no factor any more. */
export function withoutFactor(methods: readonly string[] | undefined): string[] {
  return (methods ?? PASSWORD_ONLY).filter((method) => method !== SECOND_FACTOR);
}

export type FactorState = { passkeys: number; authenticatorApp: boolean; recoveryCodes: number };

export const hasFactor = ({ passkeys, authenticatorApp }: FactorState): boolean =>
  passkeys > 0 || authenticatorApp;

/** SQL that is true for an account that has a second factor. `sub` is a column or a parameter. */
export const hasFactorSql = (sub: string) =>
  `(EXISTS (SELECT 1 FROM identity.passkey p WHERE p.sub = ${sub})
    OR EXISTS (SELECT 1 FROM identity.authenticator_app t WHERE t.sub = ${sub}))`;

/** Reads and removes the factors of a person. It needs the database only, so any process of the installation can use it. */
export class SecondFactors {
  readonly #pool: Pick<pg.Pool, 'query'>;

  constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#pool = pool;
  }

  /** Nothing of all for an unknown person. */
  async stateOf(sub: string): Promise<FactorState> {
    const { rows } = await this.#pool.query<FactorState>(
      `SELECT (SELECT count(*)::int FROM identity.passkey WHERE sub = $1) AS passkeys,
         EXISTS (SELECT 1 FROM identity.authenticator_app WHERE sub = $1) AS "authenticatorApp",
         (SELECT count(*)::int FROM identity.recovery_code WHERE sub = $1) AS "recoveryCodes"`,
      [sub],
    );
    return rows[0] ?? { passkeys: 0, authenticatorApp: false, recoveryCodes: 0 };
  }

  /**
   * For an operator, on behalf of somebody who has lost every factor: removes them all. Sessions go on; the caller ends them.
   * @returns whom it was, or null when nobody has this address
   */
  async removeAll(
    email: string,
  ): Promise<{ sub: string; locale: string; name: string | null; before: FactorState } | null> {
    const { rows } = await this.#pool.query<{ sub: string; locale: string; name: string | null }>(
      'SELECT sub, locale, display_name AS name FROM identity.account WHERE email = $1',
      [email],
    );
    const person = rows[0];
    if (person === undefined) return null;
    const before = await this.stateOf(person.sub);
    await this.#pool.query(
      `WITH keys AS (DELETE FROM identity.passkey WHERE sub = $1),
       apps AS (DELETE FROM identity.authenticator_app WHERE sub = $1),
       attempts AS (DELETE FROM identity.code_attempt WHERE sub = $1)
       DELETE FROM identity.recovery_code WHERE sub = $1`,
      [person.sub],
    );
    return { ...person, before };
  }
}
