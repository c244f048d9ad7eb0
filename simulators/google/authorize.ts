import { randomBytes } from 'node:crypto';
import { type Call, formOf } from '../kit/call.ts';
import { escapeHtml } from '../kit/html.ts';
import { isAllowedRedirect } from '../kit/redirect-uri.ts';
import { HttpError, type HttpResponse, htmlResponse, redirectResponse } from '../kit/response.ts';
import { consentPage, errorPage } from './consent-page.ts';
import { businessScope, type ConsentRequest, isBusinessScope, oldBusinessScope } from './consent-request.ts';
import type { GoogleState } from './state.ts';

const emailScope = 'https://www.googleapis.com/auth/userinfo.email';
const profileScope = 'https://www.googleapis.com/auth/userinfo.profile';
const fullNames: Record<string, string> = { email: emailScope, profile: profileScope };
const knownScopes = new Set([
  'openid',
  'email',
  'profile',
  emailScope,
  profileScope,
  businessScope,
  oldBusinessScope,
]);

/** A code is valid for ten minutes and one exchange. */
const codeLifeMs = 10 * 60 * 1000;

/** `GET /o/oauth2/v2/auth`: the consent page, or Google's own error page without a redirect. */
export function showConsent(state: GoogleState, call: Call): HttpResponse {
  const asked = readConsentRequest(state, call.query);
  if (asked.prompt.split(' ').includes('none')) {
    return redirectBack(asked, { error: 'interaction_required' });
  }
  return htmlResponse(200, consentPage(asked, state.data.people, call.query.toString()));
}

/** `POST /o/oauth2/v2/auth/decision`: the person's answer, back to the app. */
export function submitConsent(state: GoogleState, call: Call): HttpResponse {
  const form = formOf(call);
  // The browser sends the request back in the form, so it is checked again.
  const asked = readConsentRequest(state, new URLSearchParams(form.get('request') ?? ''));
  if (form.get('decision') !== 'allow') return redirectBack(asked, { error: 'access_denied' });
  const person = state.data.people.find((known) => known.sub === form.get('sub'));
  if (!person) throw pageError(400, 'invalid_request', 'Choose one of the accounts.');
  const business = form.get('business') === 'yes';
  const scopes = asked.scopes.filter((scope) => business || !isBusinessScope(scope));
  const grant = `${person.sub}|${asked.clientId}`;
  const code = `4/0A${randomBytes(32).toString('base64url')}`;
  state.codes.set(code, {
    sub: person.sub,
    clientId: asked.clientId,
    redirectUri: asked.redirectUri,
    scopes: fullScopeNames(scopes),
    offline: asked.offline,
    freshConsent: asked.prompt.split(' ').includes('consent') || !state.consented.has(grant),
    nonce: asked.nonce,
    challenge: asked.challenge,
    expires: state.clock.now() + codeLifeMs,
  });
  state.consented.add(grant);
  const shown = [...new Set([...scopes, ...fullScopeNames(scopes)])].join(' ');
  return redirectBack(asked, { code, scope: shown, authuser: '0', prompt: asked.prompt || 'none' });
}

function readConsentRequest(state: GoogleState, query: URLSearchParams): ConsentRequest {
  const clientId = query.get('client_id') ?? '';
  if (clientId !== state.client.id) {
    throw pageError(401, 'invalid_client', 'The OAuth client was not found.');
  }
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!isAllowedRedirect(redirectUri, state.publicUrl)) {
    throw pageError(
      400,
      'redirect_uri_mismatch',
      'The redirect URI in the request does not match one registered for the client: only http://localhost and http://127.0.0.1 addresses are.',
    );
  }
  if (query.get('response_type') !== 'code') {
    throw pageError(400, 'unsupported_response_type', 'response_type must be "code".');
  }
  const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  if (scopes.length === 0) throw pageError(400, 'invalid_request', 'Missing required parameter: scope');
  const unknown = scopes.filter((scope) => !knownScopes.has(scope));
  if (unknown.length > 0) {
    throw pageError(400, 'invalid_scope', `Some requested scopes were invalid: ${unknown.join(', ')}`);
  }
  return {
    clientId,
    redirectUri,
    scopes,
    state: query.get('state'),
    offline: query.get('access_type') === 'offline',
    prompt: query.get('prompt') ?? '',
    loginHint: query.get('login_hint'),
    nonce: query.get('nonce'),
    challenge: readChallenge(query),
  };
}

function readChallenge(query: URLSearchParams): ConsentRequest['challenge'] {
  const value = query.get('code_challenge');
  if (!value) return null;
  const method = query.get('code_challenge_method') ?? 'plain';
  if (method !== 'S256' && method !== 'plain') {
    throw pageError(400, 'invalid_request', 'Invalid parameter value for code_challenge_method.');
  }
  return { method, value };
}

/** The scopes by their full names. */
function fullScopeNames(scopes: string[]): string[] {
  return [...new Set(scopes.map((scope) => fullNames[scope] ?? scope))];
}

function redirectBack(asked: ConsentRequest, answer: Record<string, string>): HttpResponse {
  const url = new URL(asked.redirectUri);
  if (asked.state !== null) url.searchParams.set('state', asked.state);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return redirectResponse(url.toString());
}

function pageError(status: number, code: string, message: string): HttpError {
  return new HttpError(htmlResponse(status, errorPage(status, code, escapeHtml(message))));
}
