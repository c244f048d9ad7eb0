/** Where a request may go to. */
import ipaddr from 'ipaddr.js';

export interface TargetRule {
  /** Asked before a name is looked up. */
  allowsPort(port: number): boolean;
  /** Asked for every address of a name. `address` is in its usual notation. */
  allowsAddress(address: string): boolean;
}

/** The public web: ports of HTTP, addresses that are neither private, local, reserved nor a translation of another one. */
export const publicWeb: TargetRule = {
  allowsPort: (port) => port === 80 || port === 443,
  allowsAddress: (address) => ipaddr.process(address).range() === 'unicast',
};

/** For what the operator's settings name. */
export const anyTarget: TargetRule = { allowsPort: () => true, allowsAddress: () => true };
