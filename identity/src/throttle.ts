// Trust rule: a guess is paid for before it is looked at, in one statement, so that parallel guesses cannot all
// see the same free place. Every path to the same effect pays into the same bucket.
import type pg from 'pg';
import { keyedHash } from './secrets.ts';

/** `subject` is hashed; `limit` hits per `windowSeconds`, counted from the first hit. */
export type Limit = { name: string; subject: string; limit: number; windowSeconds: number };
export type Verdict = { allowed: true } | { allowed: false; retryAfterSeconds: number };

export class Throttle {
  readonly #pool: pg.Pool;
  readonly #key: Buffer;
  readonly #now: () => Date;

  constructor(pool: pg.Pool, key: Buffer, now: () => Date) {
    this.#pool = pool;
    this.#key = key;
    this.#now = now;
  }

  #bucket(limit: Limit): string {
    return `${limit.name}:${keyedHash(this.#key, limit.subject)}`;
  }

  /** Counts one hit on every limit at once. Refused when any is over; the wait is that of the longest. */
  async charge(limits: Limit[]): Promise<Verdict> {
    const now = this.#now();
    // Sorted, so that two requests lock shared rows in the same order and cannot deadlock.
    const sorted = limits
      .map((limit) => ({ ...limit, bucket: this.#bucket(limit) }))
      .sort((a, b) => (a.bucket < b.bucket ? -1 : 1));
    const { rows } = await this.#pool.query<{ bucket: string; hits: number; expires_at: Date }>(
      `INSERT INTO identity.throttle AS t (bucket, hits, expires_at)
       SELECT bucket, 1, $3::timestamptz + seconds * interval '1 second'
       FROM unnest($1::text[], $2::int[]) AS wanted (bucket, seconds)
       ON CONFLICT (bucket) DO UPDATE SET
         hits = CASE WHEN t.expires_at <= $3 THEN 1 ELSE least(t.hits + 1, 1000000) END,
         expires_at = CASE WHEN t.expires_at <= $3 THEN excluded.expires_at ELSE t.expires_at END
       RETURNING bucket, hits, expires_at`,
      [sorted.map((limit) => limit.bucket), sorted.map((limit) => limit.windowSeconds), now],
    );
    const limitOf = new Map(sorted.map((limit) => [limit.bucket, limit.limit]));
    const over = rows.filter((row) => row.hits > (limitOf.get(row.bucket) ?? 0));
    if (over.length === 0) return { allowed: true };
    const until = Math.max(...over.map((row) => row.expires_at.getTime()));
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((until - now.getTime()) / 1000)) };
  }

  /** Charges group after group and stops at the first refusal, so that a refused try costs the later groups nothing. */
  async chargeInTurn(turns: Limit[][]): Promise<Verdict> {
    for (const limits of turns) {
      const verdict = await this.charge(limits);
      if (!verdict.allowed) return verdict;
    }
    return { allowed: true };
  }

  /** Forgets earlier hits, after a right password. */
  async clear(limit: Limit): Promise<void> {
    await this.#pool.query('DELETE FROM identity.throttle WHERE bucket = $1', [this.#bucket(limit)]);
  }
}

/** Hits of one address from one network; forgotten after a right password. */
export const guessLimit = (email: string, network: string): Limit => ({
  name: 'password',
  subject: `${email} ${network}`,
  limit: 10,
  windowSeconds: 900,
});

/**
 * Guesses of a password, in two turns. The narrow limits stop a guesser; what they refuse is not counted on the
 * account, so that a guesser cannot lock the owner out. The wide one bounds a guesser who owns many networks.
 */
export const signInTurns = (email: string, network: string): Limit[][] => [
  [
    guessLimit(email, network),
    { name: 'password-network', subject: network, limit: 100, windowSeconds: 900 },
  ],
  [{ name: 'password-account', subject: email, limit: 100, windowSeconds: 3600 }],
];

/** Everything that makes us send a mail: sign-up, resend, reset. One bucket for all of them. */
export const mailLimits = (email: string, network: string): Limit[] => [
  { name: 'mail', subject: email, limit: 5, windowSeconds: 3600 },
  { name: 'mail-network', subject: network, limit: 30, windowSeconds: 3600 },
];

/** Links from mails; their tokens cannot be guessed, this only bounds the work. */
export const linkLimits = (network: string): Limit[] => [
  { name: 'link-network', subject: network, limit: 60, windowSeconds: 900 },
];
