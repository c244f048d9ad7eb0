import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export async function insertCustomer(
  trx: Transaction<DB>,
  accountId: string,
  customerId: string,
): Promise<void> {
  await trx
    .insertInto('payment_customers')
    .values({ account_id: accountId, customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The provider's customers of an account, the oldest first: a new one is made for a new currency. */
export async function listCustomers(trx: Transaction<DB>, accountId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('customer_id')
    .execute();
  return rows.map((row) => row.customer_id);
}

/** The account of one of the provider's customers. Across all tenants. */
export async function findAccountOf(system: Transaction<DB>, customerId: string): Promise<string | null> {
  const row = await system
    .selectFrom('payment_customers')
    .select('account_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** The time by the database's clock, which all processes share. */
export async function readClock(trx: Transaction<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('The database gave no time.');
  return row.now;
}
