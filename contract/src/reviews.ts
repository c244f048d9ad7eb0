import { z } from 'zod';
import { emptyInput, idSchema, okOutput, storableString, timeSchema } from './common.ts';
import { abuseReasons, hiddenReasons, hideReasons } from './hidden-reasons.ts';
import { sourceSchema } from './platforms.ts';
import { reviewLanguageSchema } from './review-language.ts';
import { route } from './route.ts';
import { maxSearchLength } from './search-words.ts';
import { visitorAnswersSchema } from './submissions.ts';

/** State of a reply at its platform: waiting for moderation, public, or refused by moderation. */
export const replyStates = ['sending', 'published', 'failed'] as const;

/**
 * Why a platform's moderation refused a reply, in groups that the owner can act on. `other` stands for every unknown
 * reason, including future ones.
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

/** Maximum characters of a reply, where the platform has no smaller limit (`replyBox`). */
export const maxReplyLength = 10_000;

/** Links that the platform's terms require beside a review: https addresses, or null when the platform sent none. */
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
  /** The original text as plain text; null for a rating without text. */
  text: z.string().nullable(),
  /** The platform's machine translation; null when it sent none. */
  translation: z.string().nullable(),
  writtenAt: timeSchema,
  /** The day of the review when its time is unknown; `writtenAt` is about noon of it then. Null: the time is known. */
  writtenDay: z.iso.date().nullable(),
  /** Why `writtenAt` is not exact: `relative` to a day ("2 weeks ago"), or `given` for a whole file. Null: exact. */
  dateBasis: z.enum(dateBases).nullable(),
  editedAt: timeSchema.nullable(),
  answered: z.boolean(),
  /** The reply as the platform last returned it. */
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
  /** ISO 639 code of the language of `text`, such as `en`; null without a text, and when it is not certain. */
  language: z.string().nullable(),
  /** Photos that the platform shows with the review, at `permalink`. They are not stored here. */
  mediaCount: z.int(),
  /** Null when the platform requires none. */
  attribution: attributionSchema.nullable(),
  /** The author came by a personal invitation of the business. Always false for reviews of platforms and files. */
  invited: z.boolean(),
  /** Not shown to visitors, by the business; null while it is shown. */
  hidden: z.object({ reason: z.enum(hiddenReasons).nullable(), at: timeSchema }).nullable(),
  /** When the platform stopped showing it, or its author withdrew a first-party review; null while it is shown. */
  removedAt: timeSchema.nullable(),
  /** When its text was deleted here, because the platform had not confirmed it within the allowed time; null otherwise. */
  wipedAt: timeSchema.nullable(),
});
export type Review = z.infer<typeof reviewSchema>;

/**
 * Whether the owner can reply here (`open`), or why not.
 * - `removed`: the platform no longer shows the review. `wiped`: its text was deleted here.
 * - `disconnected`: it has no connection (it came from a file, or its connection was removed).
 * - `not-working`: its connection needs the owner's action first. `withdrawn`: the platform removed the function.
 * - `elsewhere`: this connector cannot write; the owner replies at the platform itself.
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

/** What the author of a first-party review told the business alone. */
export const privatePartSchema = z.object({
  contact: z.string().nullable(),
  answers: visitorAnswersSchema,
});

export type PrivatePart = z.infer<typeof privatePartSchema>;

const draftAuthorSchema = z.object({ id: idSchema, name: z.string() }).nullable();

/** Who works on the draft of a reply. */
export const draftingSchema = z.object({
  /** Rises with every change of the draft. Whoever saves names the version that they began with. */
  version: z.int(),
  /** Who changed it last; null when nobody did, and for somebody who is no member any more. */
  by: draftAuthorSchema,
  at: timeSchema.nullable(),
  /** The assistant wrote it, and no person has changed it. */
  byAssistant: z.boolean(),
  /** The draft of another member that the present one replaced; null once a reply is sent. */
  earlier: z.object({ text: z.string(), by: draftAuthorSchema, at: timeSchema.nullable() }).nullable(),
});
export type Drafting = z.infer<typeof draftingSchema>;

/** A review with what only the business sees: the state of its reply, and what the author told it alone. */
export const ownReviewSchema = reviewSchema.extend({
  /** Null for reviews of platforms, and where nothing was left. */
  privatePart: privatePartSchema.nullable(),
  /** Its author agreed that the business shows it with their name, and it is shown. Always false for platforms and files. */
  mayBePosted: z.boolean(),
  /** The review at its platform, else its listing there; null without an address, and for the other sources. */
  platformUrl: z.string().nullable(),
  /** The tags of the review; those that a rule gave are in `ruleTagIds` too. */
  tagIds: z.array(idSchema),
  ruleTagIds: z.array(idSchema),
  /** The member who is to look after it. */
  assigneeId: idSchema.nullable(),
  /** Shown first by embeds that are sorted that way. */
  pinned: z.object({ reason: z.string().nullable(), at: timeSchema }).nullable(),
  /** A reply that was sent and is not confirmed by the platform yet; null when `reply` is up to date. */
  outgoing: z
    .object({
      /** Null when the reply is being deleted. */
      text: z.string().nullable(),
      /** `sending`: not at the platform yet. `waiting`: sent, not confirmed. `failed`: the platform did not accept it. */
      state: z.enum(['sending', 'waiting', 'failed']),
      /** Error code (locales area `errors`): why it failed, or why it is being retried. */
      reason: z.string().nullable(),
      /** When the owner sent it. */
      at: timeSchema,
    })
    .nullable(),
  /** The unsent draft of a reply; a review has one, whoever writes it. */
  draft: z.string().nullable(),
  drafting: draftingSchema,
  /** Changes with the text, the stars and the recommendation; a reply names the one that its author read. */
  contentVersion: z.string(),
  replyBox: z.object({
    state: z.enum(replyBoxStates),
    /** The platform's limit in bytes of UTF-8; null when it has none. */
    limitBytes: z.number().int().nullable(),
    /** The limit in characters (UTF-16 units): the platform's, else that of this interface. */
    limitCharacters: z.number().int(),
  }),
});
export type OwnReview = z.infer<typeof ownReviewSchema>;

/**
 * The order of a list. `lowest` and `highest` go by stars, and reviews without stars come last. `waiting` lists what can be
 * answered and is not, the longest waiting first. `relevance` is for a search: the best matches among the newest first.
 */
export const reviewSorts = ['newest', 'oldest', 'lowest', 'highest', 'waiting', 'relevance'] as const;
export type ReviewSort = (typeof reviewSorts)[number];

/** A cursor of a search by relevance holds three places. */
const maxCursorLength = 500;

export const ratingModes = ['up', 'only', 'down'] as const;

/** Optional filters, combined with AND. The screen keeps the same object in its address bar. */
export const reviewFilterSchema = z.strictObject({
  /** Beginnings of words, and in quotes words that follow each other (`search-words.ts`). */
  search: storableString(maxSearchLength).optional(),
  /** Days in the account's time zone, inclusive, `YYYY-MM-DD`. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  rating: z.number().int().min(1).max(5).optional(),
  /** `up` (default): at least `rating` stars. `only`: exactly `rating` stars. `down`: `rating` stars or fewer. */
  ratingMode: z.enum(ratingModes).optional(),
  source: sourceSchema.optional(),
  locationId: idSchema.optional(),
  /** True: with a reply. False: unanswered, as `reviewFiguresSchema` counts it. */
  answered: z.boolean().optional(),
  withText: z.boolean().optional(),
  /** True: only reviews that the platform no longer shows. They are left out otherwise. */
  removed: z.boolean().optional(),
  /** True: only reviews that the business hides from visitors. False: only the others. */
  hidden: z.boolean().optional(),
  businessId: idSchema.optional(),
  tagId: idSchema.optional(),
  /** ISO 639 code, as in the reviews. */
  language: reviewLanguageSchema.optional(),
  /** `none`: of nobody. */
  assigneeId: z.union([idSchema, z.literal('none')]).optional(),
  recommendation: z.enum(['positive', 'negative']).optional(),
  pinned: z.boolean().optional(),
  /** True: only those whose reply could not be sent, or was refused by the platform. */
  replyFailed: z.literal(true).optional(),
});
export type ReviewFilter = z.infer<typeof reviewFilterSchema>;

export const reviewFiguresSchema = z.object({
  total: z.number().int(),
  /**
   * Without a reply, but the owner can reply here: now, or after repairing the connection. Those that are hidden need none.
   */
  unanswered: z.number().int(),
});

/** The count of a filter stops here; `more` is true beyond it. */
export const maxCountedReviews = 10_000;

export const reviewCountSchema = z.object({
  /** At most `maxCountedReviews`. */
  count: z.number().int(),
  more: z.boolean(),
});

/** The reply that the owner saw while writing; null when there was none. Used to detect conflicts. */
const seenReplySchema = z.string().max(10_000).nullable();

export const reviews = {
  list: route({
    method: 'GET',
    path: '/reviews',
    access: 'user',
    action: 'reviews.read',
    reads: 'replica',
    tag: 'Reviews',
    summary:
      'Reviews, newest first unless `sort` says otherwise, page by page with an opaque cursor. `answered: false` leaves out reviews that cannot be answered from here, such as those of files.',
    input: reviewFilterSchema.extend({
      sort: z.enum(reviewSorts).optional(),
      cursor: z.string().max(maxCursorLength).optional(),
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
    action: 'reviews.read',
    reads: 'replica',
    tag: 'Reviews',
    summary: 'The number of reviews from all sources, and how many of them are unanswered.',
    input: emptyInput,
    output: reviewFiguresSchema,
  }),
  count: route({
    method: 'GET',
    path: '/reviews/count',
    access: 'user',
    action: 'reviews.read',
    reads: 'replica',
    tag: 'Reviews',
    summary: 'The number of reviews that match the filters of the list, counted up to a limit.',
    input: reviewFilterSchema,
    output: reviewCountSchema,
  }),
  languages: route({
    method: 'GET',
    path: '/reviews/languages',
    access: 'user',
    action: 'reviews.read',
    reads: 'replica',
    tag: 'Reviews',
    summary: 'The languages in which the reviews of this account are written, as ISO 639 codes.',
    input: emptyInput,
    output: z.object({ languages: z.array(z.string()) }),
  }),
  get: route({
    method: 'GET',
    path: '/reviews/{id}',
    access: 'user',
    action: 'reviews.read',
    tag: 'Reviews',
    summary: 'One review with the state of its reply.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ review: ownReviewSchema }),
  }),
  saveDraft: route({
    method: 'PUT',
    path: '/reviews/{id}/draft',
    access: 'user',
    action: 'reviews.reply',
    tag: 'Reviews',
    summary:
      'Saves the draft of a reply; null discards it, and a failed reply too. Answers `conflict` when the draft has changed since `version`; without a version it is replaced.',
    input: z.strictObject({
      id: idSchema,
      text: z.string().max(maxReplyLength).nullable(),
      /** `drafting.version` of the draft that was read. */
      version: z.int().min(0).optional(),
      /** The text is the assistant's, unchanged. */
      byAssistant: z.literal(true).optional(),
    }),
    output: okOutput.extend({ version: z.int() }),
  }),
  reply: route({
    method: 'PUT',
    path: '/reviews/{id}/reply',
    access: 'user',
    action: 'reviews.reply',
    confirmWhileActing: true,
    tag: 'Reviews',
    summary:
      'Creates or replaces the public reply; it is sent in the background, and public at once for a first-party review. Answers `conflict` when the platform shows another reply than the caller saw, and `review-changed` when the review is not the one that they read.',
    input: z.strictObject({
      id: idSchema,
      text: z.string().trim().min(1).max(maxReplyLength),
      seen: seenReplySchema,
      /** `contentVersion` of the review that the author of the reply read; without it any is accepted. */
      seenReview: z.string().max(64).optional(),
    }),
    output: z.object({ review: ownReviewSchema }),
  }),
  deleteReply: route({
    method: 'DELETE',
    path: '/reviews/{id}/reply',
    access: 'user',
    action: 'reviews.reply',
    confirmWhileActing: true,
    tag: 'Reviews',
    summary: 'Deletes the public reply in the background; conflicts as for writing.',
    input: z.strictObject({ id: idSchema, seen: seenReplySchema }),
    output: z.object({ review: ownReviewSchema }),
  }),
  hideReasons: route({
    method: 'GET',
    path: '/reviews/hide-reasons',
    access: 'user',
    action: 'reviews.read',
    tag: 'Reviews',
    summary:
      'Why a first-party review of this account may be hidden. In some markets the law forbids to hide one for its rating, and to hide several at once. Reviews of platforms and files are hidden for any of the reasons.',
    input: emptyInput,
    output: z.object({
      reasons: z.array(z.enum(hideReasons)),
      /** Whether first-party reviews may be hidden several at once. */
      inBulk: z.boolean(),
    }),
  }),
  hide: route({
    method: 'PUT',
    path: '/reviews/{id}/hidden',
    access: 'user',
    action: 'reviews.hide',
    tag: 'Reviews',
    summary:
      'Hides a review from visitors; embeds and public pages say that one is hidden, and why. It still counts in all figures. A first-party review that is abusive is reported instead.',
    input: z.strictObject({ id: idSchema, reason: z.enum(hiddenReasons) }),
    output: z.object({ review: ownReviewSchema }),
  }),
  show: route({
    method: 'DELETE',
    path: '/reviews/{id}/hidden',
    access: 'user',
    action: 'reviews.hide',
    tag: 'Reviews',
    summary: 'Shows a hidden review again. Answers `conflict` for one that is reported as abusive.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ review: ownReviewSchema }),
  }),
  reportAbuse: route({
    method: 'PUT',
    path: '/reviews/{id}/abuse-report',
    access: 'user',
    action: 'reviews.report-abuse',
    tag: 'Reviews',
    summary:
      'Reports a first-party review as abusive, which hides it; embeds and public pages name the reason. It still counts in all figures.',
    input: z.strictObject({ id: idSchema, reason: z.enum(abuseReasons) }),
    output: z.object({ review: ownReviewSchema }),
  }),
  takeBackReport: route({
    method: 'DELETE',
    path: '/reviews/{id}/abuse-report',
    access: 'user',
    action: 'reviews.report-abuse',
    tag: 'Reviews',
    summary:
      'Takes a report back and shows the review again. Answers `conflict` for one that is hidden only.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ review: ownReviewSchema }),
  }),
};
