/** Addresses and networks in settings. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLocalHost } from '../lib/local-address.ts';

/** Names that Fastify's `trustProxy` knows for networks. */
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];
/** Shorter prefixes cover more addresses than an operator's own network has. */
const minPrefixBits = { ipv4: 7, ipv6: 15 };
const mappedBits = 96;

/** Whether `address` is only an origin: no user, path, query or wildcard. */
export function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return `${url.origin}/` === url.href && !url.hostname.includes('*');
}

/** Whether `address` is on this machine or in a private network, so that plain HTTP to it is acceptable. */
export function isPrivateAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  if (isLocalHost(hostname)) return true;
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(bare))
    return ['private', 'uniqueLocal', 'loopback', 'linkLocal', 'carrierGradeNat'].includes(
      ipaddr.process(bare).range(),
    );
  return !hostname.includes('.') || /\.(?:internal|local|lan|svc|home\.arpa)$/.test(hostname);
}

/** Whether Fastify's `trustProxy` accepts it: an address, a network, or one of its names. */
export function isProxy(text: string): boolean {
  return namedNetworks.includes(text) || isIP(text) !== 0 || parseNetwork(text) !== null;
}

/** Whether a network covers too many addresses to be an operator's own. */
export function isTooWide(text: string): boolean {
  const network = parseNetwork(text);
  if (network === null) return false;
  const { address, bits } = network;
  if (address.kind() === 'ipv4') return bits <= minPrefixBits.ipv4;
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= mappedBits;
  return mapped ? bits - mappedBits <= minPrefixBits.ipv4 : bits <= minPrefixBits.ipv6;
}

/** Parses `10.0.0.0/8` or `10.0.0.0/255.0.0.0`; null for anything else. */
function parseNetwork(text: string): { address: ipaddr.IPv4 | ipaddr.IPv6; bits: number } | null {
  const [base = '', mask = '', more] = text.split('/');
  // ipaddr.js also parses short forms such as `10.1`, which are mistakes in settings.
  if (isIP(base) === 0 || more !== undefined) return null;
  const address = ipaddr.parse(base);
  const bits =
    isIP(mask) === 4 ? ipaddr.IPv4.parse(mask).prefixLengthFromSubnetMask() : parsePrefixBits(mask);
  if (bits === null || bits > (address.kind() === 'ipv4' ? 32 : 128)) return null;
  return { address, bits };
}

function parsePrefixBits(mask: string): number | null {
  return /^\d{1,3}$/.test(mask) ? Number(mask) : null;
}
