/** Headers of the public pages and the error pages. */
import { createHash } from 'node:crypto';
import { allowHelpDesk } from '../help-desk-policy.ts';

/**
 * @param style the only inline style of the pages: the tokens of the operator's color
 * @param helpDeskUrl address of the help desk whose chat a page may open; null without one
 */
export function siteHeaders(style: string, helpDeskUrl: string | null): Record<string, string> {
  const hash = createHash('sha256').update(style).digest('base64');
  // The QR code generator shows and saves its image as a blob.
  const policy = `default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${hash}'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
  return {
    'content-security-policy': allowHelpDesk(policy, helpDeskUrl),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  };
}
