/**
 * The sites that may show an embed: host names, so scheme and port do not matter. It is a display rule that browsers
 * enforce when they run our script, frame our page or read our JSON. Published content is no secret.
 */
import type { Snapshot } from '@kindling/contract/embeds';

/** Null when every site may. Our own host always may, because the owner looks at the embed there. */
export function allowedSitesOf({ settings, brand }: Pick<Snapshot, 'settings' | 'brand'>): string[] | null {
  const { allowedSites } = settings;
  return allowedSites.length === 0 ? null : [...new Set([...allowedSites, new URL(brand.url).hostname])];
}

/** A regular expression for these hosts. By their grammar they hold only letters, digits, dots and hyphens. */
export function sitePattern(sites: readonly string[]): string {
  return `^(${sites.map((site) => site.replaceAll('.', '\\.').replace(/^\*/, '.+')).join('|')})$`;
}

/** A leading `*.` matches every subdomain, not the domain itself. */
export function isAllowedSite(host: string, sites: readonly string[]): boolean {
  return new RegExp(sitePattern(sites)).test(host);
}

/** Value of the directive `frame-ancestors` for these sites. */
export function frameAncestors(sites: readonly string[] | null): string {
  if (sites === null) return 'frame-ancestors *';
  // A source with `http:` takes https too (CSP 3, section 6.7.2.8).
  return `frame-ancestors 'self' ${sites.map((site) => `http://${site}:*`).join(' ')}`;
}

/** @param origin header of a request, `https://shop.example:8443`; `null` and anything malformed is no site. */
export function isAllowedOrigin(origin: string, sites: readonly string[] | null): boolean {
  if (sites === null) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: same } = new URL(origin);
  return same === origin && /^https?:$/.test(protocol) && isAllowedSite(hostname, sites);
}
