/** One action on many reviews, in the background. Replies are never sent this way. */
import { z } from 'zod';
import { emptyInput, idSchema, okOutput, timeSchema } from './common.ts';
import { hiddenReasons } from './hidden-reasons.ts';
import { reviewFilterSchema } from './reviews.ts';
import { route } from './route.ts';

/** Reviews that a selection can name by their ids. */
export const maxSelectedReviews = 500;
/** Actions of an account that have not ended. */
export const maxOpenBulkActions = 5;
/** Minutes for which an action that has ended stays in the list, so that its outcome is found after a reload. */
export const recentBulkMinutes = 10;

export const bulkKinds = ['tag', 'untag', 'hide', 'show', 'assign'] as const;
export type BulkKind = (typeof bulkKinds)[number];

export const bulkActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('tag'), tagId: idSchema }),
  z.strictObject({ kind: z.literal('untag'), tagId: idSchema }),
  z.strictObject({ kind: z.literal('hide'), reason: z.enum(hiddenReasons) }),
  z.strictObject({ kind: z.literal('show') }),
  z.strictObject({ kind: z.literal('assign'), assigneeId: idSchema.nullable() }),
]);
export type BulkAction = z.infer<typeof bulkActionSchema>;

/** Reviews by their ids, or all that match a filter and are stored at the time of the request. */
export const reviewSelectionSchema = z.union([
  z.strictObject({ ids: z.array(idSchema).min(1).max(maxSelectedReviews) }),
  z.strictObject({ filter: reviewFilterSchema }),
]);
export type ReviewSelection = z.infer<typeof reviewSelectionSchema>;

/** `selecting`: the reviews that match the filter are being written down; nothing has changed yet. */
export const bulkStates = ['selecting', 'running', 'done', 'canceled', 'failed'] as const;
export type BulkState = (typeof bulkStates)[number];

/** Why an action ended early. `tag-deleted`: the tag of the action or of the filter. `internal`: it failed again and again. */
export const bulkFailures = ['tag-deleted', 'no-right', 'assignee-left', 'internal'] as const;
export type BulkFailure = (typeof bulkFailures)[number];

/** Why reviews were left as they were. `law`: first-party reviews that the market forbids to hide this way. */
export const bulkSkips = ['law', 'report', 'gone', 'reported', 'too-many-tags', 'no-access'] as const;
export type BulkSkip = (typeof bulkSkips)[number];

export const bulkProgressSchema = z.object({
  id: idSchema,
  action: bulkActionSchema,
  state: z.enum(bulkStates),
  failure: z.enum(bulkFailures).nullable(),
  /** Reviews of the selection; grows while `selecting`. */
  total: z.int(),
  done: z.int(),
  /** Of those done, how many are different now. */
  changed: z.int(),
  skipped: z.array(z.object({ reason: z.enum(bulkSkips), count: z.int() })),
  createdAt: timeSchema,
  endedAt: timeSchema.nullable(),
});
export type BulkProgress = z.infer<typeof bulkProgressSchema>;

const output = z.object({ bulk: bulkProgressSchema });
/** Whoever has begun one may follow and stop it, also when their role has changed since. */
const own = { access: 'user', action: 'reviews.read', tag: 'Bulk actions' } as const;

export const bulkActions = {
  start: route({
    // What most of the actions need; the others ask for their own right besides.
    access: 'user',
    action: 'reviews.tag',
    tag: 'Bulk actions',
    confirmWhileActing: true,
    method: 'POST',
    path: '/bulk-actions',
    summary:
      'Tags, hides, shows or assigns many reviews in the background. Needs the right to do it with one review, and answers `not-found` when one of the named reviews does not exist. In markets that forbid to hide by rating, first-party reviews are hidden one by one only, and are left out here.',
    input: z.strictObject({ selection: reviewSelectionSchema, action: bulkActionSchema }),
    output,
    successStatus: 202,
  }),
  list: route({
    ...own,
    method: 'GET',
    path: '/bulk-actions',
    summary: `Actions of the caller that run, and those that ended within the last ${recentBulkMinutes} minutes, the newest first.`,
    input: emptyInput,
    output: z.object({ bulks: z.array(bulkProgressSchema) }),
  }),
  get: route({
    ...own,
    method: 'GET',
    path: '/bulk-actions/{id}',
    summary: 'Progress and outcome of an action of the caller; kept for a week after its end.',
    input: z.strictObject({ id: idSchema }),
    output,
  }),
  cancel: route({
    ...own,
    method: 'DELETE',
    path: '/bulk-actions/{id}',
    summary: 'Stops an action of the caller; what is done already stays.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
};
