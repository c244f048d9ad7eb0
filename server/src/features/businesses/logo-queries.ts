import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface LogoRow {
  business_id: string;
  hash: string;
  width: number;
  height: number;
}

/** Of the whole account, without the bytes. */
export function listLogoRows(trx: Transaction<DB>, accountId: string): Promise<LogoRow[]> {
  return trx
    .selectFrom('business_logos')
    .select(['business_id', 'hash', 'width', 'height'])
    .where('account_id', '=', accountId)
    .execute();
}

/** The same picture can belong to several businesses. */
export async function findLogoBytes(
  trx: Transaction<DB>,
  hash: string,
): Promise<{ type: string; bytes: Buffer } | null> {
  const row = await trx
    .selectFrom('business_logos')
    .select(['type', 'bytes'])
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** False when the business has the picture already. */
export async function saveLogo(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string,
  logo: { hash: string; type: string; width: number; height: number; bytes: Buffer },
): Promise<boolean> {
  const row = await trx
    .insertInto('business_logos')
    .values({ account_id: accountId, business_id: businessId, ...logo })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'business_id'])
        .doUpdateSet(logo)
        .where('business_logos.hash', '<>', logo.hash),
    )
    .returning('business_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when there was none. */
export async function deleteLogo(
  trx: Transaction<DB>,
  accountId: string,
  businessId: string,
): Promise<boolean> {
  const row = await trx
    .deleteFrom('business_logos')
    .where('account_id', '=', accountId)
    .where('business_id', '=', businessId)
    .returning('business_id')
    .executeTakeFirst();
  return row !== undefined;
}
