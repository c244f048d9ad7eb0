import { z } from 'zod';
import { idSchema, nothing, timeSchema } from './common.ts';
import { sourceSchema } from './platforms.ts';
import { route } from './route.ts';

export const replyStates = ['none', 'draft', 'sending', 'published', 'failed'] as const;

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
  editedAt: timeSchema.nullable(),
  answered: z.boolean(),
  reply: z.object({ text: z.string(), at: timeSchema.nullable(), state: z.enum(replyStates) }).nullable(),
  permalink: z.string().nullable(),
});
export type Review = z.infer<typeof reviewSchema>;

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
  answered: z.boolean().optional(),
  withText: z.boolean().optional(),
});
export type ReviewFilter = z.infer<typeof reviewFilterSchema>;

export const reviewFiguresSchema = z.object({
  total: z.number().int(),
  unanswered: z.number().int(),
});

export const reviews = {
  list: route({
    method: 'GET',
    path: '/reviews',
    access: 'user',
    tag: 'Reviews',
    summary: 'Reviews, newest first, a page at a time by an opaque cursor.',
    input: reviewFilterSchema.extend({
      cursor: z.string().max(200).optional(),
      limit: z.number().int().min(1).max(100).optional(),
    }),
    output: z.object({
      items: z.array(reviewSchema),
      nextCursor: z.string().nullable(),
    }),
  }),
  figures: route({
    method: 'GET',
    path: '/reviews/figures',
    access: 'user',
    tag: 'Reviews',
    summary: 'How many reviews there are and how many wait for an answer, over all sources.',
    input: nothing,
    output: reviewFiguresSchema,
  }),
};
