import type { Call } from '../kit/call.ts';
import type { JsonObject } from '../kit/json-object.ts';
import { countBefore, countUpTo, type SortedList } from '../kit/sorted-list.ts';
import { graphError } from './errors.ts';

/** A list with a sortable position per item, ascending. */
export type RatingList = SortedList<JsonObject>;

/** Graph's usual page size, and the most that these edges give. */
const defaultPageSize = 25;
const maxPageSize = 100;

/** The rows that a call asks for: from index `from` (inclusive) to `to` (exclusive). */
export type RowRange = {
  from: number;
  to: number;
  limit: number /** The page of the pass, from 1. */;
  ordinal: number;
};

/** Reads `limit`, `after` and `before`. Refuses an invalid cursor with code 100. */
export function rangeOf(slice: RatingList, call: Call): RowRange {
  const limit = limitOf(call.query.get('limit'));
  const after = parseCursor(call.query.get('after'));
  const before = parseCursor(call.query.get('before'));
  if (after !== null) {
    const { position, ordinal } = after;
    const from = position.startsWith('@') ? Number(position.slice(1)) : countUpTo(slice.keys, position);
    return { from, to: from + limit, limit, ordinal };
  }
  if (before === null) return { from: 0, to: limit, limit, ordinal: 1 };
  const to = countBefore(slice.keys, before.position);
  return { from: Math.max(0, to - limit), to, limit, ordinal: 1 };
}

/**
 * One page of an edge with `before` and `after` cursors. `next` and `previous` are whole addresses with the access
 * token in them, as the real ones; an empty edge is `{"data":[]}`.
 */
export function cursorPage(
  slice: RatingList,
  call: Call,
  address: string,
  show: (item: JsonObject) => JsonObject,
): JsonObject {
  const { from, to, limit } = rangeOf(slice, call);
  const items = slice.items.slice(from, to);
  const first = slice.keys[from];
  const last = slice.keys[from + items.length - 1];
  if (items.length === 0 || first === undefined || last === undefined) return { data: [] };
  const paging: JsonObject = { cursors: { before: encodeCursor(first), after: encodeCursor(last) } };
  if (from + items.length < slice.keys.length)
    paging.next = pageLink(call, address, limit, 'after', encodeCursor(last));
  if (from > 0) paging.previous = pageLink(call, address, limit, 'before', encodeCursor(first));
  return { data: items.map(show), paging };
}

function limitOf(text: string | null): number {
  if (text === null || text === '') return defaultPageSize;
  if (!/^\d+$/.test(text)) throw graphError(100, '(#100) Param limit must be a non-negative integer');
  return Math.min(Math.max(Number(text), 1), maxPageSize);
}

function parseCursor(text: string | null): { position: string; ordinal: number } | null {
  if (text === null || text === '') return null;
  const key = Buffer.from(text, 'base64url').toString('utf8');
  const match = /^c(\d*):(.*)$/s.exec(key);
  if (!match || Buffer.from(key).toString('base64url') !== text) throw invalidCursor();
  return { position: match[2] ?? '', ordinal: Number(match[1] || '1') };
}

/** Code 100 for an unknown or expired cursor. */
export function invalidCursor() {
  return graphError(100, '(#100) Invalid cursor provided');
}

/** The opaque form of a position (a key, or `@` and an offset), with the number of the page that it leads to. */
export function encodeCursor(position: string, ordinal?: number): string {
  return Buffer.from(`c${ordinal ?? ''}:${position}`).toString('base64url');
}

/** The address of another page of the edge, with the caller's token in it. */
export function pageLink(call: Call, address: string, limit: number, name: string, cursor: string): string {
  const query = new URLSearchParams(call.query);
  query.delete('before');
  query.delete('after');
  query.delete('appsecret_proof');
  query.set('limit', String(limit));
  query.set(name, cursor);
  return `${call.base}${address}?${query}`;
}
