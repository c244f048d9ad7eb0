/** Pipelines, the pages on which visitors rate; the destinations of a location; and the funnel of every door. */
import { z } from 'zod';
import { doorKinds } from './collect-page.ts';
import { emptyInput, idSchema, nameSchema, okOutput, timeSchema } from './common.ts';
import { languages } from './constants.ts';
import { funnelPeriods } from './funnel-periods.ts';
import { pipelineSettingsSchema, visitorRatingSchema } from './pipeline-settings.ts';
import { sourceSchema } from './platforms.ts';
import { route } from './route.ts';
import { takedownSchema } from './takedowns.ts';

/** Far above real use; the limits keep a loop from filling the database. */
export const maxPipelines = 100;
export const maxDestinations = 12;

/** Lower-case letters, digits and single hyphens: the end of the plain link. */
export const slugSchema = z
  .string()
  .min(3)
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

export const pipelineSchema = z.object({
  id: idSchema,
  businessId: idSchema,
  businessName: z.string(),
  /** Null: for all locations of the business. */
  locationId: idSchema.nullable(),
  name: z.string(),
  slug: z.string(),
  /** The plain link. */
  url: z.string(),
  /** The page of the business that its plain link also names; `/how-we-ask` after it is the page on its reviews. */
  profileUrl: z.string(),
  settings: pipelineSettingsSchema,
  /** False for a member who is limited to some of its locations. */
  editable: z.boolean(),
  /** What the operator decided; null in every other case. Visitors then see that the page was taken down, and nothing else. */
  takenDown: takedownSchema.nullable(),
  updatedAt: timeSchema,
});
export type Pipeline = z.infer<typeof pipelineSchema>;

/**
 * Why visitors do not see a destination.
 * - `hidden`: the owner switched it off. `no-address`: the platform gave no address for reviews.
 * - `host`: its host is neither a review site that we know nor the site of the business.
 */
export const destinationProblems = ['hidden', 'no-address', 'host'] as const;

export const destinationSchema = z.object({
  id: idSchema,
  source: sourceSchema.nullable(),
  label: z.string(),
  url: z.string().nullable(),
  /** Set for a listing, whose address comes from its platform. */
  listingId: idSchema.nullable(),
  hidden: z.boolean(),
  problem: z.enum(destinationProblems).nullable(),
});
export type OwnDestination = z.infer<typeof destinationSchema>;

/**
 * What somebody pasted for the reviews of a location, as a destination.
 * - `short-link`: a link of Google that does not say where it leads.
 * - `not-an-address`: neither a web address nor a place id. `host`: its host is not allowed. `not-for-reviews`: the address
 *   of a known platform that does not lead to writing a review.
 */
export const pastedProblems = ['not-an-address', 'host', 'not-for-reviews', 'short-link'] as const;

/** The order of the whole list; a listing's row has no address of its own. */
const destinationInput = z.union([
  z.strictObject({ listingId: idSchema, hidden: z.boolean() }),
  z.strictObject({ label: nameSchema(40).min(1), url: z.string().max(2000), hidden: z.boolean() }),
]);

/** One step of the funnel per door. */
const funnelCounts = {
  visits: z.int(),
  ratings: z.int(),
  clicks: z.int(),
  reviews: z.int(),
  messages: z.int(),
};
export const funnelSchema = z.object({
  total: z.object(funnelCounts),
  doors: z.array(
    z.object({
      door: z.enum(doorKinds),
      /** Null for doors without a row of their own, and for the sum of deleted codes or campaigns. */
      codeId: idSchema.nullable(),
      name: z.string().nullable(),
      series: z.string().nullable(),
      ...funnelCounts,
    }),
  ),
});
export type Funnel = z.infer<typeof funnelSchema>;

const read = { access: 'user', action: 'pipelines.read', tag: 'Pipelines' } as const;
const manage = { access: 'user', action: 'pipelines.manage', tag: 'Pipelines' } as const;
const pipelineOutput = z.object({ pipeline: pipelineSchema });

export const pipelines = {
  list: route({
    ...read,
    method: 'GET',
    path: '/pipelines',
    summary: 'The account’s pipelines, oldest first.',
    input: emptyInput,
    output: z.object({ pipelines: z.array(pipelineSchema) }),
  }),
  create: route({
    ...manage,
    method: 'POST',
    path: '/pipelines',
    summary: 'Adds a pipeline for a business, or for one of its locations.',
    input: z.strictObject({
      businessId: idSchema,
      locationId: idSchema.nullable(),
      name: nameSchema(60).min(1),
    }),
    output: pipelineOutput,
    successStatus: 201,
  }),
  update: route({
    ...manage,
    method: 'PUT',
    path: '/pipelines/{id}',
    summary: 'Changes name, plain link and settings of a pipeline.',
    input: z.strictObject({
      id: idSchema,
      name: nameSchema(60).min(1),
      slug: slugSchema,
      settings: pipelineSettingsSchema,
      /** The value that was read. When the row has changed since, the answer is `conflict`. */
      updatedAt: timeSchema,
    }),
    output: pipelineOutput,
  }),
  remove: route({
    ...manage,
    whileActing: false,
    method: 'DELETE',
    path: '/pipelines/{id}',
    summary:
      'Deletes a pipeline. Its codes show the public links from then on. The last one cannot be deleted.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
  preview: route({
    ...read,
    method: 'POST',
    path: '/pipelines/{id}/preview',
    summary:
      'The page as a visitor would see it with settings that are not saved, as an HTML document without scripts.',
    input: z.strictObject({
      id: idSchema,
      /** Null: the first location of the pipeline. */
      locationId: idSchema.nullable(),
      settings: pipelineSettingsSchema,
      language: z.enum(languages),
      step: z.enum(['rate', 'answer', 'thanks']),
      rating: visitorRatingSchema,
    }),
    output: z.object({ html: z.string() }),
  }),
  destinations: route({
    ...read,
    method: 'GET',
    path: '/locations/{locationId}/destinations',
    summary: 'Where visitors of a location can write a public review, in the order of the page.',
    input: z.strictObject({ locationId: idSchema }),
    output: z.object({ destinations: z.array(destinationSchema) }),
  }),
  saveDestinations: route({
    ...manage,
    method: 'PUT',
    path: '/locations/{locationId}/destinations',
    summary: 'Replaces the destinations of a location and their order.',
    input: z.strictObject({
      locationId: idSchema,
      destinations: z.array(destinationInput).max(maxDestinations),
    }),
    output: z.object({ destinations: z.array(destinationSchema) }),
  }),
  readPasted: route({
    ...manage,
    method: 'POST',
    path: '/destinations/read',
    summary: 'Reads a pasted place id or address as a destination, without storing it.',
    input: z.strictObject({ pasted: z.string().max(2000) }),
    output: z.object({
      destination: z
        .object({ source: sourceSchema.nullable(), label: z.string(), url: z.string() })
        .nullable(),
      problem: z.enum(pastedProblems).nullable(),
    }),
  }),
  funnel: route({
    ...read,
    reads: 'replica',
    method: 'GET',
    path: '/pipelines/{id}/funnel',
    summary: 'What each door of a pipeline brought in a period that ends today.',
    input: z.strictObject({ id: idSchema, days: z.enum(funnelPeriods) }),
    output: z.object({ funnel: funnelSchema }),
  }),
};
