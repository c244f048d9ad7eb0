import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { currentCallerScope } from '../../lib/caller-scope.ts';
import { newId } from '../../lib/ids.ts';
import { currentRequestId } from '../../lib/request-id.ts';
import { insertAuditEntry } from './queries.ts';

/**
 * Writes who did what into the account's trail, in the transaction of the change. The caller of the request says whether a
 * person, an API key or an administrator acted. `details` holds ids and names of fields, never text or people's names.
 */
export async function audit(
  trx: Transaction<DB>,
  entry: { accountId: string; userId: string | null; action: string; target?: string; details?: object },
): Promise<void> {
  const actor = currentCallerScope()?.actor;
  await insertAuditEntry(trx, {
    accountId: entry.accountId,
    id: newId(),
    userId: entry.userId,
    action: entry.action,
    target: entry.target ?? null,
    details: entry.details ?? {},
    requestId: currentRequestId(),
    actor: actor?.kind ?? (entry.userId === null ? 'system' : 'person'),
    apiKeyId: actor?.kind === 'api-key' ? actor.keyId : null,
    adminId: actor?.kind === 'acting-admin' ? actor.adminId : null,
  });
}
