/** How the operator sees and directs the reading of all accounts: platforms, listings, the queue. No content of reviews. */
import { z } from 'zod';
import { emptyInput, idSchema, nameSchema, okOutput, timeSchema } from './common.ts';
import { connectionStatusSchema, listingStateSchema, listingStates } from './connections.ts';
import { comingPlatforms, connectorIds, platformSchema } from './platforms.ts';
import { route } from './route.ts';
import { syncIntervalSchema, syncKinds, syncOutcomes, syncSettingLimits } from './sync.ts';

const connectorSchema = z.enum(connectorIds);

/** Minutes after which a due listing that nothing holds back counts as overdue. */
export const overdueMinutes = 15;
/** Minutes after which an open deletion request counts as stuck: it is tried at once and every ten minutes. */
export const stuckDeletionMinutes = 30;
export const listingsPageSize = 50;
export const maxListingsPerAction = 200;

export const queueStateSchema = z.object({
  name: z.string(),
  /** Due, and taken by no worker yet. */
  waiting: z.number().int(),
  /** For later, retries included. */
  scheduled: z.number().int(),
  running: z.number().int(),
  failed: z.number().int(),
  /** Since when the longest waiting job is due. */
  oldestDueAt: timeSchema.nullable(),
});
export type QueueState = z.infer<typeof queueStateSchema>;

/** What holds back the reading of a backlog. */
export const backlogLimits = [
  'none',
  'requests',
  'workers',
  'sweep',
  'platform-pause',
  'operator-pause',
] as const;
export type BacklogLimit = (typeof backlogLimits)[number];

const syncSettingsSchema = z.object({
  intervalMinutes: z.number().int(),
  fastestIntervalMinutes: z.number().int(),
  fullPassDays: z.number().int(),
  callsPerMinute: z.number().int(),
});

const limited = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max).nullable();

/** Null: the default of the program. */
const chosenSettings = {
  intervalMinutes: limited(syncSettingLimits.intervalMinutes),
  fastestIntervalMinutes: limited(syncSettingLimits.fastestIntervalMinutes),
  fullPassDays: limited(syncSettingLimits.fullPassDays),
  callsPerMinute: limited(syncSettingLimits.callsPerMinute),
};

export const syncPlatformSchema = z.object({
  /** One platform may be read in two ways, each with limits of its own. */
  connector: connectorSchema,
  platform: platformSchema,
  access: z.enum(['oauth', 'api-key']),
  /** Since when the operator pauses it. */
  pausedAt: timeSchema.nullable(),
  /** What the operator has set; null: the standard holds. */
  chosen: z.object(chosenSettings),
  standard: syncSettingsSchema,
  /** For `changePlatform`. */
  version: z.number().int(),
  quota: z.object({
    /** Calls per minute. */
    limit: z.number().int(),
    /** Calls of the last minute. */
    used: z.number().int(),
    /** Seconds until the next call for new reviews. */
    nextCallInSeconds: z.number().int(),
    /** The pause that the platform asked for, or that follows an outage. */
    pausedUntil: timeSchema.nullable(),
  }),
  listings: z.object({
    all: z.number().int(),
    paused: z.number().int(),
    running: z.number().int(),
    due: z.number().int(),
    overdue: z.number().int(),
    failing: z.number().int(),
  }),
  forecast: z.object({
    /** Until all due listings are read; null when that never happens at this pace. */
    seconds: z.number().int().nullable(),
    limit: z.enum(backlogLimits),
    /** Runs that ended in the last 15 minutes, per minute. */
    runsPerMinute: z.number(),
    /** Listings that become due per minute. */
    duePerMinute: z.number(),
  }),
});
export type SyncPlatform = z.infer<typeof syncPlatformSchema>;

export const listingFilters = ['due', 'overdue', 'failing', 'paused', 'paused-by-operator'] as const;
export type ListingFilter = (typeof listingFilters)[number];

const scheduledRunSchema = z.object({
  outcome: z.enum(syncOutcomes),
  kind: z.enum(syncKinds),
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  /** Error code (locales area `errors`). */
  error: z.string().nullable(),
  nextTryAt: timeSchema.nullable(),
});

export const scheduledListingSchema = z.object({
  accountId: idSchema,
  accountName: z.string(),
  id: idSchema,
  name: z.string(),
  connector: connectorSchema,
  platform: platformSchema,
  connectionStatus: connectionStatusSchema,
  state: listingStateSchema,
  /** The owner paused it. */
  paused: z.boolean(),
  pausedByOperatorSince: timeSchema.nullable(),
  intervalMinutes: z.number().int(),
  /** False: the interval is the default. */
  intervalChosen: z.boolean(),
  /** Null while nothing will read it. */
  nextSyncAt: timeSchema.nullable(),
  lastSuccessAt: timeSchema.nullable(),
  /** Runs in a row that failed. */
  failures: z.number().int(),
  /** Reviews that the open run has still to read; null without one, or where the platform gave no count. */
  remaining: z.number().int().nullable(),
  lastRun: scheduledRunSchema.nullable(),
});
export type ScheduledListing = z.infer<typeof scheduledListingSchema>;

const listingKeySchema = z.strictObject({ accountId: idSchema, id: idSchema });
export type ListingKey = z.infer<typeof listingKeySchema>;

export const listingActions = ['pause', 'resume', 'run', 'interval'] as const;
export type ListingAction = (typeof listingActions)[number];

export const deletionRequestSchema = z.object({
  platform: platformSchema,
  /** The confirmation code that the platform gave to the person. */
  code: z.string(),
  state: z.enum(['open', 'stuck', 'done']),
  receivedAt: timeSchema,
  doneAt: timeSchema.nullable(),
  attempts: z.number().int(),
  lastAttemptAt: timeSchema.nullable(),
  /** What there was to delete when the request came. */
  connections: z.number().int(),
  listings: z.number().int(),
  reviews: z.number().int(),
});
export type DeletionRequest = z.infer<typeof deletionRequestSchema>;

const deletionCodeSchema = z.string().regex(/^[\w-]{1,64}$/);

export const adminSyncSchedule = {
  queue: route({
    method: 'GET',
    path: '/admin/sync-schedule/queue',
    access: 'admin',
    tag: 'Admin',
    summary: 'The state of the queue: what waits, runs and failed of each job, in all processes.',
    input: emptyInput,
    output: z.object({ jobs: z.array(queueStateSchema) }),
  }),
  platforms: route({
    method: 'GET',
    path: '/admin/sync-schedule/platforms',
    access: 'admin',
    tag: 'Admin',
    summary: 'Each platform’s settings, pause, quota, backlog and forecast.',
    input: emptyInput,
    output: z.object({ platforms: z.array(syncPlatformSchema) }),
  }),
  changePlatform: route({
    method: 'PUT',
    path: '/admin/sync-schedule/platforms/{connector}',
    access: 'admin',
    tag: 'Admin',
    summary:
      'Sets the defaults and limits of a platform, for the next run and call in every process. `conflict` when somebody changed them since `version`.',
    input: z.strictObject({
      connector: connectorSchema,
      version: z.number().int().min(0),
      ...chosenSettings,
    }),
    output: okOutput,
  }),
  pausePlatform: route({
    method: 'PUT',
    path: '/admin/sync-schedule/platforms/{connector}/pause',
    access: 'admin',
    tag: 'Admin',
    summary:
      'Pauses or resumes reading from a platform. No run begins while it is paused, and running ones end after their page.',
    input: z.strictObject({ connector: connectorSchema, paused: z.boolean() }),
    output: okOutput,
  }),
  listings: route({
    method: 'GET',
    path: '/admin/sync-schedule/listings',
    access: 'admin',
    tag: 'Admin',
    summary: 'Listings of all accounts, the next to be read first, paused ones last; 50 per page.',
    input: z.strictObject({
      /** Part of the name of a listing or account, or the id of either. */
      query: nameSchema(100).optional(),
      connector: connectorSchema.optional(),
      state: z.enum(listingStates).optional(),
      only: z.enum(listingFilters).optional(),
      cursor: z.string().max(200).optional(),
    }),
    output: z.object({ items: z.array(scheduledListingSchema), nextCursor: z.string().nullable() }),
  }),
  act: route({
    method: 'POST',
    path: '/admin/sync-schedule/listings/actions',
    access: 'admin',
    tag: 'Admin',
    summary: 'Pauses, resumes or reads up to 200 listings, or changes their interval. Safe to repeat.',
    input: z
      .strictObject({
        action: z.enum(listingActions),
        /** With `interval` only; null: the default of the platform. */
        intervalMinutes: syncIntervalSchema.nullable().optional(),
        listings: z.array(listingKeySchema).min(1).max(maxListingsPerAction),
      })
      .refine(({ action, intervalMinutes }) => (action === 'interval') === (intervalMinutes !== undefined), {
        message: '`intervalMinutes` belongs to the action `interval`.',
        path: ['intervalMinutes'],
      }),
    output: z.object({
      changed: z.number().int(),
      /** They were so already. */
      unchanged: z.number().int(),
      /** No such listing in this account. */
      missing: z.array(listingKeySchema),
      /** `reason`: an error code (locales area `errors`). */
      refused: z.array(z.object({ accountId: idSchema, id: idSchema, reason: z.string() })),
    }),
  }),
  deletionRequests: route({
    method: 'GET',
    path: '/admin/sync-schedule/deletion-requests',
    access: 'admin',
    tag: 'Admin',
    summary:
      'Requests of persons at platforms to delete their data: up to 200 open ones, oldest first, then the last 50 that are done. With `code` that one only.',
    input: z.strictObject({ code: deletionCodeSchema.optional() }),
    output: z.object({ items: z.array(deletionRequestSchema), open: z.number().int() }),
  }),
  retryDeletionRequest: route({
    method: 'POST',
    path: '/admin/sync-schedule/deletion-requests/retry',
    access: 'admin',
    tag: 'Admin',
    summary: 'Tries an open deletion request again now. `conflict` for one that is done.',
    input: z.strictObject({ code: deletionCodeSchema }),
    output: okOutput,
    successStatus: 202,
  }),
  platformRequests: route({
    method: 'GET',
    path: '/admin/sync-schedule/platform-requests',
    access: 'admin',
    tag: 'Admin',
    summary: 'How many accounts want each planned platform, in all and by month of the last twelve.',
    input: emptyInput,
    output: z.object({
      platforms: z.array(
        z.object({
          platform: z.enum(comingPlatforms),
          total: z.number().int(),
          months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), count: z.number().int() })),
        }),
      ),
    }),
  }),
};
