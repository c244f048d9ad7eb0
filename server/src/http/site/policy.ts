/** Headers of the public pages and of the error pages, which are made of the same parts. */
import { createHash } from 'node:crypto';

export interface PolicyOptions {
  /** The one inline style of the pages: the tokens of the operator's colour. */
  style: string;
  /** Origin of the help desk whose chat a page may open; null without one. */
  helpDeskOrigin: string | null;
}

export function siteHeaders({ style, helpDeskOrigin }: PolicyOptions): Record<string, string> {
  const hash = createHash('sha256').update(style).digest('base64');
  const helpDesk = helpDeskOrigin === null ? '' : ` ${helpDeskOrigin}`;
  const rules = [
    "default-src 'none'",
    `script-src 'self'${helpDesk}`,
    `style-src 'self' 'sha256-${hash}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${helpDesk}`,
    ...(helpDeskOrigin === null ? [] : [`frame-src ${helpDeskOrigin}`]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ];
  return {
    'content-security-policy': rules.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  };
}
