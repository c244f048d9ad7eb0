import type { Business } from '@kindling/contract/businesses';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { notFound } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import type { BusinessDeps } from './deps.ts';
import { listLogoRows } from './logo-queries.ts';
import { presentBusiness } from './present.ts';
import {
  type BusinessRow,
  insertBusiness,
  insertLocation,
  listBusinessRows,
  listLocationRows,
  renameBusiness,
  renameLocations,
  updateLocationFromListing,
} from './queries.ts';

/** A new account gets one business and one location, both named after the account until the first listing is connected. */
export async function createFirstBusiness(
  deps: Pick<BusinessDeps, 'onBusinessAdded'>,
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
  await deps.onBusinessAdded(trx, account.id, { id: businessId, name: account.name });
}

/** The account's businesses with their locations, oldest first. */
export async function listBusinesses(trx: Transaction<DB>, accountId: string): Promise<Business[]> {
  const businesses = await listBusinessRows(trx, accountId);
  const locations = await listLocationRows(trx, accountId);
  const logos = await listLogoRows(trx, accountId);
  return businesses.map((business) => presentBusiness(business, locations, logos));
}

/** @throws AppError `not-found` */
export async function getBusiness(trx: Transaction<DB>, accountId: string, id: string): Promise<Business> {
  const business = (await listBusinesses(trx, accountId)).find((one) => one.id === id);
  if (business === undefined) throw notFound();
  return business;
}

interface ListingAddress {
  name: string;
  address: string | null;
  country: string | null;
}

/**
 * The location of a newly chosen listing. The first listing names the business and completes its empty first location; what
 * a person has named or filled in stays. A listing with the name of an existing location joins it (the same shop on two
 * platforms). Any other gets a new location.
 * `taken` contains the locations that already have a listing: of any platform, and of this platform.
 */
export async function findOrCreateLocation(
  deps: Pick<BusinessDeps, 'onBusinessRenamed'>,
  trx: Transaction<DB>,
  accountId: string,
  place: ListingAddress,
  taken: { all: ReadonlySet<string>; samePlatform: ReadonlySet<string> },
): Promise<string> {
  const [business] = (await listBusinessRows(trx, accountId)).sort(
    // An archived business gets new locations only when there is no other business.
    (a, b) => Number(a.archived_at !== null) - Number(b.archived_at !== null),
  );
  if (business === undefined) throw new Error('The account has no business.');
  const isFirst = taken.all.size === 0;
  if (isFirst) await nameAfterListing(deps, trx, accountId, business, place.name);
  const locations = await listLocationRows(trx, accountId);
  const [first] = locations;
  if (isFirst && locations.length === 1 && first !== undefined) {
    const hasOwnName = first.name !== place.name && first.name !== business.name;
    await updateLocationFromListing(trx, accountId, {
      id: first.id,
      name: hasOwnName ? first.name : place.name,
      address: first.address ?? place.address,
      country: first.country ?? place.country,
    });
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

/** Names the business as the platform does, with the locations that still have its former name. A name that a person gave stays. */
async function nameAfterListing(
  deps: Pick<BusinessDeps, 'onBusinessRenamed'>,
  trx: Transaction<DB>,
  accountId: string,
  business: BusinessRow,
  name: string,
): Promise<void> {
  if (business.name === name || !(await renameBusiness(trx, accountId, business.id, name))) return;
  const renamed = { accountId, businessId: business.id, formerName: business.name, name };
  await renameLocations(trx, renamed);
  await deps.onBusinessRenamed(trx, renamed);
}

function sameName(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { sensitivity: 'base', ignorePunctuation: true }) === 0;
}
