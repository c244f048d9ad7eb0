/**
 * Webhooks of platforms: messages that reviews of a listing changed, and requests of a person to remove the app or to
 * delete their data. Each connector verifies the platform's signature and returns only the ids concerned.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Platform } from '@kindling/contract/platforms';

export interface WebhookRequest {
  headers: IncomingHttpHeaders;
  /** The raw bytes: signatures cover them. */
  body: Buffer;
}

/**
 * `genuine`: signed by the platform, about these listings (external ids, each once; empty for a message of an unknown
 * shape). `forged`: without a valid signature. `unverifiable`: the signing keys cannot be fetched now, so the platform
 * should send it again.
 */
export type WebhookVerdict =
  | { is: 'genuine'; listings: string[] }
  | { is: 'forged' }
  | { is: 'unverifiable' };

/** A request on behalf of a person, signed by the platform. */
export interface PersonRequest {
  /** External id of the account at the platform that authorized a connection. */
  externalId: string;
  /** By the platform's clock. */
  askedAt: Date;
}

/** The path that a platform's messages are sent to. */
export const webhookPath = (platform: Platform) => `/hooks/${platform}`;

export interface PlatformWebhooks {
  readonly platform: Platform;
  /** True when the operator has set up webhooks; otherwise subscribing makes no sense. */
  readonly enabled: boolean;
  /** Status that acknowledges a message, so that the platform does not send it again. */
  readonly successStatus: 200 | 204;
  /** Verifies and reads a message. Never throws, whatever the request holds. */
  receive(request: WebhookRequest): Promise<WebhookVerdict>;
  /** The answer to the platform's verification request for this address; null where its token is wrong. */
  answerVerification?(query: URLSearchParams): string | null;
  /** Verifies and reads a request of a person; null for anything else. */
  readPersonRequest?(request: WebhookRequest): PersonRequest | null;
}

/** Allowed difference between the platform's clock and ours. */
const clockToleranceMs = 300_000;

/** The latest time on our clock at which the platform's clock can have shown `time`. */
export function withClockTolerance(time: Date): Date {
  return new Date(time.getTime() + clockToleranceMs);
}

/** Compares in constant time. */
export function bytesEqual(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Compares two secrets in constant time without revealing their lengths. */
export function secretsEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
