import { createHash } from 'node:crypto';
import { bearerToken, type Call, formOf } from '../kit/call.ts';
import { type JsonObject, stringField } from '../kit/json-object.ts';
import { HttpError, type HttpResponse, jsonResponse } from '../kit/response.ts';
import { isBusinessScope } from './consent-request.ts';
import type { Person } from './data.ts';
import { scopeInsufficient, unauthenticated } from './errors.ts';
import type { Signer } from './signing.ts';
import { type CodeGrant, findPerson, type GoogleState, revokeGrant } from './state.ts';

const accessPrefix = 'ya29.';
const refreshPrefix = '1//0';

/** Seconds an access token lives, as the token endpoint of Google states it. */
const accessLife = 3599;

/** What a valid token stands for. `expires` is in milliseconds, 0 for refresh tokens. */
export type Grant = { sub: string; clientId: string; scopes: string[]; expires: number; issued: number };

/** `POST /token`: exchange of a code, or refresh. */
export function issueTokens(state: GoogleState, signer: Signer, call: Call): HttpResponse {
  const form = formOf(call);
  const client = clientOf(call, form);
  if (client.id !== state.client.id)
    throw oauthError(401, 'invalid_client', 'The OAuth client was not found.');
  if (client.secret !== state.client.secret) throw oauthError(401, 'invalid_client', 'Unauthorized');
  const kind = form.get('grant_type');
  if (kind === 'authorization_code') return jsonResponse(200, exchangeCode(state, signer, form));
  if (kind === 'refresh_token') return jsonResponse(200, refresh(state, signer, form));
  throw oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${kind ?? ''}`);
}

function clientOf(call: Call, form: URLSearchParams): { id: string; secret: string } {
  const basic = /^Basic\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
  if (!basic) return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
  const [id = '', secret = ''] = Buffer.from(basic, 'base64')
    .toString('utf8')
    .split(':')
    .map(decodeURIComponent);
  return { id, secret };
}

function exchangeCode(state: GoogleState, signer: Signer, form: URLSearchParams): JsonObject {
  const code = form.get('code');
  if (!code) throw oauthError(400, 'invalid_request', 'Missing required parameter: code');
  const grant = state.codes.get(code);
  if (!grant)
    throw oauthError(400, 'invalid_grant', code.startsWith('4/') ? 'Bad Request' : 'Malformed auth code.');
  // The first attempt uses the code up, even when a check below fails.
  state.codes.delete(code);
  if (grant.expires <= state.clock.now()) throw oauthError(400, 'invalid_grant', 'Bad Request');
  if (form.get('redirect_uri') !== grant.redirectUri)
    throw oauthError(400, 'redirect_uri_mismatch', 'Bad Request');
  checkVerifier(grant, form.get('code_verifier'));
  const tokens = accessTokens(state, signer, grant, grant.nonce);
  if (grant.offline && grant.freshConsent) {
    tokens.refresh_token = state.tokens.issue(refreshPrefix, { ...grantContent(grant), expires: 0 });
  }
  return tokens;
}

function checkVerifier(grant: CodeGrant, verifier: string | null): void {
  if (!grant.challenge) return;
  if (!verifier) throw oauthError(400, 'invalid_grant', 'Missing code verifier.');
  const answer =
    grant.challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  if (answer !== grant.challenge.value) throw oauthError(400, 'invalid_grant', 'Invalid code verifier.');
}

function refresh(state: GoogleState, signer: Signer, form: URLSearchParams): JsonObject {
  const token = form.get('refresh_token');
  if (!token) throw oauthError(400, 'invalid_request', 'Missing required parameter: refresh_token');
  const grant = state.rotated.has(token) ? null : readGrant(state, refreshPrefix, token);
  if (!grant) throw oauthError(400, 'invalid_grant', 'Token has been expired or revoked.');
  const tokens = accessTokens(state, signer, grant, null);
  const rotates = state.faults.find('refresh-rotates', []);
  if (!rotates) return tokens;
  state.rotated.add(token);
  state.faults.fire(rotates);
  const fresh = state.tokens.issue(refreshPrefix, { ...grantContent(grant), expires: 0 });
  return { ...tokens, refresh_token: fresh };
}

type GrantScope = { sub: string; clientId: string; scopes: string[] };

function accessTokens(
  state: GoogleState,
  signer: Signer,
  grant: GrantScope,
  nonce: string | null,
): JsonObject {
  const now = state.clock.now();
  const token = state.tokens.issue(accessPrefix, {
    ...grantContent(grant),
    expires: now + accessLife * 1000,
  });
  const person = findPerson(state, grant.sub);
  const tokens: JsonObject = {
    access_token: token,
    expires_in: accessLife,
    scope: grant.scopes.join(' '),
    token_type: 'Bearer',
  };
  if (person && grant.scopes.includes('openid'))
    tokens.id_token = signer.sign(idClaims(person, grant, token, nonce, now));
  return tokens;
}

function grantContent(grant: GrantScope): JsonObject {
  return { sub: grant.sub, clientId: grant.clientId, scopes: grant.scopes };
}

function idClaims(
  person: Person,
  grant: GrantScope,
  token: string,
  nonce: string | null,
  now: number,
): JsonObject {
  const seconds = Math.floor(now / 1000);
  return {
    iss: 'https://accounts.google.com',
    azp: grant.clientId,
    aud: grant.clientId,
    at_hash: createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url'),
    iat: seconds,
    exp: seconds + 3600,
    ...(nonce ? { nonce } : {}),
    ...identityClaims(person, grant.scopes),
  };
}

function identityClaims(person: Person, scopes: string[]): JsonObject {
  const has = (name: string) => scopes.some((scope) => scope.endsWith(`/userinfo.${name}`));
  return {
    sub: person.sub,
    ...(has('email') ? { email: person.email, email_verified: true } : {}),
    ...(has('profile') ? { name: person.name } : {}),
  };
}

/** The valid grant of a token; null when the token is unknown or revoked, or its person does not exist. */
function readGrant(state: GoogleState, prefix: string, token: string): Grant | null {
  const content = state.tokens.read(prefix, token);
  if (!content) return null;
  const sub = stringField(content, 'sub') ?? '';
  const clientId = stringField(content, 'clientId') ?? '';
  const until = state.revokedUntil.get(`${sub}|${clientId}`) ?? -1;
  if (content.issued <= until || !findPerson(state, sub)) return null;
  const granted = Array.isArray(content.scopes) ? content.scopes.map(String) : [];
  const isCut = content.issued <= (state.scopeRemovedUntil.get(`${sub}|${clientId}`) ?? -1);
  const scopes = isCut ? granted.filter((scope) => !isBusinessScope(scope)) : granted;
  const expires = typeof content.expires === 'number' ? content.expires : 0;
  return { sub, clientId, scopes, expires, issued: content.issued };
}

function readAccess(state: GoogleState, token: string): Grant | null {
  const grant = readGrant(state, accessPrefix, token);
  if (!grant || grant.expires <= state.clock.now()) return null;
  return grant.issued <= state.accessExpiredUntil ? null : grant;
}

/** The person behind an API call. Refuses with 401 or, without the Business Profile scope, 403. */
export function requireBusinessAccess(state: GoogleState, call: Call): Person {
  const person = requirePerson(state, call);
  if (!person.grant.scopes.some(isBusinessScope)) throw scopeInsufficient();
  return person.person;
}

function requirePerson(state: GoogleState, call: Call): { person: Person; grant: Grant } {
  const token = bearerToken(call);
  if (!token) throw unauthenticated('CREDENTIALS_MISSING');
  const grant = readAccess(state, token);
  const person = grant && findPerson(state, grant.sub);
  if (!grant || !person) throw unauthenticated('ACCESS_TOKEN_EXPIRED');
  return { person, grant };
}

/** `GET /v1/userinfo`. */
export function userInfo(state: GoogleState, call: Call): HttpResponse {
  const { person, grant } = requirePerson(state, call);
  return jsonResponse(200, identityClaims(person, grant.scopes));
}

/** `GET|POST /tokeninfo`. */
export function tokenInfo(state: GoogleState, call: Call): HttpResponse {
  const grant = readAccess(state, bearerToken(call) ?? '');
  const person = grant && findPerson(state, grant.sub);
  if (!grant || !person) throw oauthError(400, 'invalid_token', 'Invalid Value');
  const seconds = Math.floor(grant.expires / 1000);
  return jsonResponse(200, {
    azp: grant.clientId,
    aud: grant.clientId,
    sub: grant.sub,
    scope: grant.scopes.join(' '),
    exp: String(seconds),
    expires_in: String(seconds - Math.floor(state.clock.now() / 1000)),
    ...(grant.scopes.some((scope) => scope.endsWith('/userinfo.email'))
      ? { email: person.email, email_verified: 'true' }
      : {}),
    access_type: 'offline',
  });
}

/** `POST /revoke`: ends the whole grant of this person and client. */
export function revokeToken(state: GoogleState, call: Call): HttpResponse {
  const token = formOf(call).get('token') ?? call.query.get('token') ?? '';
  if (!revokeByToken(state, token)) throw oauthError(400, 'invalid_token', 'Token expired or revoked');
  return jsonResponse(200, {});
}

/** Ends the grant of an access or refresh token; false when the token is invalid. */
export function revokeByToken(state: GoogleState, token: string): boolean {
  const grant = readGrant(state, accessPrefix, token) ?? readGrant(state, refreshPrefix, token);
  if (!grant) return false;
  revokeGrant(state, grant.sub, grant.clientId);
  return true;
}

function oauthError(status: number, error: string, description: string): HttpError {
  return new HttpError(jsonResponse(status, { error, error_description: description }));
}
