/**
 * What platforms send us of their own accord: that something happened to a listing, or that a person takes back what
 * they agreed to. Each connector proves that such a request comes from its platform, and reads who or what it is about;
 * nothing else of it is believed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Platform } from '@kindling/contract/platforms';

export interface WebhookRequest {
  headers: IncomingHttpHeaders;
  /** As it came, byte for byte: signatures are made over it. */
  body: Buffer;
}

/**
 * `genuine`: from the platform, about these listings (external ids, each once; none where the message has a shape that
 * we do not know). `forged`: not proved to be. `unverifiable`: nobody can say now, so that it should be sent again.
 */
export type WebhookVerdict =
  | { is: 'genuine'; listings: string[] }
  | { is: 'forged' }
  | { is: 'unverifiable' };

/** A person's wish, as the platform signed it. */
export interface PersonRequest {
  /** Who asks: the external id of the account that authorised us. */
  externalId: string;
  /** By the platform's clock. */
  askedAt: Date;
}

export interface PlatformWebhooks {
  readonly platform: Platform;
  /** True when the operator has set up that the platform tells us of news; else nobody needs to ask it to. */
  readonly enabled: boolean;
  /** The status that tells the platform not to send a message again. */
  readonly successStatus: 200 | 204;
  /** Proves and reads a message. Never throws for what a stranger may send. */
  receive(request: WebhookRequest): Promise<WebhookVerdict>;
  /** What to answer to the platform's question whether this address is ours; null for anybody else's question. */
  answerVerification?(query: URLSearchParams): string | null;
  /** Proves and reads a request on behalf of a person; null for anything else. */
  readPersonRequest?(request: WebhookRequest): PersonRequest | null;
}

/** Compares without telling by the time it takes how much was right. */
export function bytesEqual(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The same for secrets in words, whose length is told neither. */
export function secretsEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
