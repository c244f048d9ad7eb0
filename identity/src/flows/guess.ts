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
  service: Service,
  exchange: Exchange,
  email: string,
  outcome: FailedGuess,
): void {
  service.options.log.warn({ outcome, ...whoAndWhere(service, exchange, email) }, 'sign-in failed');
}

export function logSignIn(service: Service, exchange: Exchange, email: string): void {
  service.options.log.info(whoAndWhere(service, exchange, email), 'signed in');
}

function whoAndWhere({ logKey }: Service, { network, requestId }: Exchange, email: string) {
  return { account: keyedHash(logKey, email), network, requestId };
}
