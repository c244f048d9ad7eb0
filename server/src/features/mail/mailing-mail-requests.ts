/** The mail of a mailing, with the values of its template. */
import { mailingPlaceholders } from '@kindling/contract/mailing-placeholders';
import { mailingKinds, mailingLimits } from '@kindling/contract/mailings';
import { z } from 'zod';
import { link, nameOfOthers, person } from './request-fields.ts';

export const mailingMailSchema = z.strictObject({
  kind: z.literal('mailing'),
  ...person,
  /** Written by an administrator; without placeholders. */
  subject: z.string().min(1).max(mailingLimits.subject),
  markdown: z.string().min(1).max(mailingLimits.body),
  /** Of the recipient; untrusted as their name is. */
  values: z.partialRecord(z.enum(mailingPlaceholders), nameOfOthers),
  mailingKind: z.enum(mailingKinds),
  /** Ends product news, without signing in; null for a service notice. */
  unsubscribe: link.nullable(),
});
