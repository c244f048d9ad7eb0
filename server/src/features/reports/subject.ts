import type { MonthlyReport } from '@kindling/contract/reports';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

type Subject = Pick<MonthlyReport, 'accountName' | 'timeZone' | 'business'>;

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
    return { ...account, business: some.length === 1 ? (some[0] ?? null) : null };
  }
  const business = await trx
    .selectFrom('businesses')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', '=', businessId)
    .executeTakeFirst();
  return business === undefined ? null : { ...account, business };
}
