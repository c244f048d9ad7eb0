/** What everybody sees while the operator works on the installation, and the administrator's panel for it. */
import { z } from 'zod';
import { emptyInput, idSchema, innerJoiners, timeSchema } from './common.ts';
import { languages } from './constants.ts';
import { route } from './route.ts';

/** `info` can be closed by whoever sees it; `warning` stays. */
export const noticeTones = ['info', 'warning'] as const;
export type NoticeTone = (typeof noticeTones)[number];
export const noticeTextMaxLength = 400;
/** Notices that have not ended. */
export const maxOpenNotices = 20;
/** How far ahead a notice can end. */
export const maxNoticeDays = 366;

/** Plain text, on one or more lines. */
const noticeText = z
  .string()
  .trim()
  .min(1)
  .max(noticeTextMaxLength)
  .regex(new RegExp(`^(?:\n|[^\\p{Cc}\\p{Cf}\\p{Cs}]|${innerJoiners})*$`, 'u'));

const noticeFields = {
  tone: z.enum(noticeTones),
  /** A language without a text gets that of `fallback`. */
  texts: z.partialRecord(z.enum(languages), noticeText),
  fallback: z.enum(languages),
  shownFrom: timeSchema,
  /** When the work begins; null for a notice that announces none. */
  workFrom: timeSchema.nullable(),
  /** The end of the work, and of the notice. */
  shownUntil: timeSchema,
};

function isBefore(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}

const noticeInput = z
  .strictObject(noticeFields)
  .refine(({ texts, fallback }) => texts[fallback] !== undefined, { path: ['fallback'] })
  .refine(({ shownFrom, shownUntil }) => isBefore(shownFrom, shownUntil), { path: ['shownUntil'] })
  .refine(({ workFrom, shownUntil }) => workFrom === null || isBefore(workFrom, shownUntil), {
    path: ['workFrom'],
  });
export type NoticeInput = z.infer<typeof noticeInput>;

/** A notice as somebody sees it, in one language. */
export const shownNoticeSchema = z.object({
  id: idSchema,
  /** Grows with each change: a closed notice is shown again after a change. */
  version: z.int(),
  tone: z.enum(noticeTones),
  text: z.string(),
  /** The language of the text. */
  language: z.enum(languages),
  workFrom: timeSchema.nullable(),
  until: timeSchema,
});
export type ShownNotice = z.infer<typeof shownNoticeSchema>;

export const storedNoticeSchema = z.object({
  id: idSchema,
  ...noticeFields,
  version: z.int(),
  /** Name of the administrator who changed it last; null for one who is gone. */
  changedBy: z.string().nullable(),
  changedAt: timeSchema,
});
export type StoredNotice = z.infer<typeof storedNoticeSchema>;

export const maintenanceSchema = z.object({
  readOnly: z.object({
    /** Null while the product takes changes. */
    since: timeSchema.nullable(),
    /** Name of the administrator who switched it last; null for a command of the terminal or a person who is gone. */
    changedBy: z.string().nullable(),
    /** Null when it was never switched. */
    changedAt: timeSchema.nullable(),
    version: z.int(),
  }),
  /** Those that have not ended, in the order of their beginning. */
  notices: z.array(storedNoticeSchema),
});
export type Maintenance = z.infer<typeof maintenanceSchema>;

const tag = 'Maintenance';

export const maintenance = {
  current: route({
    method: 'GET',
    path: '/maintenance',
    access: 'public',
    tag,
    summary: 'Notices of the operator that are shown now, and whether changes are refused at the moment.',
    input: z.strictObject({ language: z.enum(languages) }),
    output: z.object({ readOnly: z.boolean(), notices: z.array(shownNoticeSchema) }),
  }),
  get: route({
    method: 'GET',
    path: '/admin/maintenance',
    access: 'admin',
    tag,
    summary: 'The read-only mode and all notices that have not ended.',
    input: emptyInput,
    output: maintenanceSchema,
  }),
  setReadOnly: route({
    method: 'PUT',
    path: '/admin/maintenance/read-only',
    access: 'admin',
    tag,
    summary: 'Switches the read-only mode. Conflict when somebody else switched it since `version` was read.',
    input: z.strictObject({ on: z.boolean(), version: z.int().min(0) }),
    output: maintenanceSchema,
  }),
  createNotice: route({
    method: 'POST',
    path: '/admin/maintenance/notices',
    access: 'admin',
    tag,
    summary: 'Adds a notice to everybody’s screens.',
    input: noticeInput,
    output: maintenanceSchema,
    successStatus: 201,
  }),
  changeNotice: route({
    method: 'PUT',
    path: '/admin/maintenance/notices/{id}',
    access: 'admin',
    tag,
    summary: 'Changes a notice. Conflict when somebody else changed it since `version` was read.',
    input: z.strictObject({ id: idSchema, version: z.int().min(1), notice: noticeInput }),
    output: maintenanceSchema,
  }),
  removeNotice: route({
    method: 'DELETE',
    path: '/admin/maintenance/notices/{id}',
    access: 'admin',
    tag,
    summary: 'Removes a notice. Conflict when somebody else changed it since `version` was read.',
    input: z.strictObject({ id: idSchema, version: z.int().min(1) }),
    output: maintenanceSchema,
  }),
};
