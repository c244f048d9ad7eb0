/**
 * The right of withdrawal: within 14 days after an order it is taken back, the plan ends at once, and what was paid for it is paid
 * back in full. Each step is safe to repeat, and a job goes on where a call was cut off.
 */
import type { Money } from '@kindling/contract/billing';
import { planStateAt } from '@kindling/contract/plans';
import type { Transaction } from 'kysely';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError } from '../../lib/app-error.ts';
import { findPlan, findSubscription, lockSubscription, type SubscriptionRow } from '../billing/index.ts';
import { audit, findAccountZone } from '../identity/index.ts';
import { inAccountTransaction } from './account-transaction.ts';
import type { PaymentsDeps } from './deps.ts';
import { endSubscription } from './end-subscription.ts';
import { type InvoiceRow, listPaidSince } from './invoice-queries.ts';
import { withdrawJob } from './jobs.ts';
import { hasLivePlan } from './live-plan.ts';
import {
  countWithdrawn,
  findLastOrder,
  findOrder,
  listDueWithdrawals,
  type OrderRow,
  updateOrder,
} from './order-queries.ts';
import { payBack } from './pay-back.ts';
import { type RefreshDeps, refreshCustomer } from './refresh-customer.ts';
import { settleCredit } from './settle-credit.ts';
import { findWithdrawalScope, type WithdrawalScope } from './withdrawal-period.ts';

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
  const scope = await scopeOf(trx, accountId, { ...order, completed_at: order.completed_at }, now);
  if (now >= scope.until) return null;
  const invoices = await listPaidSince(trx, accountId, row.subscription_id, scope.since);
  const amount = sumOf(invoices);
  // A change that was paid out of credit takes nothing that could be paid back; the plan is canceled instead.
  if (amount === 0 && !scope.isPurchase) return null;
  return { order, until: scope.until, refund: { amount, currency: row.currency ?? order.currency } };
}

async function scopeOf(
  trx: Transaction<DB>,
  accountId: string,
  order: OrderRow & { completed_at: Date },
  withdrawnAt: Date,
): Promise<WithdrawalScope> {
  const zone = await findAccountZone(trx, accountId);
  return findWithdrawalScope(trx, accountId, order, withdrawnAt, zone);
}

/** What the bank took back already is not paid back again. */
const sumOf = (invoices: readonly InvoiceRow[]) =>
  invoices.reduce(
    (sum, { paid, refunded, disputed }) => sum + (disputed ? 0 : Math.max(0, paid - refunded)),
    0,
  );

/** @throws AppError `no-plan` when nothing can be withdrawn; `payment-unavailable`, while the job goes on */
export async function withdrawOrder(
  deps: WithdrawDeps,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<void> {
  const { orderId, earlier } = await inTenant(deps.db, accountId, async (trx) => {
    const row = await lockSubscription(trx, accountId);
    const withdrawal = await findWithdrawal(trx, accountId, row, deps.now());
    if (withdrawal === null) throw new AppError('no-plan');
    const { order } = withdrawal;
    await updateOrder(trx, accountId, order.id, {
      state: 'withdrawing',
      withdrawn_at: deps.now(),
      refund: withdrawal.refund.amount,
      next_attempt_at: new Date(deps.now().getTime() + attemptPause.shortestMs),
    });
    await audit(trx, { accountId, userId, action: 'plan.withdrawn' });
    return { orderId: order.id, earlier: await countWithdrawn(trx, accountId) };
  });
  deps.log.info({ accountId, orderId, earlier }, 'An order was withdrawn');
  await deps.queue.enqueue(withdrawJob, { accountId, orderId }, { key: orderId, delaySeconds: 30 });
  await finishWithdrawal(deps, accountId, orderId);
}

/** Ends the subscription, pays back, and tells the owners. @throws AppError `payment-unavailable` */
export async function finishWithdrawal(deps: RefreshDeps, accountId: string, orderId: string): Promise<void> {
  const row = await inTenant(deps.db, accountId, (trx) => findSubscription(trx, accountId));
  const { subscription_id: subscriptionId = null, customer_id: customerId = null } = row ?? {};
  const order = await inTenant(deps.db, accountId, (trx) => findWithdrawing(trx, accountId, orderId));
  if (order === null || subscriptionId === null) return;
  try {
    await endSubscription(deps, subscriptionId);
    // What was paid a moment before may not be stored yet.
    if (customerId !== null) await refreshCustomer(deps, customerId);
    const { invoices, refund, scope } = await recordRefund(deps, accountId, order, subscriptionId);
    const currency = row?.currency ?? order.currency;
    if (customerId !== null)
      await settleCredit(deps, { ...scope, orderId, customerId, subscriptionId, currency });
    for (const { payment_intent: intent, paid, disputed, provider_id: invoiceId } of invoices)
      if (intent !== null && paid > 0 && !disputed)
        await payBack(deps, intent, `withdraw ${orderId} ${invoiceId}`);
    await confirmWithdrawal(deps, accountId, order, { amount: refund, currency });
  } catch (error) {
    await postponeWithdrawal(deps, accountId, order);
    throw error;
  }
  if (customerId !== null) await refreshCustomer(deps, customerId);
}

/** Lists what was paid, and stores how much of it goes back: a repeat finds a part of it paid back already. */
function recordRefund(
  { db }: Pick<RefreshDeps, 'db'>,
  accountId: string,
  order: WithdrawnOrder,
  subscriptionId: string,
): Promise<{ invoices: InvoiceRow[]; refund: number; scope: WithdrawalScope }> {
  return inTenant(db, accountId, async (trx) => {
    const scope = await scopeOf(trx, accountId, order, order.withdrawn_at);
    const invoices = await listPaidSince(trx, accountId, subscriptionId, scope.since);
    const refund = Math.max(order.refund ?? 0, sumOf(invoices));
    await updateOrder(trx, accountId, order.id, { refund });
    return { invoices, refund, scope };
  });
}

type WithdrawnOrder = OrderRow & { completed_at: Date; withdrawn_at: Date };

/** Null for an order that is not, or no longer, under withdrawal. */
async function findWithdrawing(
  trx: Transaction<DB>,
  accountId: string,
  orderId: string,
): Promise<WithdrawnOrder | null> {
  const order = await findOrder(trx, accountId, orderId);
  if (order === null || order.state !== 'withdrawing') return null;
  const { completed_at, withdrawn_at } = order;
  return completed_at === null || withdrawn_at === null ? null : { ...order, completed_at, withdrawn_at };
}

function confirmWithdrawal(
  deps: RefreshDeps,
  accountId: string,
  order: WithdrawnOrder,
  refund: Money,
): Promise<void> {
  return inAccountTransaction(deps, accountId, async ({ trx, mailOwners, dayOf }) => {
    await updateOrder(trx, accountId, order.id, { state: 'withdrawn', next_attempt_at: null });
    const withdrawnOn = dayOf(order.withdrawn_at);
    const plan = await findPlan(trx, accountId);
    const isTrial = plan !== null && planStateAt(plan, deps.now()) === 'trial';
    const trialUntil = isTrial && plan.endsAt !== null ? dayOf(plan.endsAt) : null;
    await mailOwners({ kind: 'order-withdrawn', refund, withdrawnOn, trialUntil }, `withdrawn ${order.id}`);
  });
}

/** Pauses between attempts grow with the age of the withdrawal. */
const attemptPause = { shortestMs: 120_000, longestMs: 3_600_000 } as const;
const toldAfterMs = 86_400_000;

async function postponeWithdrawal(
  { db, log, now }: Pick<RefreshDeps, 'db' | 'log' | 'now'>,
  accountId: string,
  order: WithdrawnOrder,
): Promise<void> {
  const age = now().getTime() - order.withdrawn_at.getTime();
  const pause = Math.min(attemptPause.longestMs, Math.max(attemptPause.shortestMs, age / 4));
  await inTenant(db, accountId, (trx) =>
    updateOrder(trx, accountId, order.id, { next_attempt_at: new Date(now().getTime() + pause) }),
  );
  if (age > toldAfterMs)
    log.error(
      { accountId, orderId: order.id },
      'A withdrawal fails for a day; its payment must be paid back by hand',
    );
}

/** Before a new order: a withdrawal that was cut off ends the plan that is stored. @throws AppError `payment-unavailable` */
export async function finishOpenWithdrawal(deps: RefreshDeps, accountId: string): Promise<void> {
  const order = await inTenant(deps.db, accountId, (trx) => findLastOrder(trx, accountId));
  if (order?.state === 'withdrawing') await finishWithdrawal(deps, accountId, order.id);
}

/** Withdrawals of one sweep; the next one takes the rest. */
const sweptAtOnce = 20;

/** Enqueues withdrawals whose process ended before it had enqueued their job, or whose attempt failed. */
export async function sweepWithdrawals({ db, queue, now }: Pick<PaymentsDeps, 'db' | 'queue' | 'now'>) {
  const due = await inSystem(db, (system) => listDueWithdrawals(system, now(), sweptAtOnce));
  for (const one of due) await queue.enqueue(withdrawJob, one, { key: one.orderId });
}
