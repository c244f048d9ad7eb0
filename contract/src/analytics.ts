import { z } from 'zod';
import { emptyInput, idSchema, timeSchema } from './common.ts';
import { sourceSchema } from './platforms.ts';
import { reviewSchema } from './reviews.ts';
import { route } from './route.ts';

export const dashboardSchema = z.object({
  total: z.number().int(),
  unanswered: z.number().int(),
  last30Days: z.number().int(),
  previous30Days: z.number().int(),
  sources: z.array(
    z.object({
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
    }),
  ),
  /** Reviews with stars, by stars: index 0 is one star. */
  histogram: z.array(z.number().int()).length(5),
  /** The last 12 months, oldest first, by the account's time zone. */
  months: z.array(
    z.object({
      month: z.string().regex(/^\d{4}-\d{2}$/),
      count: z.number().int(),
      /** Average of the stars written in that month; null without any. */
      average: z.number().nullable(),
    }),
  ),
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

export const analytics = {
  dashboard: route({
    method: 'GET',
    path: '/dashboard',
    access: 'user',
    action: 'figures.read',
    tag: 'Analytics',
    summary: 'The account’s dashboard: figures, charts and the progress of the setup.',
    input: emptyInput,
    output: dashboardSchema,
  }),
};
