// Trust rule: whoever reads the log learns that somebody tried, from where and how it ended, and no address.
import type { Exchange, Service } from '../context.ts';
import { knownBrowserId } from '../known-browsers.ts';
import type { Guess } from '../limits.ts';
import { keyedHash } from '../secrets.ts';

export type FailedGuess = 'too-many' | 'slowed' | 'unknown-address' | 'wrong-password' | 'not-confirmed';

export function guessOf(service: Service, exchange: Exchange, email: string): Guess {
  return { email, network: exchange.network, knownId: knownBrowserId(service, exchange, email) };
}

/** For the operator: the same address has the same hash, as long as the secret stays. */
export function logFailedGuess(
  { options, logKey }: Service,
  { network, requestId }: Exchange,
  email: string,
  outcome: FailedGuess,
): void {
  options.log.warn({ outcome, account: keyedHash(logKey, email), network, requestId }, 'sign-in failed');
}
