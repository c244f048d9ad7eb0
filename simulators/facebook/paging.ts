import type { Call } from '../kit/call.ts';
import type { Fields } from '../kit/fields.ts';
import { graphError } from './errors.ts';

/** A list with a sortable position per item, ascending. */
export type Slice = { keys: string[]; items: Fields[] };

/** Graph's usual page size, and the most that these edges give. */
const usual = 25;
const most = 100;

/**
 * One page of an edge with `before` and `after` cursors. `next` and `previous` are whole addresses with the access
 * token in them, as the real ones; an empty edge is `{"data":[]}`.
 */
export function cursorPage(
  slice: Slice,
  call: Call,
  address: string,
  show: (item: Fields) => Fields,
): Fields {
  const limit = limitOf(call.query.get('limit'));
  const after = cursorIn(call.query.get('after'));
  const before = cursorIn(call.query.get('before'));
  let from = 0;
  let to = limit;
  if (after !== null) {
    from = countWhile(slice.keys, (key) => key <= after);
    to = from + limit;
  } else if (before !== null) {
    to = countWhile(slice.keys, (key) => key < before);
    from = Math.max(0, to - limit);
  }
  const items = slice.items.slice(from, to);
  const first = slice.keys[from];
  const last = slice.keys[from + items.length - 1];
  if (items.length === 0 || first === undefined || last === undefined) return { data: [] };
  const paging: Fields = { cursors: { before: encode(first), after: encode(last) } };
  if (from + items.length < slice.keys.length)
    paging.next = link(call, address, limit, 'after', encode(last));
  if (from > 0) paging.previous = link(call, address, limit, 'before', encode(first));
  return { data: items.map(show), paging };
}

function limitOf(text: string | null): number {
  if (text === null || text === '') return usual;
  if (!/^\d+$/.test(text)) throw graphError(100, '(#100) Param limit must be a non-negative integer');
  return Math.min(Math.max(Number(text), 1), most);
}

function cursorIn(text: string | null): string | null {
  if (text === null || text === '') return null;
  const key = Buffer.from(text, 'base64url').toString('utf8');
  if (encode(key) !== text || !key.startsWith('c:')) throw graphError(100, '(#100) Invalid cursor provided');
  return key.slice(2);
}

function encode(key: string): string {
  const text = key.startsWith('c:') ? key : `c:${key}`;
  return Buffer.from(text).toString('base64url');
}

function link(call: Call, address: string, limit: number, name: string, cursor: string): string {
  const query = new URLSearchParams(call.query);
  query.delete('before');
  query.delete('after');
  query.delete('appsecret_proof');
  query.set('limit', String(limit));
  query.set(name, cursor);
  return `${call.base}${address}?${query}`;
}

function countWhile(keys: string[], fits: (key: string) => boolean): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fits(keys[middle] ?? '')) low = middle + 1;
    else high = middle;
  }
  return low;
}
