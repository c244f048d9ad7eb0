/** What visitors left on a pipeline's page: held submissions, and what the owner may do with a first-party review. */
import { z } from 'zod';
import { doorKinds } from './collect-page.ts';
import { emptyInput, idSchema, okOutput, timeSchema } from './common.ts';
import { visitorRatingSchema } from './pipeline-settings.ts';
import { route } from './route.ts';

/**
 * Why a submission is held.
 * - `too-fast`: sent faster than a person can. `trap`: filled in a field that people do not see.
 * - `no-proof`: many from one network without the proof of work. `network`: many from one network. `code`: many by one door.
 * - `repeated-text`: the same text as another one. `links`: the text has web addresses.
 */
export const heldReasons = [
  'too-fast',
  'trap',
  'no-proof',
  'network',
  'code',
  'repeated-text',
  'links',
] as const;
export type HeldReason = (typeof heldReasons)[number];

/** What a visitor answered to the questions of the page; the owner alone reads it. */
export const visitorAnswersSchema = z.array(z.object({ question: z.string(), answer: z.string() }));

export const heldSubmissionSchema = z.object({
  id: idSchema,
  locationId: idSchema,
  locationName: z.string(),
  door: z.enum(doorKinds),
  reasons: z.array(z.enum(heldReasons)),
  rating: visitorRatingSchema,
  text: z.string().nullable(),
  authorName: z.string().nullable(),
  /** Where the visitor can be reached. */
  contact: z.string().nullable(),
  /** Answers to the owner's questions. */
  answers: visitorAnswersSchema,
  /** The private message that came with it. */
  message: z.string().nullable(),
  /** Who wrote the message, which is not shown beside the review. */
  messageFrom: z.string().nullable(),
  createdAt: timeSchema,
});
export type HeldSubmission = z.infer<typeof heldSubmissionSchema>;

const judge = { access: 'user', action: 'submissions.judge', tag: 'Submissions' } as const;

export const submissions = {
  figures: route({
    ...judge,
    reads: 'replica',
    method: 'GET',
    path: '/submissions/figures',
    summary: 'How many submissions wait for a decision.',
    input: emptyInput,
    output: z.object({ held: z.int() }),
  }),
  held: route({
    ...judge,
    method: 'GET',
    path: '/submissions/held',
    summary: 'Submissions that wait for a decision, newest first, page by page with an opaque cursor.',
    input: z.strictObject({ cursor: z.string().max(200).optional() }),
    output: z.object({
      items: z.array(heldSubmissionSchema),
      nextCursor: z.string().nullable(),
      total: z.int(),
    }),
  }),
  release: route({
    ...judge,
    method: 'POST',
    path: '/submissions/{id}/release',
    summary: 'Shows a held submission as the review and the message that it is.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
  discard: route({
    ...judge,
    whileActing: false,
    method: 'POST',
    path: '/submissions/{id}/discard',
    summary: 'Deletes the content of a held submission.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
};
