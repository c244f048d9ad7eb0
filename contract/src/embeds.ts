/** Widgets: settings, and what a published one holds (the snapshot). */
import { z } from 'zod';
import { idSchema, okOutput, timeSchema } from './common.ts';
import { languages } from './constants.ts';
import { embedKinds, embedSettingsSchema } from './embed-settings.ts';
import { trafficDays, trafficSchema } from './embed-traffic.ts';
import { pageCheckSchema } from './page-check.ts';
import { sourceSchema } from './platforms.ts';
import { attributionSchema, dateBases } from './reviews.ts';
import { route } from './route.ts';

/** Why reviews are left out; the disclosure line names each with its number. */
export const omissionReasons = [
  'rating',
  'no-text',
  'source',
  'location',
  'words',
  'hidden',
  'limit',
] as const;
export type OmissionReason = (typeof omissionReasons)[number];

export const snapshotReviewSchema = z.object({
  id: idSchema,
  source: sourceSchema,
  authorName: z.string().nullable(),
  rating: z.number().int().min(1).max(5).nullable(),
  recommendation: z.enum(['positive', 'negative']).nullable(),
  text: z.string().nullable(),
  /** True where `text` is the platform's translation; it is said beside it. */
  translated: z.boolean().optional(),
  /** Address of the author's picture at our own host; never the platform's. */
  photo: z.string().optional(),
  writtenAt: timeSchema,
  /** Where the day of `writtenAt` is not known; it is not printed then. Older snapshots lack it. */
  dateBasis: z.enum(dateBases).optional(),
  reply: z
    .object({
      text: z.string(),
      at: timeSchema.nullable(),
      /** Who replied: the review's own location, or its business where that has one only. Older snapshots lack it. */
      from: z.string().optional(),
    })
    .nullable(),
  permalink: z.string().nullable(),
  /** Only where the platform's terms want its links beside the review. */
  attribution: attributionSchema.optional(),
});
export type SnapshotReview = z.infer<typeof snapshotReviewSchema>;

/** What an embed shows at one moment. Computed once per change, never per view. */
export const snapshotSchema = z.object({
  version: z.literal(1),
  code: z.string(),
  settings: embedSettingsSchema,
  businessName: z.string(),
  figures: z.array(
    z.object({
      source: sourceSchema,
      /** The platform's own figures, never ours. */
      average: z.number().nullable(),
      count: z.number().int(),
      recommended: z.number().int(),
      notRecommended: z.number().int(),
      /** Where to read all of them at the platform. */
      url: z.string().nullable(),
      /** Where to write one; null where the platform gives no address or there are several places. */
      writeUrl: z.string().nullable().default(null),
      /** How many of the reviews we hold from there have 1 to 5 stars, whatever this embed leaves out. */
      histogram: z.array(z.number().int()).length(5).default([0, 0, 0, 0, 0]),
    }),
  ),
  reviews: z.array(snapshotReviewSchema),
  /**
   * All first-party reviews with stars of the chosen sources and locations, whatever else is left out; missing where there
   * are none. For structured data, which must not flatter.
   */
  firstParty: z.object({ average: z.number(), count: z.number().int() }).optional(),
  /** Present whenever anything is left out; renderers print it, no setting removes it. */
  disclosure: z.object({
    shown: z.number().int(),
    total: z.number().int(),
    omitted: z.array(z.object({ reason: z.enum(omissionReasons), count: z.number().int() })),
    minimumRating: z.number().int(),
  }),
  brand: z.object({ name: z.string(), url: z.string() }),
  /**
   * Only where the account's plan ended two weeks ago: the embed shows nothing but these plain links to the platforms.
   * There are no reviews and no figures then.
   */
  lapsed: z
    .object({ links: z.array(z.object({ source: sourceSchema, name: z.string(), url: z.string() })) })
    .optional(),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

export const embedSchema = z.object({
  id: idSchema,
  /** Ten characters, the public address of the embed. */
  code: z.string(),
  kind: z.enum(embedKinds),
  name: z.string(),
  settings: embedSettingsSchema,
  /** Sources whose reviews `minimumRating` never leaves out: the law of the account's market forbids to hide those. */
  keptWhole: z.array(sourceSchema),
  /** Null while it is not published: not yet, or taken offline. */
  publishedAt: timeSchema.nullable(),
  /** What visitors see; null while it is not published. */
  published: embedSettingsSchema.nullable(),
  /** True when the draft differs from what is published, or nothing is. */
  changed: z.boolean(),
  createdAt: timeSchema,
  /** Height in pixels that the pasted code reserves, for narrow (< 600 px) and wide pages. */
  reserve: z.object({ narrow: z.number().int(), wide: z.number().int() }).nullable(),
  /** Code to paste, ready for each way of embedding; null while it is not published. */
  snippets: z
    .object({
      script: z.string(),
      /** Null for layouts that stand in the visitor's window: a frame has none. */
      iframe: z.string().nullable(),
      /** For programs that ask oEmbed how to show an address; null where there is no frame. */
      address: z.string().nullable(),
      json: z.string(),
      fragment: z.string(),
      loader: z.string(),
      picture: z.string(),
      react: z.string(),
      /** Null while there is no review that may be marked up as the business's own. */
      schema: z.string().nullable(),
    })
    .nullable(),
});
export type Embed = z.infer<typeof embedSchema>;

/** Without what is made from its snapshot: a list shows none of it. */
export const listedEmbedSchema = embedSchema.omit({ reserve: true, snippets: true }).extend({
  /** Views of the 30 days that end today. */
  views30: z.number().int(),
});
export type ListedEmbed = z.infer<typeof listedEmbedSchema>;

const name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);
/** On the way in every field must be there: defaults belong to opening old rows, not to guessing a request. */
const settings = embedSettingsSchema;

export const embeds = {
  list: route({
    method: 'GET',
    path: '/embeds',
    access: 'user',
    tag: 'Embeds',
    summary: 'The account’s widgets or badges, newest first.',
    input: z.strictObject({ kind: z.enum(embedKinds) }),
    output: z.object({ embeds: z.array(listedEmbedSchema) }),
  }),
  create: route({
    method: 'POST',
    path: '/embeds',
    access: 'user',
    tag: 'Embeds',
    summary: 'Creates a widget or badge as a draft.',
    input: z.strictObject({
      kind: z.enum(embedKinds),
      name,
      settings: settings.optional(),
      /** That of its own words where no settings are given; English by default. */
      language: z.enum(languages).optional(),
    }),
    output: z.object({ embed: embedSchema }),
    successStatus: 201,
  }),
  get: route({
    method: 'GET',
    path: '/embeds/{id}',
    access: 'user',
    tag: 'Embeds',
    summary: 'One widget or badge.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ embed: embedSchema }),
  }),
  save: route({
    method: 'PUT',
    path: '/embeds/{id}',
    access: 'user',
    tag: 'Embeds',
    summary: 'Saves name and draft settings; what is published stays until it is published again.',
    input: z.strictObject({ id: idSchema, name, settings }),
    output: z.object({ embed: embedSchema }),
  }),
  preview: route({
    method: 'POST',
    path: '/embeds/{id}/preview',
    access: 'user',
    tag: 'Embeds',
    summary: 'The true rendering of settings that are not saved: HTML for a shadow root, styles included.',
    input: z.strictObject({ id: idSchema, settings }),
    /** `shown` and `total` are those of the disclosure: how many reviews there are, and how many it shows. */
    output: z.object({ html: z.string(), shown: z.number().int(), total: z.number().int() }),
  }),
  publish: route({
    method: 'POST',
    path: '/embeds/{id}/publish',
    access: 'user',
    tag: 'Embeds',
    summary: 'Publishes the draft: the public addresses show it at once.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ embed: embedSchema }),
  }),
  unpublish: route({
    method: 'POST',
    path: '/embeds/{id}/unpublish',
    access: 'user',
    tag: 'Embeds',
    summary:
      'Takes it offline and keeps the draft; pages with its code show nothing until it is published again.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ embed: embedSchema }),
  }),
  traffic: route({
    method: 'GET',
    path: '/embeds/{id}/traffic',
    access: 'user',
    tag: 'Embeds',
    summary: 'How often it was loaded and used in the days that end today: sums, never visitors.',
    input: z.strictObject({ id: idSchema, days: z.literal(trafficDays) }),
    output: trafficSchema,
  }),
  check: route({
    method: 'POST',
    path: '/embeds/{id}/check',
    access: 'user',
    tag: 'Embeds',
    summary: 'Fetches a page and tells whether this widget or badge stands on it.',
    input: z.strictObject({ id: idSchema, url: z.string().trim().min(1).max(2000) }),
    output: pageCheckSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/embeds/{id}',
    access: 'user',
    tag: 'Embeds',
    summary: 'Deletes a widget or badge; pages that still carry its code show nothing.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
};
