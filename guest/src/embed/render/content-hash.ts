import { createHash } from 'node:crypto';

/** Ten characters that identify the content, to compare what the page has with what the script brings. */
export function contentHash({ html, css }: { readonly html: string; readonly css: string }): string {
  return createHash('sha256').update(css).update(html).digest('base64url').slice(0, 10);
}
