/** The network of a request, which limits count. */
import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, gap)).fill('0'), ...right];
}

/** IPv4 as it is; IPv6 by its /64, because one customer of a provider has all of it. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain).slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** The client's network. When a trusted proxy passes on something that is not an address, the proxy's own network counts. */
export function clientNetwork(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return networkOf(isIP(request.ip) === 0 ? (request.socket.remoteAddress ?? '') : request.ip);
}

/**
 * The surroundings of a network that {@link networkOf} gave, for records that stay: the /24 of an IPv4 address, the /48 of an
 * IPv6 network. Null for what is no network.
 */
export function surroundingsOf(network: string): string | null {
  if (isIP(network) === 4) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  const [address = '', bits] = network.split('/');
  if (bits !== '64' || !isIPv6(address)) return null;
  const groups = groupsOf(address).slice(0, 3);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/48`;
}
