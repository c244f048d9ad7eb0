/**
 * Messages of Google's Pub/Sub about reviews, pushed to us with an ID token of the operator's service account
 * (https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions).
 */
import { jwtVerify } from 'jose';
import { z } from 'zod';
import { createHttpClient } from '../../lib/http-client.ts';
import type { PlatformWebhooks, WebhookVerdict } from '../kit/webhooks.ts';
import { createSigningKeyCache, SigningKeysUnavailableError } from './signing-keys.ts';

export interface GooglePushConfig {
  /** Null: the operator has no push subscription, and every message is refused as forged. */
  push: {
    /** The `aud` of the tokens, as configured in the subscription. */
    audience: string;
    /** The service account that signs them. */
    account: string;
  } | null;
  urls: { certs: string };
  timeoutMs?: number;
}

/** Google uses both (https://developers.google.com/identity/openid-connect/openid-connect#validatinganidtoken). */
const issuers = ['https://accounts.google.com', 'accounts.google.com'];
/** Allowed difference between the clocks. */
const clockToleranceSeconds = 60;
/** Tokens of Pub/Sub live for an hour. */
const maxTokenAge = '1 hour';
/**
 * Google waits 10 s for our answer unless the subscription says otherwise, and fetching the keys is part of that time.
 */
const keysTimeoutMs = 5_000;

const claims = z.object({ aud: z.string(), email: z.string(), email_verified: z.literal(true) });
const envelope = z.object({ message: z.object({ data: z.string().max(100_000) }) });
/** Google does not document the exact names of these members; these spellings occur. */
const typeFields = ['type', 'notificationType', 'notification_type'];
const locationFields = ['location_name', 'locationName', 'location'];
const reviewFields = ['review_name', 'reviewName', 'review', 'name'];
const resourceName = /^(?:accounts\/[\w-]{1,100}\/)?locations\/([\w-]{1,100})(?:\/reviews\/[\w-]{1,256})?$/;

/** @param clock Time for token lifetimes and cached keys; the system's unless a test gives one. */
export function createGoogleWebhooks(
  config: GooglePushConfig,
  clock: () => Date = () => new Date(),
): PlatformWebhooks {
  const { push } = config;
  const timeoutMs = config.timeoutMs ?? keysTimeoutMs;
  const keys = createSigningKeyCache(createHttpClient(config.urls.certs, { timeoutMs }), clock);

  async function isFromSubscription(token: string, wanted: NonNullable<typeof push>): Promise<boolean> {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer: issuers,
      audience: wanted.audience,
      requiredClaims: ['exp', 'iat'],
      maxTokenAge: maxTokenAge,
      clockTolerance: clockToleranceSeconds,
      currentDate: clock(),
    });
    // The library accepts a list of audiences that contains ours; a token for us has exactly one audience.
    const { data } = claims.safeParse(payload);
    return data?.aud === wanted.audience && data.email === wanted.account;
  }

  return {
    platform: 'google',
    enabled: push !== null,
    successStatus: 204,
    async receive({ headers, body }): Promise<WebhookVerdict> {
      const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.authorization ?? '')?.[1];
      if (push === null || token === undefined) return { is: 'forged' };
      try {
        if (!(await isFromSubscription(token, push))) return { is: 'forged' };
      } catch (error) {
        return { is: error instanceof SigningKeysUnavailableError ? 'unverifiable' : 'forged' };
      }
      return { is: 'genuine', listings: listingsOf(body) };
    },
  };
}

/** The location that a message is about; none where it is about something else or has an unknown shape. */
function listingsOf(body: Buffer): string[] {
  const pushed = envelope.safeParse(readJson(body.toString('utf8')));
  if (!pushed.success) return [];
  const told = z
    .record(z.string(), z.unknown())
    .safeParse(readJson(Buffer.from(pushed.data.message.data, 'base64').toString('utf8')));
  if (!told.success) return [];
  const texts = (names: string[]) =>
    names.map((name) => told.data[name]).filter((value) => typeof value === 'string');
  // The topic may also carry messages about questions and photos, for another program of the operator.
  if (texts(typeFields).some((type) => !/review/i.test(type))) return [];
  const ids = texts([...reviewFields, ...locationFields]).map((name) => resourceName.exec(name)?.[1]);
  return ids.filter((id) => id !== undefined).slice(0, 1);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
