/**
 * Whether only this machine reaches what has an address with that host name: loopback, and names that no public DNS
 * knows, below `localhost` and `test` (RFC 6761).
 */
export function isLocalHost(hostname: string): boolean {
  return (
    /(?:^|\.)(?:localhost|test)$/.test(hostname) ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}

/** The same of a whole address; what is no address is not local. */
export function isLocalUrl(address: string): boolean {
  return URL.canParse(address) && isLocalHost(new URL(address).hostname);
}
