/** Names of sites as people type them, as the settings keep them, and as people read them. */
import { siteSchema } from '@kindling/contract/embed-settings';
import { decodeHost } from '../../../lib/punycode.ts';

/**
 * The host of what was typed or pasted: `https://Bücher.example/shop` becomes `xn--bcher-kva.example`, `*.` in front
 * stays. Null when there is none.
 */
export function parseSite(typed: string): string | null {
  const text = typed.trim();
  const [, star = '', rest = ''] = /^(\*\.)?(.*)$/s.exec(text.replace(/^[a-z][a-z\d+.-]*:\/\//i, '')) ?? [];
  const address = `https://${rest}`;
  if (rest === '' || !URL.canParse(address)) return null;
  const site = `${star}${new URL(address).hostname.replace(/\.$/, '')}`;
  return siteSchema.safeParse(site).success ? site : null;
}

/** The name with its own letters: `xn--bcher-kva.example` as `bücher.example`. */
export function formatSite(site: string): string {
  return decodeHost(site);
}
