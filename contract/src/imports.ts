/** Reviews from files: a table (CSV, XLSX) whose columns are mapped, or the archive that a platform hands its owners (JSON). */
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
 * - `uploading`: parts arrive. `read`: what the files hold is known, the owner says what it means.
 * - `checking`, `checked`: the dry run. `publishing`: rows are stored, none is shown before all are.
 * - `undoing`: rows are taken away again, none is shown; ends as `cancelled` (before it was finished) or `undone`.
 * - `replaced`: given up for a newer import, because only so many wait for their owner at once.
 * - `failed`: it could not be read to its end; nothing was kept.
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
  'cancelled',
  'replaced',
  'failed',
] as const;

/** Why files cannot be read as a whole. */
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
  /** Milliseconds since 1970, as a browser tells it of a chosen file. */
  lastModified: z.number().int().optional(),
});

/** Column (counted from 0) of each field; null where the table has none. */
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

/** What the owner says about the files. An archive needs the place and the source only. */
export const importSettingsSchema = z.strictObject({
  locationId: idSchema,
  source: sourceSchema.exclude(['first-party']),
  mapping: importMappingSchema,
  dateOrder: z.enum(dateOrders).nullable(),
  /** The day the file was made, from which "2 weeks ago" counts back. */
  asOf: z.iso.date().nullable(),
  /** The day of every review, for a table without a column of dates. */
  oneDate: z.iso.date().nullable(),
  /** The most stars of the table's scale. */
  scale: z.union([z.literal(5), z.literal(10)]),
});
export type ImportSettings = z.infer<typeof importSettingsSchema>;

/** How days and months stand in a column: told by its values, `ask` when they fit both ways, `mixed` when some do not. */
export const columnDates = ['dmy', 'mdy', 'ask', 'mixed', 'clear'] as const;
export const importColumnSchema = z.object({
  name: z.string(),
  /** A first value that is not empty, shortened. */
  example: z.string(),
  /** Null when hardly a value is a date. */
  dates: z.enum(columnDates).nullable(),
  /** Some values tell only how long ago it was. */
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
  /** Name or address of who began it; null when that person is gone. */
  createdBy: z.string().nullable(),
  finishedAt: timeSchema.nullable(),
  /** Rows of the files, and how many of them the present step has dealt with. */
  rows: z.number().int(),
  done: z.number().int(),
  added: z.number().int(),
  there: z.number().int(),
  changed: z.number().int(),
  faulty: z.number().int(),
  problem: z.enum(importProblems).nullable(),
  /** Line that the problem was met on, where there is one. */
  problemLine: z.number().int().nullable(),
});
export type Import = z.infer<typeof importSchema>;

export const importDetailSchema = importSchema.extend({
  /** IANA zone of the account: days of the files are days there. */
  timeZone: z.string(),
  /** The day on which a table was last changed there, where its dates may count back from it; to be asked, not taken. */
  modifiedOn: z.iso.date().nullable(),
  /** How the text of a table was read; null for an archive and for a spreadsheet. */
  encoding: z.enum(importEncodings).nullable(),
  separator: z.enum(importSeparators).nullable(),
  /** Whether the first row, titles above the table left aside, holds the names of the columns. */
  header: z.boolean().nullable(),
  /** The line, or the row of a spreadsheet, that these names stand on, counted from 1. */
  headingLine: z.number().int().nullable(),
  /** Names of a spreadsheet's sheets, and which of them is read, counted from 0; none and null for other files. */
  sheets: z.array(z.string()),
  sheet: z.number().int().nullable(),
  columns: z.array(importColumnSchema),
  /** What was said last, or what we guess; the place is null while there is no one guess. */
  settings: importSettingsSchema.extend({ locationId: idSchema.nullable() }).nullable(),
});
export type ImportDetail = z.infer<typeof importDetailSchema>;

export const importFaultSchema = z.object({
  line: z.number().int(),
  column: z.string().nullable(),
  value: z.string(),
  fault: z.enum(importFaults),
});

/** A review as it will look, or what is wrong with its row. */
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
    tag: 'Imports',
    summary: 'The last 100 imports, newest first.',
    input: emptyInput,
    output: z.object({ imports: z.array(importSchema) }),
  }),
  create: route({
    method: 'POST',
    path: '/imports',
    access: 'user',
    tag: 'Imports',
    summary:
      'Begins an import of these files. Each is sent in parts of 1 MiB as `application/octet-stream` to `PUT /imports/{id}/files/{file}/parts/{part}`, both counted from 0.',
    input: z.strictObject({ files: z.array(fileSchema).min(1).max(importLimits.files) }),
    output: importOutput,
    successStatus: 201,
  }),
  events: route({
    method: 'GET',
    path: '/imports/events',
    access: 'user',
    tag: 'Imports',
    summary: 'Server-sent events: the state of each import of the last day, at once and whenever it changes.',
    input: emptyInput,
    output: eventIterator(importSchema),
  }),
  get: route({
    method: 'GET',
    path: '/imports/{id}',
    access: 'user',
    tag: 'Imports',
    summary: 'One import with what its files hold.',
    input: idInput,
    output: z.object({ import: importDetailSchema }),
  }),
  read: route({
    method: 'POST',
    path: '/imports/{id}/read',
    access: 'user',
    tag: 'Imports',
    summary:
      'Reads the files that have arrived: kind, encoding, sheet, columns, and a guess of what each holds.',
    input: z.strictObject({
      id: idSchema,
      /** Null asks for our guess. */
      encoding: z.enum(importEncodings).nullable(),
      separator: z.enum(importSeparators).nullable(),
      header: z.boolean().nullable(),
      /** Of a spreadsheet, counted from 0; the guess is the first that has rows. */
      sheet: z.number().int().min(0).nullable(),
    }),
    output: z.object({ import: importDetailSchema }),
  }),
  preview: route({
    method: 'POST',
    path: '/imports/{id}/preview',
    access: 'user',
    tag: 'Imports',
    summary: 'The first 20 rows as they will look under these settings.',
    input: z.strictObject({ id: idSchema, settings: importSettingsSchema }),
    output: z.object({ rows: z.array(importPreviewSchema) }),
  }),
  check: route({
    method: 'POST',
    path: '/imports/{id}/check',
    access: 'user',
    tag: 'Imports',
    summary: 'Begins the dry run: every row is read and compared, no review is written.',
    input: z.strictObject({ id: idSchema, settings: importSettingsSchema }),
    output: importOutput,
    successStatus: 202,
  }),
  faults: route({
    method: 'GET',
    path: '/imports/{id}/faults',
    access: 'user',
    tag: 'Imports',
    summary: 'Rows that cannot be imported and why, in the order of the file; at most 1,000 are kept.',
    input: idInput,
    output: z.object({ faults: z.array(importFaultSchema) }),
  }),
  publish: route({
    method: 'POST',
    path: '/imports/{id}/publish',
    access: 'user',
    tag: 'Imports',
    summary: 'Imports what the dry run has shown. All of it appears at one moment.',
    input: idInput,
    output: importOutput,
    successStatus: 202,
  }),
  cancel: route({
    method: 'POST',
    path: '/imports/{id}/cancel',
    access: 'user',
    tag: 'Imports',
    summary: 'Gives an import up before it is finished; nothing of it stays.',
    input: idInput,
    output: importOutput,
    successStatus: 202,
  }),
  undo: route({
    method: 'POST',
    path: '/imports/{id}/undo',
    access: 'user',
    tag: 'Imports',
    summary:
      'Takes a finished import back: deletes the reviews that it added, but for those that a sync has confirmed since.',
    input: idInput,
    output: importOutput,
    successStatus: 202,
  }),
};
