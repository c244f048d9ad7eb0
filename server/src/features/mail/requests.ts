/** Every mail that the product sends, by kind, with the values of its template. */

import { accountRoleSchema } from '@kindling/contract/account-role';
import { emailSchema } from '@kindling/contract/common';
import { languages } from '@kindling/contract/constants';
import { visitorRatingSchema } from '@kindling/contract/pipeline-settings';
import { platformSchema } from '@kindling/contract/platforms';
import { consentBases } from '@kindling/contract/review-request-limits';
import { listedLocations } from '@kindling/contract/team';
import { z } from 'zod';
import { billingMailSchemas } from './billing-mail-requests.ts';
import type { MailInstallation } from './deps.ts';
import { mailingMailSchema } from './mailing-mail-requests.ts';
import { operatorMailSchemas } from './operator-mail-requests.ts';
import { account, link, nameOfOthers, person, unsubscribe } from './request-fields.ts';
import { reviewMailSchemas } from './review-mail-requests.ts';
import { signInMailSchemas } from './sign-in-mail-requests.ts';

/** Short and random, in the subject of both mails about one help message, so that people can match them. */
const reference = z.string().regex(/^[A-Za-z0-9-]{4,40}$/);
const message = z.string().min(1).max(20_000);
/** Six-digit hex color, or null for that of the installation. */
const businessColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .nullable();

/** The statuses of a connection that does not work and that the owner has to act on. */
export const connectionTroubles = ['needs_reauthorization', 'not_approved', 'withdrawn', 'revoked'] as const;

export const mailRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('confirm-address'), ...person, link }),
  z.strictObject({ kind: z.literal('reset-password'), ...person, link }),
  /** `link` leads to the sign-in, `resetLink` to a new password. */
  z.strictObject({ kind: z.literal('address-already-registered'), ...person, link, resetLink: link }),
  /** `link` leads to the page that resets a forgotten password. */
  z.strictObject({ kind: z.literal('password-changed'), ...person, link }),
  z.strictObject({ kind: z.literal('welcome'), ...person, ...account }),
  z.strictObject({
    kind: z.literal('connection-trouble'),
    ...person,
    ...account,
    platform: platformSchema,
    /** The connected account's name at the platform. */
    connectionName: z.string().max(1000),
    trouble: z.enum(connectionTroubles),
    /** Whether the recipient may connect it again. Mails that wait from before this was asked go to everybody alike. */
    mayConnect: z.boolean().default(true),
    ...unsubscribe,
  }),
  z.strictObject({ kind: z.literal('admin-test'), to: emailSchema, locale: z.enum(languages) }),
  /** From the help form to support (the brand's address); replies go to `email`. */
  z.strictObject({
    kind: z.literal('help-message'),
    name: z.string().max(1000).nullable(),
    email: emailSchema,
    /** The sender's language. Support's mail is written in it as well. */
    locale: z.enum(languages),
    accountId: z.uuid().nullable(),
    /** Path of the page with the form. */
    page: z.string().max(2000),
    message,
    reference,
    /** Whether the account has a plan whose messages are answered first. */
    priority: z.boolean().default(false),
  }),
  /**
   * The sender's receipt. Set `message` only for a signed-in sender, whose address is verified. Otherwise anybody could
   * send any text to any address under our name.
   */
  z.strictObject({
    kind: z.literal('help-received'),
    ...person,
    accountId: z.uuid().nullable(),
    message: message.nullable(),
    reference,
  }),
  /** `deletedOn` is the day (UTC, `YYYY-MM-DD`) on which everything is deleted. */
  z.strictObject({
    kind: z.literal('account-deletion-scheduled'),
    ...person,
    ...account,
    deletedOn: z.iso.date(),
    /** Who decided it. Mails that wait from before this was told are about owners. */
    by: z.enum(['owner', 'operator']).default('owner'),
  }),
  z.strictObject({ kind: z.literal('account-deletion-canceled'), ...person, ...account }),
  /** To the owner who asked for the archive. `expiresOn` is the last whole day (UTC) on which it can be downloaded. */
  z.strictObject({
    kind: z.literal('archive-ready'),
    ...person,
    ...account,
    accountName: nameOfOthers,
    expiresOn: z.iso.date(),
  }),
  /** The recipient may have no account with us. `expiresOn` is the last whole day (UTC) on which the link works. */
  z.strictObject({
    kind: z.literal('team-invitation'),
    ...person,
    ...account,
    accountName: nameOfOthers,
    inviterName: nameOfOthers,
    role: accountRoleSchema,
    /** The first ones that may be printed, and how many there are. Null for all, and in mails that wait from before. */
    locations: z
      .object({ names: z.array(nameOfOthers).max(listedLocations), count: z.int() })
      .nullable()
      .default(null),
    link,
    expiresOn: z.iso.date(),
  }),
  /** To the member who sent the invitation last. `address` is the invited one. */
  z.strictObject({
    kind: z.literal('invitation-answered'),
    ...person,
    ...account,
    accountName: nameOfOthers,
    answer: z.enum(['accepted', 'declined']),
    /** Null of somebody who declined, who is no member. */
    memberName: nameOfOthers.nullable(),
    address: emailSchema,
    role: accountRoleSchema,
  }),
  /** To the member to whom an owner offers the ownership. */
  z.strictObject({
    kind: z.literal('ownership-offered'),
    ...person,
    ...account,
    accountName: nameOfOthers,
    ownerName: nameOfOthers,
    expiresOn: z.iso.date(),
  }),
  /** To both, each with the role that they have now. */
  z.strictObject({
    kind: z.literal('ownership-handed-over'),
    ...person,
    ...account,
    accountName: nameOfOthers,
    becomes: z.enum(['owner', 'manager']),
  }),
  /** To owners about another member. */
  z.strictObject({
    kind: z.literal('owners-changed'),
    ...person,
    ...account,
    accountName: nameOfOthers,
    memberName: nameOfOthers,
    change: z.enum(['added', 'gone']),
  }),
  /** To owners about a member, who was no owner, and who left on their own. */
  z.strictObject({
    kind: z.literal('member-left'),
    ...person,
    ...account,
    accountName: nameOfOthers,
    memberName: nameOfOthers,
    address: emailSchema,
    role: accountRoleSchema,
  }),
  /** To somebody who was an owner. */
  z.strictObject({
    kind: z.literal('no-longer-owner'),
    ...person,
    ...account,
    accountName: nameOfOthers,
    cause: z.enum(['role-changed', 'left']),
  }),
  /** To a member whose role or locations somebody else changed on the day `changedOn` (UTC). */
  z.strictObject({
    kind: z.literal('access-changed'),
    ...person,
    ...account,
    accountName: nameOfOthers,
    /** Who did it. Null in mails that wait from before this was told. */
    changedBy: nameOfOthers.nullable().default(null),
    role: accountRoleSchema,
    /** Null for all. */
    locationCount: z.int().nullable(),
    /** The first ones that may be printed. */
    locationNames: z.array(nameOfOthers).max(listedLocations).default([]),
    changedOn: z.iso.date(),
  }),
  /** To a member about a private message of a visitor, who wrote `message` and may have left their name. */
  z.strictObject({
    kind: z.literal('private-feedback'),
    ...person,
    ...account,
    feedbackId: z.uuid(),
    locationName: nameOfOthers,
    rating: visitorRatingSchema.nullable(),
    authorName: nameOfOthers.nullable(),
    message,
    ...unsubscribe,
  }),
  /** To a member who had all mails of a day about such messages: how many more arrived. */
  z.strictObject({
    kind: z.literal('feedback-waiting'),
    ...person,
    ...account,
    count: z.int().min(1),
    ...unsubscribe,
  }),
  /** To a visitor: what a member of the business answered (`answer`) to their `message`. Replies go to `replyTo`. */
  z.strictObject({
    kind: z.literal('feedback-answer'),
    ...person,
    ...account,
    businessName: nameOfOthers,
    /** Missing in mails that wait from before it was sent. */
    businessColor: businessColor.default(null),
    answer: message,
    message,
    replyTo: emailSchema,
  }),
  /**
   * To a customer of a business, who is asked for a review: subject and message are the owner's. `link` is the personal page,
   * `unsubscribe` ends all invitations of the account, and replies go to `replyTo`.
   */
  z.strictObject({
    kind: z.literal('review-request'),
    ...person,
    ...account,
    businessName: nameOfOthers,
    businessColor,
    subject: z.string().min(1).max(300),
    message,
    postalAddress: z.string().min(1).max(1000),
    /** Why the recipient may be asked. */
    basis: z.enum(consentBases),
    reminder: z.boolean(),
    link,
    unsubscribe: link,
    replyTo: emailSchema,
  }),
  z.strictObject({ kind: z.literal('member-removed'), ...person, ...account, accountName: nameOfOthers }),
  ...signInMailSchemas,
  ...reviewMailSchemas,
  ...billingMailSchemas,
  ...operatorMailSchemas,
  mailingMailSchema,
]);

export type MailRequest = z.infer<typeof mailRequestSchema>;

/** Mails about plan and payment. */
export type BillingMail = z.infer<(typeof billingMailSchemas)[number]>;

/** Mails about what the operator decided. */
export type OperatorMail = z.infer<(typeof operatorMailSchemas)[number]>;

/** The address that gets the mail. */
export function recipientOf({ brand }: Pick<MailInstallation, 'brand'>, request: MailRequest): string {
  return 'to' in request ? request.to : brand.supportEmail;
}

/** Mails about an account; each of its users, or of those with some roles, gets one. */
export type AccountMail =
  | Extract<
      MailRequest,
      {
        kind: 'welcome' | 'connection-trouble' | 'account-deletion-scheduled' | 'account-deletion-canceled';
      }
    >
  | Exclude<BillingMail, { kind: 'payment-disputed' }>
  | Extract<OperatorMail, { accountId: string }>;
