import type { MonthlyReport } from '@kindling/contract/reports';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

type Subject = Pick<MonthlyReport, 'accountName' | 'timeZone' | 'business'>;

/** The account, and the business where one is named. Null: there is no such business. */
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
  if (businessId === undefined) return { ...account, business: null };
  const business = await trx
    .selectFrom('businesses')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', '=', businessId)
    .executeTakeFirst();
  return business === undefined ? null : { ...account, business };
}
