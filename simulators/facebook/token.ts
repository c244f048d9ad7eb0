import { createHmac } from 'node:crypto';
import { bearerToken, type Call, formOf } from '../kit/call.ts';
import { type JsonObject, stringField } from '../kit/json-object.ts';
import { type HttpResponse, jsonResponse } from '../kit/response.ts';
import { graphError, invalidTokenError } from './errors.ts';
import { type FacebookState, findPerson, type Grant } from './state.ts';

const prefix = 'EAAB';

/** Seconds: a user token from a code lives almost two hours, an exchanged one sixty days. */
const shortLife = 5183;
const longLife = 5_183_944;

/** The caller: a person, or a page with a page token. `page` is null for a user token. */
export type Caller = Grant & { page: string | null; token: string };

/** A parameter from the query or the form. */
export function parameter(call: Call, name: string): string | null {
  return call.query.get(name) ?? formOf(call).get(name);
}

/** `GET /oauth/access_token`: exchanges a code, or a user token for one with a longer life. */
export function accessToken(state: FacebookState, call: Call): HttpResponse {
  if (parameter(call, 'client_id') !== state.app.id) {
    throw graphError(101, 'Error validating application. Cannot get application info due to a system error.');
  }
  if (parameter(call, 'client_secret') !== state.app.secret)
    throw graphError(1, 'Error validating client secret.', { status: 400 });
  const long = parameter(call, 'grant_type') === 'fb_exchange_token';
  const grant = long ? readToken(state, parameter(call, 'fb_exchange_token') ?? '') : redeemCode(state, call);
  const life = long ? longLife : shortLife;
  const token = issue(state, { ...grant, expires: state.clock.now() + life * 1000 }, null);
  return jsonResponse(200, { access_token: token, token_type: 'bearer', expires_in: life });
}

function redeemCode(state: FacebookState, call: Call): Grant {
  const code = parameter(call, 'code');
  if (!code) throw graphError(100, 'Missing authorization code');
  const grant = state.codes.get(code);
  if (!grant) throw graphError(100, 'Invalid verification code format.');
  if (grant.used) throw graphError(100, 'This authorization code has been used.', { subcode: 36009 });
  if (grant.expires <= state.clock.now()) {
    throw graphError(100, 'This authorization code has expired.', { subcode: 36007 });
  }
  if (parameter(call, 'redirect_uri') !== grant.redirectUri) {
    throw graphError(
      100,
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      { subcode: 36008 },
    );
  }
  grant.used = true;
  return grant;
}

function issue(state: FacebookState, grant: Grant, page: string | null): string {
  const { user, scopes, declined, pages, expires } = grant;
  return state.tokens.issue(prefix, { user, scopes, declined, pages, expires, page });
}

/** A page token; it never expires when the user token behind it is a long-lived one. */
export function pageToken(state: FacebookState, caller: Caller, page: string): string {
  const long = caller.expires - state.clock.now() > shortLife * 1000 + 1000;
  return issue(state, { ...caller, expires: long ? 0 : caller.expires }, page);
}

/** The caller behind a token. Refuses with code 190 and the subcode of the reason. */
export function readToken(state: FacebookState, token: string): Caller {
  const content = state.tokens.read(prefix, token);
  if (!content) throw graphError(190, 'Invalid OAuth access token - Cannot parse access token');
  const user = stringField(content, 'user') ?? '';
  const expires = typeof content.expires === 'number' ? content.expires : 0;
  const dead = state.invalidatedTokens.get(user);
  if (!findPerson(state, user)) throw invalidTokenError(458);
  if (dead && content.issued <= dead.until) throw invalidTokenError(dead.subcode);
  if (expires > 0 && expires <= state.clock.now()) throw invalidTokenError(463);
  const removed = state.scopesRemoved.get(user);
  const lost = removed && content.issued <= removed.until ? removed.scopes : [];
  const granted = texts(content.scopes);
  return {
    user,
    scopes: granted.filter((scope) => !lost.includes(scope)),
    declined: [...texts(content.declined), ...granted.filter((scope) => lost.includes(scope))],
    pages: texts(content.pages),
    expires,
    page: stringField(content, 'page') ?? null,
    token,
  };
}

/** The page of a page token, valid or not; null for user tokens and other text. */
export function pageOfToken(state: FacebookState, token: string): string | null {
  const content = state.tokens.read(prefix, token);
  return content ? (stringField(content, 'page') ?? null) : null;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The caller of an API call. Checks `appsecret_proof` when it is given or required. */
export function requireCaller(state: FacebookState, call: Call): Caller {
  const token = bearerToken(call);
  if (!token) throw graphError(104, 'An access token is required to request this resource.');
  const caller = readToken(state, token);
  const proof = parameter(call, 'appsecret_proof');
  const type = { type: 'GraphMethodException' };
  if (proof === null && state.requireProof) {
    throw graphError(100, 'API calls from the server require an appsecret_proof argument', type);
  }
  if (proof !== null && proof !== proofOf(token, state.app.secret)) {
    throw graphError(100, 'Invalid appsecret_proof provided in the API argument', type);
  }
  return caller;
}

/** `appsecret_proof`: hex HMAC-SHA256 of the token with the app's secret. */
export function proofOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('hex');
}

/** `GET /debug_token`, asked with the app's own token. */
export function debugToken(state: FacebookState, call: Call): HttpResponse {
  if (bearerToken(call) !== `${state.app.id}|${state.app.secret}`) {
    throw graphError(
      100,
      '(#100) You must provide an app access token, or a user access token that is an owner or developer of the app',
    );
  }
  const input = call.query.get('input_token') ?? '';
  const content = state.tokens.read(prefix, input);
  if (!content)
    return jsonResponse(200, {
      data: { is_valid: false, error: { code: 190, message: 'Invalid OAuth access token.' }, scopes: [] },
    });
  return jsonResponse(200, { data: describeToken(state, content, isLive(state, input)) });
}

function isLive(state: FacebookState, token: string): boolean {
  try {
    return readToken(state, token).token === token;
  } catch {
    return false;
  }
}

function describeToken(
  state: FacebookState,
  content: JsonObject & { issued: number },
  valid: boolean,
): JsonObject {
  const expires = typeof content.expires === 'number' ? content.expires : 0;
  const page = stringField(content, 'page');
  const scopes = texts(content.scopes);
  return {
    app_id: state.app.id,
    type: page ? 'PAGE' : 'USER',
    application: 'Kindling',
    is_valid: valid,
    expires_at: Math.floor(expires / 1000),
    data_access_expires_at: Math.floor(content.issued / 1000) + 90 * 86_400,
    scopes,
    granular_scopes: scopes
      .filter((scope) => scope.startsWith('pages_'))
      .map((scope) => ({ scope, target_ids: texts(content.pages) })),
    user_id: content.user,
    ...(page ? { profile_id: page } : {}),
  };
}
