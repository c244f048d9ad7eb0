import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Connector, ConnectorFailure, type Tokens } from '../connector.ts';
import { type ScriptedResponse, startTestingServer, type TestingServer } from '../kit/testing-server.ts';
import { createGoogleConnector } from './index.ts';

const now = new Date('2026-11-20T10:00:00Z');
const businessScope = 'https://www.googleapis.com/auth/business.manage';
const tokens: Tokens = {
  accessToken: 'ya29.SECRET-access',
  refreshToken: '1//0SECRET-refresh',
  expiresAt: new Date('2026-11-20T10:30:00Z'),
  scopes: [businessScope],
};
const exchange = {
  code: '4/SECRET-code',
  redirectUri: 'http://localhost/cb',
  codeVerifier: 'SECRET-verifier',
};

let google: TestingServer;
let connector: Connector;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
/** A key in the same key set, for an algorithm that Google does not sign with. */
let pssKeys: typeof keys;
let keySet: unknown;

beforeAll(async () => {
  keys = await generateKeyPair('RS256');
  pssKeys = await generateKeyPair('PS256');
  const jwks = await Promise.all([keys, pssKeys].map((pair) => exportJWK(pair.publicKey)));
  keySet = { keys: jwks.map((jwk, at) => ({ ...jwk, kid: `k${at + 1}`, use: 'sig' })) };
});

beforeEach(async () => {
  google = await startTestingServer();
  const { url } = google;
  const urls = { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url };
  const config = { clientId: 'client', clientSecret: 'SECRET-client', urls };
  connector = createGoogleConnector(config, () => now);
});

afterEach(() => google.close());

async function failureOf(call: Promise<unknown>): Promise<ConnectorFailure> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ConnectorFailure))
    throw new Error(`expected ConnectorFailure, got ${String(error)}`);
  // Checked for every failure of this file: the logged message contains no token and no text.
  expect(`${error.message} ${error.stack} ${JSON.stringify(error.cause ?? '')}`).not.toContain('SECRET');
  return error;
}

function idToken(claims: Record<string, unknown> = {}, alg = 'RS256') {
  const seconds = now.getTime() / 1000;
  const all = {
    iss: 'https://accounts.google.com',
    aud: 'client',
    sub: '1084',
    email: 'owner@example.com',
    iat: seconds,
    exp: seconds + 3600,
    ...claims,
  };
  if (alg === 'HS256') {
    return new SignJWT(all).setProtectedHeader({ alg }).sign(new TextEncoder().encode('x'.repeat(32)));
  }
  const [kid, pair] = alg === 'PS256' ? ['k2', pssKeys] : ['k1', keys];
  return new SignJWT(all).setProtectedHeader({ alg, kid }).sign(pair.privateKey);
}

const granted = {
  access_token: 'ya29.new',
  expires_in: 3599,
  refresh_token: '1//0new',
  scope: `openid ${businessScope}`,
  token_type: 'Bearer',
};

function scriptExchange(answer: ScriptedResponse) {
  google.respondWith((request) => (request.path === '/oauth2/v3/certs' ? { json: keySet } : answer));
}

describe('authorization', () => {
  it('asks for offline access, consent, the business scope and PKCE', () => {
    const url = new URL(
      connector.authorizationUrl({ state: 'st', redirectUri: 'http://localhost/cb', codeChallenge: 'ch' }),
    );
    expect(url.origin + url.pathname).toBe(`${google.url}/o/oauth2/v2/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'client',
      redirect_uri: 'http://localhost/cb',
      response_type: 'code',
      scope: `${businessScope} openid email`,
      state: 'st',
      code_challenge: 'ch',
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    });
  });

  it.each(['https://accounts.google.com', 'accounts.google.com'])(
    'accepts a code and an ID token of %s',
    async (iss) => {
      scriptExchange({ json: { ...granted, id_token: await idToken({ iss }) } });
      const result = await connector.exchangeCode(exchange);
      expect(result.account).toEqual({ externalId: '1084', displayName: 'owner@example.com' });
      expect(result.tokens).toEqual({
        accessToken: 'ya29.new',
        refreshToken: '1//0new',
        expiresAt: new Date('2026-11-20T10:59:59Z'),
        scopes: ['openid', businessScope],
      });
      expect(Object.fromEntries(google.requests[0]?.form ?? [])).toMatchObject({
        grant_type: 'authorization_code',
        code: exchange.code,
        code_verifier: exchange.codeVerifier,
        redirect_uri: exchange.redirectUri,
        client_secret: 'SECRET-client',
      });
    },
  );

  it('refuses an ID token with another audience, issuer, time, key or algorithm', async () => {
    const seconds = now.getTime() / 1000;
    const stranger = await generateKeyPair('RS256');
    const forged = await new SignJWT({ iss: 'https://accounts.google.com', aud: 'client', sub: '1' })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 60)
      .sign(stranger.privateKey);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"1"}').toString('base64url')}.`;
    const bad = [
      await idToken({ aud: 'another' }),
      await idToken({ iss: 'https://evil.example' }),
      await idToken({ iat: seconds - 9000, exp: seconds - 3600 }),
      await idToken({ sub: undefined }),
      await idToken({}, 'HS256'),
      await idToken({}, 'PS256'),
      forged,
      unsigned,
      'SECRET-not-a-token',
    ];
    for (const id_token of [...bad, undefined]) {
      scriptExchange({ json: { ...granted, id_token } });
      expect((await failureOf(connector.exchangeCode(exchange))).kind).toBe('unexpected-answer');
    }
  });

  it('without the business scope asks the owner to reconnect', async () => {
    scriptExchange({ json: { ...granted, scope: 'openid email', id_token: await idToken() } });
    expect((await failureOf(connector.exchangeCode(exchange))).kind).toBe('reauthorize');
  });

  it.each([
    [503, 'text', 'retry-after'],
    [404, 'text', 'unexpected-answer'],
    [200, 'not keys', 'unexpected-answer'],
  ])('with signing keys that answer %i %s, the failure is %s', async (status, text, kind) => {
    const id_token = await idToken();
    google.respondWith((request) =>
      request.path === '/token' ? { json: { ...granted, id_token } } : { status, text },
    );
    expect((await failureOf(connector.exchangeCode(exchange))).kind).toBe(kind);
  });

  it.each([
    [400, { error: 'invalid_grant', error_description: 'Malformed auth code. 4/SECRET-code' }, 'rejected'],
    [400, { error: 'redirect_uri_mismatch' }, 'rejected'],
    [401, { error: 'invalid_client', error_description: 'Unauthorized' }, 'rejected'],
    [503, 'down', 'retry-after'],
    [403, 'proxy', 'unexpected-answer'],
    [200, { access_token: 7 }, 'unexpected-answer'],
  ])('an exchange refused with %i %j is %s', async (status, json, kind) => {
    scriptExchange({ status, json });
    expect((await failureOf(connector.exchangeCode(exchange))).kind).toBe(kind);
  });
});

describe('refreshing a token', () => {
  it('makes no call while more than a minute is left', async () => {
    const justEnough = { ...tokens, expiresAt: new Date(now.getTime() + 60_000) };
    expect(await connector.refresh(justEnough, now)).toBe(justEnough);
    expect(google.requests).toHaveLength(0);
  });

  const ending = { ...tokens, expiresAt: new Date(now.getTime() + 59_000) };

  it('makes one call, and keeps the refresh token when the answer has none', async () => {
    google.respondWith(() => ({ json: { access_token: 'ya29.next', expires_in: 3599 } }));
    expect(await connector.refresh(ending, now)).toEqual({
      accessToken: 'ya29.next',
      refreshToken: tokens.refreshToken,
      expiresAt: new Date('2026-11-20T10:59:59Z'),
      scopes: tokens.scopes,
    });
    expect(google.requests).toHaveLength(1);
    expect(google.requests[0]?.form.get('grant_type')).toBe('refresh_token');
  });

  it('stores a rotated refresh token', async () => {
    google.respondWith(() => ({ json: { ...granted, scope: undefined } }));
    expect((await connector.refresh(ending, now)).refreshToken).toBe('1//0new');
  });

  it('with an invalid or missing refresh token asks the owner to reconnect', async () => {
    const dead = { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' };
    google.respondWith(() => ({ status: 400, json: dead }));
    expect((await failureOf(connector.refresh(ending, now))).kind).toBe('reauthorize');
    const none = { ...ending, refreshToken: null };
    expect((await failureOf(connector.refresh(none, now))).kind).toBe('reauthorize');
  });
});

describe('revoking an authorization', () => {
  it('ends the grant; an invalid token counts as revoked', async () => {
    google.respondWith(() => ({ json: {} }));
    await connector.revoke(tokens);
    expect(google.requests[0]?.form.get('token')).toBe(tokens.refreshToken);
    google.respondWith(() => ({ status: 400, json: { error: 'invalid_token' } }));
    await connector.revoke(tokens);
  });

  it('throws when Google could not be reached', async () => {
    google.respondWith(() => ({ status: 503, text: 'down' }));
    expect((await failureOf(connector.revoke(tokens))).kind).toBe('retry-after');
  });
});
