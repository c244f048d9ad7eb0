/**
 * The right of withdrawal: within 14 days after an order it is taken back, the plan ends at once, and what was paid for it is paid
 * back in full. Each step is safe to repeat, and a job goes on where a call was cut off.
 */
import type { Money } from '@kindling/contract/billing';
import type { Transaction } from 'kysely';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { findSubscription, lockSubscription, type SubscriptionRow } from '../billing/index.ts';
import { audit } from '../identity/index.ts';
import { withdrawableUntil } from './complete-order.ts';
import { dayOf } from './day-of.ts';
import type { PaymentsDeps } from './deps.ts';
import { listPaidSince } from './invoice-queries.ts';
import { withdrawJob } from './jobs.ts';
import { hasLivePlan } from './live-plan.ts';
import {
  findLastOrder,
  findOrder,
  listUnfinishedWithdrawals,
  type OrderRow,
  updateOrder,
} from './order-queries.ts';
import { callProvider, isRefusedWith } from './provider-error.ts';
import { type RefreshDeps, refreshCustomer } from './refresh-customer.ts';

type WithdrawDeps = RefreshDeps & Pick<PaymentsDeps, 'queue'>;

/** What a withdrawal at this moment pays back; null when nothing can be withdrawn. */
export async function findWithdrawal(
  trx: Transaction<DB>,
  accountId: string,
  row: SubscriptionRow | null,
  now: Date,
): Promise<{ order: OrderRow; until: Date; refund: Money } | null> {
  if (row === null || row.subscription_id === null || !hasLivePlan(row)) return null;
  const order = await findLastOrder(trx, accountId);
  if (order === null || order.state !== 'completed' || order.completed_at === null) return null;
  const until = withdrawableUntil(order.completed_at);
  if (now >= until) return null;
  const invoices = await listPaidSince(trx, accountId, row.subscription_id, startOf(order));
  const amount = invoices.reduce((sum, { paid, refunded }) => sum + Math.max(0, paid - refunded), 0);
  return { order, until, refund: { amount, currency: row.currency ?? order.currency } };
}

/** Payments of the order: made after it was given, with room for the difference between two clocks. */
const startOf = ({ ordered_at }: OrderRow) => new Date(ordered_at.getTime() - 300_000);

/** @throws AppError `no-plan` when nothing can be withdrawn; `payment-unavailable`, while the job goes on */
export async function withdrawOrder(
  deps: WithdrawDeps,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<void> {
  const orderId = await inTenant(deps.db, accountId, async (trx) => {
    const row = await lockSubscription(trx, accountId);
    const withdrawal = await findWithdrawal(trx, accountId, row, deps.now());
    if (withdrawal === null) throw new AppError('no-plan');
    const { order } = withdrawal;
    await updateOrder(trx, accountId, order.id, {
      state: 'withdrawing',
      withdrawn_at: deps.now(),
      refund: withdrawal.refund.amount,
    });
    await audit(trx, { accountId, userId, action: 'plan.withdrawn' });
    return order.id;
  });
  await deps.queue.enqueue(withdrawJob, { accountId, orderId }, { key: orderId, delaySeconds: 30 });
  await finishWithdrawal(deps, accountId, orderId);
}

/** Ends the subscription, pays back, and tells the owners. @throws AppError `payment-unavailable` */
export async function finishWithdrawal(deps: RefreshDeps, accountId: string, orderId: string): Promise<void> {
  const { order, row, invoices } = await inTenant(deps.db, accountId, async (trx) => {
    const found = await findOrder(trx, accountId, orderId);
    const subscription = await findSubscription(trx, accountId);
    const id = subscription?.subscription_id ?? null;
    return {
      order: found,
      row: subscription,
      invoices: found === null || id === null ? [] : await listPaidSince(trx, accountId, id, startOf(found)),
    };
  });
  if (order?.state !== 'withdrawing' || row === null) return;
  const { subscription_id: subscriptionId, customer_id: customerId } = row;
  if (subscriptionId === null) return;
  await callProvider(async () => (await deps.stripe()).subscriptions.cancel(subscriptionId)).catch(
    (error: unknown) => {
      // It was ended before.
      if (!isRefusedWith(error, 'resource_missing')) throw error;
    },
  );
  for (const { payment_intent: intent, paid, provider_id: invoiceId } of invoices)
    if (intent !== null && paid > 0) await payBack(deps, intent, `withdraw ${orderId} ${invoiceId}`);
  const currency = row.currency ?? order.currency;
  await inTenant(deps.db, accountId, async (trx) => {
    await updateOrder(trx, accountId, orderId, { state: 'withdrawn' });
    await deps.mailOwners(
      trx,
      accountId,
      {
        kind: 'order-withdrawn',
        refund: { amount: order.refund ?? 0, currency },
        withdrawnOn: dayOf(order.withdrawn_at ?? deps.now()),
      },
      `withdrawn ${orderId}`,
    );
  });
  if (customerId !== null) await refreshCustomer(deps, customerId);
}

/** Before a new order: a withdrawal that was cut off ends the plan that is stored. @throws AppError `payment-unavailable` */
export async function finishOpenWithdrawal(deps: RefreshDeps, accountId: string): Promise<void> {
  const order = await inTenant(deps.db, accountId, (trx) => findLastOrder(trx, accountId));
  if (order?.state === 'withdrawing') await finishWithdrawal(deps, accountId, order.id);
}

/** Withdrawals of one sweep, and minutes after which it takes them: until then their own job goes on. */
const sweptAtOnce = 20;
const sweptAfterMinutes = 2;

/** Enqueues withdrawals whose process ended before it had enqueued their job, or whose job gave up. */
export async function sweepWithdrawals({ db, queue, now }: Pick<PaymentsDeps, 'db' | 'queue' | 'now'>) {
  const before = new Date(now().getTime() - sweptAfterMinutes * 60_000);
  const waiting = await inSystem(db, (system) => listUnfinishedWithdrawals(system, before, sweptAtOnce));
  for (const one of waiting) await queue.enqueue(withdrawJob, one, { key: one.orderId });
}

async function payBack(deps: RefreshDeps, intent: string, idempotencyKey: string): Promise<void> {
  try {
    await callProvider(async () =>
      (await deps.stripe()).refunds.create(
        { payment_intent: intent, reason: 'requested_by_customer' },
        { idempotencyKey },
      ),
    );
  } catch (error) {
    // What the customer's bank took back already is not paid back again.
    if (!isRefusedWith(error, 'charge_already_refunded', 'charge_disputed')) throw error;
  }
}
