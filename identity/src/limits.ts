// Trust rule: an attempt is counted before it is checked, in one step, so that parallel attempts cannot all pass. Every way
// to the same effect uses the same count.
import { createLimiter, createSharedLimiter, type Limiter } from '@kindling/service/limiter';
import type pg from 'pg';
import { keyedHash } from './secrets.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const LIMITS = {
  /** Attempts at one address from one network; cleared after a right password. */
  guess: { max: 10, windowSeconds: 15 * MINUTE },
  'guess-network': { max: 100, windowSeconds: 15 * MINUTE },
  /** Attempts of a browser that is known for the address; cleared after a right password. */
  'guess-known': { max: 10, windowSeconds: 15 * MINUTE },
  /** Attempts at one address from all browsers that are not known for it: limits an attacker with many networks. */
  'guess-account': { max: 100, windowSeconds: HOUR },
  /** Above it attempts are slowed down, not blocked, so that nobody can lock an owner out. */
  'guess-account-slow': { max: 1, windowSeconds: 30 },
  /** Sign-ups with one address, and repeated mails for them. */
  mail: { max: 5, windowSeconds: HOUR },
  /** Resets of one address. Sign-ups do not count, so that strangers cannot keep an owner from a reset. */
  reset: { max: 5, windowSeconds: HOUR },
  /** Above it links are sent rarely, but within the hour that each is valid, so that the newest link always works. */
  'reset-slow': { max: 1, windowSeconds: 15 * MINUTE },
  /** Everything that makes us send a mail. */
  'mail-network': { max: 30, windowSeconds: HOUR },
  /** Passkeys cannot be guessed; this limits the work. */
  'passkey-network': { max: 100, windowSeconds: 15 * MINUTE },
  /** Links from mails. Their tokens cannot be guessed; this limits the work. */
  'link-network': { max: 60, windowSeconds: 15 * MINUTE },
} as const;

export type LimitName = keyof typeof LIMITS;
/** A limit and what it counts; subjects are stored as hashes. */
export type LimitedSubject = readonly [name: LimitName, subject: string];
export type LimitVerdict =
  | { allowed: true }
  /** `slowed`: too many attempts at the address from all networks, not from this one. */
  | { allowed: false; retryAfterSeconds: number; slowed: boolean };
export type SignInAttempt = {
  email: string;
  network: string;
  /** Of a browser that is known for the address. */
  knownId: string | null;
};

export class Limits {
  readonly #limiters: Record<LimitName, Limiter>;
  readonly #key: Buffer;

  /** `pool` is given where several processes count together, in `identity.rate_limit`; null counts in memory. */
  constructor(pool: pg.Pool | null, key: Buffer) {
    const open = (name: LimitName): Limiter =>
      pool === null
        ? createLimiter(LIMITS[name])
        : createSharedLimiter({ name, ...LIMITS[name] }, { pool, schema: 'identity', table: 'rate_limit' });
    const names = Object.keys(LIMITS) as LimitName[];
    this.#limiters = Object.fromEntries(names.map((name) => [name, open(name)])) as Record<
      LimitName,
      Limiter
    >;
    this.#key = key;
  }

  async #take([name, subject]: LimitedSubject): Promise<number> {
    return this.#limiters[name].consume(keyedHash(this.#key, subject));
  }

  /** Counts one after the other and stops at the first refusal, so that a refused attempt does not use up the rest. */
  async consume(counts: LimitedSubject[]): Promise<LimitVerdict> {
    for (const count of counts) {
      const wait = await this.#take(count);
      if (wait > 0) return { allowed: false, retryAfterSeconds: wait, slowed: false };
    }
    return { allowed: true };
  }

  /**
   * Counts a sign-in attempt. The limits per network come first; what they refuse is not counted for the account. A browser
   * that is known for the address has its own limit, which nobody else can use up.
   */
  async consumeAttempt({ email, network, knownId }: SignInAttempt): Promise<LimitVerdict> {
    if (knownId !== null) return this.consume([['guess-known', knownId]]);
    const narrow = await this.consume([
      ['guess', attemptSubject(email, network)],
      ['guess-network', network],
    ]);
    return narrow.allowed ? this.#slowDown('guess-account', 'guess-account-slow', email) : narrow;
  }

  /** Two mails about a change of an address, to both. */
  consumeAddressChange(present: string, wanted: string, network: string): Promise<LimitVerdict> {
    return this.consume([
      ['mail-network', network],
      ['mail', present],
      ['mail', wanted],
    ]);
  }

  /** The network first, so that a network above its limit cannot use up the limit of an address. */
  async consumeMail(purpose: 'confirm' | 'reset', email: string, network: string): Promise<LimitVerdict> {
    if (purpose === 'confirm')
      return this.consume([
        ['mail-network', network],
        ['mail', email],
      ]);
    const narrow = await this.consume([['mail-network', network]]);
    return narrow.allowed ? this.#slowDown('reset', 'reset-slow', email) : narrow;
  }

  /** Above the wide limit, attempts are slowed down. */
  async #slowDown(wide: LimitName, slow: LimitName, subject: string): Promise<LimitVerdict> {
    if ((await this.#take([wide, subject])) === 0) return { allowed: true };
    const wait = await this.#take([slow, subject]);
    return wait === 0 ? { allowed: true } : { allowed: false, retryAfterSeconds: wait, slowed: true };
  }

  /** Clears earlier attempts, after a right password. */
  async clearAttempts({ email, network, knownId }: SignInAttempt): Promise<void> {
    const clear = (name: LimitName, subject: string) =>
      this.#limiters[name].clear(keyedHash(this.#key, subject));
    if (knownId === null) await clear('guess', attemptSubject(email, network));
    else await clear('guess-known', knownId);
  }
}

const attemptSubject = (email: string, network: string) => `${email} ${network}`;

export const passkeySubjects = (network: string): LimitedSubject[] => [['passkey-network', network]];
export const linkSubjects = (network: string): LimitedSubject[] => [['link-network', network]];
