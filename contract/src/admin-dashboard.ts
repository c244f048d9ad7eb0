/** The administrator's dashboard: what there is, what happened on each day, and what needs somebody now. */
import { z } from 'zod';
import { timeSchema } from './common.ts';
import { connectionStatuses } from './constants.ts';
import { planStates } from './plans.ts';
import { platformSchema } from './platforms.ts';
import { route } from './route.ts';

/** Days that the charts can show. */
export const adminDashboardSpans = [7, 30, 90] as const;
/** Months of money, with the current one. */
export const revenueMonths = 13;

/** The limits from which something is on the list of what needs somebody. */
export const attentionLimits = {
  /** Minutes that a due job may wait. */
  queueMinutes: 10,
  /** Minutes that a due mail may wait. */
  mailMinutes: 15,
  /** Least share of syncs without a failure in a day, when there are enough of them to tell. */
  syncShare: 0.9,
  syncRuns: 20,
  /** New kinds of errors within an hour. */
  newErrors: 3,
  /** Minutes for which a platform may ask for a pause. */
  pauseMinutes: 15,
  /** Hours that a deletion request may take. */
  deletionRequestHours: 24,
  /** Minutes after which the counted figures are old. */
  figuresMinutes: 30,
} as const;

export const attentionKinds = [
  'read-only',
  'queue-late',
  'sync-failing',
  'platform-withdrawn',
  'platform-paused',
  'operator-paused',
  'new-errors',
  'open-errors',
  'dead-letters',
  'mail-late',
  'deletion-requests-late',
  'figures-old',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

export const attentionSchema = z.object({
  kind: z.enum(attentionKinds),
  /** How many, where it is about a number; for `sync-failing` the percentage of syncs that did not fail. */
  count: z.int().nullable(),
  /** Since when, where that is known; for `platform-paused` until when. */
  at: timeSchema.nullable(),
  /** The platform that it is about. */
  platform: platformSchema.nullable(),
});
export type Attention = z.infer<typeof attentionSchema>;

export const listingGroups = ['ok', 'paused', 'unverified', 'closed', 'gone'] as const;

const count = z.int().min(0);

/** What happened on a day, by UTC. */
const daySchema = z.object({
  day: z.iso.date(),
  accounts: count,
  users: count,
  /** By the time at which they were stored here. */
  reviews: count,
  syncs: z.object({ succeeded: count, partial: count, failed: count }),
  mail: z.object({ sent: count, dead: count }),
});

export const adminDashboardSchema = z.object({
  /** When the counted figures were counted; null before the first time. */
  countedAt: timeSchema.nullable(),
  attention: z.array(attentionSchema),
  /** As of `countedAt`. */
  users: z.object({ all: count, blocked: count }),
  accounts: z.object({ all: count, deletionScheduled: count }),
  /** Null on an installation without plans. */
  plans: z.record(z.enum(planStates), count).nullable(),
  listings: z.record(z.enum(listingGroups), count),
  /** Connections that are not read, by platform. */
  connections: z.array(z.object({ platform: platformSchema, status: z.enum(connectionStatuses), count })),
  openErrors: count,
  /** Finished in the last 24 full hours and the current one. */
  syncsOfDay: z.object({ succeeded: count, partial: count, failed: count }),
  mailSentOfDay: count,
  /** At this moment. */
  live: z.object({
    queue: z.object({
      due: count,
      running: count,
      oldestDueAt: timeSchema.nullable(),
      /** The job that has waited longest. */
      oldestJob: z.string().nullable(),
    }),
    mail: z.object({ waiting: count, dead: count }),
    errors: z.object({ seenOfDay: count, newOfDay: count }),
    openDeletionRequests: count,
  }),
  /** The oldest first, without gaps; the last one is today. */
  days: z.array(daySchema),
  /**
   * Paid less paid back, by the month of the payment (UTC), the oldest first and without gaps, for each currency. `amounts` are in
   * the smallest unit. Null on an installation without plans.
   */
  revenue: z
    .object({
      months: z.array(z.string().regex(/^\d{4}-\d{2}$/)),
      currencies: z.array(z.object({ currency: z.string(), amounts: z.array(z.int()) })),
    })
    .nullable(),
});
export type AdminDashboard = z.infer<typeof adminDashboardSchema>;

export const adminDashboard = {
  get: route({
    method: 'GET',
    path: '/admin/dashboard',
    access: 'admin',
    tag: 'Administration',
    summary:
      'Figures of the whole installation, from counts that are some minutes old, and what needs somebody now.',
    input: z.strictObject({ days: z.literal(adminDashboardSpans).default(30) }),
    output: adminDashboardSchema,
  }),
};
