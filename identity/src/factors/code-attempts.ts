// Trust rule: a code has few digits, so an attempt is counted before the code is looked at, in one statement. After every
// fifth wrong code of an account, from wherever, nobody's code is looked at for a while. Passkeys cannot be guessed and work
// meanwhile, so whoever knows a password cannot keep the owner of a passkey out.
import type pg from 'pg';

export const ATTEMPTS_BEFORE_PAUSE = 5;
/** Minutes of the first pause, the second one and so on; the last one repeats. */
const PAUSE_MINUTES = [1, 5, 30, 120, 720];

export type CodeAttempt =
  /** `pauses`: a pause begins unless this code is right. */
  { allowed: true; pauses: boolean } | { allowed: false; retryAfterSeconds: number };

export class CodeAttempts {
  readonly #pool: pg.Pool;
  readonly #now: () => Date;

  constructor(pool: pg.Pool, now: () => Date) {
    this.#pool = pool;
    this.#now = now;
  }

  async take(sub: string): Promise<CodeAttempt> {
    const now = this.#now();
    const { rows } = await this.#pool.query<{ attempts: number }>(
      `INSERT INTO identity.code_attempt AS a (sub, attempts) VALUES ($1, 1)
       ON CONFLICT (sub) DO UPDATE SET attempts = a.attempts + 1,
         paused_until = CASE WHEN (a.attempts + 1) % ${ATTEMPTS_BEFORE_PAUSE} = 0
           THEN $2::timestamptz + make_interval(mins => (ARRAY[${PAUSE_MINUTES.join()}])[
             least((a.attempts + 1) / ${ATTEMPTS_BEFORE_PAUSE}, ${PAUSE_MINUTES.length})]) END
       WHERE a.paused_until IS NULL OR a.paused_until <= $2
       RETURNING attempts`,
      [sub, now],
    );
    const row = rows[0];
    if (row !== undefined) return { allowed: true, pauses: row.attempts % ATTEMPTS_BEFORE_PAUSE === 0 };
    const paused = await this.#pool.query<{ until: Date | null }>(
      'SELECT paused_until AS until FROM identity.code_attempt WHERE sub = $1',
      [sub],
    );
    const left = (paused.rows[0]?.until?.getTime() ?? 0) - now.getTime();
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) };
  }

  /** After a right code. */
  async clear(sub: string): Promise<void> {
    await this.#pool.query('DELETE FROM identity.code_attempt WHERE sub = $1', [sub]);
  }
}
