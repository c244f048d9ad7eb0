import { randomInt } from 'node:crypto';
import { bearerToken, type Call } from '../kit/call.ts';
import { type HttpResponse, jsonResponse } from '../kit/response.ts';
import { graphError } from './errors.ts';
import type { FacebookState } from './state.ts';
import { parameter } from './token.ts';

/** `GET /{app}/subscriptions`, with the app's own token. */
export function listSubscriptions(state: FacebookState, call: Call): HttpResponse {
  requireApp(state, call);
  const { subscription } = state;
  const fields = subscription?.fields.map((name) => ({ name, version: call.params.version }));
  const row = { object: 'page', callback_url: subscription?.callbackUrl, active: true, fields };
  return jsonResponse(200, { data: subscription ? [row] : [] });
}

/** `POST /{app}/subscriptions`: verifies the callback first. */
export async function subscribe(state: FacebookState, call: Call): Promise<HttpResponse> {
  requireApp(state, call);
  if (parameter(call, 'object') !== 'page')
    throw graphError(100, '(#100) Param object must be one of {PAGE}');
  const callbackUrl = parameter(call, 'callback_url') ?? '';
  if (!URL.canParse(callbackUrl)) throw graphError(100, '(#100) Param callback_url must be a valid URI');
  const fields = splitNames(parameter(call, 'fields'));
  if (fields.length === 0) throw graphError(100, '(#100) The parameter fields is required');
  await verifyCallback(callbackUrl, parameter(call, 'verify_token') ?? '');
  state.subscription = { callbackUrl, fields, includeValues: parameter(call, 'include_values') === 'true' };
  return jsonResponse(200, { success: true });
}

/** `DELETE /{app}/subscriptions`: all of it, or the fields named. */
export function unsubscribe(state: FacebookState, call: Call): HttpResponse {
  requireApp(state, call);
  const gone = splitNames(parameter(call, 'fields'));
  const fields =
    gone.length === 0 ? [] : (state.subscription?.fields ?? []).filter((name) => !gone.includes(name));
  state.subscription = state.subscription && fields.length > 0 ? { ...state.subscription, fields } : null;
  return jsonResponse(200, { success: true });
}

function splitNames(text: string | null): string[] {
  return (text ?? '').split(',').filter((name) => name !== '');
}

function requireApp(state: FacebookState, call: Call): void {
  if (call.params.node === state.app.id && bearerToken(call) === `${state.app.id}|${state.app.secret}`)
    return;
  throw graphError(15, '(#15) This method must be called with an app access_token.');
}

/** The handshake: the callback must answer with the challenge. */
async function verifyCallback(callbackUrl: string, verifyToken: string): Promise<void> {
  const challenge = String(randomInt(10 ** 9, 10 ** 10));
  const url = new URL(callbackUrl);
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.challenge', challenge);
  url.searchParams.set('hub.verify_token', verifyToken);
  const echo = await fetch(url, { redirect: 'manual' }).then(
    async (response) => (response.status === 200 ? await response.text() : null),
    () => null,
  );
  if (echo !== challenge) {
    throw graphError(
      2200,
      '(#2200) Callback verification failed with the following errors: HTTP response does not match challenge.',
    );
  }
}
