import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { QuotaUse } from './quotas.ts';

/** Announced bytes of unfinished imports, and the number of imports created in the last day. */
export async function getImportUsage(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<{ unfinishedBytes: QuotaUse; createdToday: QuotaUse }> {
  const { rows } = await sql<{ own: boolean; unfinishedBytes: number; createdToday: number }>`
    select created_by = ${userId}::uuid as own,
           coalesce(sum((select sum((file ->> 'bytes')::bigint) from jsonb_array_elements(files) file))
                    filter (where finished_at is null), 0)::bigint as "unfinishedBytes",
           count(*) filter (where created_at > now() - interval '1 day') as "createdToday"
      from imports where account_id = ${accountId}::uuid group by 1`.execute(trx);
  return {
    unfinishedBytes: quotaUse(rows.map(({ own, unfinishedBytes: used }) => ({ own, used }))),
    createdToday: quotaUse(rows.map(({ own, createdToday: used }) => ({ own, used }))),
  };
}

/** Bytes written for imports that changed in the last day: of the account, and of whoever began this import. */
export async function sumWrittenBytes(
  trx: Transaction<DB>,
  accountId: string,
  importId: string,
): Promise<QuotaUse> {
  const { rows } = await sql<{ own: boolean; used: number }>`
    select i.created_by = began.created_by as own, coalesce(sum(i.written), 0)::bigint as used
      from imports i join imports began on began.account_id = i.account_id and began.id = ${importId}::uuid
     where i.account_id = ${accountId}::uuid and i.updated_at > now() - interval '1 day'
     group by 1`.execute(trx);
  return quotaUse(rows);
}

/** @param rows what the person used (`own`), and what all others did */
function quotaUse(rows: readonly { own: boolean; used: number }[]): QuotaUse {
  const sum = (some: readonly { used: number }[]) => some.reduce((total, { used }) => total + used, 0);
  return { account: sum(rows), person: sum(rows.filter(({ own }) => own)) };
}
