/** Tags of reviews, and the rules that give them to new reviews. */
import { z } from 'zod';
import { emptyInput, idSchema, nameSchema, okOutput } from './common.ts';
import { sourceSchema } from './platforms.ts';
import { ownReviewSchema } from './reviews.ts';
import { route } from './route.ts';

export const maxTags = 100;
export const maxTagsOfReview = 20;
export const maxTagNameLength = 40;
export const maxRuleWords = 20;
export const maxRuleWordLength = 60;
export const maxRuleLanguages = 20;
/** A preview looks at this many of the newest reviews at most, and shows this many of those that match. */
export const previewedReviews = 500;
export const previewExamples = 5;
/** Characters of a text in the examples, and on each side of a word that was found. */
export const exampleLength = 200;
export const hitContextLength = 60;

/** Each is readable in every theme (`web/src/features/reviews/tags/tags.module.css`). */
export const tagColors = [
  'gray',
  'red',
  'orange',
  'amber',
  'green',
  'teal',
  'blue',
  'indigo',
  'purple',
  'pink',
] as const;
export type TagColor = (typeof tagColors)[number];

const starsSchema = z.int().min(1).max(5);

/** What a review must meet to get the tag by itself: every condition that is set. Lists mean any of them; empty ones all. */
export const tagRuleSchema = z
  .strictObject({
    /** Words or phrases of the text; case and accents are ignored, and a word also finds what begins with it. */
    words: z.array(nameSchema(maxRuleWordLength).min(1)).max(maxRuleWords).default([]),
    /** Null: any rating, and none. A range leaves out reviews without stars. */
    rating: z
      .strictObject({ from: starsSchema, to: starsSchema })
      .refine(({ from, to }) => from <= to, 'The range ends before it begins.')
      .nullable()
      .default(null),
    sources: z.array(sourceSchema).max(10).default([]),
    /** ISO 639 codes. */
    languages: z
      .array(z.string().regex(/^[a-z]{2,3}$/))
      .max(maxRuleLanguages)
      .default([]),
    recommendation: z.enum(['positive', 'negative']).nullable().default(null),
  })
  .refine(
    ({ words, rating, sources, languages, recommendation }) =>
      words.length + sources.length + languages.length > 0 || rating !== null || recommendation !== null,
    'A rule needs a condition.',
  );
export type TagRule = z.infer<typeof tagRuleSchema>;

/** Work on the reviews that a tag has, or gets by its rule. */
const tagRunSchema = z.object({ done: z.int(), total: z.int() });

export const tagSchema = z.object({
  id: idSchema,
  name: z.string(),
  color: z.enum(tagColors),
  /** Null without a rule, and for members who are limited to locations, who see no rule. */
  rule: tagRuleSchema.nullable(),
  /** Reviews that have it, without removed ones. */
  reviewCount: z.int(),
  /** The rule being applied to earlier reviews; null while nothing runs, and for members who are limited to locations. */
  run: tagRunSchema.nullable(),
  /** The last time the rule was applied to earlier reviews, it failed again and again and was given up. */
  runFailed: z.boolean(),
});
export type ReviewTag = z.infer<typeof tagSchema>;

export const rulePreviewSchema = z.object({
  /** Reviews that were looked at. */
  seen: z.int(),
  matched: z.int(),
  examples: z.array(
    z.object({
      id: idSchema,
      authorName: z.string().nullable(),
      rating: z.int().nullable(),
      recommendation: z.enum(['positive', 'negative']).nullable(),
      /** The beginning of it. */
      text: z.string().nullable(),
      /** What the words of the rule found first in the first 5,000 letters of the text; null without any. */
      hit: z.object({ before: z.string(), found: z.string(), after: z.string() }).nullable(),
    }),
  ),
});
export type RulePreview = z.infer<typeof rulePreviewSchema>;

const nameInput = nameSchema(maxTagNameLength).min(1);
const read = { access: 'user', action: 'reviews.read', tag: 'Tags' } as const;
const use = { access: 'user', action: 'reviews.tag', tag: 'Tags' } as const;
const manage = { access: 'user', action: 'tags.manage', tag: 'Tags' } as const;
const output = z.object({ tag: tagSchema });

export const tags = {
  list: route({
    ...read,
    method: 'GET',
    path: '/tags',
    summary: 'All tags by name, with the number of reviews of each.',
    input: emptyInput,
    output: z.object({ tags: z.array(tagSchema) }),
  }),
  create: route({
    ...use,
    method: 'POST',
    path: '/tags',
    summary:
      'Creates a tag. Answers `conflict` when one of this name exists, whatever its case and accents, and `limit-reached` beyond 100.',
    input: z.strictObject({ name: nameInput, color: z.enum(tagColors).optional() }),
    output,
    successStatus: 201,
  }),
  update: route({
    ...manage,
    method: 'PUT',
    path: '/tags/{id}',
    summary:
      'Changes name, color and rule. A rule tags new and edited reviews from then on; `POST /tags/{id}/run` applies it to earlier ones. A change of the rule ends a run that is under way.',
    input: z.strictObject({
      id: idSchema,
      name: nameInput,
      color: z.enum(tagColors),
      rule: tagRuleSchema.nullable(),
    }),
    output,
  }),
  remove: route({
    ...manage,
    whileActing: false,
    method: 'DELETE',
    path: '/tags/{id}',
    summary: 'Deletes a tag; it is gone at once, and the reviews lose it in the background.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
  merge: route({
    ...manage,
    whileActing: false,
    method: 'POST',
    path: '/tags/{id}/merge',
    summary: 'Deletes a tag and gives its reviews another one, in the background.',
    input: z.strictObject({ id: idSchema, into: idSchema }),
    output,
  }),
  preview: route({
    ...manage,
    method: 'POST',
    path: '/tags/preview',
    summary:
      'Which of the newest reviews a rule would match, with examples: of 500, and of fewer where they are very long. An account previews one rule at a time.',
    input: z.strictObject({ rule: tagRuleSchema }),
    output: rulePreviewSchema,
  }),
  run: route({
    ...manage,
    method: 'POST',
    path: '/tags/{id}/run',
    summary:
      'Applies the rule of a tag to all stored reviews in the background; the list of tags has the progress. A run that is under way goes on. Answers `conflict` for a tag without a rule.',
    input: z.strictObject({ id: idSchema }),
    output,
    successStatus: 202,
  }),
  ofReview: route({
    ...use,
    method: 'PUT',
    path: '/reviews/{id}/tags',
    summary:
      'Gives a review tags and takes others away. Answers `not-found` for a tag that does not exist, and `limit-reached` beyond 20 tags.',
    input: z.strictObject({
      id: idSchema,
      add: z.array(idSchema).max(maxTagsOfReview),
      remove: z.array(idSchema).max(maxTags),
    }),
    output: z.object({ review: ownReviewSchema }),
  }),
};
