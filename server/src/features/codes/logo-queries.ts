/** All SQL on the logos in designs. */
import { maxCodeLogos } from '@kindling/contract/codes';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import type { LogoRow } from './stored-design.ts';

/** By their hashes. */
export async function findLogos(
  trx: Transaction<DB>,
  accountId: string,
  hashes: readonly (string | null)[],
): Promise<Map<string, LogoRow>> {
  const wanted = [...new Set(hashes.filter((hash) => hash !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await trx
    .selectFrom('code_logos')
    .select(['hash', 'type', 'bytes'])
    .where('account_id', '=', accountId)
    .where('hash', 'in', wanted)
    .execute();
  return new Map(
    rows.map(({ hash, type, bytes }) => [
      hash,
      { hash, type: type === 'image/jpeg' ? type : 'image/png', bytes },
    ]),
  );
}

/** @throws AppError `limit-reached` past the number of different logos */
export async function insertLogo(trx: Transaction<DB>, accountId: string, logo: LogoRow): Promise<void> {
  await trx
    .insertInto('code_logos')
    .values({ account_id: accountId, ...logo })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { count } = await trx
    .selectFrom('code_logos')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (count > maxCodeLogos) throw new AppError('limit-reached');
}

/** Deletes the logos that no design names any more. The caller runs it without a limit to locations. */
export async function deleteUnusedLogos(trx: Transaction<DB>, accountId: string): Promise<void> {
  await sql`
    delete from code_logos l
     where l.account_id = ${accountId}::uuid
       and not exists (select from codes c where c.account_id = l.account_id and c.design -> 'logo' ->> 'hash' = l.hash)`.execute(
    trx,
  );
}
