/** Headers of the public pages and the error pages. */
import { createHash } from 'node:crypto';
import { allowHelpDesk } from '../help-desk-policy.ts';

/**
 * @param style the inline style of every page: the tokens of the operator's color
 * @param helpDeskUrl address of the help desk whose chat a page may open; null without one
 * @param hashes of further inline styles of a page, those of its sample widgets, as values of `style-src`
 */
export function siteHeaders(
  style: string,
  helpDeskUrl: string | null,
  hashes: readonly string[] = [],
): Record<string, string> {
  const styles = [`'sha256-${createHash('sha256').update(style).digest('base64')}'`, ...hashes].join(' ');
  // The QR code generator shows and saves its image as a blob.
  const policy = `default-src 'none'; script-src 'self'; style-src 'self' ${styles}; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
  return {
    'content-security-policy': allowHelpDesk(policy, helpDeskUrl),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  };
}
