import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { emptyInput, idSchema, timeSchema } from './common.ts';
import { route } from './route.ts';

export const syncTriggers = ['first', 'schedule', 'manual', 'notification'] as const;
export const syncOutcomes = ['running', 'succeeded', 'partial', 'failed'] as const;

/**
 * `newest` reads from the newest change until it meets stored reviews, `full` reads all. Only a full run detects removed
 * reviews. A run that began as `newest` becomes `full` when it reads to the end.
 */
export const syncKinds = ['newest', 'full'] as const;

/** What holds where the operator has set nothing else. `fullPassDays`: maximum days between two full runs of a listing. */
export const syncDefaults = { intervalMinutes: 360, fastestIntervalMinutes: 60, fullPassDays: 7 } as const;

/** What the operator may set. A full run within two weeks confirms content that may be stored for 30 days. */
export const syncSettingLimits = {
  intervalMinutes: { min: 60, max: 10_080 },
  fastestIntervalMinutes: { min: 60, max: 10_080 },
  fullPassDays: { min: 1, max: 14 },
  callsPerMinute: { min: 1, max: 100_000 },
} as const;

/** Minutes between two regular runs of a listing, as somebody may choose them. */
export const syncIntervalSchema = z
  .number()
  .int()
  .min(syncSettingLimits.intervalMinutes.min)
  .max(syncSettingLimits.intervalMinutes.max);

export const syncRunSchema = z.object({
  id: idSchema,
  listingId: idSchema,
  trigger: z.enum(syncTriggers),
  kind: z.enum(syncKinds),
  outcome: z.enum(syncOutcomes),
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  /** Reviews read so far, and the platform's own count (null until it was reported). */
  seen: z.number().int(),
  expected: z.number().int().nullable(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** Reviews that the platform no longer shows, and removed ones that it shows again. */
  removed: z.number().int(),
  restored: z.number().int(),
  /** Items that could not be parsed; they were skipped. */
  skipped: z.number().int(),
  requests: z.number().int(),
  /** Error code (locales area `errors`) when the outcome is `failed` or `partial`. */
  error: z.string().nullable(),
  nextTryAt: timeSchema.nullable(),
});
export type SyncRun = z.infer<typeof syncRunSchema>;

export const sync = {
  now: route({
    method: 'POST',
    path: '/listings/{id}/sync',
    access: 'user',
    action: 'connections.manage',
    needs: 'sync',
    tag: 'Sync',
    summary: 'Requests a sync of one listing now, with `full` a full pass; each at most once a minute.',
    input: z.strictObject({ id: idSchema, full: z.boolean().optional() }),
    output: z.object({ queued: z.literal(true) }),
    successStatus: 202,
  }),
  acceptRemovals: route({
    method: 'POST',
    path: '/listings/{id}/accept-removals',
    access: 'user',
    action: 'connections.manage',
    needs: 'sync',
    tag: 'Sync',
    summary:
      'The owner confirms the pending removals: the next full pass, which starts now, removes the reviews that are still missing.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ queued: z.literal(true) }),
    successStatus: 202,
  }),
  runs: route({
    method: 'GET',
    path: '/listings/{id}/runs',
    access: 'user',
    action: 'connections.read',
    tag: 'Sync',
    summary: 'The last 20 runs of a listing, newest first.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ runs: z.array(syncRunSchema) }),
  }),
  history: route({
    method: 'GET',
    path: '/connections/{id}/runs',
    access: 'user',
    action: 'connections.read',
    tag: 'Sync',
    summary:
      'Runs of all listings of a connection, or of one listing, newest first, 50 per page with an opaque cursor.',
    input: z.strictObject({
      id: idSchema,
      listingId: idSchema.optional(),
      cursor: z.string().max(200).optional(),
    }),
    output: z.object({ runs: z.array(syncRunSchema), nextCursor: z.string().nullable() }),
  }),
  events: route({
    method: 'GET',
    path: '/sync/events',
    access: 'user',
    action: 'connections.read',
    tag: 'Sync',
    summary:
      'Server-sent events: the state of each run of the account, first as it is and again after each change.',
    input: emptyInput,
    output: eventIterator(syncRunSchema),
  }),
};
