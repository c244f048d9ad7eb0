/** Replies to stories: writing and deleting them, and the look-up of their story that confirms them. */
import { z } from 'zod';
import {
  type CallOptions,
  ConnectorFailure,
  type PlatformReply,
  type ReviewLookup,
  type ReviewRef,
} from '../connector.ts';
import { textOrNull } from '../kit/fields.ts';
import { parseItems } from '../kit/items.ts';
import { readAllPages } from '../kit/platform-call.ts';
import type { FacebookClient } from './client.ts';
import { GraphFailure, isMissingObject, lacksPermission } from './errors.ts';
import { pageComments, toReview } from './map.ts';
import * as wire from './wire.ts';

/** A page and its access token. */
export interface Page {
  id: string;
  token: string;
}

/** Only fields that both kinds of stories have, stars and recommendations: Facebook answers any other with code 100. */
const storyFields = 'id,start_time,message,data,comments{id,message,created_time,from}';
const commentFields = 'id,message,created_time,from';
const commentsPerPage = '100';

/** The known limit of a comment at Facebook, in UTF-16 units; the documents of its interface name none. */
export const replyLimitCharacters = 8000;

/** "Duplicate status message": the same comment already exists at Facebook. */
const duplicateCode = 506;
const withdrawnCode = 12;

/**
 * Looks up the story of a recommendation. The rows of the list have no id of their own, so a recommendation without a
 * story cannot be looked up. The result is `partial`, because a story names no author.
 * @throws ConnectorFailure for every failure but "does not exist" (code 100, subcode 33).
 */
export async function lookUp(
  client: FacebookClient,
  page: Page,
  review: ReviewRef,
  { signal }: CallOptions,
): Promise<ReviewLookup> {
  if (review.resourceName === null) return { found: 'unknown' };
  const request = { path: `/${review.resourceName}`, query: { fields: storyFields } };
  try {
    const { data, easeOffSeconds: easeOff } = await client.callWithToken(
      page.token,
      request,
      wire.story,
      signal,
    );
    const pause = easeOff > 0 ? { easeOffSeconds: easeOff } : {};
    const row = {
      created_time: data.start_time,
      open_graph_story: { id: data.id, message: data.message, data: data.data, comments: data.comments },
    };
    return { found: 'there', partial: true, review: toReview(row, page.id), ...pause };
  } catch (error) {
    if (isMissingObject(error)) return { found: 'gone' };
    throw error;
  }
}

/**
 * Replies to a recommendation by a comment of the page under its story. An existing comment with this text is kept, and
 * any other comment of the page is changed to it, so a repeated call leaves one reply.
 * @throws ConnectorFailure `rejected` where Facebook takes no comment here: no story, no permission, or a story that
 * does not allow comments. Meta documents this poorly, so the owner is then sent to Facebook itself. The same, before any
 * request, for a text of more than 8,000 characters.
 */
export async function writeReply(
  client: FacebookClient,
  page: Page,
  { review, text }: { review: ReviewRef; text: string },
  { signal }: CallOptions,
): Promise<PlatformReply> {
  const story = requireStory(review);
  if (text.length > replyLimitCharacters) {
    const most = `${replyLimitCharacters} characters`;
    throw new ConnectorFailure('rejected', `the reply has ${text.length} of at most ${most}`);
  }
  return rejectIfRefused(async () => {
    const own = await readPageComments(client, page, story, signal);
    const same = own.find((comment) => trimText(comment.message) === trimText(text));
    if (same) return { text, at: same.created_time ?? null, state: 'published', reason: null };
    const target = own[0] ? `/${own[0].id}` : `/${story}/comments`;
    const request = { method: 'POST', path: target, form: { message: text } } as const;
    await client.callWithToken(page.token, request, z.unknown(), signal).catch((error: unknown) => {
      if (!(error instanceof GraphFailure && error.code === duplicateCode)) throw error;
    });
    // A comment is public at once; the next read gives its time.
    return { text, at: own[0]?.created_time ?? null, state: 'published', reason: null };
  });
}

/**
 * Deletes every comment of the page under the story; no comment counts as deleted. When Facebook does not show us the
 * story, it may be deleted or hidden from us with the reply still public: that is `rejected`, not success.
 */
export async function deleteReply(
  client: FacebookClient,
  page: Page,
  review: ReviewRef,
  { signal }: CallOptions,
): Promise<void> {
  const story = requireStory(review);
  await rejectIfRefused(async () => {
    for (const comment of await readPageComments(client, page, story, signal)) {
      const request = { method: 'DELETE', path: `/${comment.id}` } as const;
      await client.callWithToken(page.token, request, z.unknown(), signal);
    }
  });
}

/** Facebook removes white space at both ends. */
function trimText(text: string | null | undefined): string | undefined {
  return textOrNull(text)?.trim();
}

function requireStory(review: ReviewRef): string {
  if (review.resourceName !== null) return review.resourceName;
  throw new ConnectorFailure('rejected', 'this recommendation has no story that could be answered');
}

/** The page's own comments from all pages of the list, newest first. */
async function readPageComments(
  client: FacebookClient,
  page: Page,
  story: string,
  signal: AbortSignal | undefined,
) {
  const comments = await readAllPages(async (after) => {
    const query = { fields: commentFields, limit: commentsPerPage };
    const request = { path: `/${story}/comments`, query, after };
    const { data } = await client.callWithToken(page.token, request, wire.list, signal);
    return { items: parseItems(wire.listedComment, data.data).items, nextCursor: data.paging };
  });
  return pageComments(comments, page.id);
}

/** A refusal that concerns replies only must not end the connection: reading works without this permission. */
async function rejectIfRefused<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const refused = lacksPermission(error) || (error instanceof GraphFailure && error.code === withdrawnCode);
    if (!refused) throw error;
    throw new ConnectorFailure('rejected', `Facebook takes no reply here: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
