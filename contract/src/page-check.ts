/** What "Is it on your page?" answers. */
import { z } from 'zod';

const pageCheckResults = [
  'found-script',
  'found-iframe',
  'found-fragment',
  'found-picture',
  // It is there, but nothing keeps its room free: its `style` was stripped.
  'found-without-style',
  // The frame is there without a height, so that browsers draw it 150 px tall.
  'frame-without-height',
  'script-without-element',
  'element-without-script',
  // What editors and kses leave of the code; see find-remains.ts.
  'element-without-code',
  'fragment-without-element',
  'php-not-run',
  'code-as-text',
  'address-as-text',
  'code-removed',
  'other-embed',
  'not-found',
  // Nothing is there, as on a page of WordPress whose author may not post code.
  'not-found-wordpress',
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
