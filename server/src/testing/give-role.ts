/** For tests only: a role without what an administrator or the terminal does besides. */
import type { Role } from '@kindling/contract/constants';
import { sql } from 'kysely';
import type { Database } from '../db/client.ts';
import { inSystem } from '../db/transaction.ts';

/** Also takes the role of the last administrator. */
export async function giveRole(db: Pick<Database, 'pool'>, email: string, role: Role): Promise<void> {
  await inSystem(db, (trx) =>
    trx
      .updateTable('users')
      .set({ role })
      .where(sql<string>`lower(email)`, '=', email.toLowerCase())
      .executeTakeFirstOrThrow(),
  );
}
