import type { HiddenReason } from '@kindling/contract/hidden-reasons';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** Locked until the transaction ends. Null for any other review, and one that the caller does not see. */
export async function lockFirstPartyReview(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<{ hidden_reason: string | null; removed_at: Date | null } | null> {
  const row = await trx
    .selectFrom('reviews')
    .select(['hidden_reason', 'removed_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('source', '=', 'first-party')
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** @param change `reason` null shows it. False when there is no such review. */
export async function setHidden(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  { reason, by }: { reason: HiddenReason | null; by: string },
): Promise<boolean> {
  const row = await trx
    .updateTable('reviews')
    .set({
      hidden_at: reason === null ? null : sql<Date>`now()`,
      hidden_by: reason === null ? null : by,
      hidden_reason: reason,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('source', '=', 'first-party')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
