import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { objectsIn, stringField } from '../kit/json-object.ts';
import type { RunningSimulator } from '../kit/serve.ts';
import { startGoogleSimulator } from './server.ts';
import {
  authorizeQuery,
  businessScope,
  callApi,
  control,
  exchange,
  postForm,
  signIn,
  submitConsentPage,
} from './test-client.ts';

let google: RunningSimulator;

beforeAll(async () => {
  google = await startGoogleSimulator({ port: 0 });
});
beforeEach(() => control(google.url, { action: 'reset' }));
afterAll(() => google.close());

const refresh = (token: string) =>
  postForm(`${google.url}/token`, {
    grant_type: 'refresh_token',
    client_id: 'kindling-local',
    client_secret: 'kindling-local-secret',
    refresh_token: token,
  });

describe('consent page', () => {
  it('says that it is a simulator, and offers the accounts', async () => {
    const response = await fetch(`${google.url}/o/oauth2/v2/auth?${authorizeQuery()}`);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('local simulator of Google, no real account is used');
    expect(page).toContain('mara.lindqvist@example.com');
  });

  it('returns a refusal to the app with the state', async () => {
    const back = await submitConsentPage(google.url, { decision: 'deny' });
    expect(Object.fromEntries(back.searchParams)).toEqual({ state: 'state-1', error: 'access_denied' });
  });

  it.each([
    ['unknown client', { client_id: 'other' }, 401],
    ['foreign redirect', { redirect_uri: 'https://evil.example/' }, 400],
    ['unknown scope', { scope: 'everything' }, 400],
  ])('shows its own error page without a redirect: %s', async (_name, change, status) => {
    const url = `${google.url}/o/oauth2/v2/auth?${authorizeQuery(change)}`;
    const response = await fetch(url, { redirect: 'manual' });
    expect(response.status).toBe(status);
    expect(response.headers.get('location')).toBeNull();
    expect(await response.text()).toContain('Access blocked');
  });

  it('escapes the request’s values', async () => {
    const url = `${google.url}/o/oauth2/v2/auth?${authorizeQuery({ scope: '<script>x</script>' })}`;
    expect(await (await fetch(url)).text()).not.toContain('<script>');
  });
});

describe('tokens', () => {
  it('exchanges a code for tokens and an ID token that verifies against the keys', async () => {
    const back = await submitConsentPage(google.url, {}, authorizeQuery({ nonce: 'n-1' }));
    expect(back.searchParams.get('scope')?.split(' ')).toContain(businessScope);
    const { status, body } = await exchange(google.url, back.searchParams.get('code') ?? '');
    expect(status).toBe(200);
    expect(body).toMatchObject({ expires_in: 3599, token_type: 'Bearer' });
    expect(stringField(body, 'refresh_token')).toMatch(/^1\/\/0/);
    const [head = '', claims = '', signature = ''] = (stringField(body, 'id_token') ?? '').split('.');
    const keys = await callApi(`${google.url}/oauth2/v3/certs`, '');
    const key = createPublicKey({ key: { ...objectsIn(keys.body.keys)[0] }, format: 'jwk' });
    const good = verify(
      'RSA-SHA256',
      Buffer.from(`${head}.${claims}`),
      key,
      Buffer.from(signature, 'base64url'),
    );
    expect(good).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: 'https://accounts.google.com',
      aud: 'kindling-local',
      email: 'mara.lindqvist@example.com',
      email_verified: true,
      nonce: 'n-1',
    });
  });

  it('accepts a code once', async () => {
    const code = (await submitConsentPage(google.url, {})).searchParams.get('code') ?? '';
    expect((await exchange(google.url, code)).status).toBe(200);
    const again = await exchange(google.url, code);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('refuses a code after ten minutes', async () => {
    const code = (await submitConsentPage(google.url, {})).searchParams.get('code') ?? '';
    await control(google.url, { action: 'clock', advanceSeconds: 601 });
    expect((await exchange(google.url, code)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'Bad Request',
    });
  });

  it('refuses a wrong secret and another redirect address', async () => {
    const code = (await submitConsentPage(google.url, {})).searchParams.get('code') ?? '';
    const wrong = await exchange(google.url, code, { client_secret: 'x' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
    const moved = await exchange(google.url, code, { redirect_uri: 'http://localhost:4000/other' });
    expect([moved.status, moved.body.error]).toEqual([400, 'redirect_uri_mismatch']);
  });

  it('checks PKCE', async () => {
    const verifier = 'a-verifier-of-some-forty-three-characters-ok';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const query = authorizeQuery({ code_challenge: challenge, code_challenge_method: 'S256' });
    const code = async () => (await submitConsentPage(google.url, {}, query)).searchParams.get('code') ?? '';
    expect((await exchange(google.url, await code(), { code_verifier: 'wrong' })).body.error).toBe(
      'invalid_grant',
    );
    expect((await exchange(google.url, await code())).body.error).toBe('invalid_grant');
    expect((await exchange(google.url, await code(), { code_verifier: verifier })).status).toBe(200);
  });

  it('gives a refresh token only with offline access and a shown consent page', async () => {
    await signIn(google.url);
    const again = await submitConsentPage(google.url, {}, authorizeQuery({ prompt: 'select_account' }));
    expect(
      (await exchange(google.url, again.searchParams.get('code') ?? '')).body.refresh_token,
    ).toBeUndefined();
  });

  it('allows a grant without the scope, and the API refuses its token', async () => {
    const { access } = await signIn(google.url, { business: '' });
    const { status, body } = await callApi(`${google.url}/v1/accounts`, access);
    expect(status).toBe(403);
    expect(body.error).toMatchObject({ details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] });
  });

  it('answers 401 to an expired access token, and the refresh token gives a new one', async () => {
    const { access, refresh: token } = await signIn(google.url);
    await control(google.url, { action: 'expire-access-tokens' });
    const expired = await callApi(`${google.url}/v1/accounts`, access);
    expect(expired.status).toBe(401);
    expect(expired.headers.get('www-authenticate')).toContain('error="invalid_token"');
    const { body } = await refresh(token);
    expect(body.refresh_token).toBeUndefined();
    expect((await callApi(`${google.url}/v1/accounts`, stringField(body, 'access_token') ?? '')).status).toBe(
      200,
    );
  });

  it('revoking ends the whole grant', async () => {
    const { access, refresh: token } = await signIn(google.url);
    expect((await postForm(`${google.url}/revoke`, { token: access })).status).toBe(200);
    expect((await refresh(token)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'Token has been expired or revoked.',
    });
    expect((await postForm(`${google.url}/revoke`, { token })).body.error).toBe('invalid_token');
    expect((await callApi(`${google.url}/v1/accounts`, access)).status).toBe(401);
  });

  it('tokens stay valid over a restart with the same secret', async () => {
    const { access } = await signIn(google.url);
    const second = await startGoogleSimulator({ port: 0 });
    const other = await startGoogleSimulator({ port: 0, clientSecret: 'another' });
    expect((await callApi(`${second.url}/v1/accounts`, access)).status).toBe(200);
    expect((await callApi(`${other.url}/v1/accounts`, access)).status).toBe(401);
    await Promise.all([second.close(), other.close()]);
  });

  it('reports what a token is for', async () => {
    const { access } = await signIn(google.url);
    const info = await callApi(`${google.url}/tokeninfo?access_token=${access}`, '');
    expect(info.body).toMatchObject({ aud: 'kindling-local', email: 'mara.lindqvist@example.com' });
    expect((await callApi(`${google.url}/v1/userinfo`, access)).body).toMatchObject({
      email: 'mara.lindqvist@example.com',
    });
  });
});
