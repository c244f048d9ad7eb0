import type { Business } from '@kindling/contract/businesses';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { newId } from '../../lib/ids.ts';
import { presentBusiness } from './present.ts';
import {
  insertBusiness,
  insertLocation,
  listBusinessRows,
  listLocationRows,
  renameBusiness,
  updateLocationFromListing,
} from './queries.ts';

/** A new account starts with one business and its first location, named after the account until a listing tells more. */
export async function createFirstBusiness(
  trx: Transaction<DB>,
  account: { id: string; name: string },
): Promise<void> {
  const businessId = newId();
  await insertBusiness(trx, account.id, { id: businessId, name: account.name });
  await insertLocation(trx, account.id, {
    id: newId(),
    businessId,
    name: account.name,
    address: null,
    country: null,
  });
}

/** Businesses of the account, each with its locations, oldest first. */
export async function listBusinesses(trx: Transaction<DB>, accountId: string): Promise<Business[]> {
  const businesses = await listBusinessRows(trx, accountId);
  const locations = await listLocationRows(trx, accountId);
  return businesses.map((business) => presentBusiness(business, locations));
}

interface ListingAddress {
  name: string;
  address: string | null;
  country: string | null;
}

/**
 * The location that a newly chosen listing belongs to. The empty first location takes the first listing's name and
 * address; a place with the same name joins it (the same shop on two platforms); every other place gets its own.
 * `bound` holds the locations that already have a listing: of any platform, and of this one.
 */
export async function findOrCreateLocation(
  trx: Transaction<DB>,
  accountId: string,
  place: ListingAddress,
  taken: { all: ReadonlySet<string>; samePlatform: ReadonlySet<string> },
): Promise<string> {
  const [business] = (await listBusinessRows(trx, accountId)).sort(
    // One that was put away takes in new places only where there is no other.
    (a, b) => Number(a.archived_at !== null) - Number(b.archived_at !== null),
  );
  if (business === undefined) throw new Error('The account has no business.');
  const locations = await listLocationRows(trx, accountId);
  const [first] = locations;
  if (locations.length === 1 && first !== undefined && taken.all.size === 0) {
    await updateLocationFromListing(trx, accountId, { id: first.id, ...place });
    await renameBusiness(trx, accountId, business.id, place.name);
    return first.id;
  }
  const sameLocation = locations.find(
    (location) => !taken.samePlatform.has(location.id) && sameName(location.name, place.name),
  );
  if (sameLocation !== undefined) return sameLocation.id;
  const id = newId();
  await insertLocation(trx, accountId, { id, businessId: business.id, ...place });
  return id;
}

function sameName(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { sensitivity: 'base', ignorePunctuation: true }) === 0;
}
