/** The content security policy of collection pages. For the server only, because it hashes. */
import { createHash } from 'node:crypto';

/**
 * The whole policy for a rendered document. It allows the page's own style sheet by its hash, scripts and pictures of our
 * host, and for the QR code of a kiosk a picture in the address. Forms and calls go to our host only.
 */
export function collectPolicy(html: string): string {
  const hashes = Array.from(
    html.matchAll(/<style>([^<]*)<\/style>/g),
    ([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `style-src ${hashes.join(' ') || "'none'"}`,
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
