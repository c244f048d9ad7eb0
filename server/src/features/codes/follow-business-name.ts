/** Codes that are called like their business follow its name, until somebody gives them one of their own. */
import { maxNameLength } from '@kindling/contract/code-files';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import type { RenamedBusiness } from '../businesses/index.ts';

/** The name as the first code of a pipeline gets it; a cut through an emoji leaves what the database stores of it. */
function cut(name: string): string {
  return toStorableText(name.slice(0, maxNameLength));
}

/** Renames codes that still have the former name, in the transaction that renames the business. */
export async function renameCodes(
  trx: Transaction<DB>,
  { accountId, businessId, formerName, name }: RenamedBusiness,
): Promise<void> {
  await trx
    .updateTable('codes')
    .set({ name: cut(name), updated_at: sql<Date>`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('business_id', '=', businessId)
    .where('name', 'in', [formerName, cut(formerName)])
    .execute();
}
