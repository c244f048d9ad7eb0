import { z } from 'zod';
import { idSchema, timeSchema } from './common.ts';
import { sourceSchema } from './platforms.ts';
import { reviewSchema } from './reviews.ts';
import { route } from './route.ts';

/** What the figures are about: without either, all that the caller sees. An id that the caller does not see finds nothing. */
const scopeSchema = z.strictObject({ businessId: idSchema.optional(), locationId: idSchema.optional() });

/** Days in the account's time zone, inclusive. Without `from` since the first review, without `to` until today. */
const periodSchema = scopeSchema.extend({ from: z.iso.date().optional(), to: z.iso.date().optional() });

/** What a period is compared with: the time right before, or the same days of the year before. */
const comparedPeriodSchema = periodSchema.extend({ compare: z.enum(['before', 'year']).optional() });

export type DashboardPeriod = z.infer<typeof comparedPeriodSchema>;

export const trendSteps = ['day', 'week', 'month'] as const;
export type TrendStep = (typeof trendSteps)[number];

const sourceFiguresSchema = z.object({
  source: sourceSchema,
  /** Average over the platform's listings as the platform reports it, weighted by its counts; null without stars. */
  platformAverage: z.number().nullable(),
  platformCount: z.number().int().nullable(),
  /** Average of the stars of all first-party reviews, and their number; null for other sources and without stars. */
  stars: z.object({ average: z.number(), count: z.number().int() }).nullable(),
  /** Stored reviews of this source. */
  stored: z.number().int(),
  recommended: z.number().int(),
  notRecommended: z.number().int(),
});

export const dashboardSchema = z.object({
  total: z.number().int(),
  unanswered: z.number().int(),
  /** Of those that wait for a reply the one that was written first; null without any. */
  oldestWaiting: z.object({ id: idSchema, writtenAt: timeSchema }).nullable(),
  sources: z.array(sourceFiguresSchema),
  /** The averages of `sources` as one figure, and which sources it is made of; null unless there are two of them. */
  combined: z
    .object({ average: z.number(), count: z.number().int(), sources: z.array(sourceSchema) })
    .nullable(),
  /** True while days and months are recounted after a change of the time zone. The totals are correct meanwhile. */
  recounting: z.boolean(),
  newest: z.array(reviewSchema).max(5),
  /** Locations whose visitors find no link to a public review: their number, and the name of the first. */
  withoutDestination: z.object({ count: z.int(), name: z.string() }).nullable(),
  /**
   * Progress of the setup, from an empty account to a widget on the owner's page; null for a member who is limited to
   * some locations, because the setup concerns the whole account.
   */
  setup: z
    .object({
      business: z.object({
        id: idSchema,
        name: z.string(),
        website: z.string().nullable(),
        named: z.boolean(),
      }),
      connections: z.number().int(),
      widgets: z.number().int(),
      published: z.number().int(),
      /** Whether any visitor of a pipeline has rated. */
      rated: z.boolean(),
      /** The first page of another origin that loaded a widget; null before. */
      firstEmbedLoad: z.object({ site: z.string(), at: timeSchema }).nullable(),
    })
    .nullable(),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
export type SetupProgress = NonNullable<Dashboard['setup']>;

/** Of the reviews written in a period. */
const periodFiguresSchema = z.object({
  total: z.number().int(),
  /** Those that can have a reply from here: imported ones, and those of a connection that only reads, cannot. */
  answerable: z.number().int(),
  /** Those of `answerable` that have one. */
  answered: z.number().int(),
  /** Reviews with stars, by stars: index 0 is one star. */
  ratings: z.array(z.number().int()).length(5),
  /** Average of these stars; null without any. Recommendations and thumbs are no stars. */
  average: z.number().nullable(),
  recommended: z.number().int(),
  notRecommended: z.number().int(),
  /** The middle of the minutes until the reply, from buckets that are at most an eighth of their value wide; null without any. */
  medianWait: z.number().nullable(),
});
export type PeriodFigures = z.infer<typeof periodFiguresSchema>;

const spanSchema = z.object({ from: z.iso.date(), to: z.iso.date() });
export type DaySpan = z.infer<typeof spanSchema>;

export const dashboardFiguresSchema = z.object({
  /** The period as it was counted. */
  period: spanSchema,
  figures: periodFiguresSchema,
  /**
   * The same days of the year before where these were asked for, else as long right before: as many months for whole calendar
   * months, or as many days. Null for all time.
   */
  before: spanSchema.extend({ figures: periodFiguresSchema }).nullable(),
  /** At most twelve parts of the period, oldest first: calendar months of long periods, else as many days each. */
  points: z.array(spanSchema.extend({ figures: periodFiguresSchema })).max(12),
  trend: z.object({
    step: z.enum(trendSteps),
    /** Every step of the period, oldest first, also without a review. Steps at the ends may be cut off. */
    points: z.array(
      spanSchema.extend({
        total: z.number().int(),
        /** Average of the stars written in it; null without any. */
        average: z.number().nullable(),
      }),
    ),
  }),
  /** With reviews in the period or in the one before, most reviews first. */
  sources: z.array(
    z.object({
      source: sourceSchema,
      total: z.number().int(),
      before: z.number().int(),
      average: z.number().nullable(),
      recommended: z.number().int(),
      notRecommended: z.number().int(),
    }),
  ),
  /** Most reviews first. `language` is null where there is no text or its language is not certain. */
  languages: z.array(
    z.object({ language: z.string().nullable(), total: z.number().int(), average: z.number().nullable() }),
  ),
  /** Most reviews first. */
  locations: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      total: z.number().int(),
      answered: z.number().int(),
      average: z.number().nullable(),
    }),
  ),
  /** How many more locations have reviews in the period. */
  moreLocations: z.number().int(),
  /** Most reviews first; `points` as above. */
  tags: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      color: z.string(),
      total: z.number().int(),
      before: z.number().int(),
      average: z.number().nullable(),
      points: z.array(z.number().int()).max(12),
    }),
  ),
});
export type DashboardFigures = z.infer<typeof dashboardFiguresSchema>;

/** Texts that the words are found in; of more the newest count. */
export const maxWordTexts = 2_000;

export const dashboardWordsSchema = z.object({
  /** Texts that were read, and whether the period has more. */
  texts: z.number().int(),
  more: z.boolean(),
  /** Most texts first. */
  languages: z
    .array(
      z.object({
        language: z.string(),
        texts: z.number().int(),
        words: z
          .array(
            z.object({
              word: z.string(),
              /** Reviews with this word in the first 1,000 letters of their text. */
              count: z.number().int(),
              /** Average of their stars; null without any. */
              average: z.number().nullable(),
              /** A part of the newest review with it, in plain text, and where the word is in it. */
              example: z.object({ before: z.string(), word: z.string(), after: z.string() }),
            }),
          )
          .max(20),
      }),
    )
    .max(8),
});
export type DashboardWords = z.infer<typeof dashboardWordsSchema>;

const embedUseSchema = z.object({
  views: z.number().int(),
  clicks: z.number().int(),
  reads: z.number().int(),
  writes: z.number().int(),
});
const funnelStepsSchema = z.object({
  visits: z.number().int(),
  ratings: z.number().int(),
  clicks: z.number().int(),
  reviews: z.number().int(),
  messages: z.number().int(),
});

export const dashboardVisitsSchema = z.object({
  /** Of the embeds that show no other location than those that were asked for. */
  embeds: z.object({ now: embedUseSchema, before: embedUseSchema.nullable() }),
  funnel: z.object({ now: funnelStepsSchema, before: funnelStepsSchema.nullable() }),
  /** Two letters, '' where unknown: loads of embeds and visits of pages. Most first. */
  countries: z.array(z.object({ country: z.string(), embeds: z.number().int(), pages: z.number().int() })),
  /**
   * The United States by state, two letters, most first. `visits`: loads and visits, where a file with cities is configured.
   * `reviews`: reviews of the locations with an address in the state.
   */
  states: z.object({
    basis: z.enum(['visits', 'reviews']),
    items: z.array(z.object({ state: z.string().regex(/^[A-Z]{2}$/), count: z.number().int() })),
  }),
});
export type DashboardVisits = z.infer<typeof dashboardVisitsSchema>;

const common = { method: 'GET', access: 'user', action: 'figures.read', tag: 'Analytics' } as const;

export const analytics = {
  dashboard: route({
    ...common,
    path: '/dashboard',
    summary:
      'What there is now: the platforms’ own figures, what waits for a reply, and the progress of the setup.',
    input: scopeSchema,
    output: dashboardSchema,
  }),
  figures: route({
    ...common,
    reads: 'replica',
    path: '/dashboard/figures',
    summary:
      'The reviews written in a period, compared with the period before or with the same days of the year before.',
    input: comparedPeriodSchema.extend({ step: z.enum(trendSteps).optional() }),
    output: dashboardFiguresSchema,
  }),
  words: route({
    ...common,
    reads: 'replica',
    path: '/dashboard/words',
    summary: 'The words that the newest texts of a period have in common, by language.',
    input: periodSchema,
    output: dashboardWordsSchema,
  }),
  visits: route({
    ...common,
    reads: 'replica',
    path: '/dashboard/visits',
    summary: 'Use of embeds and collection pages in a period, by country and state.',
    input: comparedPeriodSchema,
    output: dashboardVisitsSchema,
  }),
};
