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
  /** The mail carries them, in Base64, and its HTML names them by `cid:`. Mails that wait from before have none. */
  pictures: z
    .array(z.object({ cid: z.string(), png: z.base64() }))
    .readonly()
    .default([]),
  /** Whether mail servers report to the return address what becomes of it. */
  reported: z.boolean().default(false),
});
/** A mail as it is sent. The transport adds the sender. */
export type ComposedMail = z.output<typeof composedMailSchema>;

/** The HTML part for a screen, which has no mail to take pictures from. */
export function htmlForScreen({ html, pictures }: Pick<ComposedMail, 'html' | 'pictures'>): string {
  return pictures.reduce(
    (text, { cid, png }) => text.replaceAll(`src="cid:${cid}"`, `src="data:image/png;base64,${png}"`),
    html,
  );
}
