import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { QuotaUse } from './quotas.ts';

/** Announced bytes of unfinished imports, and the number of imports created in the last day. */
export async function getImportUsage(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<{ unfinishedBytes: QuotaUse; createdToday: QuotaUse }> {
  const { rows } = await sql<{ own: boolean; alone: boolean; unfinishedBytes: number; createdToday: number }>`
    select created_by = ${userId}::uuid as own, ${isAlone(accountId, sql`${userId}::uuid`)} as alone,
           coalesce(sum((select sum((file ->> 'bytes')::bigint) from jsonb_array_elements(files) file))
                    filter (where finished_at is null), 0)::bigint as "unfinishedBytes",
           count(*) filter (where created_at > now() - interval '1 day') as "createdToday"
      from imports where account_id = ${accountId}::uuid group by 1`.execute(trx);
  return {
    unfinishedBytes: quotaUse(rows.map(({ unfinishedBytes: used, ...row }) => ({ ...row, used }))),
    createdToday: quotaUse(rows.map(({ createdToday: used, ...row }) => ({ ...row, used }))),
  };
}

/** Bytes written for imports that changed in the last day: of the account, and of whoever began this import. */
export async function sumWrittenBytes(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
): Promise<QuotaUse> {
  const { rows } = await sql<UseRow>`
    select i.created_by = began.created_by as own, coalesce(sum(i.written), 0)::bigint as used,
           ${isAlone(accountId, sql`(select created_by from imports where account_id = ${accountId}::uuid and id = ${importId}::uuid)`)} as alone
      from imports i join imports began on began.account_id = i.account_id and began.id = ${importId}::uuid
     where i.account_id = ${accountId}::uuid and i.updated_at > now() - interval '1 day'
     group by 1`.execute(trx);
  return quotaUse(rows);
}

/** Whether nobody else is a member of the account. Reads memberships, which the slice `identity` owns. */
function isAlone(accountId: string, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from memberships where account_id = ${accountId}::uuid and user_id <> ${userId})`;
}

/** What the person used (`own`), or what all others did. */
interface UseRow {
  own: boolean;
  alone: boolean;
  used: number;
}

function quotaUse(rows: readonly UseRow[]): QuotaUse {
  const sum = (some: readonly UseRow[]) => some.reduce((total, { used }) => total + used, 0);
  const isShared = rows.some(({ alone }) => !alone);
  return { account: sum(rows), person: isShared ? sum(rows.filter(({ own }) => own)) : null };
}
