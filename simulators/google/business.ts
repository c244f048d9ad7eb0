import type { Call } from '../kit/call.ts';
import { type Fields, isFields, textOf } from '../kit/fields.ts';
import { jsonReply, type Reply } from '../kit/reply.ts';
import type { Person } from './data.ts';
import { invalidField, notFound, permissionDenied } from './errors.ts';
import { pageSize, pageToken, positionIn } from './page-tokens.ts';
import { withoutDefaults } from './reviews-store.ts';
import type { GoogleState } from './state.ts';

/** Top-level members of a Location that a readMask may name. */
const locationMembers = new Set([
  'name',
  'languageCode',
  'storeCode',
  'title',
  'phoneNumbers',
  'categories',
  'storefrontAddress',
  'websiteUri',
  'regularHours',
  'specialHours',
  'serviceArea',
  'labels',
  'adWordsLocationExtensions',
  'latlng',
  'openInfo',
  'metadata',
  'profile',
  'relationshipData',
  'moreHours',
  'serviceItems',
]);

/** `GET /v1/accounts`: page size 20 at most, the personal account first. */
export function listAccounts(state: GoogleState, person: Person, call: Call): Reply {
  const filter = call.query.get('filter');
  const type = filter === null || filter === '' ? null : /^type\s*=\s*"?(\w+)"?$/.exec(filter)?.[1];
  if (type === undefined) throw invalidField('filter', 'Invalid filter.');
  const own = state.data.accounts
    .filter((account) => person.accounts.includes(textOf(account, 'name') ?? ''))
    .filter((account) => type === null || account.type === type)
    .toSorted((left, right) => Number(right.type === 'PERSONAL') - Number(left.type === 'PERSONAL'));
  const size = pageSize(call.query.get('pageSize'), 20, 20);
  return listReply('accounts', own, ['accounts', person.sub, filter ?? ''], size, call);
}

/** `GET /v1/accounts/{account}/locations`: `readMask` is required; page size 10 by default, 100 at most. */
export function listLocations(state: GoogleState, person: Person, call: Call): Reply {
  const account = `accounts/${call.params.account ?? ''}`;
  const mask = readMask(call);
  needAccount(state, person, account);
  const orderBy = call.query.get('orderBy') ?? '';
  const locations = ordered(state.data.locations.get(account) ?? [], orderBy);
  const filter = call.query.get('filter') ?? '';
  const chosen = filter === '' ? locations : locations.filter(filterOf(filter));
  const size = pageSize(call.query.get('pageSize'), 10, 100);
  const query = ['locations', account, mask.join(','), orderBy, filter];
  const masked = chosen.map((location) => applyMask(location, mask));
  return listReply('locations', masked, query, size, call, filter === '' ? {} : { totalSize: chosen.length });
}

/** `GET /v1/locations/{location}`. */
export function getLocation(state: GoogleState, person: Person, call: Call): Reply {
  const name = `locations/${call.params.location ?? ''}`;
  const mask = readMask(call);
  let exists = false;
  for (const [account, locations] of state.data.locations) {
    const found = locations.find((location) => location.name === name);
    if (!found) continue;
    exists = true;
    if (person.accounts.includes(account)) return jsonReply(200, withoutDefaults(applyMask(found, mask)));
  }
  throw exists ? permissionDenied() : notFound();
}

/** Refuses with 403 or 404 unless the account exists and the person has a role on it. */
export function needAccount(state: GoogleState, person: Person, account: string): void {
  if (!state.data.accounts.some((known) => known.name === account)) throw notFound();
  if (!person.accounts.includes(account)) throw permissionDenied();
}

function readMask(call: Call): string[] {
  const text = call.query.get('readMask') ?? '';
  const paths = text
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');
  if (paths.length === 0) throw invalidField('read_mask', 'Field is required');
  for (const path of paths) {
    if (path !== '*' && !locationMembers.has(path.split('.')[0] ?? '')) {
      throw invalidField('read_mask', `Invalid field mask provided: ${path}`);
    }
  }
  return paths;
}

function applyMask(location: Fields, mask: string[]): Fields {
  if (mask.includes('*')) return location;
  const shown: Fields = {};
  for (const path of mask) {
    const [member = '', inner] = path.split('.');
    const value = location[member];
    if (value === undefined) continue;
    if (inner === undefined || !isFields(value)) shown[member] = value;
    else shown[member] = { ...(isFields(shown[member]) ? shown[member] : {}), [inner]: value[inner] };
  }
  return shown;
}

function ordered(locations: Fields[], orderBy: string): Fields[] {
  if (orderBy === '') return locations;
  const match = /^(title|storeCode|store_code)( desc)?$/.exec(orderBy);
  if (!match) throw invalidField('order_by', 'Invalid order_by.');
  const member = match[1] === 'title' ? 'title' : 'storeCode';
  const sign = match[2] ? -1 : 1;
  return locations.toSorted(
    (left, right) => sign * (textOf(left, member) ?? '').localeCompare(textOf(right, member) ?? ''),
  );
}

/** Only `title="…"` and `storeCode="…"` are understood here. */
function filterOf(filter: string): (location: Fields) => boolean {
  const match = /^(title|storeCode|store_code)\s*[=:]\s*"([^"]*)"$/.exec(filter);
  if (!match) throw invalidField('filter', 'Invalid filter.');
  const member = match[1] === 'title' ? 'title' : 'storeCode';
  return (location) => textOf(location, member) === match[2];
}

/** One page of resources whose name is their position: a token stays right when others come and go. */
function listReply(
  member: string,
  all: Fields[],
  query: string[],
  size: number,
  call: Call,
  more: Fields = {},
): Reply {
  const after = positionIn(call.query.get('pageToken'), query);
  const from = after === null ? 0 : Number(after);
  const next = from + size < all.length ? pageToken(query, String(from + size)) : '';
  const page = all.slice(from, from + size).map(withoutDefaults);
  return jsonReply(200, withoutDefaults({ [member]: page, nextPageToken: next, ...more }));
}
