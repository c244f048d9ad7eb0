/**
 * Mailings: what an administrator writes to many people at once. A mailing is a draft until somebody confirms the number of its
 * recipients; after that it is only sent or stopped. Dead letters of all mails are here too.
 */
import { z } from 'zod';
import { idSchema, storableString, timeSchema } from './common.ts';
import { languages } from './constants.ts';
import { timeZoneSchema } from './profile.ts';
import { route } from './route.ts';

/** `service`: to everybody whom it concerns. `news`: only to people who want product news, and they can end it. */
export const mailingKinds = ['service', 'news'] as const;
export type MailingKind = (typeof mailingKinds)[number];

/** To whom. Where a plan or a connection decides, the owners of such accounts. */
export const segmentKinds = [
  'everyone',
  'trial-ending',
  'ended',
  'never-connected',
  'language',
  'person',
] as const;
export type SegmentKind = (typeof segmentKinds)[number];
/** Segments that an installation without plans does not have. */
export const planSegments: readonly SegmentKind[] = ['trial-ending', 'ended'];

export const mailingStates = ['draft', 'scheduled', 'sending', 'finished', 'stopped'] as const;
export type MailingState = (typeof mailingStates)[number];

/**
 * `admin`: somebody stopped it. `confirmer-gone`: who confirmed it is no administrator any more. `restored`: a backup was restored
 * since, and nobody knows who got it after the backup was made.
 */
export const stopReasons = ['admin', 'confirmer-gone', 'restored'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Why a recipient got no mail although they were counted. */
export const skipReasons = ['blocked', 'unsubscribed', 'suppressed', 'changed'] as const;
export type SkipReason = (typeof skipReasons)[number];

export const mailingLimits = {
  subject: 150,
  /** Characters of the Markdown text. */
  body: 10_000,
  /** Drafts that wait. */
  drafts: 100,
  perMinute: 600,
  defaultPerMinute: 60,
  /** How far ahead a mailing can be scheduled. */
  daysAhead: 90,
  /** Recipients of the preview. */
  sample: 10,
  page: 30,
  deadLetters: 50,
  problems: 20,
} as const;

/** Line breaks, tabs and the joiners of emoji and some scripts; no other control, direction or private character. */
const mailText = (max: number, allowed: string) =>
  z
    .string()
    .transform((text) => text.replaceAll(/\r\n?/gu, '\n'))
    .pipe(storableString(max).regex(new RegExp(`^(?:[${allowed}]|[^\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}])*$`, 'u')));

const mailingText = z.strictObject({
  subject: mailText(mailingLimits.subject, '\\u200c\\u200d').transform((text) => text.trim()),
  /** Markdown. */
  body: mailText(mailingLimits.body, '\\n\\t\\u200c\\u200d'),
});
export type MailingText = z.infer<typeof mailingText>;

const segmentSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['everyone', 'trial-ending', 'ended', 'never-connected']) }),
  z.strictObject({ kind: z.literal('language'), language: z.enum(languages) }),
  z.strictObject({ kind: z.literal('person'), userId: idSchema }),
]);
export type Segment = z.infer<typeof segmentSchema>;

const draftFields = {
  kind: z.enum(mailingKinds),
  segment: segmentSchema,
  /** People whose language has no text get that of `fallback`. */
  texts: z.partialRecord(z.enum(languages), mailingText),
  fallback: z.enum(languages),
  perMinute: z.int().min(1).max(mailingLimits.perMinute),
};
/** A draft may have gaps; it is sent without any. */
export const mailingDraftSchema = z.strictObject(draftFields);
export type MailingDraft = z.infer<typeof mailingDraftSchema>;

export const problemKinds = [
  'no-text',
  'no-subject',
  'placeholder-in-subject',
  'unknown-placeholder',
  'no-fallback',
  'broken-placeholder',
  'placeholder-in-link',
  'link-not-https',
  'html',
  'image',
  'code-block',
  'too-deep',
] as const;
export type MailingProblemKind = (typeof problemKinds)[number];

/** What keeps a text from being sent. `text`: the place, as it was typed. */
export const mailingProblemSchema = z.object({
  language: z.enum(languages),
  kind: z.enum(problemKinds),
  text: z.string().nullable(),
});
export type MailingProblem = z.infer<typeof mailingProblemSchema>;

export const mailingResultsSchema = z.object({
  waiting: z.int(),
  /** Stored for the mail server, which did not answer yet. */
  queued: z.int(),
  sent: z.int(),
  /** Dead letters. */
  failed: z.int(),
  /** Left when the mailing was stopped. */
  canceled: z.int(),
  skipped: z.record(z.enum(skipReasons), z.int()),
  /** Of those who were counted and are deleted since. */
  gone: z.int(),
  /** People who ended product news by a link; the mailing before it counts. */
  unsubscribed: z.int(),
});
export type MailingResults = z.infer<typeof mailingResultsSchema>;

const mailingSummaryFields = {
  id: idSchema,
  kind: z.enum(mailingKinds),
  segment: segmentSchema,
  state: z.enum(mailingStates),
  /** Of the language that stands in; empty while nothing is typed. */
  subject: z.string(),
  changedAt: timeSchema,
  /** Name of the administrator; null for one who is gone. */
  changedBy: z.string().nullable(),
  startsAt: timeSchema.nullable(),
  endedAt: timeSchema.nullable(),
  /** How many were confirmed; null before. */
  recipients: z.int().nullable(),
  /** How many of them are done; null while it is a draft. */
  done: z.int().nullable(),
  /** Mails that the mail server has not answered yet, also after the mailing ended; null while it is a draft. */
  queued: z.int().nullable(),
};
export const mailingSummarySchema = z.object(mailingSummaryFields);
export type MailingSummary = z.infer<typeof mailingSummarySchema>;

export const mailingSchema = z.object({
  ...mailingSummaryFields,
  texts: draftFields.texts,
  fallback: draftFields.fallback,
  perMinute: z.int(),
  version: z.int(),
  /** Of a schedule, as it was chosen. */
  timeZone: z.string().nullable(),
  confirmedBy: z.string().nullable(),
  startedAt: timeSchema.nullable(),
  stoppedBy: z.string().nullable(),
  stopReason: z.enum(stopReasons).nullable(),
  /** Null while it is a draft. */
  results: mailingResultsSchema.nullable(),
  /** The person of a segment of one person; null for other segments, and for one who is gone. */
  person: z.object({ id: idSchema, email: z.string(), displayName: z.string() }).nullable(),
});
export type Mailing = z.infer<typeof mailingSchema>;

export const recipientsPreviewSchema = z.object({
  /** Who would get a mail now. */
  count: z.int(),
  /** Everybody of the segment, with those who are left out. */
  matching: z.int(),
  /** Left out, because they do not want product news. */
  unwanted: z.int(),
  /** Left out, because their address refused an earlier mailing for good. */
  suppressed: z.int(),
  /** By the language in which they get it. */
  byLanguage: z.array(z.object({ language: z.enum(languages), count: z.int() })),
  /** The first ones. */
  sample: z
    .array(
      z.object({
        userId: idSchema,
        email: z.string(),
        displayName: z.string(),
        accountName: z.string().nullable(),
        language: z.enum(languages),
      }),
    )
    .max(mailingLimits.sample),
  /** The most recipients that a mailing may have here. */
  limit: z.int(),
});
export type RecipientsPreview = z.infer<typeof recipientsPreviewSchema>;

export const mailPreviewSchema = z.object({
  problems: z.array(mailingProblemSchema).max(mailingLimits.problems),
  /** Exactly what is sent; null while the text has a problem. */
  mail: z.object({ subject: z.string(), html: z.string(), text: z.string() }).nullable(),
});
export type MailPreview = z.infer<typeof mailPreviewSchema>;

export const deadLetterSchema = z.object({
  id: idSchema,
  recipient: z.string(),
  /** The kind of mail. */
  template: z.string(),
  attempts: z.int(),
  /** The last words of the mail server. */
  answer: z.string().nullable(),
  createdAt: timeSchema,
  endedAt: timeSchema,
  /** The mailing that it belongs to; null for other mails. */
  mailingId: idSchema.nullable(),
});
export type DeadLetter = z.infer<typeof deadLetterSchema>;

/** Local time to the minute, such as 2026-11-28T22:00. */
const localTime = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d$/);

const tag = 'Mailings';
const one = z.strictObject({ id: idSchema });
const versioned = { id: idSchema, version: z.int().min(1) };
const cursor = z.string().max(200).optional();

export const mailings = {
  list: route({
    method: 'GET',
    path: '/admin/mailings',
    access: 'admin',
    tag,
    summary: 'Mailings, those that changed last first, and whether this installation can send mail.',
    input: z.strictObject({ cursor }),
    output: z.object({
      mailings: z.array(mailingSummarySchema).max(mailingLimits.page),
      nextCursor: z.string().nullable(),
      /** False without a mail server: nothing can be sent. */
      mailWorks: z.boolean(),
      /** Whether all mail stays in the mailbox of this machine. */
      localMailbox: z.boolean(),
      plans: z.boolean(),
      /** The most recipients of one mailing. */
      limit: z.int(),
    }),
  }),
  create: route({
    method: 'POST',
    path: '/admin/mailings',
    access: 'admin',
    tag,
    summary: 'Stores a new draft.',
    input: mailingDraftSchema,
    output: mailingSchema,
    successStatus: 201,
  }),
  get: route({
    method: 'GET',
    path: '/admin/mailings/{id}',
    access: 'admin',
    tag,
    summary: 'A mailing with its texts, progress and results.',
    input: one,
    output: mailingSchema,
  }),
  change: route({
    method: 'PUT',
    path: '/admin/mailings/{id}',
    access: 'admin',
    tag,
    summary: 'Changes a draft. Conflict when somebody else changed it since `version` was read.',
    input: z.strictObject({ ...versioned, draft: mailingDraftSchema }),
    output: mailingSchema,
  }),
  remove: route({
    method: 'DELETE',
    path: '/admin/mailings/{id}',
    access: 'admin',
    tag,
    summary: 'Deletes a draft. Conflict when somebody else changed it since `version` was read.',
    input: z.strictObject(versioned),
    output: z.object({ ok: z.literal(true) }),
  }),
  preview: route({
    method: 'POST',
    path: '/admin/mailings/preview',
    access: 'admin',
    tag,
    summary:
      'What somebody with this language gets, from an unsaved draft. `values`: with those of the caller, or with what stands in.',
    input: z.strictObject({
      draft: mailingDraftSchema,
      language: z.enum(languages),
      values: z.enum(['own', 'fallback']),
    }),
    output: mailPreviewSchema,
  }),
  recipients: route({
    method: 'GET',
    path: '/admin/mailings/{id}/recipients',
    access: 'admin',
    tag,
    summary:
      'Who would get the mailing now: how many, in which language, who is left out, and the first ones.',
    input: one,
    output: recipientsPreviewSchema,
  }),
  sendTest: route({
    method: 'POST',
    path: '/admin/mailings/{id}/test',
    access: 'admin',
    tag,
    summary: 'Sends the stored draft in one language to the caller, and to nobody else.',
    input: z.strictObject({ ...versioned, language: z.enum(languages) }),
    output: z.object({ to: z.string() }),
  }),
  confirm: route({
    method: 'POST',
    path: '/admin/mailings/{id}/confirm',
    access: 'admin',
    tag,
    summary:
      'Sends the mailing, now or at a time. `recipients` is the number that was shown; conflict when there are more by now.',
    input: z.strictObject({
      ...versioned,
      recipients: z.int().min(1).max(1_000_000),
      /** Null: now. */
      start: z.strictObject({ at: localTime, timeZone: timeZoneSchema }).nullable(),
    }),
    output: mailingSchema,
  }),
  stop: route({
    method: 'POST',
    path: '/admin/mailings/{id}/stop',
    access: 'admin',
    tag,
    summary: 'Stops a mailing for good: whoever has no mail yet gets none.',
    input: one,
    output: mailingSchema,
  }),
  listDeadLetters: route({
    method: 'GET',
    path: '/admin/dead-letters',
    access: 'admin',
    tag,
    summary: 'Mails of all kinds that could not be sent, the latest first.',
    input: z.strictObject({ cursor }),
    output: z.object({
      count: z.int(),
      letters: z.array(deadLetterSchema).max(mailingLimits.deadLetters),
      nextCursor: z.string().nullable(),
    }),
  }),
  resend: route({
    method: 'POST',
    path: '/admin/dead-letters/resend',
    access: 'admin',
    tag,
    summary:
      'Tries dead letters again for a day. Those that are none any more are left out, and mails of mailings that are unwanted by now.',
    input: z.strictObject({ ids: z.array(idSchema).min(1).max(mailingLimits.deadLetters) }),
    output: z.object({ count: z.int(), unwanted: z.int() }),
  }),
};
