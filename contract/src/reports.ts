/** The monthly report of an account or of one of its businesses. */
import { z } from 'zod';
import { idSchema, timeSchema } from './common.ts';
import { languages } from './constants.ts';
import { sourceSchema } from './platforms.ts';
import { route } from './route.ts';

/** `YYYY-MM` from 2000 on; no platform has an older review. */
export const monthSchema = z.string().regex(/^2[01]\d{2}-(0[1-9]|1[0-2])$/);
/** The trend of the first months reaches back before them. */
const trendMonthSchema = z.string().regex(/^\d{4}-\d{2}$/);
/** Months of the trend, the one of the report included. */
export const trendMonths = 12;
/** Locations in the report, those with the most reviews first. */
export const maxReportLocations = 10;
/** Quotes of high and of low reviews each, and the characters of one. */
export const maxReportQuotes = 3;
export const reportQuoteLength = 200;

const count = z.int().min(0);
/** Of stars, which platforms and visitors of our own pages give; null without any. */
const average = z.number().nullable();
const verdict = {
  rating: z.int().min(1).max(5).nullable(),
  recommendation: z.enum(['positive', 'negative']).nullable(),
};

export const reportQuoteSchema = z.object({
  reviewId: idSchema,
  source: sourceSchema,
  locationName: z.string(),
  authorName: z.string().nullable(),
  ...verdict,
  /** The beginning of the text, as its author wrote it; `cut` when there is more. */
  text: z.string(),
  cut: z.boolean(),
});
export type ReportQuote = z.infer<typeof reportQuoteSchema>;

/** Every figure is that of the dashboard with the month as its period. */
export const monthlyReportSchema = z.object({
  month: monthSchema,
  /** The business that it is about, also the only one of the account; null for an account of several. */
  business: z.object({ id: idSchema, name: z.string() }).nullable(),
  accountName: z.string(),
  /** How many locations of the business, or of the account, it is about. */
  locationCount: count,
  /** Days are those of this zone. */
  timeZone: z.string(),
  /** True while the month is not over. */
  running: z.boolean(),
  /** Reviews written in the month and in the month before, from all sources. While the month runs, in the same days of both. */
  written: count,
  writtenBefore: count,
  /** The average over all stars of the month and of the month before, whatever their source. */
  average: z.object({
    now: average,
    before: average,
    /** Where the stars of the month come from; more than one make it a combined average. */
    sources: z.array(sourceSchema),
  }),
  /** Reviews with stars, by stars: index 0 is one star. */
  histogram: z.array(count).length(5),
  sources: z.array(
    z.object({
      source: sourceSchema,
      written: count,
      writtenBefore: count,
      average,
      recommended: count,
      notRecommended: count,
      /** What the platform itself says of all reviews, today; null where it says nothing. */
      platformAverage: average,
      platformCount: count.nullable(),
    }),
  ),
  /** Every day of the month; null for days to come. */
  days: z.array(z.object({ day: z.iso.date(), written: count.nullable() })),
  /** The month and those before it, the oldest first. */
  trend: z.array(z.object({ month: trendMonthSchema, written: count, average })).length(trendMonths),
  locations: z.array(z.object({ id: idSchema, name: z.string(), written: count, average })),
  replies: z.object({
    /** Reviews of the month that can have a reply from here, and those of them that have one. */
    answerable: count,
    replied: count,
    /** As on the dashboard: the middle of the minutes until the reply; null without any. */
    medianWait: z.number().nullable(),
    /** Without a reply today, from whatever month, and the longest waiting of them. */
    unanswered: count,
    oldestWaiting: z.object({ id: idSchema, writtenAt: timeSchema }).nullable(),
  }),
  /** Of texts of the month: the highest and the lowest ratings, the longest texts first. */
  quotes: z.object({ high: z.array(reportQuoteSchema), low: z.array(reportQuoteSchema) }),
});
export type MonthlyReport = z.infer<typeof monthlyReportSchema>;

export const reportQuerySchema = z.strictObject({
  month: monthSchema,
  businessId: idSchema.optional(),
});
/** Path of the report as PDF, below the root of the API; with the fields of this query. */
export const reportPdfPath = '/reports/monthly.pdf';
export const reportPdfQuerySchema = reportQuerySchema.extend({ language: z.enum(languages) });

export const reports = {
  monthly: route({
    method: 'GET',
    path: '/reports/monthly',
    access: 'user',
    action: 'figures.read',
    reads: 'replica',
    tag: 'Reports',
    summary:
      'The report on a month, by the days of the account’s time zone. Not found for a business that the caller does not see.',
    input: reportQuerySchema,
    output: z.object({ report: monthlyReportSchema }),
  }),
};
