import { randomInt } from 'node:crypto';
import { type Call, jsonOf } from '../kit/call.ts';
import { type JsonObject, requireString, stringField } from '../kit/json-object.ts';
import { type HttpResponse, jsonResponse } from '../kit/response.ts';
import { requireAccount } from './business.ts';
import type { Person } from './data.ts';
import { googleError, invalidField } from './errors.ts';
import { splitReviewName } from './review-names.ts';
import type { Signer } from './signing.ts';
import type { GoogleState } from './state.ts';

/** `GET /v1/accounts/{account}/notificationSetting`. */
export function getNotificationSetting(state: GoogleState, person: Person, call: Call): HttpResponse {
  const account = `accounts/${call.params.account ?? ''}`;
  requireAccount(state, person, account);
  return jsonResponse(200, settingOf(state, account));
}

/** `PATCH /v1/accounts/{account}/notificationSetting?updateMask=…`: one setting and one topic per account. */
export function patchNotificationSetting(state: GoogleState, person: Person, call: Call): HttpResponse {
  const account = `accounts/${call.params.account ?? ''}`;
  requireAccount(state, person, account);
  const mask = (call.query.get('updateMask') ?? '').split(',').filter((path) => path !== '');
  if (mask.length === 0) throw invalidField('update_mask', 'Field is required');
  const body = jsonOf(call);
  if (!body) throw googleError(400, 'Invalid JSON payload received. Unexpected token.');
  const setting = settingOf(state, account);
  for (const path of mask) {
    if (path === 'pubsubTopic' || path === 'notificationTypes') setting[path] = body[path];
    else throw invalidField('update_mask', `Invalid field mask provided: ${path}`);
  }
  state.notificationSettings.set(account, setting);
  return jsonResponse(200, setting);
}

function settingOf(state: GoogleState, account: string): JsonObject {
  return { name: `${account}/notificationSetting`, ...state.notificationSettings.get(account) };
}

/**
 * Control action `push`: sends the Pub/Sub push for a review to `url`, signed as Google signs it, and returns the status.
 * Nothing is sent, and `sent` is false, while the account's setting does not name the type and a topic.
 */
export async function pushReview(state: GoogleState, signer: Signer, input: JsonObject): Promise<JsonObject> {
  const url = requireString(input, 'url');
  const name = requireString(input, 'name');
  const type = stringField(input, 'type') ?? 'NEW_REVIEW';
  const { location } = splitReviewName(name);
  const setting = state.notificationSettings.get(location.split('/').slice(0, 2).join('/'));
  const types: unknown[] = Array.isArray(setting?.notificationTypes) ? setting.notificationTypes : [];
  if (!setting?.pubsubTopic || !types.includes(type)) return { sent: false };
  const data = { type, review_name: name, location_name: location };
  const body = JSON.stringify(pushEnvelope(state, data, stringField(input, 'messageId')));
  const make = (forged: string | null) => ({
    url,
    headers: {
      authorization: `Bearer ${pushToken(state, signer, input, forged)}`,
      'content-type': 'application/json',
    },
    body,
  });
  const { statuses, note } = await state.notifier.notify(location, make, 1);
  const [status] = statuses;
  if (status === undefined) return { sent: false, ...note };
  return { sent: true, status, ...(statuses.length > 1 ? { statuses } : {}), ...note };
}

/** The OIDC token of a push; `forged` names the one part that is wrong. */
function pushToken(state: GoogleState, signer: Signer, input: JsonObject, forged: string | null): string {
  const email = stringField(input, 'serviceAccount') ?? 'push@kindling-local.iam.gserviceaccount.com';
  const now = Math.floor(state.clock.now() / 1000) - (forged === 'expired' ? 2 * 3600 : 0);
  const claims = {
    iss: forged === 'issuer' ? 'https://accounts.example.com' : 'https://accounts.google.com',
    aud:
      forged === 'audience'
        ? 'https://example.com/push'
        : (stringField(input, 'audience') ?? requireString(input, 'url')),
    azp: '113774264463038321964',
    sub: '113774264463038321964',
    email: forged === 'email' ? 'somebody@example.com' : email,
    email_verified: true,
    iat: now,
    exp: now + 3600,
  };
  if (forged === 'signature') return signer.forge(claims);
  const token = signer.sign(claims);
  return forged === 'unsigned' ? token.slice(0, token.lastIndexOf('.') + 1) : token;
}

function pushEnvelope(state: GoogleState, data: JsonObject, given: string | undefined): JsonObject {
  const messageId = given ?? String(randomInt(10 ** 14));
  const publishTime = new Date(state.clock.platformTime()).toISOString();
  return {
    message: {
      attributes: {},
      data: Buffer.from(JSON.stringify(data)).toString('base64'),
      messageId,
      message_id: messageId,
      publishTime,
      publish_time: publishTime,
    },
    subscription: 'projects/kindling-local/subscriptions/reviews',
  };
}
