/** What the header and the footer lead to, in one place. Words of an entry: `site.nav.items.<key>`. */

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

export const legal = [
  { key: 'terms', path: '/terms-and-conditions' },
  { key: 'privacy', path: '/privacy-policy' },
] as const;

/** Both groups of the submenu, in the order of specification.md section 2. */
export const solutions = [
  { key: 'centralizing', entries: centralizing },
  { key: 'toolkit', entries: toolkit },
] as const;
