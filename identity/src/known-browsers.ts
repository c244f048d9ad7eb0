// Trust rule: a browser is known for an address after somebody signed in there with its password, or opened a link that was
// mailed to it. A known browser has its own limit of sign-in attempts, which strangers cannot use up, and nothing else.
import { readCookie } from '@kindling/service/cookies';
import { z } from 'zod';
import type { Exchange, IdentityContext } from './context.ts';
import { cookieNames } from './cookie-names.ts';
import { addCookie } from './http/reply.ts';
import { keyedHash, randomToken, seal, unseal } from './secrets.ts';

const KNOWN_DAYS = 180;
/** For people who share a browser; above it the least recently used account is dropped. */
const MAX_ACCOUNTS = 5;
const SEAL_CONTEXT = 'known-browser';

const knownShape = z.array(z.object({ account: z.string(), id: z.string() })).max(MAX_ACCOUNTS);
type KnownBrowsers = z.infer<typeof knownShape>;

function readKnownBrowsers(
  { knownBrowserKey: knownKey, secure }: IdentityContext,
  { req }: Exchange,
): KnownBrowsers {
  const value = readCookie(req.headers.cookie, cookieNames(secure).known);
  if (value === null) return [];
  try {
    return knownShape.parse(JSON.parse(unseal(knownKey, Buffer.from(value, 'base64url'), SEAL_CONTEXT)));
  } catch {
    return [];
  }
}

/** The key of this browser's sign-in attempts at this address; null when it is not known for the address. */
export function knownBrowserId(service: IdentityContext, exchange: Exchange, email: string): string | null {
  const account = keyedHash(service.knownBrowserKey, email);
  return readKnownBrowsers(service, exchange).find((entry) => entry.account === account)?.id ?? null;
}

/** Makes this browser known for the address, or renews that. */
export function rememberBrowser(service: IdentityContext, exchange: Exchange, email: string): void {
  const account = keyedHash(service.knownBrowserKey, email);
  const known = readKnownBrowsers(service, exchange);
  const entry = known.find((one) => one.account === account) ?? { account, id: randomToken() };
  const kept = [entry, ...known.filter((one) => one !== entry)].slice(0, MAX_ACCOUNTS);
  addCookie(exchange.res, {
    name: cookieNames(service.secure).known,
    value: seal(service.knownBrowserKey, JSON.stringify(kept), SEAL_CONTEXT).toString('base64url'),
    path: '/',
    maxAgeSeconds: KNOWN_DAYS * 86_400,
    secure: service.secure,
  });
}
