/** What was done in an account: by whom, as whom, on what, from where. */
import { z } from 'zod';
import {
  type ActivityAction,
  type ActivityKind,
  activityKinds,
  allActivityActions,
} from './activity-actions.ts';
import { idSchema, timeSchema } from './common.ts';
import { timeZoneSchema } from './profile.ts';
import { route } from './route.ts';

/** Entries on a page of the list. */
export const activityPageSize = 50;
/** Entries of one part of an exported file. */
export const activityExportSize = 1_000;

/**
 * - `person`: a member. `acting-admin`: an administrator of the installation in the name of a member. `operator`: an
 *   administrator as themselves. `api-key`: a program with a key of the account. `system`: Kindling by itself.
 */
export const activityActors = ['person', 'acting-admin', 'operator', 'api-key', 'system'] as const;
export type ActivityActor = (typeof activityActors)[number];

/** What an entry can be about, and have a name and an address of its own. */
export const activityTargets = [
  'business',
  'location',
  'connection',
  'listing',
  'widget',
  'badge',
  'pipeline',
  'code',
  'review',
  'feedback',
  'tag',
  'reply-template',
  'saved-view',
  'review-request',
  'member',
  'invitation',
] as const;
export type ActivityTarget = (typeof activityTargets)[number];

export const activityRowSchema = z.object({
  id: idSchema,
  at: timeSchema,
  action: z.enum(allActivityActions as [ActivityAction, ...ActivityAction[]]),
  actor: z.enum(activityActors),
  /** The member who did it, or in whose name an administrator did. Their name at that time, null after it was erased. */
  member: z.object({ id: idSchema, name: z.string().nullable() }).nullable(),
  /** Name of the administrator; null where there was none, or after it was erased. */
  admin: z.string().nullable(),
  /** Null when what the entry is about does not exist any more, or has no page. */
  target: z.object({ kind: z.enum(activityTargets), id: idSchema, name: z.string() }).nullable(),
  /** Closed words, numbers and times. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Names before and after the change. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** What the administrator gave as the reason. */
  reason: z.string().nullable(),
  /** The /24 or /48 that the call came from. */
  network: z.string().nullable(),
});
export type ActivityRow = z.infer<typeof activityRowSchema>;

/** Whom to list apart from one member. */
export const activityGroups = ['support', 'programs', 'kindling'] as const;
export type ActivityGroup = (typeof activityGroups)[number];

export const activityFilterSchema = z.strictObject({
  /** A member's id, or a group of callers. */
  who: z.union([idSchema, z.enum(activityGroups)]).optional(),
  kind: z.enum(activityKinds as [ActivityKind, ...ActivityKind[]]).optional(),
  /** First and last day in `zone`. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Default: the account's time zone. */
  zone: timeZoneSchema.optional(),
  cursor: z.string().max(200).optional(),
});
export type ActivityFilter = z.infer<typeof activityFilterSchema>;

export const activity = {
  list: route({
    method: 'GET',
    path: '/activity',
    access: 'user',
    action: 'activity.read',
    reads: 'replica',
    tag: 'Activity',
    summary: 'What was done in the account, newest first, page by page with an opaque cursor.',
    input: activityFilterSchema,
    output: z.object({ items: z.array(activityRowSchema), nextCursor: z.string().nullable() }),
  }),
  export: route({
    method: 'POST',
    path: '/activity/export',
    access: 'user',
    action: 'activity.export',
    tag: 'Activity',
    summary:
      'The same entries as part of a CSV file, up to 1,000 a call. The part without a cursor begins with the headings and is itself an entry.',
    input: activityFilterSchema,
    output: z.object({ part: z.string(), nextCursor: z.string().nullable() }),
  }),
};
