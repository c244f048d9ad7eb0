/** What "Is it on your page?" answers. */
import { z } from 'zod';

const pageCheckResults = [
  'found-script',
  'found-iframe',
  'found-fragment',
  'script-without-element',
  'element-without-script',
  'other-embed',
  'not-found',
  'not-allowed-site',
  'blocked-by-csp',
  'unreachable',
  'not-html',
  // It has more bytes or elements, or a deeper nesting, than a check reads.
  'too-large',
  // As many pages are being checked as can be at once.
  'busy',
] as const;

export const pageCheckSchema = z.object({
  result: z.enum(pageCheckResults),
  /** What the words of the result leave open: a status, a directive, a code. */
  detail: z.string().nullable(),
});
export type PageCheck = z.infer<typeof pageCheckSchema>;
