/**
 * Invitations by e-mail: the owner asks a list of customers for an honest review. A campaign is one mail to one list; every
 * recipient gets the same mail and the same page, whatever they think of the business.
 */
import { z } from 'zod';
import { emptyInput, idSchema, nameSchema, okOutput, reachableEmailSchema, timeSchema } from './common.ts';
import { languages } from './constants.ts';
import { ownText } from './pipeline-settings.ts';
import {
  campaignStates,
  consentBases,
  recipientStates,
  requestLimits,
  skipReasons,
  suppressionReasons,
} from './review-request-limits.ts';
import { route } from './route.ts';

/** The name may be empty; `{name}` in the texts then falls away with the space or comma before it. */
export const inviteeSchema = z.strictObject({
  email: reachableEmailSchema,
  name: nameSchema(requestLimits.nameLength),
});
export type Invitee = z.infer<typeof inviteeSchema>;

const subject = nameSchema(requestLimits.subjectLength).min(1);
const message = ownText(requestLimits.messageLength).min(1);

export const reminderSchema = z.strictObject({
  /** Whole days after the invitation of each recipient. */
  days: z.int().min(requestLimits.reminderMinDays).max(requestLimits.reminderMaxDays),
  subject,
  message,
});

/** What decides how a mail looks. */
const mailFields = {
  pipelineId: idSchema,
  /** Null: the page asks which location was visited, when the pipeline is for several. */
  locationId: idSchema.nullable(),
  language: z.enum(languages),
  subject,
  message,
  /** Of the business; each mail shows it. Lines are kept. */
  postalAddress: ownText(requestLimits.postalAddressLength).min(1),
};

const consentSchema = z.strictObject({
  basis: z.enum(consentBases),
  /** Where the addresses come from, in the owner's words. */
  source: nameSchema(requestLimits.consentSourceLength).min(3),
  /** That these people are customers who may be asked, and that none was left out for what they think. */
  confirmed: z.literal(true),
});

/**
 * Sums of a campaign. `total` = `waiting` + `sent` + `refused` + `skipped`; `bounced`, `unsubscribed`, `reminded`,
 * `remindersRefused` and `answered` are parts of `sent`. `visits` to `messages` count what happened on the page by this campaign's links, as the
 * funnel does, forwarded links included.
 */
export const campaignResultsSchema = z.object({
  total: z.int(),
  /** No mail server took their mail yet. */
  waiting: z.int(),
  /** Mails that a mail server took, also those that came back later. */
  sent: z.int(),
  /** The recipient's mail server refused the mail at once. */
  refused: z.int(),
  /** A report said later that the mail could not be delivered. */
  bounced: z.int(),
  /** By the link, by the button of the mail program, or by a complaint. */
  unsubscribed: z.int(),
  /** Not sent: see `skipReasons`. */
  skipped: z.int(),
  /** Those whose reminder a mail server took. */
  reminded: z.int(),
  /** The invitation had been taken, the reminder was refused. */
  remindersRefused: z.int(),
  /** Recipients who gave a rating. */
  answered: z.int(),
  visits: z.int(),
  ratings: z.int(),
  /** Opened public links. */
  clicks: z.int(),
  reviews: z.int(),
  /** Private messages. */
  messages: z.int(),
});
export type CampaignResults = z.infer<typeof campaignResultsSchema>;

const campaignFields = {
  id: idSchema,
  name: z.string(),
  state: z.enum(campaignStates),
  /** Null when it was deleted since. */
  pipelineId: idSchema.nullable(),
  pipelineName: z.string().nullable(),
  locationId: idSchema.nullable(),
  locationName: z.string().nullable(),
  language: z.enum(languages),
  /** When the first mail goes or went. */
  startsAt: timeSchema,
  /** IANA name of the zone of its days and hours. */
  timeZone: z.string(),
  /** When the next mails go; null when none is left, and while it is paused. */
  nextSendAt: timeSchema.nullable(),
  lastSentAt: timeSchema.nullable(),
  createdAt: timeSchema,
  /** Null for somebody who is no member any more. */
  createdBy: z.string().nullable(),
  /** Addresses and names are erased then, or were; null while mails are left to send. */
  addressesErasedAt: timeSchema.nullable(),
  addressesErased: z.boolean(),
  results: campaignResultsSchema,
};
export const campaignRowSchema = z.object(campaignFields);
export type CampaignRow = z.infer<typeof campaignRowSchema>;

export const campaignSchema = z.object({
  ...campaignFields,
  subject: z.string(),
  message: z.string(),
  reminder: z.object({ days: z.int(), subject: z.string(), message: z.string() }).nullable(),
  postalAddress: z.string(),
  consent: z.object({ basis: z.enum(consentBases), source: z.string() }),
});
export type Campaign = z.infer<typeof campaignSchema>;
const campaignOutput = z.object({ campaign: campaignSchema });

export const campaignRecipientSchema = z.object({
  id: idSchema,
  /** Null once erased. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  state: z.enum(recipientStates),
  /** Of the state `skipped`. */
  skipped: z.enum(skipReasons).nullable(),
  sentAt: timeSchema.nullable(),
  remindedAt: timeSchema.nullable(),
  /** The recipient's mail server refused the reminder alone. */
  reminderRefused: z.boolean(),
});
export type CampaignRecipient = z.infer<typeof campaignRecipientSchema>;

/** How many invitations the account may send. Reminders count too. */
export const allowanceSchema = z.object({
  perDay: z.int(),
  leftToday: z.int(),
  /** Whether it is the limit of the trial. */
  trial: z.boolean(),
  /** When the next day begins, in the account's time zone, or that of UTC where its mails are used up. */
  renewsAt: timeSchema,
});
export type Allowance = z.infer<typeof allowanceSchema>;

/** The number of lines that were left out for a reason, and the first of them, shortened. */
const leftOutSchema = z.object({
  count: z.int(),
  /** `line` counts from 1. */
  first: z.array(z.object({ line: z.int(), text: z.string() })),
});

export const suppressionSchema = z.object({
  id: idSchema,
  /** `a***@example.com`: the address itself is not kept. */
  address: z.string(),
  reason: z.enum(suppressionReasons),
  createdAt: timeSchema,
  /** Only what a member added can be removed. */
  removable: z.boolean(),
});
export type Suppression = z.infer<typeof suppressionSchema>;

const send = { access: 'user', action: 'review-requests.send', tag: 'Review requests' } as const;
const one = z.strictObject({ id: idSchema });
const cursor = z.string().max(200).optional();

export const reviewRequests = {
  list: route({
    ...send,
    method: 'GET',
    path: '/review-requests',
    summary: 'Campaigns with their sums, newest first, and how many mails the account may send today.',
    input: emptyInput,
    output: z.object({
      campaigns: z.array(campaignRowSchema),
      allowance: allowanceSchema,
      /** False when this installation has no mail server, so that nothing is sent. */
      mailWorks: z.boolean(),
      /** The caller's own address, to which answers to a campaign that they create are sent. */
      replyTo: z.string(),
    }),
  }),
  readRecipients: route({
    ...send,
    method: 'POST',
    path: '/review-requests/recipients/read',
    summary: 'Reads addresses and names from a CSV file or pasted text, without storing anything.',
    input: z.strictObject({ text: z.string().max(requestLimits.textBytes) }),
    output: z.object({
      recipients: z.array(inviteeSchema),
      leftOut: z.object({
        notAnAddress: leftOutSchema,
        doubled: leftOutSchema,
        suppressed: leftOutSchema,
        /** Within the last 90 days. */
        invitedLately: leftOutSchema,
        /** Beyond the most recipients of a campaign. */
        tooMany: leftOutSchema,
      }),
    }),
    bodyLimit: requestLimits.bodyBytes,
  }),
  preview: route({
    ...send,
    method: 'POST',
    path: '/review-requests/preview',
    summary: 'The mail as a recipient would get it, without storing or sending anything.',
    input: z.strictObject({
      ...mailFields,
      /** Of the sample recipient; empty shows the mail to somebody without a name. */
      recipientName: nameSchema(requestLimits.nameLength),
    }),
    output: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  }),
  sendTest: route({
    ...send,
    needs: 'invite',
    confirmWhileActing: true,
    method: 'POST',
    path: '/review-requests/test',
    summary:
      'Sends the mail to the caller’s own address, at most 10 times a day. It is not counted as an invitation.',
    input: z.strictObject(mailFields),
    output: z.object({ email: z.string() }),
    successStatus: 202,
  }),
  create: route({
    ...send,
    confirmWhileActing: true,
    needs: 'invite',
    method: 'POST',
    path: '/review-requests',
    summary:
      'Stores a campaign and sends it, now or later. A repeated id creates nothing and answers with the campaign.',
    input: z.strictObject({
      id: idSchema,
      ...mailFields,
      name: nameSchema(requestLimits.campaignNameLength).min(1),
      reminder: reminderSchema.nullable(),
      recipients: z.array(inviteeSchema).min(1).max(requestLimits.recipients),
      consent: consentSchema,
      /** Null: now. Otherwise a day within a year and its hour in the time zone of the location, or else of the account. */
      when: z.strictObject({ day: z.iso.date(), hour: z.int().min(0).max(23) }).nullable(),
    }),
    output: campaignOutput,
    successStatus: 201,
    bodyLimit: requestLimits.bodyBytes,
  }),
  get: route({
    ...send,
    method: 'GET',
    path: '/review-requests/{id}',
    summary: 'One campaign with its texts and sums.',
    input: one,
    output: campaignOutput,
  }),
  recipients: route({
    ...send,
    method: 'GET',
    path: '/review-requests/{id}/recipients',
    summary: 'Recipients of a campaign in the order of its list, page by page with an opaque cursor.',
    input: z.strictObject({ id: idSchema, state: z.enum(recipientStates).optional(), cursor }),
    output: z.object({ items: z.array(campaignRecipientSchema), nextCursor: z.string().nullable() }),
  }),
  pause: route({
    ...send,
    method: 'POST',
    path: '/review-requests/{id}/pause',
    summary: 'Stops sending until it is resumed, reminders included.',
    input: one,
    output: campaignOutput,
  }),
  resume: route({
    ...send,
    needs: 'invite',
    confirmWhileActing: true,
    method: 'POST',
    path: '/review-requests/{id}/resume',
    summary: 'Goes on sending a paused campaign.',
    input: one,
    output: campaignOutput,
  }),
  cancel: route({
    ...send,
    confirmWhileActing: true,
    method: 'POST',
    path: '/review-requests/{id}/cancel',
    summary: 'Ends a campaign: what waits is never sent, reminders included.',
    input: one,
    output: campaignOutput,
  }),
  remove: route({
    ...send,
    whileActing: false,
    method: 'DELETE',
    path: '/review-requests/{id}',
    summary:
      'Deletes a campaign with its addresses. What waits is never sent; links in sent mails go on working.',
    input: one,
    output: okOutput,
  }),
  suppressions: route({
    ...send,
    method: 'GET',
    path: '/review-requests/suppressions',
    summary:
      'Addresses to which this account sends no invitations, newest first, page by page with an opaque cursor.',
    input: z.strictObject({ cursor }),
    output: z.object({
      items: z.array(suppressionSchema),
      nextCursor: z.string().nullable(),
      total: z.int(),
    }),
  }),
  suppress: route({
    ...send,
    method: 'POST',
    path: '/review-requests/suppressions',
    summary: 'Adds an address to which this account sends no invitations.',
    input: z.strictObject({ email: reachableEmailSchema }),
    output: z.object({ suppression: suppressionSchema }),
    successStatus: 201,
  }),
  unsuppress: route({
    ...send,
    confirmWhileActing: true,
    method: 'DELETE',
    path: '/review-requests/suppressions/{id}',
    summary: 'Removes an address that a member added.',
    input: one,
    output: okOutput,
  }),
};
