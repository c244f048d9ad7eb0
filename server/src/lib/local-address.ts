/**
 * Whether a host name is reachable only from this machine: loopback addresses, and names below `localhost` and `test`,
 * which the public DNS never resolves (RFC 6761).
 */
export function isLocalHost(hostname: string): boolean {
  return (
    /(?:^|\.)(?:localhost|test)$/.test(hostname) ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}

/** The same for a whole URL. Text that is not a URL is not local. */
export function isLocalUrl(address: string): boolean {
  return URL.canParse(address) && isLocalHost(new URL(address).hostname);
}
