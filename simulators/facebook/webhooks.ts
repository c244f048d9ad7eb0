import { createHmac } from 'node:crypto';
import {
  controlError,
  type JsonObject,
  requireCount,
  requireObject,
  requireString,
} from '../kit/json-object.ts';
import type { FacebookState } from './state.ts';

/**
 * Control action `webhook`: sends a `ratings` change of a page, signed, `times` times (deliveries may be repeated), to
 * `url` or, without it, to the callback of the app's subscription. Nothing is sent, and `sent` is 0, while the app is
 * not installed on the page for that field, or not subscribed to it. A message that is not answered with 200 is sent
 * again.
 */
export async function sendWebhook(state: FacebookState, input: JsonObject): Promise<JsonObject> {
  const page = requireString(input, 'page');
  const value = requireObject(input, 'value');
  const times = requireCount(input, 'times', 1);
  const { subscription } = state;
  const subscribed = subscription?.fields.includes('ratings') ? subscription : null;
  const url = input.url === undefined && subscription ? subscribed?.callbackUrl : requireString(input, 'url');
  if (url === undefined || !state.installed.get(page)?.includes('ratings')) return { sent: 0 };
  const time = Math.floor(state.clock.platformTime() / 1000);
  // Without include_values the change contains only the name of the field.
  const withValue = input.url !== undefined || subscribed?.includeValues === true;
  const changes = [{ field: 'ratings', ...(withValue ? { value } : {}) }];
  const body = JSON.stringify({ object: 'page', entry: [{ id: page, time, changes }] });
  const make = (forged: string | null) => ({ url, headers: signedHeaders(state, body, forged), body });
  const { statuses, note } = await state.notifier.notify(page, make, times);
  return { sent: statuses.length, ...(statuses.length > 0 ? { statuses } : {}), ...note };
}

function signedHeaders(state: FacebookState, body: string, forged: string | null): Record<string, string> {
  const type = { 'content-type': 'application/json' };
  if (forged === 'unsigned') return type;
  const secret = forged === 'signature' ? 'another secret' : state.app.secret;
  const signed = forged === 'body' ? '{"object":"page","entry":[]}' : body;
  const hash = createHmac('sha256', secret).update(signed).digest('hex');
  return { ...type, 'x-hub-signature-256': `sha256=${hash}` };
}

/**
 * Control action `signed-request`: what Facebook sends when a person removes the app or requests the deletion of their
 * data.
 */
export async function sendSignedRequest(state: FacebookState, input: JsonObject): Promise<JsonObject> {
  const email = requireString(input, 'email');
  const person = state.data.people.find((known) => known.email === email);
  if (!person) throw controlError('no such person');
  const issued = Math.floor(state.clock.now() / 1000);
  const payload = { algorithm: 'HMAC-SHA256', issued_at: issued, user_id: person.id };
  const form = new URLSearchParams({ signed_request: signedRequest(payload, state.app.secret) });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { status: await post(requireString(input, 'url'), form.toString(), headers) };
}

/** `base64url(signature).base64url(payload)`, signed over the encoded payload. */
export function signedRequest(payload: JsonObject, secret: string): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  try {
    return (await fetch(url, { method: 'POST', headers, body })).status;
  } catch (error) {
    throw controlError(`nothing answers at ${url}: ${String(error)}`);
  }
}
