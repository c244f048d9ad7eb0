/** Results of the check "Is it on your page?". */
import { z } from 'zod';

const pageCheckResults = [
  'found-script',
  'found-iframe',
  'found-fragment',
  'found-picture',
  // The embed is there, but its `style` was removed, so no height is reserved.
  'found-without-style',
  // The frame has no height, so browsers show it 150 px high.
  'frame-without-height',
  'script-without-element',
  'element-without-script',
  // What editors and WordPress's kses filter leave of the code; see stripped-code.ts.
  'element-without-code',
  'fragment-without-element',
  'php-not-run',
  'code-as-text',
  'address-as-text',
  'code-removed',
  'other-embed',
  'not-found',
  // As `not-found`, on a WordPress page: its author may lack the right to post code.
  'not-found-wordpress',
  'not-allowed-site',
  'blocked-by-csp',
  'unreachable',
  'not-html',
  // The page has more bytes or elements, or deeper nesting, than the check allows.
  'too-large',
  // The maximum number of concurrent checks is running.
  'busy',
] as const;

export const pageCheckSchema = z.object({
  result: z.enum(pageCheckResults),
  /** A value that the message of the result needs: a status, a directive or a code. */
  detail: z.string().nullable(),
});
export type PageCheck = z.infer<typeof pageCheckSchema>;
