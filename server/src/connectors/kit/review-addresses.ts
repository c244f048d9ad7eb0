/**
 * Addresses at which people write reviews: what an owner pasted becomes the address that visitors open. Only hosts that are
 * known lead somewhere, so that a printed code cannot be turned into a link to any site.
 */

import type { Platform, Source } from '@kindling/contract/platforms';
import { hasUserInfo } from '@kindling/contract/web-address';
import { knownReviewSites } from './known-review-sites.ts';

/** What a platform knows about its own addresses; pure, without a request. */
export interface ReviewAddresses {
  source: Platform;
  /** The platform's own name, the same in every language. */
  label: string;
  /** Every host at which `readUrl` answers. */
  hosts: readonly string[];
  /** Hosts of links that only a request could follow. */
  shortHosts?: readonly string[];
  /** An identifier of a place, pasted without an address; null when it is none. */
  readId(pasted: string): string | null;
  /** The https address at which a review of the pasted page is written; null when the page has none. */
  readUrl(url: URL): string | null;
}

export type PastedProblem = 'not-an-address' | 'host' | 'not-for-reviews' | 'short-link';
export interface ReviewAddress {
  /** Null for a site that is not a platform of ours. */
  source: Platform | null;
  /** The name of the site; its host, with punycode, for a site of the business. */
  label: string;
  url: string;
}

export interface ReviewSites {
  /**
   * Reads a place id or a web address. `ownHosts` are those of the business, with or without `www.`.
   * - `not-an-address`: neither. `host`: not a review site that we know. `not-for-reviews`: a page of a known platform that
   *   does not lead to writing a review. `short-link`: a link of a platform that does not say where it leads.
   */
  readReviewAddress(pasted: string, ownHosts?: readonly string[]): ReviewAddress | { problem: PastedProblem };
  /** Whether visitors may be sent to this stored address: exactly what `readReviewAddress` returns for it. */
  isReviewAddress(url: string, ownHosts: readonly string[]): boolean;
  /** The name of a platform for visitors; empty for a source without addresses of its own. */
  labelOf(source: Source): string;
}

/** As in the contract. */
const maxLength = 2000;

export function createReviewSites(platforms: readonly ReviewAddresses[]): ReviewSites {
  const readReviewAddress: ReviewSites['readReviewAddress'] = (pasted, ownHosts = []) => {
    const text = pasted.trim();
    if (text.length > maxLength) return { problem: 'not-an-address' };
    for (const { source, label, readId } of platforms) {
      const url = readId(text);
      if (url !== null) return { source, label, url };
    }
    const url = toUrl(text);
    if (url === null) return { problem: 'not-an-address' };
    if (platforms.some(({ shortHosts = [] }) => shortHosts.includes(url.hostname)))
      return { problem: 'short-link' };
    const platform = platforms.find(({ hosts }) => hosts.includes(url.hostname));
    if (platform) {
      const found = platform.readUrl(url);
      const { source, label } = platform;
      return found === null ? { problem: 'not-for-reviews' } : { source, label, url: found };
    }
    const site = knownReviewSites.find(({ domains }) => domains.some((one) => isWithin(url.hostname, one)));
    if (site)
      return forwards(url)
        ? { problem: 'not-for-reviews' }
        : { source: null, label: site.label, url: url.href };
    if (ownHosts.some((one) => withoutWww(one.toLowerCase()) === withoutWww(url.hostname)))
      return { source: null, label: withoutWww(url.hostname), url: url.href };
    return { problem: 'host' };
  };
  return {
    readReviewAddress,
    isReviewAddress(url, ownHosts) {
      if (!url.startsWith('https://')) return false;
      const read = readReviewAddress(url, ownHosts);
      return 'url' in read && read.url === url;
    },
    labelOf: (source) => platforms.find((one) => one.source === source)?.label ?? '',
  };
}

/**
 * An address with https, a name of a host, and nothing before or after the name. Text without a scheme gets https, because
 * people copy what the address bar shows; http becomes https.
 */
function toUrl(text: string): URL | null {
  // The parser would drop line breaks, turn backslashes into slashes, and so read another address than a person sees.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) return null;
  const address = /^https?:\/\//i.test(text)
    ? text.replace(/^http:/i, 'https:')
    : /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#]|$)/u.test(text)
      ? `https://${text}`
      : null;
  if (address === null || !URL.canParse(address) || hasUserInfo(address)) return null;
  const url = new URL(address);
  const isName = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(url.hostname);
  if (url.port !== '' || !isName || url.href.length > maxLength) return null;
  url.hash = '';
  return url;
}

/** A segment of the path that says that the page leads elsewhere. */
const forwarder = /redir|^(?:out|away)(?:\.\w+)?$/i;
/** With a scheme or without one, or a host with a path. */
const otherAddress =
  /^(?:https?:|(?:[a-z][a-z\d+.-]*:)?[\\/]{2}|(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*(?::\d+)?[\\/?#])/iu;

/** Whether the address names another one, as those do that forward to any site. */
function forwards(url: URL): boolean {
  return (
    url.pathname.split('/').some((segment) => forwarder.test(decode(segment))) ||
    [...url.searchParams.values()].some((value) => [value, decode(value)].some(isOtherAddress))
  );
}

/** Browsers leave out spaces before an address, and line breaks and tabs within. */
function isOtherAddress(value: string): boolean {
  return otherAddress.test(value.replace(/[\s\p{Cc}\p{Cf}]/gu, ''));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
