import { hasUserInfo } from '@kindling/contract/web-address';

/** Adds a protocol if there is none. */
function withProtocol(typed: string): string {
  const text = typed.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}

/**
 * Parses a typed website into what the API accepts: `bakery.example/shop` becomes `https://bakery.example/shop`. Null
 * for empty input. @throws RangeError when it is not the address of a website.
 */
export function parseWebsite(typed: string): string | null {
  if (typed.trim() === '') return null;
  const address = withProtocol(typed);
  const url = URL.canParse(address) ? new URL(address) : null;
  const web = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  if (
    !web ||
    hasUserInfo(address) ||
    !/^([\w-]+\.)+[a-z][\w-]+$/i.test(url.hostname) ||
    url.href.length > 200
  )
    throw new RangeError('Not an address of a website.');
  return url.pathname === '/' && url.search === '' ? url.origin : url.href;
}

/** As `parseWebsite`, but undefined for an invalid address, for forms that show the error beside the field. */
export function tryParseWebsite(typed: string): string | null | undefined {
  try {
    return parseWebsite(typed);
  } catch {
    return undefined;
  }
}

/** Maximum length that the API accepts. */
export const maxPageAddressLength = 2000;

/**
 * Parses the typed address of any page; undefined for what no browser would open. Unlike a website it may be long, or
 * a name or number of a local network: the server says whether it reaches it.
 */
export function tryParsePageAddress(typed: string): string | undefined {
  const address = withProtocol(typed);
  const url = URL.canParse(address) ? new URL(address) : null;
  const web = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  // Chromium accepts a host with spaces, and writes them as %20.
  const named = web && !url.hostname.includes('%') && !hasUserInfo(address);
  return named && address.length <= maxPageAddressLength ? address : undefined;
}

/** Whether the address holds a user name or password, so that forms can say so. */
export function holdsCredentials(typed: string): boolean {
  return hasUserInfo(withProtocol(typed));
}
