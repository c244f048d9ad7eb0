// Trust rule: an account exists only after somebody used a link that was mailed to its address. Confirming and resetting
// are one SQL statement each, which uses the link up and makes the change.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { hasFactorSql } from './factors/second-factors.ts';
import { randomToken, sha256 } from './secrets.ts';

export const CONFIRM_HOURS = 24;
export const RESET_HOURS = 1;

export type Account = {
  sub: string;
  email: string;
  displayName: string | null;
  locale: string;
  /** Sessions and tokens that are older than this are invalid. */
  credentialsChangedAt: Date;
  signInCount: number;
  firstSignedInAt: Date | null;
  /** Whether a password alone is not enough. */
  secondFactor: boolean;
};

/** `sub` of an account, or of a sign-up that is not confirmed yet. */
export type Credentials = {
  sub: string;
  passwordHash: string;
  /** Null for a sign-up that is not confirmed, whose name may be a stranger's choice. */
  displayName: string | null;
  locale: string;
  confirmed: boolean;
};
export type NewRegistration = {
  email: string;
  passwordHash: string;
  displayName: string | null;
  locale: string;
  /** Version of the terms that the person accepted; null for accounts made by a command. */
  termsVersion: string | null;
};
export type Confirmation = { interactionUid: string | null; sub: string };
export type LinkPurpose = 'confirm' | 'reset';
/** What a link from a mail belongs to. */
export type LinkedSignUp = {
  purpose: LinkPurpose;
  sub: string;
  interactionUid: string | null;
  email: string;
  /** Of a sign-up that is not confirmed; null for an account. */
  waitingPasswordHash: string | null;
};

/** People type addresses with and without capital letters, so they are compared in lower case. */
export function canonicalEmail(typed: string): string {
  return typed.trim().normalize('NFKC').toLowerCase();
}

export const newSub = () => `local|${randomUUID()}`;
const hoursFrom = (now: Date, hours: number) => new Date(now.getTime() + hours * 3_600_000);

export class Accounts {
  readonly #pool: pg.Pool;
  readonly #now: () => Date;

  constructor(pool: pg.Pool, now: () => Date) {
    this.#pool = pool;
    this.#now = now;
  }

  async findBySub(sub: string): Promise<Account | null> {
    const { rows } = await this.#pool.query<Account>(
      `SELECT sub, email, display_name AS "displayName", locale, credentials_changed_at AS "credentialsChangedAt",
         sign_in_count AS "signInCount", first_signed_in_at AS "firstSignedInAt", ${hasFactorSql('a.sub')} AS "secondFactor"
       FROM identity.account a WHERE sub = $1`,
      [sub],
    );
    return rows[0] ?? null;
  }

  /** The account of an address, else its newest sign-up that is not confirmed. */
  async findCredentials(email: string): Promise<Credentials | null> {
    const { rows } = await this.#pool.query<Credentials>(
      `SELECT sub, password_hash AS "passwordHash", display_name AS "displayName", locale, confirmed FROM (
         SELECT sub, password_hash, display_name, locale, true AS confirmed, created_at
         FROM identity.account WHERE email = $1
         UNION ALL
         SELECT sub, password_hash, NULL, locale, false, created_at FROM identity.registration
         WHERE email = $1 AND expires_at > $2) AS found
       ORDER BY confirmed DESC, created_at DESC LIMIT 1`,
      [email, this.#now()],
    );
    return rows[0] ?? null;
  }

  async createConfirmed(input: NewRegistration): Promise<{ sub: string } | null> {
    const { rows } = await this.#pool.query<{ sub: string }>(
      `INSERT INTO identity.account
         (sub, email, password_hash, display_name, locale, email_verified_at, credentials_changed_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6, $6) ON CONFLICT (email) DO NOTHING RETURNING sub`,
      [newSub(), input.email, input.passwordHash, input.displayName, input.locale, this.#now()],
    );
    return rows[0] ?? null;
  }

  async register(input: NewRegistration, sub: string = newSub()): Promise<{ sub: string }> {
    const now = this.#now();
    await this.#pool.query(
      `INSERT INTO identity.registration
         (sub, email, password_hash, display_name, locale, created_at, expires_at, terms_version, terms_accepted_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $8::text IS NULL THEN NULL ELSE $6::timestamptz END)`,
      [
        sub,
        input.email,
        input.passwordHash,
        input.displayName,
        input.locale,
        now,
        hoursFrom(now, CONFIRM_HOURS),
        input.termsVersion,
      ],
    );
    return { sub };
  }

  /** Whether a sign-up still waits for its confirmation. */
  async isWaiting(sub: string): Promise<boolean> {
    // The embedded database counts changed rows only.
    const { rows } = await this.#pool.query(
      'SELECT 1 FROM identity.registration WHERE sub = $1 AND expires_at > $2',
      [sub, this.#now()],
    );
    return rows.length === 1;
  }

  /** Makes the secret of one link; only its hash is stored. A sign-up expires no earlier than its newest link. */
  async issueToken(purpose: LinkPurpose, sub: string, interactionUid: string | null): Promise<string> {
    const token = randomToken();
    const expires = hoursFrom(this.#now(), purpose === 'confirm' ? CONFIRM_HOURS : RESET_HOURS);
    await this.#pool.query(
      `WITH kept AS (
         UPDATE identity.registration SET expires_at = greatest(expires_at, $5) WHERE sub = $3)
       INSERT INTO identity.one_time_token (token_hash, purpose, sub, interaction_uid, expires_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [sha256(token), purpose, sub, interactionUid, expires],
    );
    return token;
  }

  /**
   * Reads a link of one of the purposes without using it up, for the page that asks before it acts. The links of a sign-up
   * are void once its address has an account.
   */
  async peekToken(purposes: LinkPurpose[], token: string): Promise<LinkedSignUp | null> {
    const { rows } = await this.#pool.query<LinkedSignUp>(
      `SELECT t.purpose, t.sub, t.interaction_uid AS "interactionUid", coalesce(a.email, r.email) AS email,
         r.password_hash AS "waitingPasswordHash"
       FROM identity.one_time_token t
       LEFT JOIN identity.account a ON a.sub = t.sub AND t.purpose = 'reset'
       LEFT JOIN identity.registration r ON r.sub = t.sub
         AND NOT EXISTS (SELECT 1 FROM identity.account taken WHERE taken.email = r.email)
       WHERE t.token_hash = $1 AND t.purpose = ANY ($2) AND t.expires_at > $3
         AND coalesce(a.email, r.email) IS NOT NULL`,
      [sha256(token), purposes, this.#now()],
    );
    return rows[0] ?? null;
  }

  /**
   * Uses a confirmation link up and turns its sign-up into the account. Null when the link is unknown or used, or the
   * address has an account.
   */
  async confirm(token: string): Promise<Confirmation | null> {
    const { rows } = await this.#pool.query<Confirmation>(
      `WITH spent AS (
         DELETE FROM identity.one_time_token
         WHERE token_hash = $1 AND purpose = 'confirm' AND expires_at > $2 RETURNING sub, interaction_uid),
       waiting AS (
         DELETE FROM identity.registration r USING spent s WHERE r.sub = s.sub RETURNING r.*),
       made AS (
         INSERT INTO identity.account
           (sub, email, password_hash, display_name, locale, email_verified_at, credentials_changed_at, created_at,
            terms_version, terms_accepted_at)
         SELECT sub, email, password_hash, display_name, locale, $2, $2, $2, terms_version, terms_accepted_at
         FROM waiting
         ON CONFLICT (email) DO NOTHING RETURNING sub)
       SELECT s.sub, s.interaction_uid AS "interactionUid" FROM spent s JOIN made ON made.sub = s.sub`,
      [sha256(token), this.#now()],
    );
    return rows[0] ?? null;
  }

  /**
   * Uses a reset link up: sets the new password and deletes every session, code and refresh token of the account, and ends
   * a pause of codes, because whoever typed wrong ones knew the former password; their count goes on, because a mailbox may be read
   * by others too. The link also proves the address, so it turns an unconfirmed sign-up into the account, without its name, which may be a
   * stranger's choice. The confirmation link of such a sign-up proves the same.
   * @param termsVersion version of the terms that the person accepts with an account that is made here
   * @returns `sub` of the account, or null when the link is unknown or used
   */
  async reset(token: string, passwordHash: string, termsVersion: string): Promise<string | null> {
    const { rows } = await this.#pool.query<{ sub: string }>(
      `WITH spent AS (
         DELETE FROM identity.one_time_token t
         WHERE token_hash = $1 AND expires_at > $2
           AND (purpose = 'reset' OR EXISTS (SELECT 1 FROM identity.registration r WHERE r.sub = t.sub))
         RETURNING sub),
       changed AS (
         UPDATE identity.account a SET password_hash = $3, credentials_changed_at = $2
         FROM spent s WHERE a.sub = s.sub RETURNING a.sub),
       waiting AS (
         DELETE FROM identity.registration r USING spent s WHERE r.sub = s.sub RETURNING r.*),
       made AS (
         INSERT INTO identity.account
           (sub, email, password_hash, display_name, locale, email_verified_at, credentials_changed_at, created_at,
            terms_version, terms_accepted_at)
         SELECT sub, email, $3, NULL, locale, $2, $2, $2, $4, $2 FROM waiting
         ON CONFLICT (email) DO NOTHING RETURNING sub),
       ended AS (
         DELETE FROM identity.record WHERE account_id IN (SELECT sub FROM changed) AND model <> 'Interaction'),
       attempts AS (UPDATE identity.code_attempt SET paused_until = NULL WHERE sub IN (SELECT sub FROM changed))
       SELECT sub FROM changed UNION ALL SELECT sub FROM made`,
      [sha256(token), this.#now(), passwordHash, termsVersion],
    );
    if (rows[0] === undefined) return null;
    await this.#pool.query(
      `WITH links AS (DELETE FROM identity.one_time_token WHERE sub = $1)
       DELETE FROM identity.address_change WHERE sub = $1`,
      [rows[0].sub],
    );
    return rows[0].sub;
  }

  /**
   * Sets another password and deletes every session, code, refresh token and link of the account, except the session `keptUid`;
   * also a change of its address that waits, and the count of wrong codes.
   */
  async changePassword(sub: string, passwordHash: string, keptUid: string): Promise<void> {
    await this.#pool.query(
      `WITH ended AS (
         DELETE FROM identity.record WHERE account_id = $1 AND model <> 'Interaction'
           AND (model <> 'Session' OR uid <> $4)),
       links AS (DELETE FROM identity.one_time_token WHERE sub = $1),
       address AS (DELETE FROM identity.address_change WHERE sub = $1),
       attempts AS (DELETE FROM identity.code_attempt WHERE sub = $1)
       UPDATE identity.account SET password_hash = $2, credentials_changed_at = $3 WHERE sub = $1`,
      [sub, passwordHash, this.#now(), keptUid],
    );
  }

  /** Deletes every session, code and refresh token of the account, except the session `keptUid`. */
  async endOtherSessions(sub: string, keptUid: string): Promise<void> {
    await this.#pool.query(
      `WITH ended AS (
         DELETE FROM identity.record WHERE account_id = $1 AND model <> 'Interaction'
           AND (model <> 'Session' OR uid <> $3))
       UPDATE identity.account SET credentials_changed_at = $2 WHERE sub = $1`,
      [sub, this.#now(), keptUid],
    );
  }

  /** @returns the account's address, or null when the account was deleted meanwhile */
  async recordSignIn(sub: string): Promise<string | null> {
    const { rows } = await this.#pool.query<{ email: string }>(
      `UPDATE identity.account SET sign_in_count = sign_in_count + 1, last_signed_in_at = $2,
         first_signed_in_at = coalesce(first_signed_in_at, $2) WHERE sub = $1 RETURNING email`,
      [sub, this.#now()],
    );
    return rows[0]?.email ?? null;
  }
}
