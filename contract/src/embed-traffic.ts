/** How often an embed was loaded and used. Only sums; no data about a single visitor. */
import { z } from 'zod';

/** Periods that can be requested, in days. */
export const trafficDays = [7, 30, 90] as const;

/** Events of an embed: `click` on a link, `read` for opening a folded text, `write` for the link to write a review. */
export const eventNames = ['click', 'read', 'write'] as const;
export type EventName = (typeof eventNames)[number];

export const trafficCountsSchema = z.object({
  /** Loads that reached the server; loads from a cache are not counted. */
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
  /** Every day of the period, oldest first, in the account's time zone; the last one is today. */
  days: z.array(trafficCountsSchema.extend({ day: z.iso.date() })),
  /** Hosts of the pages with the most views. '' stands for unknown hosts and for those beyond the limit per day. */
  sites: z.array(z.object({ site: z.string(), views: z.number().int(), clicks: z.number().int() })),
  /** Two letters, '' where unknown. */
  countries: z.array(z.object({ country: z.string(), views: z.number().int() })),
});
export type Traffic = z.infer<typeof trafficSchema>;
