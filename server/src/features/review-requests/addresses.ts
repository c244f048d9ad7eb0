/** What is kept of an address after the address itself is erased: a hash that finds it again, and a masked form to show. */
import { createHash } from 'node:crypto';

/** The hash is cut to this, so that it fits into a link. */
const hashBytes = 16;

/** Addresses that differ in case only are one mailbox with every provider that is in use. */
export function normalizeAddress(address: string): string {
  return address.trim().toLowerCase();
}

/**
 * Salted with the account, so that accounts cannot be compared. Without a secret: a list of people who want no mail must
 * outlive every change of keys.
 */
export function addressHash(accountId: string, address: string): Buffer {
  const text = `${accountId} invited ${normalizeAddress(address)}`;
  return createHash('sha256').update(text).digest().subarray(0, hashBytes);
}

/** `a***@example.com` */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}***${address.slice(at).toLowerCase()}`;
}
