/** How often an embed was loaded and used, as sums; nothing in it is about one visitor. */
import { z } from 'zod';

/** Lengths of time that can be asked for. */
export const trafficDays = [7, 30, 90] as const;

/** What a click in an embed says of itself: a link, a folded text opened, a link to write a review. */
export const eventNames = ['click', 'read', 'write'] as const;
export type EventName = (typeof eventNames)[number];

export const trafficCountsSchema = z.object({
  /** Times that it was asked of us; caches answer without asking. */
  views: z.number().int(),
  /** Clicks on links, those to write a review left out. */
  clicks: z.number().int(),
  /** Folded texts opened, each once per load. */
  reads: z.number().int(),
  writes: z.number().int(),
});
export type TrafficCounts = z.infer<typeof trafficCountsSchema>;

export const trafficSchema = z.object({
  totals: trafficCountsSchema,
  /** Every day of the time asked for, oldest first, in the account's time zone; the last is today. */
  days: z.array(trafficCountsSchema.extend({ day: z.iso.date() })),
  /** The pages' hosts with the most views; a host of '' is unknown, or one of too many others. */
  sites: z.array(z.object({ site: z.string(), views: z.number().int(), clicks: z.number().int() })),
  /** Two letters, '' where unknown. */
  countries: z.array(z.object({ country: z.string(), views: z.number().int() })),
});
export type Traffic = z.infer<typeof trafficSchema>;
