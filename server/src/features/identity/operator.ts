import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { UserRecord } from './users.ts';

/**
 * Whether the person runs this installation: an administrator, or, while there is none, the owner of its only account. Nobody
 * does while an administrator acts as them.
 */
export async function isOperator(
  db: Pick<Database, 'pool'>,
  { role, account, impersonated }: UserRecord,
): Promise<boolean> {
  if (impersonated) return false;
  if (role === 'Super Admin') return true;
  return account?.role === 'owner' && inSystemOfOneAccount(db);
}

async function inSystemOfOneAccount(db: Pick<Database, 'pool'>): Promise<boolean> {
  return inSystem(db, async (trx) => {
    const { rows: accounts } = await sql`select 1 from accounts limit 2`.execute(trx);
    if (accounts.length !== 1) return false;
    const { rows: admins } = await sql`select 1 from users where role = 'Super Admin' limit 1`.execute(trx);
    return admins.length === 0;
  });
}
