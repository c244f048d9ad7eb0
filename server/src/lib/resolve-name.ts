/**
 * Addresses of host names. A name that somebody else chose is asked by DNS questions of our own: `getaddrinfo`, which Node
 * runs on two threads for the whole process, cannot be ended, so names whose answer never comes would stop the lookups of
 * all other requests.
 */
import { ADDRCONFIG } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** All addresses of a name, of both families. Rejects where there is none, and as soon as the signal is aborted. */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<ResolvedAddress[]>;

/** Each server is asked twice, for about a second each: a family that is never answered must leave time for the other. */
const dnsTimeouts = { timeout: 1_000, tries: 2, maxTimeout: 1_000 };

const loopback: ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export interface DnsResolverOptions {
  /** Name servers as `address:port`; the system's unless given. */
  servers?: readonly string[];
}

/**
 * Resolves by DNS alone. The hosts file has no say: it names machines of the operator, and a public page is known by the
 * public DNS. Names below `localhost` are this machine, without a question (RFC 6761, section 6.3).
 */
export function createDnsResolver({ servers }: DnsResolverOptions = {}): ResolveName {
  return async (hostname, signal) => {
    signal.throwIfAborted();
    if (/(?:^|\.)localhost\.?$/i.test(hostname)) return loopback;
    // A resolver of its own, because only all questions of one can be canceled together.
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

/** Resolves as the system does, by its hosts file too: for names that the operator chose. */
export const resolveWithSystem: ResolveName = async (hostname) => {
  const found = await lookup(hostname, { all: true, hints: ADDRCONFIG });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/**
 * Leaves out IPv6 where this machine has none and IPv4 is offered. Node gives up each attempt but the last one after
 * 250 ms, so a slow answer by IPv4 would end at an address that cannot be reached.
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
