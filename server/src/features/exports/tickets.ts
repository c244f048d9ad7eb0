/**
 * Addresses that a browser downloads by itself: single-use, and valid for a minute. A browser sends no access token with a
 * download, and a file of any size must not pass through the memory of the page.
 */
import { createHash, randomBytes } from 'node:crypto';
import { versionedApiRoot } from '@kindling/contract/api-address';

export const downloadsPath = `${versionedApiRoot}/downloads`;
const ticketPattern = /^[A-Za-z0-9_-]{43}$/;

/** Only the hash is stored, so nobody who reads the database can download. */
export function newTicket(): { address: string; hash: Buffer } {
  const ticket = randomBytes(32).toString('base64url');
  return { address: `${downloadsPath}/${ticket}`, hash: hashOf(ticket) };
}

/** Null for what cannot be a ticket. */
export function ticketHash(ticket: string): Buffer | null {
  return ticketPattern.test(ticket) ? hashOf(ticket) : null;
}

function hashOf(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}
