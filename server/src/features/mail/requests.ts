/** Every mail that the product sends, by kind, with what each needs to be written. */
import { emailSchema } from '@kindling/contract/common';
import { languages } from '@kindling/contract/constants';
import { platformSchema } from '@kindling/contract/platforms';
import { z } from 'zod';

/** Whom a mail is for. `name` is whatever somebody typed as theirs: it is shown only where it cannot be a link. */
const person = { to: emailSchema, locale: z.enum(languages), name: z.string().max(1000).nullable() };
const link = z.url({ protocol: /^https?$/ });
/** Short and random, shown in the subject of both mails of one call for help, so that they can be matched. */
const reference = z.string().regex(/^[A-Za-z0-9-]{4,40}$/);
const message = z.string().min(1).max(20_000);
const account = { accountId: z.uuid() };

/** What may lastingly be wrong with a connection; states of `connectionStatuses` other than active and gone. */
export const connectionTroubles = ['needs_reauthorisation', 'not_approved', 'withdrawn', 'revoked'] as const;

export const mailRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('confirm-address'), ...person, link }),
  z.strictObject({ kind: z.literal('reset-password'), ...person, link }),
  /** `link` leads to the sign-in, `resetLink` to a new password. */
  z.strictObject({ kind: z.literal('address-already-registered'), ...person, link, resetLink: link }),
  /** `link` leads to where a forgotten password is replaced. */
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
  }),
  z.strictObject({ kind: z.literal('admin-test'), to: emailSchema, locale: z.enum(languages) }),
  /** From the help form to support (the brand's address); replies go to `email`. */
  z.strictObject({
    kind: z.literal('help-message'),
    name: z.string().max(1000).nullable(),
    email: emailSchema,
    /** The language in which the sender reads the product; support's mail is written in it as well. */
    locale: z.enum(languages),
    accountId: z.uuid().nullable(),
    /** Path of the page on which the form was sent. */
    page: z.string().max(2000),
    message,
    reference,
  }),
  /**
   * The sender's receipt. Give `message` only where the address is known to be the sender's (signed in), else null:
   * otherwise the form would carry anybody's words to anybody under our name.
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
    kind: z.literal('account-deletion-begun'),
    ...person,
    ...account,
    deletedOn: z.iso.date(),
  }),
  z.strictObject({ kind: z.literal('account-deletion-taken-back'), ...person, ...account }),
]);

export type MailRequest = z.infer<typeof mailRequestSchema>;
/** What an account is told of; addressed to its users one by one. */
export type AccountMail = Exclude<
  Extract<MailRequest, { accountId: string }>,
  { kind: 'help-message' | 'help-received' }
>;
