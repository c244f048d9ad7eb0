import type { Exchange, IdentityContext } from '../context.ts';
import { tooManyAttemptsText } from '../locale.ts';
import { passwordMatches } from '../passwords.ts';
import { attemptOf, logFailedSignIn } from './sign-in-attempt.ts';

export type PasswordCheck =
  | { kind: 'right' | 'wrong' }
  | { kind: 'limited'; text: string; retryAfterSeconds: number };

/** Checks the password of the person who is signed in here, under the limits of a sign-in. */
export async function checkPassword(
  service: IdentityContext,
  exchange: Exchange,
  email: string,
  typed: string,
): Promise<PasswordCheck> {
  const guess = attemptOf(service, exchange, email);
  const verdict = await service.limits.consumeAttempt(guess);
  if (!verdict.allowed) {
    logFailedSignIn(service, exchange, email, verdict.slowed ? 'slowed' : 'too-many-attempts');
    const { retryAfterSeconds } = verdict;
    return {
      kind: 'limited',
      text: tooManyAttemptsText(exchange.locale, retryAfterSeconds),
      retryAfterSeconds,
    };
  }
  const stored = await service.accounts.findCredentials(email);
  if (!(await passwordMatches(stored?.passwordHash ?? service.dummyHash, typed))) {
    logFailedSignIn(service, exchange, email, 'wrong-password');
    return { kind: 'wrong' };
  }
  await service.limits.clearAttempts(guess);
  return { kind: 'right' };
}
