// Trust rule: an address changes when both mailboxes agree: a stolen session cannot move an account to another mailbox, and a
// stolen mailbox cannot move it without a session. One statement notes an agreement, and the second one makes the change.
import type pg from 'pg';
import { randomToken, sha256 } from './secrets.ts';

export const ADDRESS_CHANGE_HOURS = 24;

/** Whose link was opened: of the mail to the present address, or to the new one. */
export type AddressSide = 'present' | 'new';
export type WaitingChange = {
  sub: string;
  email: string;
  newEmail: string;
  side: AddressSide;
  /** Whether this side has agreed before. */
  agreed: boolean;
};
export type ChangeResult =
  | { kind: 'waiting'; newEmail: string; side: AddressSide }
  | { kind: 'changed'; sub: string; email: string; newEmail: string; locale: string; name: string | null }
  /** Another account has got the new address meanwhile; nothing was changed. */
  | { kind: 'taken' };

const UNIQUE_VIOLATION = '23505';

export class AddressChanges {
  readonly #pool: pg.Pool;
  readonly #now: () => Date;

  constructor(pool: pg.Pool, now: () => Date) {
    this.#pool = pool;
    this.#now = now;
  }

  /** The address that a person's change waits for, or null. */
  async waitingFor(sub: string): Promise<string | null> {
    const { rows } = await this.#pool.query<{ email: string }>(
      'SELECT new_email AS email FROM identity.address_change WHERE sub = $1 AND expires_at > $2',
      [sub, this.#now()],
    );
    return rows[0]?.email ?? null;
  }

  /** Begins a change in place of an earlier one. @returns the secrets of both links */
  async begin(sub: string, newEmail: string): Promise<Record<AddressSide, string>> {
    const tokens = { present: randomToken(), new: randomToken() };
    const expires = new Date(this.#now().getTime() + ADDRESS_CHANGE_HOURS * 3_600_000);
    await this.#pool.query(
      `INSERT INTO identity.address_change (sub, new_email, old_token_hash, new_token_hash, expires_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (sub) DO UPDATE SET new_email = excluded.new_email, old_token_hash = excluded.old_token_hash,
         new_token_hash = excluded.new_token_hash, old_confirmed_at = NULL, new_confirmed_at = NULL,
         expires_at = excluded.expires_at`,
      [sub, newEmail, sha256(tokens.present), sha256(tokens.new), expires],
    );
    return tokens;
  }

  async cancel(sub: string): Promise<boolean> {
    const { rows } = await this.#pool.query(
      'DELETE FROM identity.address_change WHERE sub = $1 RETURNING sub',
      [sub],
    );
    return rows.length === 1;
  }

  /** Reads a link without using it, for the page that asks before it acts. */
  async peek(token: string): Promise<WaitingChange | null> {
    const { rows } = await this.#pool.query<WaitingChange>(
      `SELECT c.sub, a.email, c.new_email AS "newEmail",
         CASE WHEN c.old_token_hash = $1 THEN 'present' ELSE 'new' END AS side,
         CASE WHEN c.old_token_hash = $1 THEN c.old_confirmed_at ELSE c.new_confirmed_at END IS NOT NULL AS agreed
       FROM identity.address_change c JOIN identity.account a ON a.sub = c.sub
       WHERE (c.old_token_hash = $1 OR c.new_token_hash = $1) AND c.expires_at > $2`,
      [sha256(token), this.#now()],
    );
    return rows[0] ?? null;
  }

  /** Notes that the mailbox of this link agrees; the second one makes the change. Null for a link that does not work. */
  async agree(token: string): Promise<ChangeResult | null> {
    const waiting = await this.peek(token);
    if (waiting === null) return null;
    const { sub, email, newEmail, side } = waiting;
    const changed = await this.#agreeAndChange(token).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)
        return 'taken' as const;
      throw error;
    });
    if (changed === 'taken') {
      await this.cancel(sub);
      return { kind: 'taken' };
    }
    if (changed === null) return { kind: 'waiting', newEmail, side };
    // The links of a reset were mailed to the former address.
    await this.#pool.query(
      `WITH links AS (DELETE FROM identity.one_time_token WHERE sub = $1)
       DELETE FROM identity.address_change WHERE sub = $1`,
      [sub],
    );
    return { kind: 'changed', sub, email, newEmail, ...changed };
  }

  /** @returns null while the other mailbox has not agreed */
  async #agreeAndChange(token: string): Promise<{ locale: string; name: string | null } | null> {
    const { rows } = await this.#pool.query<{ locale: string; name: string | null }>(
      `WITH agreed AS (
         UPDATE identity.address_change SET
           old_confirmed_at = CASE WHEN old_token_hash = $1 THEN coalesce(old_confirmed_at, $2) ELSE old_confirmed_at END,
           new_confirmed_at = CASE WHEN new_token_hash = $1 THEN coalesce(new_confirmed_at, $2) ELSE new_confirmed_at END
         WHERE (old_token_hash = $1 OR new_token_hash = $1) AND expires_at > $2
         RETURNING sub, new_email, old_confirmed_at, new_confirmed_at)
       UPDATE identity.account a SET email = g.new_email, email_verified_at = $2 FROM agreed g
       WHERE a.sub = g.sub AND g.old_confirmed_at IS NOT NULL AND g.new_confirmed_at IS NOT NULL
       RETURNING a.locale, a.display_name AS name`,
      [sha256(token), this.#now()],
    );
    return rows[0] ?? null;
  }
}
