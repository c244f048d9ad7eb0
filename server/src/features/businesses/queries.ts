import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface LocationRow {
  id: string;
  business_id: string;
  name: string;
  address: string | null;
}

export interface BusinessRow {
  id: string;
  name: string;
  website: string | null;
  named_at: Date | null;
}

export async function listBusinessRows(trx: Transaction<DB>, accountId: string): Promise<BusinessRow[]> {
  return trx
    .selectFrom('businesses')
    .select(['id', 'name', 'website', 'named_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function listLocationRows(trx: Transaction<DB>, accountId: string): Promise<LocationRow[]> {
  return trx
    .selectFrom('locations')
    .select(['id', 'business_id', 'name', 'address'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
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

export async function updateLocation(
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

/** What a platform calls the place; a name given by hand stays. */
export async function renameBusiness(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string,
  name: string,
): Promise<void> {
  await trx
    .updateTable('businesses')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', businessId)
    .where('named_at', 'is', null)
    .execute();
}

/** Null when the account has no such business. */
export async function updateBusiness(
  trx: Transaction<DB>,
  accountId: string,
  business: { id: string; name: string; website: string | null },
): Promise<BusinessRow | null> {
  const row = await trx
    .updateTable('businesses')
    .set({ name: business.name, website: business.website, named_at: sql`coalesce(named_at, now())` })
    .where('account_id', '=', accountId)
    .where('id', '=', business.id)
    .returning(['id', 'name', 'website', 'named_at'])
    .executeTakeFirst();
  return row ?? null;
}
