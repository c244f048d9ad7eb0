/** Private messages of visitors, worked as a small inbox. */
import { z } from 'zod';
import { doorKinds } from './collect-page.ts';
import { emptyInput, idSchema, okOutput, timeSchema } from './common.ts';
import { visitorRatingSchema } from './pipeline-settings.ts';
import { route } from './route.ts';

export const feedbackStates = ['new', 'in-progress', 'resolved'] as const;
export type FeedbackState = (typeof feedbackStates)[number];

export const maxNoteLength = 4000;
export const maxAnswerMailLength = 8000;
/** Answers by mail within 24 hours: of an account, while nothing was paid and otherwise. */
export const answersPerDayInTrial = 20;
export const answersPerDay = 100;
/** To one mailbox within 24 hours: of an account, and from all accounts together. */
export const answersPerMailboxAndAccount = 3;
export const answersPerMailboxAndDay = 30;
/** Notes and answers of one message. */
export const maxEntries = 200;
/** Messages on a page of the list. */
export const feedbackPageSize = 30;
/** Characters of a message in the list. */
export const excerptLength = 240;

const personSchema = z.object({ userId: idSchema, name: z.string() });

const rowFields = {
  id: idSchema,
  locationId: idSchema,
  locationName: z.string(),
  state: z.enum(feedbackStates),
  /** Null once the visitor withdrew it. */
  rating: visitorRatingSchema.nullable(),
  authorName: z.string().nullable(),
  /** In the list at most `excerptLength` characters of it. Null once the visitor withdrew it. */
  message: z.string().nullable(),
  /** Whether the visitor left an e-mail address, to which an answer can be sent. */
  answerable: z.boolean(),
  /** Null for nobody, or somebody who is no member any more. */
  assignee: personSchema.nullable(),
  createdAt: timeSchema,
  withdrawnAt: timeSchema.nullable(),
};
export const feedbackRowSchema = z.object(rowFields);
export type FeedbackRow = z.infer<typeof feedbackRowSchema>;

export const feedbackEntrySchema = z.object({
  id: idSchema,
  kind: z.enum(['note', 'answer']),
  text: z.string(),
  /** Null for somebody who is no member any more. */
  authorName: z.string().nullable(),
  createdAt: timeSchema,
  /** Of an answer: whether its mail was sent. */
  mail: z.enum(['waiting', 'sent', 'failed']).nullable(),
});
export const feedbackSchema = z.object({
  ...rowFields,
  door: z.enum(doorKinds),
  doorName: z.string().nullable(),
  contact: z.string().nullable(),
  consentText: z.string().nullable(),
  consentedAt: timeSchema.nullable(),
  /** The public review of the same visit, where it has words: the rating alone makes one, too. */
  reviewId: idSchema.nullable(),
  resolvedAt: timeSchema.nullable(),
  /** The oldest first. */
  entries: z.array(feedbackEntrySchema),
  /** Members who may work on messages of this location. */
  assignees: z.array(personSchema),
});
export type Feedback = z.infer<typeof feedbackSchema>;
const output = z.object({ feedback: feedbackSchema });

const read = { access: 'user', action: 'feedback.read', tag: 'Feedback' } as const;
const work = { access: 'user', action: 'feedback.work', tag: 'Feedback' } as const;

export const feedback = {
  list: route({
    ...read,
    reads: 'replica',
    method: 'GET',
    path: '/feedback',
    summary: 'Private messages, newest first, page by page with an opaque cursor.',
    input: z.strictObject({
      state: z.enum(feedbackStates).optional(),
      assignedToMe: z.boolean().optional(),
      cursor: z.string().max(200).optional(),
    }),
    output: z.object({ items: z.array(feedbackRowSchema), nextCursor: z.string().nullable() }),
  }),
  figures: route({
    ...read,
    reads: 'replica',
    method: 'GET',
    path: '/feedback/figures',
    summary:
      'The number of messages in each state, and of those the caller takes care of that are not resolved.',
    input: emptyInput,
    output: z.object({ new: z.int(), inProgress: z.int(), resolved: z.int(), mine: z.int() }),
  }),
  get: route({
    ...read,
    method: 'GET',
    path: '/feedback/{id}',
    summary: 'One message with its notes and answers.',
    input: z.strictObject({ id: idSchema }),
    output,
  }),
  update: route({
    ...work,
    method: 'PUT',
    path: '/feedback/{id}',
    summary: 'Changes the state, and who takes care of it.',
    input: z
      .strictObject({
        id: idSchema,
        state: z.enum(feedbackStates).optional(),
        /** Null: nobody. */
        assigneeId: idSchema.nullable().optional(),
      })
      .refine(
        ({ state, assigneeId }) => state !== undefined || assigneeId !== undefined,
        'Nothing to change.',
      ),
    output,
  }),
  addNote: route({
    ...work,
    method: 'POST',
    path: '/feedback/{id}/notes',
    summary: 'Adds a note for the team.',
    input: z.strictObject({
      id: idSchema,
      noteId: idSchema,
      text: z.string().trim().min(1).max(maxNoteLength),
    }),
    output,
    successStatus: 201,
  }),
  answer: route({
    ...work,
    confirmWhileActing: true,
    method: 'POST',
    path: '/feedback/{id}/answers',
    summary:
      'Sends an answer by mail to the address that the visitor left, at most 100 a day; a repeated id sends one mail. A new message is in progress then.',
    input: z.strictObject({
      id: idSchema,
      answerId: idSchema,
      text: z.string().trim().min(1).max(maxAnswerMailLength),
    }),
    output,
    successStatus: 201,
  }),
  erase: route({
    access: 'user',
    action: 'submissions.judge',
    tag: 'Feedback',
    whileActing: false,
    method: 'DELETE',
    path: '/feedback/{id}',
    summary: 'Deletes a message with its contact, notes and answers, as a visitor can demand.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
};
