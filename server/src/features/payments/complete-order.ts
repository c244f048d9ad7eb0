import { audit } from '../identity/index.ts';
import type { AccountTransaction } from './account-transaction.ts';
import { hasLivePlan } from './live-plan.ts';
import { findOpenOrder, findOrder, type OrderRow, replaceOrder, updateOrder } from './order-queries.ts';
import type { CustomerSnapshot, SubscriptionSnapshot } from './snapshot.ts';
import { withdrawableUntil } from './withdrawal-period.ts';

/** An open order whose subscription runs is paid: the owners get the confirmation of the contract. */
export async function completeOrder(
  account: AccountTransaction,
  { subscription, invoices }: CustomerSnapshot,
): Promise<void> {
  if (subscription === null || subscription.orderId === null || !runs(subscription)) return;
  const order = await findOrder(account.trx, account.accountId, subscription.orderId);
  if (order === null || order.completed_at !== null) return;
  const first = invoices.find((invoice) => invoice.isFirst && invoice.subscriptionId === subscription.id);
  await complete(account, order, subscription, first?.paid ?? subscription.amount);
}

/** Hours for which the provider keeps a change that waits for its payment: 23. */
const changeHours = 24;

/** An open change is done when its subscription has the interval, and nothing waits for a payment. */
export async function completeChange(
  account: AccountTransaction,
  { subscription }: CustomerSnapshot,
): Promise<void> {
  if (subscription === null || subscription.pending !== null) return;
  const order = await findOpenOrder(account.trx, account.accountId, 'change');
  if (order === null) return;
  const isOfEarlierPlan = subscription.startedAt > order.ordered_at || !hasLivePlan(subscription);
  const age = account.now().getTime() - order.ordered_at.getTime();
  // A younger one is under way, perhaps.
  if (isOfEarlierPlan || (subscription.interval !== order.billing_interval && age > changeHours * 3_600_000))
    await replaceOrder(account.trx, account.accountId, order.id);
  else if (subscription.interval === order.billing_interval && runs(subscription))
    await complete(account, order, subscription, order.amount);
}

const runs = ({ status }: SubscriptionSnapshot) => status === 'active' || status === 'trialing';

async function complete(
  account: AccountTransaction,
  order: OrderRow,
  subscription: SubscriptionSnapshot,
  paidNow: number,
): Promise<void> {
  const { trx, accountId, zone, dayOf } = account;
  const now = account.now();
  await updateOrder(trx, accountId, order.id, { state: 'completed', completed_at: now });
  await audit(trx, {
    accountId,
    userId: order.ordered_by,
    action: order.kind === 'change' ? 'plan.interval-changed' : 'plan.ordered',
    details: { interval: subscription.interval },
  });
  const { currency } = subscription;
  const lastMoment = new Date(withdrawableUntil(now, zone).getTime() - 1);
  await account.mailOwners(
    {
      kind: 'order-confirmed',
      interval: subscription.interval,
      price: { amount: subscription.amount, currency },
      paidNow: { amount: paidNow, currency },
      orderedOn: dayOf(order.ordered_at),
      periodEndsOn: dayOf(subscription.periodEndsAt),
      withdrawUntil: dayOf(lastMoment),
      operator: account.operator,
    },
    `order ${order.id}`,
  );
}
