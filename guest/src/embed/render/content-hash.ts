import { createHash } from 'node:crypto';

/** Tells contents apart: what is in a page already from what the script brings. Ten characters. */
export function contentHash({ html, css }: { readonly html: string; readonly css: string }): string {
  return createHash('sha256').update(css).update(html).digest('base64url').slice(0, 10);
}
