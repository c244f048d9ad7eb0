// Trust rule: a forwarded address counts only when the peer that forwarded it is a configured proxy.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
}

/** Parses CIDRs (or single addresses). Throws an Error naming the bad one. */
export function proxyList(cidrs: string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    const family = isIP(address);
    const bits = prefix === undefined ? (family === 4 ? 32 : 128) : Number(prefix);
    if (family === 0 || !Number.isInteger(bits) || bits < 0 || bits > (family === 4 ? 32 : 128)) {
      throw new Error(
        `Identity service: trustProxy holds "${cidr}", which is not a network such as 10.0.0.0/8.`,
      );
    }
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, gap)).fill('0'), ...right];
}

/** IPv4 as it is; IPv6 cut to its /64, because one customer owns at least that many addresses. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain).slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** The client's network: the right-most forwarded address that is not one of our proxies. */
export function clientNetwork(req: IncomingMessage, proxies: BlockList): string {
  let current = plainAddress(req.socket.remoteAddress ?? '');
  const forwarded = String(req.headers['x-forwarded-for'] ?? '').split(',');
  while (forwarded.length > 0 && isIP(current) && proxies.check(current, isIPv4(current) ? 'ipv4' : 'ipv6')) {
    const next = plainAddress(forwarded.pop()?.trim() ?? '');
    if (isIP(next) === 0) break;
    current = next;
  }
  return networkOf(current);
}
