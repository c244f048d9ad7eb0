import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface NewAuditEntry {
  accountId: string;
  id: string;
  userId: string | null;
  action: string;
  target: string | null;
  details: object;
  requestId: string | null;
  actor: 'person' | 'api-key' | 'acting-admin' | 'operator' | 'system';
  apiKeyId: string | null;
  adminId: string | null;
}

export async function insertAuditEntry(trx: Transaction<DB>, entry: NewAuditEntry): Promise<void> {
  await trx
    .insertInto('audit_entries')
    .values({
      account_id: entry.accountId,
      id: entry.id,
      user_id: entry.userId,
      action: entry.action,
      target: entry.target,
      details: JSON.stringify(entry.details),
      request_id: entry.requestId,
      actor: entry.actor,
      api_key_id: entry.apiKeyId,
      admin_id: entry.adminId,
    })
    .execute();
}

/** Whether the same actor made an entry of the same action and details within the last `seconds`. */
export async function hasRecentAuditEntry(
  trx: Transaction<DB>,
  { accountId, userId, action, details, actor, apiKeyId, adminId }: NewAuditEntry,
  seconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from audit_entries
     where account_id = ${accountId} and at > now() - make_interval(secs => ${seconds})
       and user_id = ${userId} and action = ${action} and details = ${JSON.stringify(details)}::jsonb
       and (actor, api_key_id, admin_id) is not distinct from (${actor}, ${apiKeyId}::uuid, ${adminId}::uuid)
     limit 1`.execute(trx);
  return rows.length > 0;
}
