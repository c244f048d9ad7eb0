/** Addresses on a page's own path, which may already have a query. Each is a path of our own host, whatever it is made of. */
import { ownLink } from '../../kit/link.ts';

const isOwnPath = (address: string): boolean => /^\/(?![/\\])/.test(address);

/** The path with one more value in its query. */
export function withQuery(path: string, name: string, value: string): string {
  const own = isOwnPath(path) ? path : '/';
  return `${own}${own.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value.toWellFormed())}`;
}

/** Where clicks on public links are counted. */
export function clickPath(path: string): string {
  return isOwnPath(path) ? `${path.split('?')[0]}/click` : '/';
}

/** A path of our own host, or an address as `ownLink` allows it; anything else is no link. */
export function ownAddress(address: string): string | undefined {
  return isOwnPath(address) ? address : (ownLink(address) ?? undefined);
}
