/** Where a request may go to. */
import ipaddr from 'ipaddr.js';

export interface EgressPolicy {
  /** Asked before a name is looked up. */
  allowsPort(port: number): boolean;
  /** Asked for every address of a name. `address` is in its usual notation. */
  allowsAddress(address: string): boolean;
}

/** All that is routed on the Internet (https://www.iana.org/assignments/ipv6-address-space). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Public by its range, and answered inside of the network that asks: Azure's host service for virtual machines
 * (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16). Metadata services of other clouds lie
 * in ranges that are refused: 169.254.0.0/16, 100.64.0.0/10, 192.0.0.0/24 and fd00::/8.
 */
const cloudInternalAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

/** The public web: ports of HTTP, addresses that are neither private, local, reserved nor a translation of another one. */
export const publicWebOnly: EgressPolicy = {
  allowsPort: (port) => port === 80 || port === 443,
  allowsAddress(text) {
    // An IPv4 address in IPv6 (::ffff:0:0/96) is judged as what it is.
    const address = ipaddr.process(text);
    if (address.range() !== 'unicast' || cloudInternalAddresses.has(address.toString())) return false;
    return address.kind() === 'ipv4' || address.match(globalUnicast);
  },
};

/** For what the operator's settings name. */
export const allowAnyTarget: EgressPolicy = { allowsPort: () => true, allowsAddress: () => true };
