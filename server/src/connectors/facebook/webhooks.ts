/**
 * Requests from Meta: changes of pages (https://developers.facebook.com/docs/graph-api/webhooks), and requests of a
 * person who removes the app or asks for the deletion of their data (`signed_request`). The app secret signs all of
 * them.
 */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { readExactJson } from '../kit/exact-json.ts';
import {
  bytesEqual,
  type PersonRequest,
  type PlatformWebhooks,
  secretsEqual,
  type WebhookRequest,
} from '../kit/webhooks.ts';

export interface FacebookWebhooksConfig {
  appSecret: string;
  /** The verify token that the operator entered in the app's webhook settings; null without a webhook. */
  verifyToken: string | null;
}

/** Meta sends at most this many changes in one request. */
const maxChanges = 1000;
/**
 * Meta retries a delivery for up to 36 hours, so a signed request may be that old; an older one may be a replay. A
 * replay within this time cannot affect what was connected after the request was signed.
 */
const maxRequestAgeMs = 36 * 3_600_000;
/** Allowed difference between the clocks. */
const clockToleranceMs = 300_000;

const id = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,64}$/));
const delivery = z.object({ object: z.literal('page'), entry: z.array(z.unknown()) });
const pageEntry = z.object({ id, changes: z.array(z.object({ field: z.string() })) });
const signedPayload = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  issued_at: z.number().int().positive(),
  user_id: id,
});

/** @param clock Time for the age of signed requests; the system's unless a test gives one. */
export function createFacebookWebhooks(
  { appSecret, verifyToken }: FacebookWebhooksConfig,
  clock: () => Date = () => new Date(),
): PlatformWebhooks {
  const sign = (content: string | Buffer) => createHmac('sha256', appSecret).update(content).digest();
  return {
    platform: 'facebook',
    enabled: verifyToken !== null,
    successStatus: 200,
    async receive({ headers, body }) {
      const given = /^sha256=([0-9a-f]{64})$/i.exec(String(headers['x-hub-signature-256'] ?? ''))?.[1];
      if (given === undefined || !bytesEqual(Buffer.from(given, 'hex'), sign(body))) return { is: 'forged' };
      return { is: 'genuine', listings: changedPages(body) };
    },

    answerVerification(query) {
      const challenge = query.get('hub.challenge') ?? '';
      if (verifyToken === null || query.get('hub.mode') !== 'subscribe') return null;
      if (!secretsEqual(query.get('hub.verify_token') ?? '', verifyToken)) return null;
      return /^[\w.-]{1,200}$/.test(challenge) ? challenge : null;
    },

    readPersonRequest(request): PersonRequest | null {
      const [signature = '', payload = '', ...more] = signedRequestOf(request).split('.');
      if (more.length > 0 || !bytesEqual(Buffer.from(signature, 'base64url'), sign(payload))) return null;
      const parsed = signedPayload.safeParse(readJson(Buffer.from(payload, 'base64url').toString('utf8')));
      if (!parsed.success) return null;
      const askedAt = new Date(parsed.data.issued_at * 1000);
      const age = clock().getTime() - askedAt.getTime();
      if (!(age <= maxRequestAgeMs && age >= -clockToleranceMs)) return null;
      return { externalId: parsed.data.user_id, askedAt };
    },
  };
}

function signedRequestOf({ body }: WebhookRequest): string {
  return new URLSearchParams(body.toString('utf8')).get('signed_request') ?? '';
}

/** Pages whose recommendations changed, each once. Malformed entries and other fields are ignored. */
function changedPages(body: Buffer): string[] {
  const parsed = delivery.safeParse(readJson(body.toString('utf8')));
  if (!parsed.success) return [];
  const pages = parsed.data.entry.slice(0, maxChanges).flatMap((entry) => {
    const { data } = pageEntry.safeParse(entry);
    return data?.changes.some(({ field }) => field === 'ratings') ? [data.id] : [];
  });
  return [...new Set(pages)];
}

function readJson(text: string): unknown {
  try {
    return readExactJson(text);
  } catch {
    return undefined;
  }
}
