/** Conversion of site names between input, stored form and display. */
import { siteSchema } from '@kindling/contract/embed-settings';
import { decodeHost } from '../../../lib/punycode.ts';

/**
 * The host of a typed or pasted address: `https://Bücher.example/shop` becomes `xn--bcher-kva.example`; a leading `*.`
 * stays. Null when there is no valid host.
 */
export function parseSite(typed: string): string | null {
  const text = typed.trim();
  const [, star = '', rest = ''] = /^(\*\.)?(.*)$/s.exec(text.replace(/^[a-z][a-z\d+.-]*:\/\//i, '')) ?? [];
  const address = `https://${rest}`;
  if (rest === '' || !URL.canParse(address)) return null;
  const site = `${star}${new URL(address).hostname.replace(/\.$/, '')}`;
  return siteSchema.safeParse(site).success ? site : null;
}

/** The name with Unicode letters: `xn--bcher-kva.example` becomes `bücher.example`. */
export function formatSite(site: string): string {
  return decodeHost(site);
}
