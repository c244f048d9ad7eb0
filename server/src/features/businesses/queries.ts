import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface LocationRow {
  id: string;
  business_id: string;
  name: string;
  address: string | null;
}

export async function listBusinessRows(
  trx: Transaction<DB>,
  accountId: string,
): Promise<{ id: string; name: string }[]> {
  return trx
    .selectFrom('businesses')
    .select(['id', 'name'])
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
    .execute();
}
