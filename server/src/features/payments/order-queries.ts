import type { BillingInterval } from '@kindling/contract/billing';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface OrderRow {
  id: string;
  kind: 'purchase' | 'change';
  state: 'open' | 'replaced' | 'completed' | 'withdrawing' | 'withdrawn';
  billing_interval: BillingInterval;
  amount: number;
  currency: string;
  ordered_by: string;
  ordered_at: Date;
  terms_version: string;
  customer_id: string | null;
  price_id: string | null;
  session_id: string | null;
  completed_at: Date | null;
  withdrawn_at: Date | null;
  refund: number | null;
}

const columns = [
  'id',
  'kind',
  'state',
  'billing_interval',
  'amount',
  'currency',
  'ordered_by',
  'ordered_at',
  'terms_version',
  'customer_id',
  'price_id',
  'session_id',
  'completed_at',
  'withdrawn_at',
  'refund',
] as const;

export async function insertOrder(
  trx: Transaction<DB>,
  accountId: string,
  order: Omit<OrderRow, 'completed_at' | 'withdrawn_at' | 'refund'> & { completed_at?: Date },
): Promise<void> {
  await trx
    .insertInto('plan_orders')
    .values({ account_id: accountId, ...order })
    .execute();
}

export async function findOrder(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
): Promise<OrderRow | null> {
  const row = await trx
    .selectFrom('plan_orders')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  // The columns have checks that allow exactly these words.
  return (row as OrderRow | undefined) ?? null;
}

/** The order that waits for its payment; an account has at most one. */
export async function findOpenOrder(trx: Transaction<DB>, accountId: string): Promise<OrderRow | null> {
  const row = await trx
    .selectFrom('plan_orders')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return (row as OrderRow | undefined) ?? null;
}

/** The last order since then that another one replaced; its page may be open still. */
export async function findReplacedOrder(
  trx: Transaction<DB>,
  accountId: string,
  since: Date,
): Promise<OrderRow | null> {
  const row = await trx
    .selectFrom('plan_orders')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'purchase')
    .where('state', '=', 'replaced')
    .where('ordered_at', '>=', since)
    .orderBy('ordered_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row as OrderRow | undefined) ?? null;
}

/** Withdrawals that began before then and are not finished, the oldest first. Across all tenants. */
export async function listUnfinishedWithdrawals(
  system: Transaction<DB>,
  before: Date,
  limit: number,
): Promise<{ accountId: string; orderId: string }[]> {
  const rows = await system
    .selectFrom('plan_orders')
    .select(['account_id', 'id'])
    .where('state', '=', 'withdrawing')
    .where('withdrawn_at', '<', before)
    .orderBy('withdrawn_at')
    .limit(limit)
    .execute();
  return rows.map(({ account_id, id }) => ({ accountId: account_id, orderId: id }));
}

/** The last order that was completed, whatever became of it. */
export async function findLastOrder(trx: Transaction<DB>, accountId: string): Promise<OrderRow | null> {
  const row = await trx
    .selectFrom('plan_orders')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('completed_at', 'is not', null)
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row as OrderRow | undefined) ?? null;
}

export async function updateOrder(
  trx: Transaction<DB>,
  accountId: string,
  id: string,
  changes: Partial<Omit<OrderRow, 'id'>>,
): Promise<void> {
  await trx
    .updateTable('plan_orders')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
