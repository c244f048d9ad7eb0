import type { Call } from '../kit/call.ts';
import { isJsonObject, type JsonObject, stringField } from '../kit/json-object.ts';
import { type HttpResponse, jsonResponse } from '../kit/response.ts';
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
export function listAccounts(state: GoogleState, person: Person, call: Call): HttpResponse {
  const filter = call.query.get('filter');
  const type = filter === null || filter === '' ? null : /^type\s*=\s*"?(\w+)"?$/.exec(filter)?.[1];
  if (type === undefined) throw invalidField('filter', 'Invalid filter.');
  const own = state.data.accounts
    .filter((account) => person.accounts.includes(stringField(account, 'name') ?? ''))
    .filter((account) => type === null || account.type === type)
    .toSorted((left, right) => Number(right.type === 'PERSONAL') - Number(left.type === 'PERSONAL'));
  const size = pageSize(call.query.get('pageSize'), 20, 20);
  return listResponse('accounts', own, ['accounts', person.sub, filter ?? ''], size, call);
}

/** `GET /v1/accounts/{account}/locations`: `readMask` is required; page size 10 by default, 100 at most. */
export function listLocations(state: GoogleState, person: Person, call: Call): HttpResponse {
  const account = `accounts/${call.params.account ?? ''}`;
  const mask = readMask(call);
  requireAccount(state, person, account);
  const orderBy = call.query.get('orderBy') ?? '';
  const locations = sortLocations(state.data.locations.get(account) ?? [], orderBy);
  const filter = call.query.get('filter') ?? '';
  const chosen = filter === '' ? locations : locations.filter(parseFilter(filter));
  const size = pageSize(call.query.get('pageSize'), 10, 100);
  const query = ['locations', account, mask.join(','), orderBy, filter];
  const masked = chosen.map((location) => applyMask(location, mask));
  return listResponse(
    'locations',
    masked,
    query,
    size,
    call,
    filter === '' ? {} : { totalSize: chosen.length },
  );
}

/** `GET /v1/locations/{location}`. */
export function getLocation(state: GoogleState, person: Person, call: Call): HttpResponse {
  const name = `locations/${call.params.location ?? ''}`;
  const mask = readMask(call);
  let exists = false;
  for (const [account, locations] of state.data.locations) {
    const found = locations.find((location) => location.name === name);
    if (!found) continue;
    exists = true;
    if (person.accounts.includes(account)) return jsonResponse(200, withoutDefaults(applyMask(found, mask)));
  }
  throw exists ? permissionDenied() : notFound();
}

/** Refuses with 403 or 404 unless the account exists and the person has a role on it. */
export function requireAccount(state: GoogleState, person: Person, account: string): void {
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

function applyMask(location: JsonObject, mask: string[]): JsonObject {
  if (mask.includes('*')) return location;
  const shown: JsonObject = {};
  for (const path of mask) {
    const [member = '', inner] = path.split('.');
    const value = location[member];
    if (value === undefined) continue;
    if (inner === undefined || !isJsonObject(value)) shown[member] = value;
    else shown[member] = { ...(isJsonObject(shown[member]) ? shown[member] : {}), [inner]: value[inner] };
  }
  return shown;
}

function sortLocations(locations: JsonObject[], orderBy: string): JsonObject[] {
  if (orderBy === '') return locations;
  const match = /^(title|storeCode|store_code)( desc)?$/.exec(orderBy);
  if (!match) throw invalidField('order_by', 'Invalid order_by.');
  const member = match[1] === 'title' ? 'title' : 'storeCode';
  const sign = match[2] ? -1 : 1;
  return locations.toSorted(
    (left, right) => sign * (stringField(left, member) ?? '').localeCompare(stringField(right, member) ?? ''),
  );
}

/** Supports `title="…"` and `storeCode="…"` only. */
function parseFilter(filter: string): (location: JsonObject) => boolean {
  const match = /^(title|storeCode|store_code)\s*[=:]\s*"([^"]*)"$/.exec(filter);
  if (!match) throw invalidField('filter', 'Invalid filter.');
  const member = match[1] === 'title' ? 'title' : 'storeCode';
  return (location) => stringField(location, member) === match[2];
}

/** One page of resources. */
function listResponse(
  member: string,
  all: JsonObject[],
  query: string[],
  size: number,
  call: Call,
  more: JsonObject = {},
): HttpResponse {
  const after = positionIn(call.query.get('pageToken'), query);
  const from = after === null ? 0 : Number(after);
  const next = from + size < all.length ? pageToken(query, String(from + size)) : '';
  const page = all.slice(from, from + size).map(withoutDefaults);
  return jsonResponse(200, withoutDefaults({ [member]: page, nextPageToken: next, ...more }));
}
