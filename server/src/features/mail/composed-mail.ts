import { emailSchema } from '@kindling/contract/common';
import { z } from 'zod';

export const composedMailSchema = z.object({
  to: emailSchema,
  replyTo: emailSchema,
  subject: z.string().min(1).max(300),
  text: z.string().min(1),
  html: z.string().min(1),
  /** The `Auto-Submitted` value of RFC 3834. `no` for a message that a person wrote. */
  submitted: z.enum(['auto-generated', 'auto-replied', 'no']),
  /** One-click unsubscribe URL (RFC 8058); null for mails that an account needs. */
  unsubscribe: z.url().nullable(),
  /** Shown beside the sender's address instead of the installation's name; null for mails of the installation. */
  senderName: z.string().max(100).nullable().default(null),
  /** Whether mail servers report to the return address what becomes of it. */
  reported: z.boolean().default(false),
});
/** A mail as it is sent. The transport adds the sender. */
export type ComposedMail = z.output<typeof composedMailSchema>;
