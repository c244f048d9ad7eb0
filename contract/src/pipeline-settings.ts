/**
 * The settings of a pipeline, the public page on which visitors rate: one versioned schema with a default for every field, so
 * that old rows and empty objects can be read. No setting can hide, move or shrink the public links by the rating
 * (docs/decisions/0075-how-collecting-works.md).
 */
import { z } from 'zod';
import { innerJoiners, nameSchema } from './common.ts';
import { languages } from './constants.ts';

export const ratingStyles = ['stars', 'thumbs'] as const;
export type RatingStyle = (typeof ratingStyles)[number];

/** Compositions of the page. */
export const pageLooks = ['plain', 'tinted', 'band'] as const;
export const pageThemes = ['auto', 'light', 'dark'] as const;
/** System fonts only, because the page loads none. */
export const pageFonts = ['system', 'serif', 'rounded'] as const;

/** Plain text of the owner: at most `max` characters; line breaks are the only control characters. */
export const ownText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(new RegExp(`^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}]|\n|${innerJoiners})*$`, 'u'));

/** The texts of the page that an owner can replace, with the most characters of each. An absent text is ours. */
export const pageTexts = {
  /** Above the stars. */
  question: 80,
  /** Below the question. */
  introduction: 200,
  linksTitle: 80,
  reviewTitle: 80,
  messageTitle: 80,
  thanksTitle: 80,
  thanks: 300,
} as const;
export type PageText = keyof typeof pageTexts;

/** The most characters of the text that a visitor agrees to. */
export const maxConsentLength = 600;

const textsSchema = z.strictObject({
  question: ownText(pageTexts.question).optional(),
  introduction: ownText(pageTexts.introduction).optional(),
  linksTitle: ownText(pageTexts.linksTitle).optional(),
  reviewTitle: ownText(pageTexts.reviewTitle).optional(),
  messageTitle: ownText(pageTexts.messageTitle).optional(),
  thanksTitle: ownText(pageTexts.thanksTitle).optional(),
  thanks: ownText(pageTexts.thanks).optional(),
  /** What a visitor agrees to who gives a name or a contact. */
  consent: ownText(maxConsentLength).optional(),
});
export type PageTexts = z.infer<typeof textsSchema>;

export const maxQuestions = 3;
export const maxAnswerLength = 500;

/** A question of the owner beside the review; its answers are for the owner only. */
const questionSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{4,12}$/),
  text: nameSchema(120).min(1),
});
export type PipelineQuestion = z.infer<typeof questionSchema>;

export const pipelineSettingsSchema = z.strictObject({
  version: z.literal(1).default(1),
  ratingStyle: z.enum(ratingStyles).default('stars'),
  /** At this many stars and below, and for a thumb down, the box for a private message is open from the start. */
  threshold: z.int().min(1).max(4).default(3),
  /** By language; a language without texts shows ours. */
  texts: z.partialRecord(z.enum(languages), textsSchema).default({}),
  questions: z.array(questionSchema).max(maxQuestions).default([]),
  /** Whether the form asks for a name, and for a way to reach the visitor. Both are always optional for the visitor. */
  asksName: z.boolean().default(true),
  asksContact: z.boolean().default(true),
  /** Whether search engines may list the profile page of the business. */
  profileIndexed: z.boolean().default(false),
  look: z
    .strictObject({
      composition: z.enum(pageLooks).default('plain'),
      theme: z.enum(pageThemes).default('auto'),
      font: z.enum(pageFonts).default('system'),
      /** Null: the color of the business, or ours. */
      color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/)
        .nullable()
        .default(null),
      logo: z.boolean().default(true),
    })
    .prefault({}),
});
export type PipelineSettings = z.infer<typeof pipelineSettingsSchema>;
export const defaultPipelineSettings: PipelineSettings = pipelineSettingsSchema.parse({});

/** Whether the box for a private message is open after this rating. */
export function opensMessage(settings: Pick<PipelineSettings, 'threshold'>, rating: VisitorRating): boolean {
  return typeof rating === 'number' ? rating <= settings.threshold : rating === 'down';
}

/** What a visitor chose: stars, or a thumb. */
export const visitorRatingSchema = z.union([z.int().min(1).max(5), z.enum(['up', 'down'])]);
export type VisitorRating = z.infer<typeof visitorRatingSchema>;
