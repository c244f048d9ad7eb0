/** Fields that several kinds of mail have. */
import { emailSchema } from '@kindling/contract/common';
import { languages } from '@kindling/contract/constants';
import { z } from 'zod';

/** The recipient. `name` is untrusted input, so it is shown only where it cannot become a link. */
export const person = { to: emailSchema, locale: z.enum(languages), name: z.string().max(1000).nullable() };
export const account = { accountId: z.uuid() };
export const link = z.url({ protocol: /^https?$/ });
/** Untrusted as the recipient's name is. */
export const nameOfOthers = z.string().max(1000);
/** Ends mails of this kind, without signing in; null in mails that wait from before it was sent. */
export const unsubscribe = { unsubscribe: link.nullable().default(null) };
