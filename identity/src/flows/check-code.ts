// Trust rule: codes of an app and recovery codes have the same effect, so they share one count of attempts.
import type { Account } from '../accounts.ts';
import type { Exchange, IdentityContext } from '../context.ts';
import { mailSignInChanged } from './mailing.ts';
import { logFailedSignIn } from './sign-in-attempt.ts';

export type CodeCheck = { kind: 'right' } | { kind: 'wrong' } | { kind: 'paused'; retryAfterSeconds: number };

/** Uses up a code of the app, or a recovery code, that was typed after the right password. */
export async function checkCode(
  service: IdentityContext,
  exchange: Exchange,
  account: Account,
  typed: string,
): Promise<CodeCheck> {
  const { sub, email } = account;
  const attempt = await service.codeAttempts.take(sub);
  if (!attempt.allowed) {
    logFailedSignIn(service, exchange, email, 'too-many-codes');
    return { kind: 'paused', retryAfterSeconds: attempt.retryAfterSeconds };
  }
  const digits = typed.replace(/\s/g, '');
  const byApp = await service.authenticatorApps.accept(sub, digits);
  const codesLeft = byApp ? null : await service.recoveryCodes.accept(sub, typed);
  if (byApp || codesLeft !== null) {
    await service.codeAttempts.clear(sub);
    if (codesLeft !== null)
      mailSignInChanged(service, exchange, account, { change: 'recovery-code-used', codesLeft });
    return { kind: 'right' };
  }
  logFailedSignIn(service, exchange, email, 'wrong-code');
  if (attempt.pauses) mailSignInChanged(service, exchange, account, { change: 'codes-guessed' });
  return { kind: 'wrong' };
}
