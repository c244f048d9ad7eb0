/** The news behind the bell: what happened in an account since a member looked last. */
import { z } from 'zod';
import { emptyInput, idSchema, okOutput, timeSchema } from './common.ts';
import { connectionStatuses } from './constants.ts';
import { visitorRatingSchema } from './pipeline-settings.ts';
import { platformSchema, sourceSchema } from './platforms.ts';
import { route } from './route.ts';

/** News in the panel; older ones are on their screens. */
export const newsLimit = 20;
/** News of this age and older are neither listed nor counted. */
export const newsDays = 30;
/** The number at the bell stops here. */
export const maxCountedNews = 99;
/** Assignments that one line about them counts. */
export const maxCountedAssigned = 1000;
/** Characters of a text in the panel. */
export const newsExcerptLength = 140;

const common = { id: idSchema, at: timeSchema };
const reviewFields = {
  ...common,
  reviewId: idSchema,
  locationName: z.string(),
  source: sourceSchema,
  authorName: z.string().nullable(),
};
const excerpt = z.string().nullable();

export const newsItemSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('review'),
    ...reviewFields,
    rating: z.int().min(1).max(5).nullable(),
    recommendation: z.enum(['positive', 'negative']).nullable(),
    excerpt,
  }),
  z.object({ kind: z.literal('reply-published'), ...reviewFields }),
  z.object({ kind: z.literal('reply-refused'), ...reviewFields }),
  /** Somebody else assigned the review, or several of which it is the first, to the caller. */
  z.object({
    kind: z.literal('assigned'),
    ...reviewFields,
    assigneeId: idSchema,
    /** Of the first `maxCountedAssigned` reviews of the line, those that are shown and still the caller's. */
    count: z.int().min(1).max(maxCountedAssigned),
    /** Whether the line has further reviews, which are not looked at. */
    more: z.boolean(),
  }),
  z.object({
    kind: z.literal('message'),
    ...common,
    messageId: idSchema,
    locationName: z.string(),
    rating: visitorRatingSchema.nullable(),
    excerpt,
  }),
  z.object({
    kind: z.literal('connection'),
    ...common,
    connectionId: idSchema,
    platform: platformSchema,
    name: z.string(),
    /** Its status now; `active` when it works again. */
    status: z.enum(connectionStatuses),
  }),
  /** An administrator of the installation began to act as a member; for those who may read the activity. */
  z.object({
    kind: z.literal('support'),
    ...common,
    /** The member; null when they have no name any more. */
    memberName: z.string().nullable(),
  }),
]);
export type NewsItem = z.infer<typeof newsItemSchema>;

export const news = {
  list: route({
    method: 'GET',
    path: '/news',
    access: 'user',
    action: 'reviews.read',
    tag: 'News',
    summary: 'The latest news of the account, the newest first, and when the caller looked last.',
    input: emptyInput,
    output: z.object({
      items: z.array(newsItemSchema).max(newsLimit),
      /** When they joined, for a member who never looked; null for somebody who is none. Everything after it is new. */
      seenAt: timeSchema.nullable(),
    }),
  }),
  count: route({
    method: 'GET',
    path: '/news/count',
    access: 'user',
    action: 'reviews.read',
    tag: 'News',
    summary: 'How many news there are since the caller looked last, counted up to a limit.',
    input: emptyInput,
    output: z.object({
      /** At most `maxCountedNews`. */
      unseen: z.int(),
      more: z.boolean(),
    }),
  }),
  markSeen: route({
    method: 'PUT',
    path: '/news/seen',
    access: 'user',
    action: 'profile.manage',
    tag: 'News',
    summary: 'Notes that the caller has seen the news until a moment. An earlier one changes nothing.',
    input: z.strictObject({ until: timeSchema }),
    output: okOutput,
  }),
};
