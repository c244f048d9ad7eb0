/** The links of header and footer. The text of an entry is `site.nav.items.<key>`. */

import { imprintPath, statusPath } from '@kindling/contract/site';

// locale-keys: site.nav.*, site.footer.*

export const centralizing = [
  { key: 'presence', path: '/online-presence' },
  { key: 'platforms', path: '/multiple-platforms' },
  { key: 'reviews', path: '/reviews' },
] as const;

export const toolkit = [
  { key: 'qr', path: '/qr-code-generator' },
  { key: 'nfc', path: '/get-nfc-card' },
  { key: 'gallery', path: '/gallery' },
  { key: 'embedding', path: '/embedding' },
] as const;

export const resources = [
  { key: 'selfHost', path: '/self-host' },
  { key: 'docs', path: '/docs' },
  { key: 'status', path: statusPath },
] as const;

export const legal = [
  { key: 'terms', path: '/terms-and-conditions' },
  { key: 'privacy', path: '/privacy-policy' },
  { key: 'processing', path: '/data-processing-agreement' },
  { key: 'imprint', path: imprintPath, when: 'operator.address' },
] as const;

/** The groups of the submenu, in its order. */
export const solutions = [
  { key: 'centralizing', entries: centralizing },
  { key: 'toolkit', entries: toolkit },
] as const;
