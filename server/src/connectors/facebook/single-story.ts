/** Calls that concern one recommendation or one page: looking it up, answering it, being told of news. */
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

/** A page, and the token that speaks for it. */
export interface Page {
  id: string;
  token: string;
}

/** Only members that stories of both kinds, stars and recommendations, are known to have: any other is code 100. */
const storyFields = 'id,start_time,message,data,comments{id,message,created_time,from}';
const commentFields = 'id,message,created_time,from';
const commentsPerPage = '100';

/** "Duplicate status message": Facebook has this very comment already. */
const duplicateCode = 506;
const withdrawnCode = 12;

/**
 * Asks for the story of a recommendation. The list's rows have no address of their own, so one without a story cannot
 * be looked up. What a story tells is `partial`: it names no author.
 * @throws ConnectorFailure for every trouble but "does not exist" (code 100, subcode 33).
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
 * Answers a recommendation by a comment of the page under its story. One with this text that is there already is the
 * answer, another comment of the page is changed into it: a repeated call leaves one reply.
 * @throws ConnectorFailure `rejected` where Facebook takes no comment here: no story, no permission, or a story that
 * cannot be commented. Meta documents none of it well, so the owner is then sent to Facebook itself.
 */
export async function writeReply(
  client: FacebookClient,
  page: Page,
  { review, text }: { review: ReviewRef; text: string },
  { signal }: CallOptions,
): Promise<PlatformReply> {
  const story = requireStory(review);
  return rejectIfRefused(async () => {
    const own = await readPageComments(client, page, story, signal);
    const same = own.find((comment) => trimText(comment.message) === trimText(text));
    if (same) return { text, at: same.created_time ?? null, state: 'published', reason: null };
    const target = own[0] ? `/${own[0].id}` : `/${story}/comments`;
    const request = { method: 'POST', path: target, form: { message: text } } as const;
    await client.callWithToken(page.token, request, z.unknown(), signal).catch((error: unknown) => {
      if (!(error instanceof GraphFailure && error.code === duplicateCode)) throw error;
    });
    // A comment is public at once; its time comes with the next reading.
    return { text, at: own[0]?.created_time ?? null, state: 'published', reason: null };
  });
}

/**
 * Deletes every comment of the page under the story; none is what was asked for. A story that Facebook does not show us
 * may be gone or closed to us, with the reply still public: that is `rejected`, not done.
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

/**
 * Installs the app on the page, which opens its webhook for ratings. Without the permission for it there are no webhooks,
 * and reading goes on as before.
 * @throws ConnectorFailure for every trouble but a missing permission.
 */
export async function subscribe(client: FacebookClient, page: Page, { signal }: CallOptions): Promise<void> {
  const request = {
    method: 'POST',
    path: `/${page.id}/subscribed_apps`,
    form: { subscribed_fields: 'ratings' },
  } as const;
  await client.callWithToken(page.token, request, z.unknown(), signal).catch((error: unknown) => {
    if (!lacksPermission(error)) throw error;
  });
}

/** Facebook cuts white space at both ends. */
function trimText(text: string | null | undefined): string | undefined {
  return textOrNull(text)?.trim();
}

function requireStory(review: ReviewRef): string {
  if (review.resourceName !== null) return review.resourceName;
  throw new ConnectorFailure('rejected', 'this recommendation has no story that could be answered');
}

/** The page's own comments, newest first, of all pages of the list. */
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

/** A refusal that concerns replies only must not cost the connection: reading works on without this permission. */
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
