import { createHmac } from 'node:crypto';
import { controlFault, type Fields, needCount, needFields, needText } from '../kit/fields.ts';
import type { FacebookState } from './state.ts';

/**
 * Control action `webhook`: sends a `ratings` change of a page to `url`, signed, `times` times (deliveries may come
 * twice). Nothing is sent, and `sent` is 0, while the app is not installed on the page for that field.
 */
export async function sendWebhook(state: FacebookState, input: Fields): Promise<Fields> {
  const url = needText(input, 'url');
  const page = needText(input, 'page');
  const value = needFields(input, 'value');
  if (!state.installed.get(page)?.includes('ratings')) return { sent: 0 };
  const time = Math.floor(state.clock.now() / 1000);
  const body = JSON.stringify({
    object: 'page',
    entry: [{ id: page, time, changes: [{ field: 'ratings', value }] }],
  });
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': `sha256=${createHmac('sha256', state.app.secret).update(body).digest('hex')}`,
  };
  const statuses: number[] = [];
  for (let left = needCount(input, 'times', 1); left > 0; left -= 1)
    statuses.push(await post(url, body, headers));
  return { sent: statuses.length, statuses };
}

/** Control action `signed-request`: what Facebook posts on deauthorising an app, or on a deletion request. */
export async function sendSignedRequest(state: FacebookState, input: Fields): Promise<Fields> {
  const email = needText(input, 'email');
  const person = state.data.people.find((known) => known.email === email);
  if (!person) throw controlFault('no such person');
  const issued = Math.floor(state.clock.now() / 1000);
  const payload = { algorithm: 'HMAC-SHA256', issued_at: issued, user_id: person.id };
  const form = new URLSearchParams({ signed_request: signedRequest(payload, state.app.secret) });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { status: await post(needText(input, 'url'), form.toString(), headers) };
}

/** `base64url(signature).base64url(payload)`, signed over the encoded payload. */
export function signedRequest(payload: Fields, secret: string): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  try {
    return (await fetch(url, { method: 'POST', headers, body })).status;
  } catch (error) {
    throw controlFault(`nothing answers at ${url}: ${String(error)}`);
  }
}
