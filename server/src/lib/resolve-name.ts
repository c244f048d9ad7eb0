/**
 * Resolves host names. Names chosen by other people are resolved with Node's own DNS client and not with `getaddrinfo`:
 * Node runs that on two threads for the whole process and cannot cancel it, so a few names that never get an answer would
 * block the lookups of all other requests.
 */
import { ADDRCONFIG } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Resolves a name to all its IPv4 and IPv6 addresses. Rejects when it has none, and as soon as the signal is aborted. */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<ResolvedAddress[]>;

/** Each server gets two queries of about a second: a family without an answer must leave time for the other one. */
const dnsTimeouts = { timeout: 1_000, tries: 2, maxTimeout: 1_000 };

const loopback: ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export interface DnsResolverOptions {
  /** Name servers as `address:port`; the system's by default. */
  servers?: readonly string[];
}

/**
 * Resolves by DNS only and ignores the hosts file: that file names the operator's machines, and public pages are in the
 * public DNS. Names below `localhost` are this machine without a query (RFC 6761, section 6.3).
 */
export function createDnsResolver({ servers }: DnsResolverOptions = {}): ResolveName {
  return async (hostname, signal) => {
    signal.throwIfAborted();
    if (/(?:^|\.)localhost\.?$/i.test(hostname)) return loopback;
    // Each call needs its own resolver, because `cancel` ends all queries of a resolver.
    const resolver = new Resolver(dnsTimeouts);
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      const [four, six] = await Promise.allSettled([
        resolver.resolve4(hostname),
        resolver.resolve6(hostname),
      ]);
      signal.throwIfAborted();
      if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
      return [...fulfilledAddresses(four, 4), ...fulfilledAddresses(six, 6)];
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

function fulfilledAddresses(answer: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

/** Resolves like the system, including the hosts file. Only for names that the operator chose. */
export const resolveWithSystem: ResolveName = async (hostname) => {
  const found = await lookup(hostname, { all: true, hints: ADDRCONFIG });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/**
 * Removes IPv6 addresses when this machine has no IPv6 and the name has IPv4 addresses. Node gives each attempt but the
 * last only 250 ms, so after a slow IPv4 answer it would continue with an unreachable address.
 */
export function dropUnreachableIPv6(
  found: readonly ResolvedAddress[],
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): ResolvedAddress[] {
  const four = found.filter(({ family }) => family === 4);
  const hasIPv6 = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .some((one) => one.family === 'IPv6' && !one.internal && one.scopeid === 0);
  return hasIPv6 || four.length === 0 ? [...found] : four;
}
