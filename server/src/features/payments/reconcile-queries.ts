import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { liveStatuses } from './live-plan.ts';

/** What a comparison found. */
export interface Reconciliation {
  /** Subscriptions that go on at the provider. */
  subscriptions: number;
  missed_events: number;
  repaired: number;
  /** Subscriptions with the id of an account that is not here. */
  unknown: number;
  /** Customers that could not be read; the log has the reasons. */
  failed: number;
}

export async function insertReconciliation(system: Transaction<DB>, startedAt: Date): Promise<void> {
  await system
    .insertInto('payment_reconciliations')
    .values({ started_at: startedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function finishReconciliation(
  system: Transaction<DB>,
  startedAt: Date,
  finishedAt: Date,
  result: Reconciliation,
): Promise<void> {
  await system
    .updateTable('payment_reconciliations')
    .set({ ...result, finished_at: finishedAt })
    .where('started_at', '=', startedAt)
    .execute();
}

/** What is stored for a customer. Across all tenants. */
export async function findStoredSubscription(system: Transaction<DB>, customerId: string) {
  const row = await system
    .selectFrom('payment_customers as c')
    .leftJoin('subscriptions as s', (join) =>
      join.onRef('s.account_id', '=', 'c.account_id').onRef('s.customer_id', '=', 'c.customer_id'),
    )
    .select(['s.subscription_id', 's.status', 's.billing_interval', 's.period_ends_at', 's.cancel_at'])
    .where('c.customer_id', '=', customerId)
    .executeTakeFirst();
  return row ?? null;
}

/** Customers whose stored plan goes on, in the order of their ids, behind `after`. Across all tenants. */
export async function listLiveCustomers(
  system: Transaction<DB>,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await system
    .selectFrom('subscriptions')
    .select('customer_id')
    .where('status', 'in', liveStatuses)
    .where('customer_id', '>', after)
    .orderBy('customer_id')
    .limit(limit)
    .execute();
  return rows.flatMap(({ customer_id }) => customer_id ?? []);
}
