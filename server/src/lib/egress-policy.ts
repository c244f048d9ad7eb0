/** Which addresses an outgoing request may connect to. */
import ipaddr from 'ipaddr.js';

export interface EgressPolicy {
  /** Called before the name is resolved. */
  allowsPort(port: number): boolean;
  /** Called for every address of a name. `address` is in its usual notation. */
  allowsAddress(address: string): boolean;
}

/** All IPv6 addresses that are routed on the internet (https://www.iana.org/assignments/ipv6-address-space). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Azure's host service for virtual machines has a public address but answers inside the network
 * (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16). The metadata services of other clouds
 * are in ranges that are refused anyway: 169.254.0.0/16, 100.64.0.0/10, 192.0.0.0/24 and fd00::/8.
 */
const cloudInternalAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

/** The public web: ports 80 and 443, and no private, local, reserved or translated address. */
export const publicWebOnly: EgressPolicy = {
  allowsPort: (port) => port === 80 || port === 443,
  allowsAddress(text) {
    // An IPv4 address inside IPv6 (::ffff:0:0/96) is checked as IPv4.
    const address = ipaddr.process(text);
    if (address.range() !== 'unicast' || cloudInternalAddresses.has(address.toString())) return false;
    return address.kind() === 'ipv4' || address.match(globalUnicast);
  },
};

/** For addresses from the operator's settings. */
export const allowAnyTarget: EgressPolicy = { allowsPort: () => true, allowsAddress: () => true };
