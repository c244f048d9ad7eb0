/** The keys that access tokens are verified with, and where they come from. */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import type { Log } from '../../lib/log.ts';

export interface TokenKeys {
  find: JWTVerifyGetKey;
  /** Asks for the keys once; says in one sentence why they cannot be had, null where they can. */
  checkAvailability(): Promise<string | null>;
}

/** A sign-in service that runs in this process. */
export interface LocalSignInService {
  publicKeys(): JSONWebKeySet;
  /** Takes up keys that another process made. */
  reloadKeys(): Promise<void>;
}

/** How long the keys are not asked for again on account of a token with an unknown one. */
const cooldownMs = 30_000;

/** The keys of this process's own sign-in service: nothing is fetched, so nothing can be out of reach. */
export function localTokenKeys(service: LocalSignInService, now: () => number = Date.now): TokenKeys {
  let known: { keys: JSONWebKeySet; find: JWTVerifyGetKey } | null = null;
  let reloadedAt = Number.NEGATIVE_INFINITY;
  const currentKeySet = () => {
    const keys = service.publicKeys();
    if (known?.keys !== keys) known = { keys, find: createLocalJWKSet(keys) };
    return known.find;
  };
  return {
    async find(header, token) {
      try {
        return await currentKeySet()(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || now() - reloadedAt < cooldownMs) throw error;
        reloadedAt = now();
        await service.reloadKeys();
        return currentKeySet()(header, token);
      }
    },
    checkAvailability: () => Promise.resolve(null),
  };
}

/** The keys published at `url`. The log says once that they cannot be fetched, and once that they can again. */
export function remoteTokenKeys(url: string, log: Log): TokenKeys {
  const remote = createRemoteJWKSet(new URL(url), { timeoutDuration: 5000 });
  let isUnavailable = false;
  const logAvailability = (reason: string | null) => {
    if (isUnavailable === (reason !== null)) return;
    isUnavailable = reason !== null;
    if (reason === null) log.warn({ url }, 'The keys of the sign-in service can be fetched again');
    else log.error({ url, reason }, 'The keys of the sign-in service cannot be fetched: nobody can sign in');
  };
  return {
    async find(header, token) {
      try {
        const key = await remote(header, token);
        logAvailability(null);
        return key;
      } catch (error) {
        if (isKeyFetchFailure(error)) logAvailability(reasonOf(error));
        throw error;
      }
    },
    async checkAvailability() {
      const reason = await remote.reload().then(() => null, reasonOf);
      logAvailability(reason);
      return reason === null
        ? null
        : `The keys of the sign-in service cannot be fetched from ${url} (${reason}), so nobody can sign in. IDENTITY_INTERNAL_URL names an address that this process reaches.`;
    },
  };
}

/**
 * Keys that cannot be fetched are not the caller's fault: a 401 would sign everybody out while the identity service
 * restarts. The library has no class of its own for an answer other than 200, or one that is not JSON.
 */
export function isKeyFetchFailure(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  if (error instanceof errors.JOSEError) return error.code === errors.JOSEError.code;
  return error instanceof TypeError;
}

/** `fetch failed` says nothing; its cause names the system's or TLS's code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
