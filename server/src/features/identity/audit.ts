import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { newId } from '../../lib/ids.ts';
import { currentRequestId } from '../../lib/request-id.ts';
import { insertAuditEntry } from './queries.ts';

/** Writes who did what into the account's own trail, in the transaction of the deed itself. */
export async function audit(
  trx: Transaction<DB>,
  entry: { accountId: string; userId: string | null; action: string; target?: string; details?: object },
): Promise<void> {
  await insertAuditEntry(trx, {
    accountId: entry.accountId,
    id: newId(),
    userId: entry.userId,
    action: entry.action,
    target: entry.target ?? null,
    details: entry.details ?? {},
    requestId: currentRequestId(),
  });
}
