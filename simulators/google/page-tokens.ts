import { createHash } from 'node:crypto';
import { invalidField } from './errors.ts';

/** An opaque page token for a position, bound to the query that gave it. */
export function pageToken(query: string[], position: string): string {
  return Buffer.from(`${fingerprint(query)}${position}`).toString('base64url');
}

/** The position in a token; null without a token. Refuses with 400 a token of another query, and other text. */
export function positionIn(token: string | null, query: string[]): string | null {
  if (!token) return null;
  const text = Buffer.from(token, 'base64url').toString('utf8');
  const mark = fingerprint(query);
  if (!text.startsWith(mark)) throw invalidField('page_token', 'Invalid page token.');
  return text.slice(mark.length);
}

/**
 * The page size: missing or 0 gives `usual`, anything above `most` is clamped. Refuses with 400 negative numbers and
 * other text.
 */
export function pageSize(text: string | null, usual: number, most: number): number {
  if (text === null || text === '' || text === '0') return usual;
  if (!/^-?\d+$/.test(text))
    throw invalidField('page_size', `Invalid value at 'page_size' (TYPE_INT32), "${text}"`);
  const size = Number(text);
  if (size < 0) throw invalidField('page_size', 'Page size must not be negative.');
  return Math.min(size, most);
}

function fingerprint(query: string[]): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('hex').slice(0, 16);
}
