/** The page's Content-Security-Policy allows this policy name once (server/src/http/static-pages.ts). */
const policy = window.trustedTypes?.createPolicy('kindling-preview', { createHTML: (html) => html });

/**
 * Marks HTML of our own renderers, which escape all foreign text, as safe to show. Scripts in it do not run: the page's policy
 * forbids them.
 */
export function trustHtml(html: string): string {
  // TypeScript's DOM types accept a string only.
  return (policy?.createHTML(html) ?? html) as string;
}
