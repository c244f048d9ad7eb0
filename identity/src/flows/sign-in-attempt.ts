// Trust rule: the log says that somebody tried to sign in, from which network and with what result, but no address.
import type { Exchange, IdentityContext } from '../context.ts';
import { knownBrowserId } from '../known-browsers.ts';
import type { SignInAttempt } from '../limits.ts';
import type { SignInChange } from '../options.ts';
import { keyedHash } from '../secrets.ts';

export type FailedAttempt =
  | 'too-many-attempts'
  | 'slowed'
  | 'unknown-address'
  | 'wrong-password'
  | 'not-confirmed'
  | 'wrong-code'
  | 'too-many-codes'
  | 'wrong-passkey';

export function attemptOf(service: IdentityContext, exchange: Exchange, email: string): SignInAttempt {
  return { email, network: exchange.network, knownId: knownBrowserId(service, exchange, email) };
}

/** For the operator: one address always has the same hash, until the secret changes. */
export function logFailedSignIn(
  service: IdentityContext,
  exchange: Exchange,
  email: string,
  outcome: FailedAttempt,
): void {
  service.options.log.warn({ outcome, ...logFields(service, exchange, email) }, 'sign-in failed');
}

export function logSignIn(service: IdentityContext, exchange: Exchange, email: string): void {
  service.options.log.info(logFields(service, exchange, email), 'signed in');
}

/** Of a change in how somebody signs in. */
export function logSignInChange(
  service: IdentityContext,
  exchange: Exchange,
  email: string,
  change: SignInChange | 'address-changed',
): void {
  service.options.log.info({ change, ...logFields(service, exchange, email) }, 'sign-in changed');
}

function logFields({ logKey }: IdentityContext, { network, requestId }: Exchange, email: string) {
  return { account: keyedHash(logKey, email), network, requestId };
}
