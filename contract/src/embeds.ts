/** Widgets and badges: their settings, and the content of a published one (the snapshot). */
import { z } from 'zod';
import { idSchema, okOutput, timeSchema } from './common.ts';
import { languages } from './constants.ts';
import { embedKinds, embedSettingsSchema } from './embed-settings.ts';
import { trafficDays, trafficSchema } from './embed-traffic.ts';
import { pageCheckSchema } from './page-check.ts';
import { sourceSchema } from './platforms.ts';
import { attributionSchema, dateBases } from './reviews.ts';
import { route } from './route.ts';
import { siteLookAnswerSchema } from './site-look.ts';
import { takedownSchema } from './takedowns.ts';

/**
 * Why reviews are left out. The disclosure line names each reason with its number of reviews. First-party reviews are hidden
 * with a reason; `hidden` alone stands for all others.
 */
export const omissionReasons = [
  'rating',
  'no-text',
  'source',
  'location',
  'words',
  'tags',
  'language',
  'not-picked',
  'hidden',
  'hidden-rating',
  'hidden-outdated',
  'hidden-duplicate',
  'hidden-author-asked',
  'hidden-spam',
  'hidden-not-about-business',
  'hidden-hate',
  'hidden-personal-data',
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
  /** True where `text` is the platform's translation; the embed says so beside it. */
  translated: z.boolean().optional(),
  /** Address of the author's picture at our own host; never the platform's. */
  photo: z.string().optional(),
  writtenAt: timeSchema,
  /** Set when the day of `writtenAt` is not exact; the embed then shows no day. Older snapshots lack it. */
  dateBasis: z.enum(dateBases).optional(),
  reply: z
    .object({
      text: z.string(),
      at: timeSchema.nullable(),
      /** Who replied: the location, or the business when it has only one location. Older snapshots lack it. */
      from: z.string().optional(),
    })
    .nullable(),
  permalink: z.string().nullable(),
  /** Only when the platform's terms require its links beside the review. */
  attribution: attributionSchema.optional(),
  /** The author came by a personal invitation of the business; missing otherwise. */
  invited: z.literal(true).optional(),
});
export type SnapshotReview = z.infer<typeof snapshotReviewSchema>;

/** What a published embed shows. Computed once per change, never per view. */
export const snapshotSchema = z.object({
  version: z.literal(1),
  code: z.string(),
  settings: embedSettingsSchema,
  businessName: z.string(),
  figures: z.array(
    z.object({
      source: sourceSchema,
      /**
       * The platform's own figures, never ours. Of first-party reviews: those with stars, hidden ones included; their thumbs
       * are counted apart, up as recommended.
       */
      average: z.number().nullable(),
      count: z.number().int(),
      recommended: z.number().int(),
      notRecommended: z.number().int(),
      /** The platform's page with all reviews, or the business's own. */
      url: z.string().nullable(),
      /**
       * The page for writing a review; null when the platform gives no address or there are several places.
       */
      writeUrl: z.string().nullable().default(null),
      /**
       * Stored reviews with 1 to 5 stars in the locations of the listings that these figures are of, including those that this
       * embed leaves out. Reviews imported into a location without such a listing belong to no figure of a platform.
       */
      histogram: z.array(z.number().int()).length(5).default([0, 0, 0, 0, 0]),
    }),
  ),
  reviews: z.array(snapshotReviewSchema),
  /**
   * All first-party reviews with stars of the chosen sources and locations, including those that other settings leave out;
   * missing without any. For structured data, which must not show better figures than the reviews have.
   */
  firstParty: z.object({ average: z.number(), count: z.number().int() }).optional(),
  /**
   * Pages that tell how first-party reviews are collected, one for each business; missing unless such reviews or their figures
   * are shown.
   */
  howWeAsk: z.array(z.object({ businessName: z.string(), url: z.string() })).optional(),
  /** How many reviews are shown of how many, and why. Renderers always print it when reviews are left out. */
  disclosure: z.object({
    shown: z.number().int(),
    total: z.number().int(),
    omitted: z.array(z.object({ reason: z.enum(omissionReasons), count: z.number().int() })),
    minimumRating: z.number().int(),
    /** Shown reviews that the business chose by hand; missing without any. */
    picked: z.number().int().optional(),
    /** Other shown reviews that stand first because the business pinned them; missing without any. */
    pinned: z.number().int().optional(),
  }),
  brand: z.object({ name: z.string(), url: z.string() }),
  /**
   * Only when the account's plan ended two weeks ago: the embed shows these plain links to the platforms, and no reviews
   * or figures. Without any link, as when the operator took it down, it takes no room.
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
  /**
   * Sources whose reviews are left out by no filter of their content and by no pick, because the law of the account's market
   * forbids hiding them by their rating.
   */
  unfilterableSources: z.array(sourceSchema),
  /** Null when it is not published: never, or unpublished. */
  publishedAt: timeSchema.nullable(),
  /** The settings that visitors see; null when it is not published. */
  published: embedSettingsSchema.nullable(),
  /** What the operator decided; null in every other case. It then shows nothing and cannot be published. */
  takenDown: takedownSchema.nullable(),
  /** True when the draft differs from what is published, or nothing is. */
  changed: z.boolean(),
  createdAt: timeSchema,
  /** Height in pixels that the pasted code reserves, for narrow (< 600 px) and wide pages. */
  reserve: z.object({ narrow: z.number().int(), wide: z.number().int() }).nullable(),
  /** Code to paste, ready for each way of embedding; null while it is not published. */
  snippets: z
    .object({
      script: z.string(),
      /** Null for layouts that are fixed to the visitor's window, which a frame cannot do. */
      iframe: z.string().nullable(),
      /** Address for programs that use oEmbed; null when there is no frame. */
      address: z.string().nullable(),
      json: z.string(),
      fragment: z.string(),
      loader: z.string(),
      picture: z.string(),
      react: z.string(),
      /** Null when there is no first-party review, the only ones that structured data may contain. */
      schema: z.string().nullable(),
    })
    .nullable(),
});
export type Embed = z.infer<typeof embedSchema>;

/**
 * What becomes of a picked review. `other-source` and `other-location`: the embed does not show these at all. `unfilterable`: the
 * law wants all reviews of its source shown alike, so it keeps its place among the others.
 */
export const pickStates = [
  'shown',
  'unfilterable',
  'other-source',
  'other-location',
  'hidden',
  'removed',
] as const;
export type PickState = (typeof pickStates)[number];

export const embedPickSchema = z.object({
  id: idSchema,
  state: z.enum(pickStates),
  /** `text` is its beginning. */
  review: snapshotReviewSchema.pick({
    source: true,
    authorName: true,
    rating: true,
    recommendation: true,
    text: true,
    writtenAt: true,
  }),
});
export type EmbedPick = z.infer<typeof embedPickSchema>;

export const embedPreviewSchema = z.object({
  html: z.string(),
  /** Markup of the body of an example page, with the element of the embed. */
  page: z.string(),
  /** The script that the public address would send, were it published. */
  script: z.string(),
  /** Those of the disclosure: the number of shown reviews and of all reviews. */
  shown: z.number().int(),
  total: z.number().int(),
});
export type EmbedPreview = z.infer<typeof embedPreviewSchema>;

/** An embed of the list, without the parts that are computed from its snapshot. */
export const listedEmbedSchema = embedSchema.omit({ reserve: true, snippets: true }).extend({
  /** Views of the last 30 days, today included. */
  views30: z.number().int(),
});
export type ListedEmbed = z.infer<typeof listedEmbedSchema>;

/** Settings that one request may have rendered, and how many different choices of reviews they may make. */
export const maxPreviews = 32;
export const maxPreviewChoices = 6;
/** A picture shows the beginning of an embed only. */
const pictured = embedSettingsSchema.extend({ limit: z.number().int().min(1).max(24) });

const name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);
/** Requests must contain every field: defaults are for reading old rows, not for guessing what a request means. */
const settings = embedSettingsSchema;

export const embeds = {
  list: route({
    method: 'GET',
    path: '/embeds',
    access: 'user',
    action: 'embeds.read',
    tag: 'Embeds',
    summary: 'The account’s widgets or badges, newest first.',
    input: z.strictObject({ kind: z.enum(embedKinds) }),
    output: z.object({ embeds: z.array(listedEmbedSchema) }),
  }),
  create: route({
    method: 'POST',
    path: '/embeds',
    access: 'user',
    action: 'embeds.manage',
    needs: 'create-embeds',
    tag: 'Embeds',
    summary: 'Creates a widget or badge as a draft.',
    input: z.strictObject({
      kind: z.enum(embedKinds),
      name,
      settings: settings.optional(),
      /** Language of the embed's own texts when no settings are given; English by default. */
      language: z.enum(languages).optional(),
    }),
    output: z.object({ embed: embedSchema }),
    successStatus: 201,
  }),
  get: route({
    method: 'GET',
    path: '/embeds/{id}',
    access: 'user',
    action: 'embeds.read',
    tag: 'Embeds',
    summary: 'One widget or badge.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ embed: embedSchema }),
  }),
  save: route({
    method: 'PUT',
    path: '/embeds/{id}',
    access: 'user',
    action: 'embeds.manage',
    tag: 'Embeds',
    summary:
      'Saves the name and the draft settings; what is published changes only when it is published again.',
    input: z.strictObject({ id: idSchema, name, settings }),
    output: z.object({ embed: embedSchema }),
  }),
  preview: route({
    method: 'POST',
    path: '/embeds/{id}/preview',
    access: 'user',
    action: 'embeds.read',
    tag: 'Embeds',
    summary:
      'Renders settings that are not saved, as visitors would see them: HTML for a shadow root with its styles, and an example page with the script that fills its element.',
    input: z.strictObject({ id: idSchema, settings }),
    output: embedPreviewSchema,
  }),
  previews: route({
    method: 'POST',
    path: '/embeds/previews',
    access: 'user',
    action: 'embeds.read',
    tag: 'Embeds',
    summary:
      'Renders several settings at once, as pictures of embeds that do not exist yet. While the account has no reviews, they show invented ones.',
    input: z.strictObject({
      kind: z.enum(embedKinds),
      settings: z.array(pictured).min(1).max(maxPreviews),
    }),
    /** `html` as of `preview`, in the order of the settings. `sample`: reviews and figures are invented. */
    output: z.object({ previews: z.array(z.object({ html: z.string() })), sample: z.boolean() }),
  }),
  siteLook: route({
    method: 'POST',
    path: '/embeds/site-look',
    access: 'user',
    action: 'embeds.manage',
    tag: 'Embeds',
    summary: 'Fetches a page of the owner’s site and suggests its colors and font for an embed.',
    input: z.strictObject({ url: z.string().trim().min(1).max(2000) }),
    output: siteLookAnswerSchema,
  }),
  picks: route({
    method: 'POST',
    path: '/embeds/{id}/picks',
    access: 'user',
    action: 'embeds.read',
    tag: 'Embeds',
    summary:
      'Reviews chosen by hand, in the given order, and whether an embed with these settings shows them.',
    input: z.strictObject({
      id: idSchema,
      pickedIds: embedSettingsSchema.shape.pickedIds.unwrap(),
      sources: embedSettingsSchema.shape.sources.unwrap(),
      locationIds: embedSettingsSchema.shape.locationIds.unwrap(),
    }),
    output: z.object({ picks: z.array(embedPickSchema) }),
  }),
  publish: route({
    method: 'POST',
    path: '/embeds/{id}/publish',
    access: 'user',
    action: 'embeds.manage',
    needs: 'publish',
    tag: 'Embeds',
    summary: 'Publishes the draft: the public addresses show it at once.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ embed: embedSchema }),
  }),
  unpublish: route({
    method: 'POST',
    path: '/embeds/{id}/unpublish',
    access: 'user',
    action: 'embeds.manage',
    tag: 'Embeds',
    summary:
      'Takes an embed offline and keeps the draft; pages with its code show nothing until it is published again.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ embed: embedSchema }),
  }),
  traffic: route({
    method: 'GET',
    path: '/embeds/{id}/traffic',
    access: 'user',
    action: 'embeds.read',
    reads: 'replica',
    tag: 'Embeds',
    summary:
      'How often an embed was loaded and used in the last days, today included: sums only, no single visitors.',
    input: z.strictObject({ id: idSchema, days: z.literal(trafficDays) }),
    output: trafficSchema,
  }),
  check: route({
    method: 'POST',
    path: '/embeds/{id}/check',
    access: 'user',
    action: 'embeds.manage',
    tag: 'Embeds',
    summary: 'Fetches a page and reports whether this widget or badge is installed on it.',
    input: z.strictObject({ id: idSchema, url: z.string().trim().min(1).max(2000) }),
    output: pageCheckSchema,
  }),
  remove: route({
    whileActing: false,
    method: 'DELETE',
    path: '/embeds/{id}',
    access: 'user',
    action: 'embeds.manage',
    tag: 'Embeds',
    summary: 'Deletes a widget or badge; pages that still contain its code show nothing.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
};
