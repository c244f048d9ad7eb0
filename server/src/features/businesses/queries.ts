import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { RenamedBusiness } from './deps.ts';

export interface LocationRow {
  id: string;
  business_id: string;
  name: string;
  address: string | null;
  country: string | null;
  phone: string | null;
  time_zone: string | null;
  updated_at: Date;
}

export interface BusinessRow {
  id: string;
  name: string;
  website: string | null;
  category: string | null;
  phone: string | null;
  brand_color: string | null;
  archived_at: Date | null;
  updated_at: Date;
  named_at: Date | null;
}

const businessColumns = [
  'id',
  'name',
  'website',
  'category',
  'phone',
  'brand_color',
  'archived_at',
  // Truncated to milliseconds like the contract's times, so that the time a client sends back equals the stored one.
  sql<Date>`date_trunc('milliseconds', updated_at)`.as('updated_at'),
  'named_at',
] as const;

const locationColumns = [
  'id',
  'business_id',
  'name',
  'address',
  'country',
  'phone',
  'time_zone',
  sql<Date>`date_trunc('milliseconds', updated_at)`.as('updated_at'),
] as const;

export async function listBusinessRows(trx: Transaction<DB>, accountId: string): Promise<BusinessRow[]> {
  return trx
    .selectFrom('businesses')
    .select(businessColumns)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function listLocationRows(trx: Transaction<DB>, accountId: string): Promise<LocationRow[]> {
  return trx
    .selectFrom('locations')
    .select(locationColumns)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Names of these locations, in the order of the alphabet. */
export async function listLocationNames(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('locations')
    .select('name')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.name);
}

/** Those of the locations that belong to the account; they are not deleted before this transaction ends. */
export async function lockLocations(
  trx: Transaction<DB>,
  accountId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('locations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .forKeyShare()
    .execute();
  return rows.map((row) => row.id);
}

export async function insertBusiness(
  trx: Transaction<DB>,
  accountId: string,
  business: { id: string; name: string },
): Promise<void> {
  await trx
    .insertInto('businesses')
    .values({ account_id: accountId, ...business })
    .execute();
}

export async function insertLocation(
  trx: Transaction<DB>,
  accountId: string,
  location: { id: string; businessId: string; name: string; address: string | null; country: string | null },
): Promise<void> {
  await trx
    .insertInto('locations')
    .values({
      account_id: accountId,
      id: location.id,
      business_id: location.businessId,
      name: location.name,
      address: location.address,
      country: location.country,
    })
    .execute();
}

export async function updateLocationFromListing(
  trx: Transaction<DB>,
  accountId: string,
  location: { id: string; name: string; address: string | null; country: string | null },
): Promise<void> {
  await trx
    .updateTable('locations')
    .set({ name: location.name, address: location.address, country: location.country })
    .where('account_id', '=', accountId)
    .where('id', '=', location.id)
    .execute();
}

/** Sets the platform's name of the business. A name that a person gave stays. @returns whether it was set */
export async function renameBusiness(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string,
  name: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('businesses')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', businessId)
    .where('named_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Locations that still have the former name of their business get the new one. */
export async function renameLocations(
  trx: Transaction<DB>,
  { accountId, businessId, formerName, name }: RenamedBusiness,
): Promise<void> {
  await trx
    .updateTable('locations')
    .set({ name, updated_at: sql<Date>`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('business_id', '=', businessId)
    .where('name', '=', formerName)
    .execute();
}

/** Absent properties do not change. */
export interface BusinessChange {
  name: string;
  website: string | null;
  category?: string | null | undefined;
  phone?: string | null | undefined;
  brandColor?: string | null | undefined;
}

/** Null when the account has no such business, or it changed since `updatedAt`. */
export async function updateBusiness(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  change: BusinessChange,
  updatedAt: Date | null,
): Promise<BusinessRow | null> {
  const row = await trx
    .updateTable('businesses')
    .set({
      name: change.name,
      website: change.website,
      ...(change.category === undefined ? {} : { category: change.category }),
      ...(change.phone === undefined ? {} : { phone: change.phone }),
      ...(change.brandColor === undefined ? {} : { brand_color: change.brandColor }),
      named_at: sql`coalesce(named_at, now())`,
      updated_at: sql`clock_timestamp()`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(updatedAt !== null, (query) =>
      query.where(sql`date_trunc('milliseconds', updated_at)`, '=', updatedAt),
    )
    .returning(businessColumns)
    .executeTakeFirst();
  return row ?? null;
}

export async function archiveBusiness(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  archived: boolean,
): Promise<boolean> {
  const result = await trx
    .updateTable('businesses')
    .set({
      archived_at: archived ? sql`now()` : null,
      updated_at: sql`clock_timestamp()`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('archived_at', archived ? 'is' : 'is not', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** @throws PostgreSQL's foreign key violation while a listing or a review belongs to one of its locations. */
export async function deleteBusiness(trx: Transaction<DB>, accountId: string, id: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('businesses')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface LocationChange {
  businessId: string;
  name: string;
  address: string | null;
  country: string | null;
  phone: string | null;
  timeZone: string | null;
}

function toRow(change: LocationChange) {
  return {
    business_id: change.businessId,
    name: change.name,
    address: change.address,
    country: change.country,
    phone: change.phone,
    time_zone: change.timeZone,
    updated_at: sql<Date>`clock_timestamp()`,
  };
}

export async function insertLocationWithDetails(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  change: LocationChange,
): Promise<LocationRow> {
  return trx
    .insertInto('locations')
    .values({ account_id: accountId, id, ...toRow(change) })
    .returning(locationColumns)
    .executeTakeFirstOrThrow();
}

/** Null when the account has no such location, or it changed since `updatedAt`. */
export async function updateLocation(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  change: LocationChange,
  updatedAt: Date,
): Promise<LocationRow | null> {
  const row = await trx
    .updateTable('locations')
    .set(toRow(change))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(sql`date_trunc('milliseconds', updated_at)`, '=', updatedAt)
    .returning(locationColumns)
    .executeTakeFirst();
  return row ?? null;
}

/** @throws PostgreSQL's foreign key violation while a listing or a review belongs to it. */
export async function deleteLocation(trx: Transaction<DB>, accountId: string, id: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('locations')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
