import type { BillingInterval } from '@kindling/contract/billing';
import { sql, type Transaction } from 'kysely';
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
  page_closed_at: Date | null;
  next_attempt_at: Date | null;
}

/** Minutes for which the provider's page for a payment is open. */
export const pageMinutes = 60;

export function openPagesSince(now: Date): Date {
  return new Date(now.getTime() - pageMinutes * 60_000);
}

/** Pages of an account that may be open at the same time: more orders than its limit of calls allows. */
const maxOpenPages = 100;

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
  'page_closed_at',
  'next_attempt_at',
] as const;

export type NewOrder = Omit<
  OrderRow,
  'completed_at' | 'withdrawn_at' | 'refund' | 'page_closed_at' | 'next_attempt_at'
>;

export async function insertOrder(
  trx: Transaction<DB>,
  accountId: string,
  order: NewOrder,
): Promise<OrderRow> {
  const row = await trx
    .insertInto('plan_orders')
    .values({ account_id: accountId, ...order })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as OrderRow;
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

/** The order that waits for its payment, or for the provider; an account has at most one of each kind. */
export async function findOpenOrder(
  trx: Transaction<DB>,
  accountId: string,
  kind: OrderRow['kind'],
): Promise<OrderRow | null> {
  const row = await trx
    .selectFrom('plan_orders')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return (row as OrderRow | undefined) ?? null;
}

/** Purchases since then whose page for the payment may be open although another order replaced them. */
export async function listOpenPages(
  trx: Transaction<DB>,
  accountId: string,
  since: Date,
): Promise<OrderRow[]> {
  const rows = await trx
    .selectFrom('plan_orders')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'purchase')
    .where('state', '=', 'replaced')
    .where('page_closed_at', 'is', null)
    .where('ordered_at', '>=', since)
    .orderBy('ordered_at')
    .limit(maxOpenPages)
    .execute();
  return rows as OrderRow[];
}

/** Withdrawals that are not finished and due for the next attempt, the oldest first. Across all tenants. */
export async function listDueWithdrawals(
  system: Transaction<DB>,
  now: Date,
  limit: number,
): Promise<{ accountId: string; orderId: string }[]> {
  const rows = await system
    .selectFrom('plan_orders')
    .select(['account_id', 'id'])
    .where('state', '=', 'withdrawing')
    .where(sql<boolean>`(next_attempt_at is null or next_attempt_at <= ${now})`)
    .orderBy('next_attempt_at', (order) => order.nullsFirst())
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

/** Orders that were completed after then and not withdrawn. */
export async function listCompletedOrders(
  trx: Transaction<DB>,
  accountId: string,
  after: Date,
): Promise<(OrderRow & { completed_at: Date })[]> {
  const rows = await trx
    .selectFrom('plan_orders')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('completed_at', '>', after)
    .where('state', '=', 'completed')
    .execute();
  return rows as (OrderRow & { completed_at: Date })[];
}

/** How many orders the account withdrew. */
export async function countWithdrawn(trx: Transaction<DB>, accountId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('plan_orders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'withdrawn')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An open order that is not to be completed. One that was completed meanwhile stays as it is. */
export async function replaceOrder(trx: Transaction<DB>, accountId: string, id: string): Promise<void> {
  await trx
    .updateTable('plan_orders')
    .set({ state: 'replaced' })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
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
