/** What members do with a review for themselves: who looks after it, pins, notes, and its history. */
import { z } from 'zod';
import { idSchema, okOutput, timeSchema } from './common.ts';
import { hiddenReasons } from './hidden-reasons.ts';
import { ownReviewSchema } from './reviews.ts';
import { route } from './route.ts';

export const maxPinReasonLength = 200;
export const maxReviewNoteLength = 2000;
export const maxNotesOfReview = 100;
/** The newest entries of a review's history are kept. */
export const maxHistoryEntries = 100;

/** A member who may look after reviews. */
export const assigneeSchema = z.object({
  userId: idSchema,
  name: z.string(),
  /** Path of the picture; requests need the bearer token. Null without a picture. */
  picture: z.string().nullable(),
  /** True for the caller. */
  you: z.boolean(),
});
export type Assignee = z.infer<typeof assigneeSchema>;

export const reviewNoteSchema = z.object({
  id: idSchema,
  text: z.string(),
  /** Null for somebody who is no member any more. */
  authorName: z.string().nullable(),
  /** Of the administrator who wrote or changed it in the name of the author; null without one, or after it was erased. */
  adminName: z.string().nullable(),
  /** The caller wrote it, and may change and delete it. */
  own: z.boolean(),
  createdAt: timeSchema,
  editedAt: timeSchema.nullable(),
});
export type ReviewNote = z.infer<typeof reviewNoteSchema>;

/**
 * Who made an entry of the history. `platform`: a reading of the platform found it. `author`: who wrote a first-party review.
 * `rule`: the rule of a tag. `system`: this program, for example when the time of a text is over.
 */
export const historyActors = ['person', 'api-key', 'admin', 'platform', 'author', 'rule', 'system'] as const;

export const historyKinds = [
  'edited',
  'removed',
  'restored',
  'held',
  'released',
  'wiped',
  'moved',
  'replied',
  'reply-changed',
  'reply-refused',
  'reply-deleted',
  'hidden',
  'shown',
  'reported',
  'report-taken-back',
  'tagged',
  'untagged',
  'assigned',
  'unassigned',
  'pinned',
  'unpinned',
  'noted',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

const ratingSchema = z.int().nullable();
const recommendationSchema = z.enum(['positive', 'negative']).nullable();

export const historyEntrySchema = z.object({
  id: idSchema,
  kind: z.enum(historyKinds),
  at: timeSchema,
  by: z.object({
    kind: z.enum(historyActors),
    /** Of a person, also when an administrator acted in their name; null for somebody who is no member any more. */
    name: z.string().nullable(),
    /** Of the administrator who acted in their name; null without one, or after it was erased. */
    adminName: z.string().nullable(),
  }),
  /** With `edited`, what changed; the earlier text is not kept. `from` and `to` only when the rating changed. */
  edit: z
    .object({
      fields: z.array(z.enum(['text', 'rating', 'author', 'date'])),
      from: z.object({ rating: ratingSchema, recommendation: recommendationSchema }).nullable(),
      to: z.object({ rating: ratingSchema, recommendation: recommendationSchema }).nullable(),
    })
    .nullable(),
  /** With `replied`, `reply-changed` and `reply-deleted`: whether it was done here, or outside at the platform. */
  where: z.enum(['here', 'outside']).nullable(),
  /** With `hidden` and `reported`. */
  reason: z.enum(hiddenReasons).nullable(),
  /** With `tagged` and `untagged`. */
  tagIds: z.array(idSchema),
  /** With `assigned`: the name, or null for somebody who is no member any more. */
  assigneeName: z.string().nullable(),
  /** With `moved`: the names of locations that the caller sees. */
  fromLocation: z.string().nullable(),
  toLocation: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

const tag = 'Reviews';
const read = { access: 'user', action: 'reviews.read', tag } as const;
const pin = { access: 'user', action: 'reviews.pin', tag } as const;
const note = { access: 'user', action: 'reviews.note', tag } as const;
const byId = z.strictObject({ id: idSchema });
const reviewOutput = z.object({ review: ownReviewSchema });
const notesOutput = z.object({ notes: z.array(reviewNoteSchema) });
const noteText = z.string().trim().min(1).max(maxReviewNoteLength);

export const reviewMarks = {
  assignees: route({
    ...read,
    method: 'GET',
    path: '/reviews/assignees',
    summary:
      'Members who may look after reviews: of one location, or of any that the caller sees. One who may not see a review or not reply cannot look after it.',
    input: z.strictObject({ locationId: idSchema.optional() }),
    output: z.object({ assignees: z.array(assigneeSchema) }),
  }),
  assign: route({
    access: 'user',
    action: 'reviews.assign',
    tag,
    confirmWhileActing: true,
    method: 'PUT',
    path: '/reviews/{id}/assignee',
    summary: 'Says which member looks after a review; null: nobody.',
    input: z.strictObject({ id: idSchema, assigneeId: idSchema.nullable() }),
    output: reviewOutput,
  }),
  pin: route({
    ...pin,
    method: 'PUT',
    path: '/reviews/{id}/pin',
    summary: 'Pins a review: embeds that are sorted that way show it first. The reason is for the team.',
    input: z.strictObject({
      id: idSchema,
      reason: z.string().trim().max(maxPinReasonLength).nullable(),
    }),
    output: reviewOutput,
  }),
  unpin: route({
    ...pin,
    method: 'DELETE',
    path: '/reviews/{id}/pin',
    summary: 'Takes the pin away.',
    input: byId,
    output: reviewOutput,
  }),
  notes: route({
    ...read,
    method: 'GET',
    path: '/reviews/{id}/notes',
    summary: 'The notes of the team about a review, the oldest first.',
    input: byId,
    output: notesOutput,
  }),
  addNote: route({
    ...note,
    method: 'POST',
    path: '/reviews/{id}/notes',
    summary: 'Adds a note for the team; a repeated id adds one.',
    input: z.strictObject({ id: idSchema, noteId: idSchema, text: noteText }),
    output: notesOutput,
    successStatus: 201,
  }),
  changeNote: route({
    ...note,
    method: 'PUT',
    path: '/reviews/{id}/notes/{noteId}',
    summary: 'Changes a note of the caller.',
    input: z.strictObject({ id: idSchema, noteId: idSchema, text: noteText }),
    output: notesOutput,
  }),
  removeNote: route({
    ...note,
    whileActing: false,
    method: 'DELETE',
    path: '/reviews/{id}/notes/{noteId}',
    summary: 'Deletes a note of the caller.',
    input: z.strictObject({ id: idSchema, noteId: idSchema }),
    output: okOutput,
  }),
  history: route({
    ...read,
    method: 'GET',
    path: '/reviews/{id}/history',
    summary: 'What happened to a review and who did it, the newest first, at most 100 entries.',
    input: byId,
    output: z.object({ entries: z.array(historyEntrySchema) }),
  }),
};
