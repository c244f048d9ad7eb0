/** Replies to reviews: writing and deleting them, and the look-up of their review that confirms them. */
import { z } from 'zod';
import {
  type CallOptions,
  ConnectorFailure,
  type PlatformReply,
  type ReviewLookup,
  type ReviewRef,
  type Tokens,
} from '../connector.ts';
import type { GoogleClient } from './client.ts';
import { toReview, toWrittenReply } from './map.ts';
import * as wire from './wire.ts';

/** `reviews.updateReply`: "The maximum length is 4096 bytes." Bytes of UTF-8, not characters. */
export const replyLimitBytes = 4096;

interface Listing {
  externalId: string;
  resourceName: string;
}

/**
 * Looks up one review.
 * @throws ConnectorFailure for every failure but Google's own NOT_FOUND, which returns `gone`.
 */
export async function lookUp(
  client: GoogleClient,
  tokens: Tokens,
  listing: Listing,
  review: ReviewRef,
  { signal }: CallOptions,
): Promise<ReviewLookup> {
  try {
    const request = { api: 'v4', path: pathOf(listing, review) } as const;
    const found = await client.call(tokens.accessToken, request, wire.review, signal);
    return { found: 'there', review: toReview(found, listing) };
  } catch (error) {
    if (isGoneFailure(error)) return { found: 'gone' };
    throw error;
  }
}

/**
 * Creates or replaces the reply; sending the same text twice makes one reply. Google's answer has the state: a 200 does
 * not mean that the reply is public.
 * @throws ConnectorFailure `rejected` for a text of more than 4096 bytes, before any request; `gone` where the review
 * does not exist.
 */
export async function writeReply(
  client: GoogleClient,
  tokens: Tokens,
  listing: Listing,
  { review, text }: { review: ReviewRef; text: string },
  { signal }: CallOptions,
): Promise<PlatformReply> {
  const bytes = Buffer.byteLength(text, 'utf8');
  if (bytes > replyLimitBytes) {
    throw new ConnectorFailure('rejected', `the reply has ${bytes} of at most ${replyLimitBytes} bytes`);
  }
  const path = `${pathOf(listing, review)}/reply`;
  const request = { api: 'v4', method: 'PUT', path, json: { comment: text } } as const;
  return toWrittenReply(await client.call(tokens.accessToken, request, wire.reviewReply, signal), text);
}

/** Deletes the reply; a missing reply or review counts as deleted. */
export async function deleteReply(
  client: GoogleClient,
  tokens: Tokens,
  listing: Listing,
  review: ReviewRef,
  { signal }: CallOptions,
): Promise<void> {
  const request = { api: 'v4', method: 'DELETE', path: `${pathOf(listing, review)}/reply` } as const;
  try {
    await client.call(tokens.accessToken, request, z.unknown(), signal);
  } catch (error) {
    if (!isGoneFailure(error)) throw error;
  }
}

/**
 * The review's name with the account that reaches the listing today. The stored name may contain an account that has
 * lost its access since, for which Google answers 404 although the review exists.
 */
function pathOf(listing: Listing, review: ReviewRef): string {
  const own = `${listing.externalId}/`;
  const id = review.externalId.startsWith(own)
    ? review.externalId.slice(own.length)
    : review.resourceName?.split('/').at(-1);
  if (!id) throw new ConnectorFailure('rejected', 'this review has no address at Google');
  return `/v4/${listing.resourceName}/reviews/${encodeURIComponent(id)}`;
}

function isGoneFailure(error: unknown): boolean {
  return error instanceof ConnectorFailure && error.kind === 'gone';
}
