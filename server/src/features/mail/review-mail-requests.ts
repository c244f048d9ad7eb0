/** Mails to members about reviews, with the values of their templates. */
import { sourceSchema } from '@kindling/contract/platforms';
import { z } from 'zod';
import { account, link, nameOfOthers, person } from './request-fields.ts';

/** Reviews that a digest prints; it counts the others. */
export const maxDigestReviews = 10;
/** Characters of a review in a mail about it alone, and in a digest. */
export const maxReviewText = { alone: 4000, digest: 280 } as const;

const reviewFields = {
  reviewId: z.uuid(),
  locationName: nameOfOthers,
  source: sourceSchema,
  rating: z.int().min(1).max(5).nullable(),
  /** A thumb of a first-party review, too. */
  recommendation: z.enum(['positive', 'negative']).nullable(),
  authorName: nameOfOthers.nullable(),
};

/** One of several in a mail. */
const listedReview = z.strictObject({
  ...reviewFields,
  text: z.string().max(maxReviewText.digest).nullable(),
});

const average = z.number().min(1).max(5);
const count = z.int().min(0);
/** Null without stars. */
const averages = z
  .object({
    now: average,
    before: average.nullable(),
    /** Where the stars come from; more than one make it a combined average. */
    sources: z.array(sourceSchema).min(1),
  })
  .nullable();

export const reviewMailSchemas = [
  z.strictObject({
    kind: z.literal('new-review'),
    ...person,
    ...account,
    ...reviewFields,
    text: z.string().max(maxReviewText.alone).nullable(),
    /** Whether the recipient may reply. */
    mayReply: z.boolean(),
    unsubscribe: link,
  }),
  /** `flood`: many in a short time, instead of a mail about each. */
  z.strictObject({
    kind: z.literal('review-digest'),
    ...person,
    ...account,
    period: z.enum(['flood', 'daily', 'weekly', 'monthly']),
    /** Reviews that arrived in the period, and in the one before it; null for a flood. */
    arrived: count.min(1),
    before: count.nullable(),
    average: averages,
    /** Reviews without a reply now, whenever they arrived; null for a flood. */
    unanswered: count.nullable(),
    reviews: z.array(listedReview).min(1).max(maxDigestReviews),
    unsubscribe: link,
  }),
  /** Reviews that another member assigned to the recipient. */
  z.strictObject({
    kind: z.literal('reviews-assigned'),
    ...person,
    ...account,
    /** The recipient. */
    assigneeId: z.uuid(),
    count: count.min(1),
    reviews: z.array(listedReview).min(1).max(maxDigestReviews),
    unsubscribe: link,
  }),
  /** The report on the month is behind the link. */
  z.strictObject({
    kind: z.literal('monthly-report'),
    ...person,
    ...account,
    month: z.string().regex(/^\d{4}-\d{2}$/),
    /** Reviews written in the month, and in the month before. */
    written: count,
    before: count,
    average: averages,
    /** Of those that can be replied to. */
    replied: count,
    /** The business, or the account of several; jobs of earlier versions name none. */
    subjectName: z.string().optional(),
    unsubscribe: link,
  }),
] as const;
