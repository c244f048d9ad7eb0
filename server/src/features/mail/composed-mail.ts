import { emailSchema } from '@kindling/contract/common';
import { z } from 'zod';

export const composedMailSchema = z.object({
  to: emailSchema,
  replyTo: emailSchema,
  subject: z.string().min(1).max(300),
  text: z.string().min(1),
  html: z.string().min(1),
  /** RFC 3834: who caused it. `no` is a person's own words, passed on. */
  submitted: z.enum(['auto-generated', 'auto-replied', 'no']),
  /** Where one click ends mails of this sort (RFC 8058); null for those that nobody can do without. */
  unsubscribe: z.url().nullable(),
});
/** A mail as it waits, sealed; what the sender's settings add comes when it is sent. */
export type ComposedMail = z.infer<typeof composedMailSchema>;
