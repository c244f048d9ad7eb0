/**
 * Imports of reviews: a table (CSV, XLSX) with a column mapping, or the archive that a platform exports for owners
 * (JSON).
 */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { emptyInput, idSchema, timeSchema } from './common.ts';
import {
  dateOrders,
  type ImportField,
  importEncodings,
  importFaults,
  importFields,
  importLimits,
  importSeparators,
} from './import-files.ts';
import { sourceSchema } from './platforms.ts';
import { reviewSchema } from './reviews.ts';
import { route } from './route.ts';

/**
 * - `uploading`: parts arrive. `read`: the files are parsed, the owner confirms the mapping.
 * - `checking`, `checked`: the dry run. `publishing`: rows are stored; they become visible all at once.
 * - `undoing`: rows are hidden and deleted; ends as `canceled` (before it was finished) or `undone`.
 * - `replaced`: discarded for a newer import, because an account may have only a few unfinished ones.
 * - `failed`: the files could not be read to the end; nothing was stored.
 */
export const importStates = [
  'uploading',
  'read',
  'checking',
  'checked',
  'publishing',
  'finished',
  'undoing',
  'undone',
  'canceled',
  'replaced',
  'failed',
] as const;

/** Why a whole import cannot be read. */
export const importProblems = [
  'empty',
  'only-header',
  'binary',
  'packed',
  'quotes',
  'row-too-long',
  'too-many-rows',
  'too-many-columns',
  'too-many-cells',
  'not-an-archive',
  'mixed-files',
  'workbook-too-large',
  'workbook-damaged',
  'workbook-protected',
  'workbook-old',
  'workbook-open',
  'no-workbook',
] as const;
export type ImportProblem = (typeof importProblems)[number];

const fileSchema = z.strictObject({
  name: z.string().min(1).max(255),
  bytes: z.number().int().min(0).max(importLimits.bytes),
  /** Milliseconds since 1970, `File.lastModified` of the browser. */
  lastModified: z.number().int().optional(),
});

/** Column (counted from 0) of each field; null when the table has none. */
export const importMappingSchema = z.strictObject(
  Object.fromEntries(
    importFields.map((field) => [
      field,
      z
        .number()
        .int()
        .min(0)
        .max(importLimits.columns - 1)
        .nullable(),
    ]),
  ) as Record<ImportField, z.ZodNullable<z.ZodNumber>>,
);
export type ImportMapping = z.infer<typeof importMappingSchema>;

/** The owner's settings of an import. An archive needs only the location and the source. */
export const importSettingsSchema = z.strictObject({
  locationId: idSchema,
  source: sourceSchema.exclude(['first-party']),
  mapping: importMappingSchema,
  dateOrder: z.enum(dateOrders).nullable(),
  /** The day on which the file was made: relative dates such as "2 weeks ago" count back from it. */
  asOf: z.iso.date().nullable(),
  /** The day of all reviews, for a table without a date column. */
  oneDate: z.iso.date().nullable(),
  /** The highest rating of the table's scale. */
  scale: z.union([z.literal(5), z.literal(10)]),
});
export type ImportSettings = z.infer<typeof importSettingsSchema>;

/** Order of day and month in a column. `ask`: the values fit both orders. `mixed`: no order fits all of them. */
export const columnDates = ['dmy', 'mdy', 'ask', 'mixed', 'clear'] as const;
export const importColumnSchema = z.object({
  name: z.string(),
  /** The first value that is not empty, shortened. */
  example: z.string(),
  /** Null when the column is not a date column. */
  dates: z.enum(columnDates).nullable(),
  /** True when some values are relative, such as "2 weeks ago". */
  relative: z.boolean(),
});
export type ImportColumn = z.infer<typeof importColumnSchema>;

export const importSchema = z.object({
  id: idSchema,
  state: z.enum(importStates),
  kind: z.enum(['table', 'archive']).nullable(),
  fileNames: z.array(z.string()),
  bytes: z.number().int(),
  locationId: idSchema.nullable(),
  locationName: z.string().nullable(),
  source: sourceSchema.nullable(),
  createdAt: timeSchema,
  /** Name or e-mail address of the user who started it; null when the user was deleted. */
  createdBy: z.string().nullable(),
  finishedAt: timeSchema.nullable(),
  /** Rows of the files, and how many of them the current step has processed. */
  rows: z.number().int(),
  done: z.number().int(),
  added: z.number().int(),
  unchanged: z.number().int(),
  changed: z.number().int(),
  invalid: z.number().int(),
  problem: z.enum(importProblems).nullable(),
  /** The line of the problem; null when it has none. */
  problemLine: z.number().int().nullable(),
});
export type Import = z.infer<typeof importSchema>;

export const importDetailSchema = importSchema.extend({
  /** IANA time zone of the account, used for the days in the files. */
  timeZone: z.string(),
  /** The day of the file's last change, as a suggestion for `asOf`; the owner must confirm it. */
  modifiedOn: z.iso.date().nullable(),
  /** Encoding of a text table; null for an archive or a spreadsheet. */
  encoding: z.enum(importEncodings).nullable(),
  separator: z.enum(importSeparators).nullable(),
  /** Whether the first row below any titles holds the names of the columns. */
  header: z.boolean().nullable(),
  /** The line, or row of a spreadsheet, with the column names, counted from 1. */
  headingLine: z.number().int().nullable(),
  /** Names of a spreadsheet's sheets, and the index of the one that is read; empty and null for other files. */
  sheets: z.array(z.string()),
  sheet: z.number().int().nullable(),
  columns: z.array(importColumnSchema),
  /** The last settings, or a guess; the location is null when it cannot be guessed. */
  settings: importSettingsSchema.extend({ locationId: idSchema.nullable() }).nullable(),
});
export type ImportDetail = z.infer<typeof importDetailSchema>;

export const importFaultSchema = z.object({
  line: z.number().int(),
  column: z.string().nullable(),
  value: z.string(),
  fault: z.enum(importFaults),
});

/** A row as the review that it becomes, or why it cannot be imported. */
export const importPreviewSchema = z.object({
  line: z.number().int(),
  review: reviewSchema
    .pick({
      authorName: true,
      rating: true,
      recommendation: true,
      text: true,
      translation: true,
      writtenAt: true,
      writtenDay: true,
      dateBasis: true,
      permalink: true,
    })
    .extend({ reply: z.object({ text: z.string(), at: timeSchema.nullable() }).nullable() })
    .nullable(),
  fault: importFaultSchema.omit({ line: true }).nullable(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

const idInput = z.strictObject({ id: idSchema });
const importOutput = z.object({ import: importSchema });

export const imports = {
  list: route({
    method: 'GET',
    path: '/imports',
    access: 'user',
    action: 'connections.read',
    tag: 'Imports',
    summary: 'The last 100 imports, newest first.',
    input: emptyInput,
    output: z.object({ imports: z.array(importSchema) }),
  }),
  create: route({
    method: 'POST',
    path: '/imports',
    access: 'user',
    action: 'reviews.import',
    tag: 'Imports',
    summary:
      'Creates an import of these files. Each file is sent in parts of 1 MiB as `application/octet-stream` to `PUT /imports/{id}/files/{file}/parts/{part}`, both counted from 0.',
    input: z.strictObject({ files: z.array(fileSchema).min(1).max(importLimits.files) }),
    output: importOutput,
    successStatus: 201,
  }),
  events: route({
    method: 'GET',
    path: '/imports/events',
    access: 'user',
    action: 'connections.read',
    tag: 'Imports',
    summary:
      'Server-sent events: the state of each import of the last day, first as it is and again after each change.',
    input: emptyInput,
    output: eventIterator(importSchema),
  }),
  get: route({
    method: 'GET',
    path: '/imports/{id}',
    access: 'user',
    action: 'connections.read',
    tag: 'Imports',
    summary: 'One import with the content of its files.',
    input: idInput,
    output: z.object({ import: importDetailSchema }),
  }),
  read: route({
    method: 'POST',
    path: '/imports/{id}/read',
    access: 'user',
    action: 'reviews.import',
    tag: 'Imports',
    summary:
      'Reads the uploaded files: format, encoding, sheet, columns, and a guess of what each column holds.',
    input: z.strictObject({
      id: idSchema,
      /** Null asks the server to guess. */
      encoding: z.enum(importEncodings).nullable(),
      separator: z.enum(importSeparators).nullable(),
      header: z.boolean().nullable(),
      /** Index of the sheet of a spreadsheet; the guess is the first one with rows. */
      sheet: z.number().int().min(0).nullable(),
    }),
    output: z.object({ import: importDetailSchema }),
  }),
  preview: route({
    method: 'POST',
    path: '/imports/{id}/preview',
    access: 'user',
    action: 'reviews.import',
    tag: 'Imports',
    summary: 'The first 20 rows as these settings would import them.',
    input: z.strictObject({ id: idSchema, settings: importSettingsSchema }),
    output: z.object({ rows: z.array(importPreviewSchema) }),
  }),
  check: route({
    method: 'POST',
    path: '/imports/{id}/check',
    access: 'user',
    action: 'reviews.import',
    tag: 'Imports',
    summary: 'Starts the dry run: reads and compares every row, and writes no review.',
    input: z.strictObject({ id: idSchema, settings: importSettingsSchema }),
    output: importOutput,
    successStatus: 202,
  }),
  faults: route({
    method: 'GET',
    path: '/imports/{id}/faults',
    access: 'user',
    action: 'connections.read',
    tag: 'Imports',
    summary:
      'Rows that cannot be imported, with the reason, in the order of the file; at most 1,000 are stored.',
    input: idInput,
    output: z.object({ faults: z.array(importFaultSchema) }),
  }),
  publish: route({
    method: 'POST',
    path: '/imports/{id}/publish',
    access: 'user',
    action: 'reviews.import',
    tag: 'Imports',
    summary: 'Imports what the dry run has shown. All reviews become visible at the same moment.',
    input: idInput,
    output: importOutput,
    successStatus: 202,
  }),
  cancel: route({
    method: 'POST',
    path: '/imports/{id}/cancel',
    access: 'user',
    action: 'reviews.import',
    tag: 'Imports',
    summary: 'Cancels an import before it is finished; none of its reviews stay.',
    input: idInput,
    output: importOutput,
    successStatus: 202,
  }),
  undo: route({
    whileActing: false,
    method: 'POST',
    path: '/imports/{id}/undo',
    access: 'user',
    action: 'reviews.import',
    tag: 'Imports',
    summary:
      'Undoes a finished import: deletes the reviews that it added, except those that a sync has confirmed since.',
    input: idInput,
    output: importOutput,
    successStatus: 202,
  }),
};
