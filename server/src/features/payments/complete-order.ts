import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { audit } from '../identity/index.ts';
import { dayOf } from './day-of.ts';
import type { PaymentsDeps } from './deps.ts';
import { findOrder, updateOrder } from './order-queries.ts';
import type { CustomerSnapshot } from './snapshot.ts';

/** Days in which an order can be withdrawn. The law of the EU and the UK gives 14. */
export const withdrawalDays = 14;

export function withdrawableUntil(completedAt: Date): Date {
  return new Date(completedAt.getTime() + withdrawalDays * 86_400_000);
}

/** An open order whose subscription runs is paid: the owners get the confirmation of the contract. */
export async function completeOrder(
  deps: Pick<PaymentsDeps, 'mailOwners' | 'operator' | 'now'>,
  trx: Transaction<DB>,
  accountId: string,
  { subscription, invoices }: CustomerSnapshot,
): Promise<void> {
  if (subscription === null || subscription.orderId === null) return;
  if (subscription.status !== 'active' && subscription.status !== 'trialing') return;
  const order = await findOrder(trx, accountId, subscription.orderId);
  if (order === null || order.completed_at !== null) return;
  const now = deps.now();
  await updateOrder(trx, accountId, order.id, { state: 'completed', completed_at: now });
  await audit(trx, {
    accountId,
    userId: order.ordered_by,
    action: 'plan.ordered',
    details: { interval: subscription.interval },
  });
  const first = invoices.find((invoice) => invoice.isFirst && invoice.subscriptionId === subscription.id);
  const { currency } = subscription;
  await deps.mailOwners(
    trx,
    accountId,
    {
      kind: 'order-confirmed',
      interval: subscription.interval,
      price: { amount: subscription.amount, currency },
      paidNow: { amount: first?.paid ?? subscription.amount, currency },
      orderedOn: dayOf(order.ordered_at),
      periodEndsOn: dayOf(subscription.periodEndsAt),
      withdrawUntil: dayOf(withdrawableUntil(now)),
      operator: deps.operator,
    },
    `order ${order.id}`,
  );
}
