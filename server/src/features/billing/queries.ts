import type { StoredPlan } from '@kindling/contract/plans';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { SubscriptionStatus } from './subscription-state.ts';

/** Null while plans are not activated, and for an account that is gone. */
export async function findPlan(trx: Transaction<DB>, accountId: string): Promise<StoredPlan | null> {
  const { rows } = await sql<{ plan_state: StoredPlan['state']; plan_ends_at: Date | null }>`
    select plan_state, plan_ends_at from accounts
     where id = ${accountId}::uuid and exists (select from plan_activation)`.execute(trx);
  const [row] = rows;
  return row === undefined ? null : { state: row.plan_state, endsAt: row.plan_ends_at };
}

export async function isActivated(trx: Transaction<DB>): Promise<boolean> {
  const row = await trx.selectFrom('plan_activation').select('on_since').executeTakeFirst();
  return row !== undefined;
}

/** Accounts whose plan ended at `end` or before, in the order of the ids. */
export async function listEnded(
  trx: Transaction<DB>,
  end: Date,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  let query = trx
    .selectFrom('accounts')
    .select('id')
    .where('plan_ends_at', '<=', end)
    .orderBy('id')
    .limit(limit);
  if (after !== null) query = query.where('id', '>', after);
  return (await query.execute()).map(({ id }) => id);
}

/** @returns false when plans are activated already */
export async function insertActivation(system: Transaction<DB>, now: Date): Promise<boolean> {
  const inserted = await system
    .insertInto('plan_activation')
    .values({ on_since: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('on_since')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteActivation(system: Transaction<DB>): Promise<void> {
  await system.deleteFrom('plan_activation').execute();
}

/** What is stored about the payment and the gifts of an account. */
export interface SubscriptionRow {
  free_since: Date | null;
  free_until: Date | null;
  customer_id: string | null;
  subscription_id: string | null;
  status: SubscriptionStatus | null;
  billing_interval: 'month' | 'year' | null;
  amount: number | null;
  currency: string | null;
  started_at: Date | null;
  period_ends_at: Date | null;
  cancel_at: Date | null;
  ended_at: Date | null;
  stopped_at: Date | null;
  card_brand: string | null;
  card_last4: string | null;
  card_expires: string | null;
  next_attempt_at: Date | null;
  pending_interval: 'month' | 'year' | null;
  pending_url: string | null;
  pending_until: Date | null;
  next_amount: number | null;
  credit: number;
  read_at: Date | null;
}

const subscriptionColumns = [
  'free_since',
  'free_until',
  'customer_id',
  'subscription_id',
  'status',
  'billing_interval',
  'amount',
  'currency',
  'started_at',
  'period_ends_at',
  'cancel_at',
  'ended_at',
  'stopped_at',
  'card_brand',
  'card_last4',
  'card_expires',
  'next_attempt_at',
  'pending_interval',
  'pending_url',
  'pending_until',
  'next_amount',
  'credit',
  'read_at',
] as const;

export async function findSubscription(
  trx: Transaction<DB>,
  accountId: string,
): Promise<SubscriptionRow | null> {
  const row = await trx
    .selectFrom('subscriptions')
    .select(subscriptionColumns)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  // The columns have checks that allow exactly these words.
  return (row as SubscriptionRow | undefined) ?? null;
}

export async function upsertSubscription(
  trx: Transaction<DB>,
  accountId: string,
  changes: Partial<SubscriptionRow>,
): Promise<void> {
  await trx
    .insertInto('subscriptions')
    .values({ account_id: accountId, ...changes })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changes))
    .execute();
}
