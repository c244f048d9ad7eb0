/** Addresses and networks that an operator names in settings. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLocalHost } from '../lib/local-address.ts';

/** Names that Fastify's `trustProxy` knows for networks. */
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];
/** More of the addresses than any operator's own network has. */
const minPrefixBits = { ipv4: 7, ipv6: 15 };
const mappedBits = 96;

/** An origin and nothing else: no user, path, query or placeholder. */
export function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return `${url.origin}/` === url.href && !url.hostname.includes('*');
}

/** Whether `address` lies where no stranger stands between: on this machine, in a private network, or below its names. */
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

/** What Fastify takes for a proxy: an address, a network, or one of its names. */
export function isProxy(text: string): boolean {
  return namedNetworks.includes(text) || isIP(text) !== 0 || parseNetwork(text) !== null;
}

/** Whether a network is no operator's own but a good part of all addresses. */
export function isTooWide(text: string): boolean {
  const network = parseNetwork(text);
  if (network === null) return false;
  const { address, bits } = network;
  if (address.kind() === 'ipv4') return bits <= minPrefixBits.ipv4;
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= mappedBits;
  return mapped ? bits - mappedBits <= minPrefixBits.ipv4 : bits <= minPrefixBits.ipv6;
}

/** `10.0.0.0/8`, or with the mask in full: `10.0.0.0/255.0.0.0`. */
function parseNetwork(text: string): { address: ipaddr.IPv4 | ipaddr.IPv6; bits: number } | null {
  const [base = '', mask = '', more] = text.split('/');
  // The library also reads short forms such as `10.1`, which are mistakes here.
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
