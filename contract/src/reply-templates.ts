import { z } from 'zod';
import { emptyInput, idSchema, nameSchema, okOutput } from './common.ts';
import { languages } from './constants.ts';
import { unknownPlaceholders } from './reply-placeholders.ts';
import { route } from './route.ts';

export const maxReplyTemplates = 100;
/** Characters; Google takes 4,096 bytes. */
export const maxTemplateLength = 4_000;

/** The languages of texts, and `any` for all languages without a text of their own. */
export const templateLanguages = [...languages, 'any'] as const;
export type TemplateLanguage = (typeof templateLanguages)[number];

const textSchema = z
  .string()
  .trim()
  .min(1)
  .max(maxTemplateLength)
  .refine((text) => unknownPlaceholders(text).length === 0, 'It has a placeholder that does not exist.');

const templateFields = {
  name: nameSchema(60).min(1),
  /** At least one. */
  texts: z
    .partialRecord(z.enum(templateLanguages), textSchema)
    .refine((texts) => Object.keys(texts).length > 0, 'It has no text.'),
  /** Stars that it is for. With `recommendations` empty too, it is for every review. */
  ratings: z.array(z.int().min(1).max(5)).max(5),
  recommendations: z.array(z.enum(['positive', 'negative'])).max(2),
  /** Null: for every business. */
  businessId: idSchema.nullable(),
};

export const replyTemplateSchema = z.object({
  id: idSchema,
  ...templateFields,
  /** Rises with every change. */
  version: z.int(),
});
export type ReplyTemplate = z.infer<typeof replyTemplateSchema>;
export type ReplyTemplateFields = Omit<ReplyTemplate, 'id' | 'version'>;

export const replyTemplates = {
  list: route({
    method: 'GET',
    path: '/reply-templates',
    access: 'user',
    action: 'reviews.read',
    tag: 'Reply templates',
    summary: 'The templates of replies by name.',
    input: emptyInput,
    output: z.object({ templates: z.array(replyTemplateSchema) }),
  }),
  create: route({
    method: 'POST',
    path: '/reply-templates',
    access: 'user',
    action: 'templates.manage',
    tag: 'Reply templates',
    summary: 'Adds a template. Answers `limit-reached` at the maximum number.',
    input: z.strictObject(templateFields),
    output: z.object({ template: replyTemplateSchema }),
    successStatus: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/reply-templates/{id}',
    access: 'user',
    action: 'templates.manage',
    tag: 'Reply templates',
    summary: 'Replaces a template. Answers `conflict` when it has changed since `version`.',
    input: z.strictObject({ id: idSchema, ...templateFields, version: z.int().min(1) }),
    output: z.object({ template: replyTemplateSchema }),
  }),
  remove: route({
    whileActing: false,
    method: 'DELETE',
    path: '/reply-templates/{id}',
    access: 'user',
    action: 'templates.manage',
    tag: 'Reply templates',
    summary: 'Deletes a template. Replies that were written with it stay as they are.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
};
