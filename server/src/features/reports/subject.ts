import type { MonthlyReport } from '@kindling/contract/reports';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

type Subject = Pick<MonthlyReport, 'accountName' | 'timeZone' | 'business' | 'locationCount'>;

/** The account, and its business where one is named or where it is the only one. Null: there is no such business. */
export async function findSubject(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string | undefined,
): Promise<Subject | null> {
  const account = await trx
    .selectFrom('accounts')
    .select(['name as accountName', 'time_zone as timeZone'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (businessId === undefined) {
    const some = await trx
      .selectFrom('businesses')
      .select(['id', 'name'])
      .where('account_id', '=', accountId)
      .limit(2)
      .execute();
    const business = some.length === 1 ? (some[0] ?? null) : null;
    return { ...account, business, locationCount: await countLocations(trx, accountId, business?.id) };
  }
  const business = await trx
    .selectFrom('businesses')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', '=', businessId)
    .executeTakeFirst();
  if (business === undefined) return null;
  return { ...account, business, locationCount: await countLocations(trx, accountId, businessId) };
}

/** Those that the caller sees. */
async function countLocations(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string | undefined,
): Promise<number> {
  const { count } = await trx
    .selectFrom('locations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .$if(businessId !== undefined, (query) => query.where('business_id', '=', businessId ?? ''))
    .executeTakeFirstOrThrow();
  return count;
}
