import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { type HttpClient, HttpClientError } from '../../lib/http-client.ts';

/** Google's answer says how long its keys may be cached (hours); these bounds apply where it names no sensible time. */
const minCacheMs = 5 * 60_000;
const maxCacheMs = 24 * 3_600_000;
/** Minimum time between fetches for an unknown key id: anybody can send a made-up id. */
const unknownKeyCooldownMs = 60_000;
/** After a failed fetch, Google is not asked again for this time, however many messages wait. */
const failureCooldownMs = 5_000;

/** The signing keys cannot be fetched, so tokens cannot be verified now. */
export class SigningKeysUnavailableError extends Error {}

interface CachedKeys {
  find: ReturnType<typeof createLocalJWKSet>;
  readAt: number;
  expiresAt: number;
}

/** Google's signing keys, cached as long as their answer allows. The function throws SigningKeysUnavailableError, or a JOSEError. */
export function createSigningKeyCache(certs: HttpClient, clock: () => Date): JWTVerifyGetKey {
  let held: CachedKeys | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<CachedKeys> | null = null;

  async function read(): Promise<CachedKeys> {
    const now = clock().getTime();
    if (now - failedAt < failureCooldownMs)
      throw new SigningKeysUnavailableError('the keys could not be read a moment ago');
    try {
      const response = await certs.call({ path: '/oauth2/v3/certs' });
      if (response.status !== 200)
        throw new SigningKeysUnavailableError(`the key server answered ${response.status}`);
      const life = maxAgeOf(response.headers.get('cache-control')) * 1000;
      const until = now + Math.min(maxCacheMs, Math.max(minCacheMs, life));
      // The library checks the shape itself and throws for anything else.
      held = { find: createLocalJWKSet(response.json as JSONWebKeySet), readAt: now, expiresAt: until };
      return held;
    } catch (error) {
      failedAt = now;
      if (error instanceof HttpClientError || error instanceof errors.JOSEError)
        throw new SigningKeysUnavailableError(error.message);
      throw error;
    }
  }

  /** Concurrent messages share one fetch. */
  function renew(): Promise<CachedKeys> {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }

  return async (header, token) => {
    // Without a key id, a set of one key would verify whatever was signed with it.
    if (typeof header?.kid !== 'string') throw new errors.JWKSNoMatchingKey();
    const known = held !== null && clock().getTime() < held.expiresAt ? held : await renew();
    try {
      return await known.find(header, token);
    } catch (error) {
      const early = clock().getTime() - known.readAt < unknownKeyCooldownMs;
      if (!(error instanceof errors.JWKSNoMatchingKey) || early) throw error;
      return (await renew()).find(header, token);
    }
  };
}

/** Seconds; 0 where the header names none. */
function maxAgeOf(field: string | null): number {
  return Number(/(?:^|[\s,])max-age=(\d{1,9})/i.exec(field ?? '')?.[1] ?? 0);
}
