import { type SqlBool, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

/** Whether an invitation to any account waits for this address. Across all tenants. */
export async function isInvited(trx: Transaction<DB>, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('invitations')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where(sql<SqlBool>`expires_at > now()`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
