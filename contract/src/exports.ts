/** Exports: the reviews of a filter as one file, and everything of an account as one archive. */
import { z } from 'zod';
import { emptyInput, idSchema, okOutput, optionalEmptyBody, timeSchema } from './common.ts';
import { languages } from './constants.ts';
import { reviewFilterSchema } from './reviews.ts';
import { route } from './route.ts';

export const exportFormats = ['csv', 'xlsx', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const reviewExportSorts = ['newest', 'oldest'] as const;
export type ReviewExportSort = (typeof reviewExportSorts)[number];

/** Reviews of a selection that one export takes. */
export const maxExportedIds = 500;
/** Seconds in which a download must begin. Its address works once. */
export const downloadAddressSeconds = 60;
/** Exports of reviews that an account runs at once; a person runs one. */
export const maxRunningExports = 3;

export const reviewExportRequestSchema = z.strictObject({
  format: z.enum(exportFormats),
  /** Of the headings and words in tables. JSON has the same names in every language. */
  language: z.enum(languages),
  filter: reviewFilterSchema.default({}),
  sort: z.enum(reviewExportSorts).default('newest'),
  /** Only these of the filtered reviews. */
  ids: z.array(idSchema).min(1).max(maxExportedIds).optional(),
});
export type ReviewExportRequest = z.output<typeof reviewExportRequestSchema>;

/**
 * - `waiting`: its download has not begun. `running`: it is being downloaded.
 * - `done`: the file was sent to its end. `canceled`: by the person here or in the browser, or never begun.
 * - `failed`: the file ends too early, and has to be downloaded again.
 */
export const reviewExportStates = ['waiting', 'running', 'done', 'canceled', 'failed'] as const;

export const reviewExportSchema = z.object({
  id: idSchema,
  format: z.enum(exportFormats),
  state: z.enum(reviewExportStates),
  /** Rows and bytes that were sent so far. */
  rows: z.int(),
  bytes: z.int(),
  /** Reviews that are left out because the terms of their platform do not allow to save them. */
  leftOut: z.int(),
  createdAt: timeSchema,
});
export type ReviewExport = z.infer<typeof reviewExportSchema>;

const oneExport = z.strictObject({ id: idSchema });
const exportOutput = z.object({ export: reviewExportSchema });

export const reviewExports = {
  begin: route({
    method: 'POST',
    path: '/reviews/exports',
    access: 'user',
    action: 'reviews.export',
    tag: 'Reviews',
    summary:
      'Begins an export of the reviews that match the filters of the list. The file is downloaded from `address`, which works once, without a token, and within a minute. Answers `conflict` while another export of the caller runs.',
    input: reviewExportRequestSchema,
    output: exportOutput.extend({ address: z.string() }),
    successStatus: 201,
  }),
  get: route({
    method: 'GET',
    path: '/reviews/exports/{id}',
    access: 'user',
    action: 'reviews.export',
    tag: 'Reviews',
    summary: 'How far an export of the caller is. Known for a day.',
    input: oneExport,
    output: exportOutput,
  }),
  cancel: route({
    method: 'DELETE',
    path: '/reviews/exports/{id}',
    access: 'user',
    action: 'reviews.export',
    tag: 'Reviews',
    summary: 'Ends an export of the caller; its download breaks off.',
    input: oneExport,
    output: okOutput,
  }),
};

/** Days for which a finished archive can be downloaded. */
export const archiveDays = 7;
/** Archives that an account may begin in 24 hours. */
export const maxArchivesPerDay = 3;

/** Why an archive could not be made: it would be larger than may be stored, or an error here. */
export const archiveFailures = ['too-large', 'internal'] as const;

export const archiveSchema = z.object({
  id: idSchema,
  state: z.enum(['running', 'ready', 'failed']),
  failure: z.enum(archiveFailures).nullable(),
  /** Files of the archive that are finished, and how many there will be. */
  files: z.object({ done: z.int(), total: z.int() }),
  bytes: z.int(),
  createdAt: timeSchema,
  /** When it is deleted; null until it is ready. */
  expiresAt: timeSchema.nullable(),
});
export type Archive = z.infer<typeof archiveSchema>;

const archiveOutput = z.object({ archive: archiveSchema.nullable() });

export const archives = {
  get: route({
    method: 'GET',
    path: '/account/archive',
    access: 'user',
    action: 'account.manage',
    tag: 'Account',
    summary: 'The archive with everything of the account, while it is made and until it is deleted.',
    input: emptyInput,
    output: archiveOutput,
  }),
  begin: route({
    method: 'POST',
    path: '/account/archive',
    access: 'user',
    action: 'account.manage',
    tag: 'Account',
    summary:
      'Begins an archive with everything of the account in the background, and deletes the one before. The caller gets a mail when it is ready. Answers `sign-in-again` without a recent sign-in.',
    input: z.strictObject({ language: z.enum(languages) }),
    output: archiveOutput,
    successStatus: 202,
  }),
  remove: route({
    method: 'DELETE',
    path: '/account/archive',
    access: 'user',
    action: 'account.manage',
    tag: 'Account',
    summary: 'Deletes the archive, or stops making it.',
    input: optionalEmptyBody,
    output: archiveOutput,
  }),
  download: route({
    method: 'POST',
    path: '/account/archive/download',
    access: 'user',
    action: 'account.manage',
    tag: 'Account',
    summary:
      'The address of the finished archive, which works once, without a token, and within a minute. Answers `sign-in-again` without a recent sign-in.',
    input: optionalEmptyBody,
    output: z.object({ address: z.string() }),
  }),
};
