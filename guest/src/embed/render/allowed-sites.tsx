/**
 * Which sites may show an embed: names of hosts, so that neither scheme nor port matters. It is a rule of display, kept
 * by browsers that run our script, frame our page or read our JSON; what was published is no secret.
 */
import type { Snapshot } from '@kindling/contract/embeds';

/** Null where every site may. Our own host always may: the owner looks at it there. */
export function allowedSitesOf({ settings, brand }: Pick<Snapshot, 'settings' | 'brand'>): string[] | null {
  const { allowedSites } = settings;
  return allowedSites.length === 0 ? null : [...new Set([...allowedSites, new URL(brand.url).hostname])];
}

/** Regular expression for the names of these hosts, which hold letters, digits, dots and hyphens by their grammar. */
export function sitePattern(sites: readonly string[]): string {
  return `^(${sites.map((site) => site.replaceAll('.', '\\.').replace(/^\*/, '.+')).join('|')})$`;
}

/** `*.` in front takes every name below, not the name itself. */
export function isAllowedSite(host: string, sites: readonly string[]): boolean {
  return new RegExp(sitePattern(sites)).test(host);
}

/** Value of the directive `frame-ancestors` for these sites. */
export function frameAncestors(sites: readonly string[] | null): string {
  if (sites === null) return 'frame-ancestors *';
  // A source with `http:` takes https too (CSP 3, section 6.7.2.8).
  return `frame-ancestors 'self' ${sites.map((site) => `http://${site}:*`).join(' ')}`;
}

/** @param origin header of a request, `https://shop.example:8443`; `null` and anything odd are no site. */
export function isAllowedOrigin(origin: string, sites: readonly string[] | null): boolean {
  if (sites === null) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: same } = new URL(origin);
  return same === origin && /^https?:$/.test(protocol) && isAllowedSite(hostname, sites);
}
