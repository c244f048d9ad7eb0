// Trust rule: a guess is paid for before it is looked at, in one step, so that parallel guesses cannot all see the same
// free place. Every path to the same effect pays into the same count.
import { createLimiter, createSharedLimiter, type Limiter } from '@kindling/service/limiter';
import type pg from 'pg';
import { keyedHash } from './secrets.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const LIMITS = {
  /** Guesses at one address from one network; forgotten after a right password. */
  guess: { max: 10, windowSeconds: 15 * MINUTE },
  'guess-network': { max: 100, windowSeconds: 15 * MINUTE },
  /** Guesses of a browser that is known for the address; forgotten after a right password. */
  'guess-known': { max: 10, windowSeconds: 15 * MINUTE },
  /** Guesses at one address from all browsers that are not known for it: bounds a guesser who owns many networks. */
  'guess-account': { max: 100, windowSeconds: HOUR },
  /** Past it guesses go on slowly, so that nobody can shut an owner out. */
  'guess-account-slow': { max: 1, windowSeconds: 30 },
  /** Sign-ups with one address, and what is sent again for them. */
  mail: { max: 5, windowSeconds: HOUR },
  /** Resets of one address. Sign-ups do not count, so that strangers' forms cannot keep an owner from a reset. */
  reset: { max: 5, windowSeconds: HOUR },
  /** Past it a link goes out rarely, well within the hour that each one works: the newest in a mailbox always does. */
  'reset-slow': { max: 1, windowSeconds: 15 * MINUTE },
  /** Everything that makes us send a mail. */
  'mail-network': { max: 30, windowSeconds: HOUR },
  /** Links from mails; their tokens cannot be guessed, this only bounds the work. */
  'link-network': { max: 60, windowSeconds: 15 * MINUTE },
} as const;

export type LimitName = keyof typeof LIMITS;
/** What is counted of which subject; subjects are stored hashed. */
export type LimitedSubject = readonly [name: LimitName, subject: string];
export type LimitVerdict =
  | { allowed: true }
  /** `slowed`: too many tries at the address from everywhere, not from here. */
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

  /** Counts one after the other and stops at the first refusal, so that a refused try costs the later ones nothing. */
  async consume(counts: LimitedSubject[]): Promise<LimitVerdict> {
    for (const count of counts) {
      const wait = await this.#take(count);
      if (wait > 0) return { allowed: false, retryAfterSeconds: wait, slowed: false };
    }
    return { allowed: true };
  }

  /**
   * Counts a guess at a password. The narrow counts stop a guesser; what they refuse is not counted on the account. A
   * browser that is known for the address has a count of its own, which nobody else can use up.
   */
  async consumeAttempt({ email, network, knownId }: SignInAttempt): Promise<LimitVerdict> {
    if (knownId !== null) return this.consume([['guess-known', knownId]]);
    const narrow = await this.consume([
      ['guess', attemptSubject(email, network)],
      ['guess-network', network],
    ]);
    return narrow.allowed ? this.#slowDown('guess-account', 'guess-account-slow', email) : narrow;
  }

  /** The network first: whoever is over its limit cannot use up what an address may be sent. */
  async consumeMail(purpose: 'confirm' | 'reset', email: string, network: string): Promise<LimitVerdict> {
    if (purpose === 'confirm')
      return this.consume([
        ['mail-network', network],
        ['mail', email],
      ]);
    const narrow = await this.consume([['mail-network', network]]);
    return narrow.allowed ? this.#slowDown('reset', 'reset-slow', email) : narrow;
  }

  /** Past the wide limit tries go on slowly. */
  async #slowDown(wide: LimitName, slow: LimitName, subject: string): Promise<LimitVerdict> {
    if ((await this.#take([wide, subject])) === 0) return { allowed: true };
    const wait = await this.#take([slow, subject]);
    return wait === 0 ? { allowed: true } : { allowed: false, retryAfterSeconds: wait, slowed: true };
  }

  /** Forgets earlier guesses from here, after a right password. */
  async clearAttempts({ email, network, knownId }: SignInAttempt): Promise<void> {
    const clear = (name: LimitName, subject: string) =>
      this.#limiters[name].clear(keyedHash(this.#key, subject));
    if (knownId === null) await clear('guess', attemptSubject(email, network));
    else await clear('guess-known', knownId);
  }
}

const attemptSubject = (email: string, network: string) => `${email} ${network}`;

export const linkSubjects = (network: string): LimitedSubject[] => [['link-network', network]];
