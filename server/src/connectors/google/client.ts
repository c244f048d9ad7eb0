import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import type { z } from 'zod';
import { createHttpClient, type HttpClient } from '../../lib/http-client.ts';
import { type CallOptions, ConnectorFailure, type ExternalAccount } from '../connector.ts';
import { nameOrNull } from '../kit/fields.ts';
import { parseBody, platformCall } from '../kit/platform-call.ts';
import { apiFailure, isDeadToken, isInvalidArgument, signInFailure } from './errors.ts';
import { identityClaims, type TokenAnswer, tokenAnswer } from './wire.ts';

/** Base addresses without path, one per host of Google (`https://oauth2.googleapis.com`, …). */
export interface GoogleUrls {
  /** The consent page. */
  accounts: string;
  /** Token and revocation. */
  oauth: string;
  /** Signing keys. */
  certs: string;
  /** My Business Account Management v1. */
  account: string;
  /** My Business Business Information v1. */
  info: string;
  /** My Business v4: reviews. */
  v4: string;
}

export interface GoogleConfig {
  clientId: string;
  clientSecret: string;
  urls: GoogleUrls;
  /**
   * The operator's Pub/Sub topic (`projects/{project}/topics/{topic}`) to which Google sends notifications; null or
   * absent without one. `url` is the base address of My Business Notifications v1; Google's own unless set.
   */
  notifications?: { topic: string; url?: string } | null;
  /** Calls a minute of all accounts together; 270 unless set. */
  callsPerMinute?: number;
  /** Deadline of each call in ms; the HTTP client's own unless set. */
  timeoutMs?: number;
}

/** The APIs of Business Profile. */
type GoogleApi = 'account' | 'info' | 'v4' | 'notifications';

interface GoogleRequest {
  api: GoogleApi;
  method?: 'GET' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  /** Token of the next page of a list. */
  pageToken?: string | null;
  json?: unknown;
}

export type GoogleClient = ReturnType<typeof createGoogleClient>;

/** My Business Notifications v1, unless the configuration names another. */
const notificationsUrl = 'https://mybusinessnotifications.googleapis.com';

/** Allowed difference between Google's clock and ours; the value of Google's own library. */
const clockToleranceSeconds = 300;

/** Calls to Google's hosts, one function per kind of call; every failure is thrown as a ConnectorFailure. */
export function createGoogleClient(config: GoogleConfig, clock: () => Date) {
  const options = config.timeoutMs === undefined ? {} : { timeoutMs: config.timeoutMs };
  const oauth = createHttpClient(config.urls.oauth, options);
  const certs = createHttpClient(config.urls.certs, options);
  const apis = {
    account: createHttpClient(config.urls.account, options),
    info: createHttpClient(config.urls.info, options),
    v4: createHttpClient(config.urls.v4, options),
    notifications: createHttpClient(config.notifications?.url ?? notificationsUrl, options),
  };
  const credentials = { client_id: config.clientId, client_secret: config.clientSecret };

  return {
    exchangeCode: (code: string, redirectUri: string, codeVerifier: string, { signal }: CallOptions) =>
      requestTokens(
        { code, redirect_uri: redirectUri, code_verifier: codeVerifier },
        'authorization_code',
        signal,
      ),

    refresh: (refreshToken: string, { signal }: CallOptions) =>
      requestTokens({ refresh_token: refreshToken }, 'refresh_token', signal),

    async revoke(token: string, { signal }: CallOptions): Promise<void> {
      const response = await platformCall(oauth, {
        method: 'POST',
        path: '/revoke',
        form: { token },
        signal,
      });
      if (response.status !== 200 && !isDeadToken(response))
        throw signInFailure(response, 'rejected', clock());
    },

    /** The user who signed in, from an ID token whose signature, issuer, audience and time are checked. */
    async identify(idToken: string, { signal }: CallOptions): Promise<ExternalAccount> {
      const keys = await readKeys(certs, clock, signal);
      const parsed = identityClaims.safeParse(await verifiedClaims(idToken, keys, config.clientId, clock()));
      if (!parsed.success) throw new ConnectorFailure('unexpected-answer', 'the ID token lacks its claims');
      const claims = parsed.data;
      return {
        externalId: claims.sub,
        displayName: nameOrNull(claims.email) ?? nameOrNull(claims.name) ?? claims.sub,
      };
    },

    /**
     * One API call.
     * @throws ConnectorFailure by Google's error table; `unexpected-answer` where a 200 does not fit `schema`; `rejected` with
     * `page-token-refused` where Google answers a request with a page token by "invalid argument".
     */
    async call<Schema extends z.ZodType>(
      accessToken: string,
      { api, pageToken = null, query = {}, ...request }: GoogleRequest,
      schema: Schema,
      signal: AbortSignal | undefined,
    ): Promise<z.output<Schema>> {
      const response = await platformCall(apis[api], {
        ...request,
        query: pageToken === null ? query : { ...query, pageToken },
        headers: { authorization: `Bearer ${accessToken}` },
        signal,
      });
      if (response.status === 200) return parseBody(schema, response);
      if (pageToken !== null && isInvalidArgument(response)) {
        throw new ConnectorFailure('rejected', 'page token refused', { reason: 'page-token-refused' });
      }
      throw apiFailure(response, clock());
    },
  };

  async function requestTokens(
    form: Record<string, string>,
    grantType: 'authorization_code' | 'refresh_token',
    signal: AbortSignal | undefined,
  ): Promise<TokenAnswer> {
    const response = await platformCall(oauth, {
      method: 'POST',
      path: '/token',
      form: { ...form, ...credentials, grant_type: grantType },
      signal,
    });
    if (response.status === 200) return parseBody(tokenAnswer, response);
    // An invalid refresh token ends the authorization; an invalid code only ends this attempt.
    throw signInFailure(response, grantType === 'refresh_token' ? 'reauthorize' : 'rejected', clock());
  }
}

/**
 * The keys are fetched for each sign-in: owners connect rarely, and a cache with a minimum time between fetches would
 * refuse the first sign-in after Google changed its keys.
 */
async function readKeys(certs: HttpClient, clock: () => Date, signal: AbortSignal | undefined) {
  const response = await platformCall(certs, { path: '/oauth2/v3/certs', signal });
  if (response.status !== 200) throw signInFailure(response, 'unexpected-answer', clock());
  try {
    // The library checks the shape itself and throws for anything else.
    return createLocalJWKSet(response.json as JSONWebKeySet);
  } catch {
    throw new ConnectorFailure('unexpected-answer', "Google's signing keys are not a key set");
  }
}

async function verifiedClaims(
  idToken: string,
  keys: ReturnType<typeof createLocalJWKSet>,
  audience: string,
  now: Date,
): Promise<unknown> {
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms: ['RS256'],
      issuer: ['https://accounts.google.com', 'accounts.google.com'],
      audience,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: clockToleranceSeconds,
      currentDate: now,
    });
    return payload;
  } catch (error) {
    const code = error instanceof errors.JOSEError ? error.code : 'unknown';
    throw new ConnectorFailure('unexpected-answer', `the ID token does not verify (${code})`);
  }
}
