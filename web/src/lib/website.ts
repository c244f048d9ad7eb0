import { hasUserInfo } from '@kindling/contract/web-address';

/** What was typed, with a protocol. */
function withProtocol(typed: string): string {
  const text = typed.trim();
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}

/**
 * What somebody types as a website, as the API takes it: `bakery.example/shop` becomes `https://bakery.example/shop`.
 * Null for nothing typed. @throws RangeError when it is no address of a website.
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

/** As `readWebsite`, but undefined for what is no address, for forms that tell it beside the field. */
export function tryParseWebsite(typed: string): string | null | undefined {
  try {
    return parseWebsite(typed);
  } catch {
    return undefined;
  }
}

/** Characters that the API takes as the address of a page to look at. */
export const maxPageAddressLength = 2000;

/**
 * What somebody types as the address of any page, with a protocol; undefined for what no browser would open. Other than
 * a website it may be long, and a name or number that only the own network knows: whether we reach it is the server's answer.
 */
export function tryParsePageAddress(typed: string): string | undefined {
  const address = withProtocol(typed);
  const url = URL.canParse(address) ? new URL(address) : null;
  const web = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  // Chromium reads a host with spaces, and writes them as %20.
  const named = web && !url.hostname.includes('%') && !hasUserInfo(address);
  return named && address.length <= maxPageAddressLength ? address : undefined;
}

/** Whether what is wrong with it is a user name or a password, so that forms can say so. */
export function holdsCredentials(typed: string): boolean {
  return hasUserInfo(withProtocol(typed));
}
