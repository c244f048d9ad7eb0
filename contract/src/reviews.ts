import { z } from 'zod';
import { emptyInput, idSchema, okOutput, timeSchema } from './common.ts';
import { sourceSchema } from './platforms.ts';
import { route } from './route.ts';

/** How a reply stands at its platform: waiting for its check, public, or refused by the check. */
export const replyStates = ['sending', 'published', 'failed'] as const;

/**
 * Why a platform's check refused a reply, in groups that a person can act upon. `other` is every reason that is not
 * known here, also one that the platform invents tomorrow.
 */
export const replyViolations = [
  'off-topic',
  'offensive',
  'advertising',
  'personal',
  'repetitive',
  'misleading',
  'illegal',
  'account',
  'other',
] as const;
export type ReplyViolation = (typeof replyViolations)[number];

/** Characters of a reply that are taken at all; a platform's own limit is counted in bytes (`replyBox.limitBytes`). */
export const maxReplyLength = 10_000;

/** Links that a platform's terms want beside a review wherever it is shown: https, or null where it sent none. */
export const attributionSchema = z.object({
  /** The author's page at the platform. */
  authorUrl: z.string().nullable(),
  /** Where anybody can report the review. */
  flagUrl: z.string().nullable(),
  /** The review itself at the platform. */
  mapsUrl: z.string().nullable(),
});
export type Attribution = z.infer<typeof attributionSchema>;

export const dateBases = ['relative', 'given'] as const;
export type DateBasis = (typeof dateBases)[number];

export const reviewSchema = z.object({
  id: idSchema,
  source: sourceSchema,
  listingId: idSchema.nullable(),
  listingName: z.string().nullable(),
  locationId: idSchema,
  locationName: z.string(),
  authorName: z.string().nullable(),
  anonymous: z.boolean(),
  /** Whole stars 1-5, or null for a recommendation. */
  rating: z.number().int().min(1).max(5).nullable(),
  recommendation: z.enum(['positive', 'negative']).nullable(),
  /** Plain text in the visitor's own words; null for a rating without text. */
  text: z.string().nullable(),
  /** The platform's machine translation, where it sent one. */
  translation: z.string().nullable(),
  writtenAt: timeSchema,
  /** The day in every zone where no time is known; `writtenAt` is about its noon then. Null: the time is known. */
  writtenDay: z.iso.date().nullable(),
  /** Why `writtenAt` is no exact time: counted back from "2 weeks ago", or one day given for a whole file. Null: exact. */
  dateBasis: z.enum(dateBases).nullable(),
  editedAt: timeSchema.nullable(),
  answered: z.boolean(),
  /** What the platform shows, as it told us last. */
  reply: z
    .object({
      text: z.string(),
      at: timeSchema.nullable(),
      state: z.enum(replyStates),
      /** Only with `failed`. */
      violation: z.enum(replyViolations).nullable(),
    })
    .nullable(),
  permalink: z.string().nullable(),
  /** Null where the platform asks for none. */
  attribution: attributionSchema.nullable(),
  /** Since when the platform no longer shows it; null while it does. */
  removedAt: timeSchema.nullable(),
  /** When its words were deleted here, because the platform had not confirmed them for too long; null otherwise. */
  wipedAt: timeSchema.nullable(),
});
export type Review = z.infer<typeof reviewSchema>;

/**
 * Whether a reply can be written from here, and else why not.
 * - `removed`: the platform no longer shows the review. `wiped`: its words are not here.
 * - `disconnected`: no connection leads to it (it came from a file, or its connection is gone).
 * - `not-working`: its connection waits for the owner, and could write then. `withdrawn`: the platform took the function
 *   away.
 * - `elsewhere`: this way of reading cannot write; the owner answers at the platform itself.
 */
export const replyBoxStates = [
  'open',
  'removed',
  'wiped',
  'disconnected',
  'not-working',
  'withdrawn',
  'elsewhere',
] as const;
export type ReplyBoxState = (typeof replyBoxStates)[number];

/** A review with all that its owner can do about its reply. */
export const ownReviewSchema = reviewSchema.extend({
  /** What the owner has sent and the platform has not confirmed; null when `reply` is the whole truth. */
  outgoing: z
    .object({
      /** Null when the reply is being taken back. */
      text: z.string().nullable(),
      /** `sending`: not there yet. `waiting`: there, to be confirmed. `failed`: it did not get there. */
      state: z.enum(['sending', 'waiting', 'failed']),
      /** Error code (locales area `errors`): why it failed, or what holds it up while it is tried again. */
      reason: z.string().nullable(),
      /** When the owner sent it. */
      at: timeSchema,
    })
    .nullable(),
  /** What the owner has begun to write and not sent. */
  draft: z.string().nullable(),
  replyBox: z.object({
    state: z.enum(replyBoxStates),
    /** Bytes of UTF-8 that the platform takes; null without a limit of its own. */
    limitBytes: z.number().int().nullable(),
  }),
});
export type OwnReview = z.infer<typeof ownReviewSchema>;

/** Every filter is optional; together they narrow. The same object lives in the screen's address bar. */
export const reviewFilterSchema = z.strictObject({
  search: z.string().max(200).optional(),
  /** Days in the account's time zone, inclusive, `YYYY-MM-DD`. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  rating: z.number().int().min(1).max(5).optional(),
  /** How `rating` is meant: that many stars and up (default), or only that many. */
  ratingMode: z.enum(['up', 'only']).optional(),
  source: sourceSchema.optional(),
  locationId: idSchema.optional(),
  /** True: with a reply. False: unanswered, as `reviewFiguresSchema` counts it. */
  answered: z.boolean().optional(),
  withText: z.boolean().optional(),
  /** True shows only what its platform no longer shows; such reviews are left out otherwise. */
  removed: z.boolean().optional(),
});
export type ReviewFilter = z.infer<typeof reviewFilterSchema>;

export const reviewFiguresSchema = z.object({
  total: z.number().int(),
  /** Without a reply, and a reply can be written from here: now, or once the owner has put the connection in order. */
  unanswered: z.number().int(),
});

/** Matches of a filter that are counted; of more it is said that there are more. */
export const maxCountedReviews = 10_000;

export const reviewCountSchema = z.object({
  /** At most `mostCounted`. */
  count: z.number().int(),
  more: z.boolean(),
});

/** The text of `reply` that the owner saw while writing; null when there was none. */
const seenReplySchema = z.string().max(10_000).nullable();

export const reviews = {
  list: route({
    method: 'GET',
    path: '/reviews',
    access: 'user',
    tag: 'Reviews',
    summary:
      'Reviews, newest first, a page at a time by an opaque cursor. `answered: false` leaves out what cannot be answered from here, such as reviews of files.',
    input: reviewFilterSchema.extend({
      cursor: z.string().max(200).optional(),
      limit: z.number().int().min(1).max(100).optional(),
    }),
    output: z.object({
      items: z.array(ownReviewSchema),
      nextCursor: z.string().nullable(),
    }),
  }),
  figures: route({
    method: 'GET',
    path: '/reviews/figures',
    access: 'user',
    tag: 'Reviews',
    summary: 'How many reviews there are over all sources, and how many of them are unanswered.',
    input: emptyInput,
    output: reviewFiguresSchema,
  }),
  count: route({
    method: 'GET',
    path: '/reviews/count',
    access: 'user',
    tag: 'Reviews',
    summary: 'How many reviews the same filters of the list show, up to a limit.',
    input: reviewFilterSchema,
    output: reviewCountSchema,
  }),
  get: route({
    method: 'GET',
    path: '/reviews/{id}',
    access: 'user',
    tag: 'Reviews',
    summary: 'One review, with how its reply stands.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ review: ownReviewSchema }),
  }),
  saveDraft: route({
    method: 'PUT',
    path: '/reviews/{id}/draft',
    access: 'user',
    tag: 'Reviews',
    summary: 'Keeps what is written and not sent; null discards it, and with it a reply that failed.',
    input: z.strictObject({ id: idSchema, text: z.string().max(maxReplyLength).nullable() }),
    output: okOutput,
  }),
  reply: route({
    method: 'PUT',
    path: '/reviews/{id}/reply',
    access: 'user',
    tag: 'Reviews',
    summary:
      'Writes or replaces the public reply; it is sent in the background. A conflict when the platform shows another reply than the one that was seen.',
    input: z.strictObject({
      id: idSchema,
      text: z.string().trim().min(1).max(maxReplyLength),
      seen: seenReplySchema,
    }),
    output: z.object({ review: ownReviewSchema }),
  }),
  deleteReply: route({
    method: 'DELETE',
    path: '/reviews/{id}/reply',
    access: 'user',
    tag: 'Reviews',
    summary: 'Takes the public reply back, in the background; conflicts as with writing.',
    input: z.strictObject({ id: idSchema, seen: seenReplySchema }),
    output: z.object({ review: ownReviewSchema }),
  }),
};
