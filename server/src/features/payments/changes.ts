/** Changes of a running plan. Each follows what the provider says, and ends with a reading of what it holds. */
import type { BillingInterval, ChangePreview } from '@kindling/contract/billing';
import type { Stripe } from 'stripe';
import { inTenant } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { findSubscription, type SubscriptionRow } from '../billing/index.ts';
import { hasLivePlan } from './live-plan.ts';
import { type ChangeOrder, openChange } from './open-change.ts';
import { findOpenOrder, replaceOrder } from './order-queries.ts';
import type { OrderDeps } from './orders.ts';
import { callProvider, InvalidProviderRequestError, refusedParameter } from './provider-error.ts';
import { refreshCustomer } from './refresh-customer.ts';

interface Who {
  accountId: string;
  userId: string;
}

/** A plan that goes on, with the provider's ids. @throws AppError `no-plan` */
async function getLivePlan(
  { db }: Pick<OrderDeps, 'db'>,
  accountId: string,
): Promise<SubscriptionRow & { customer_id: string; subscription_id: string }> {
  const row = await inTenant(db, accountId, (trx) => findSubscription(trx, accountId));
  if (row === null || !hasLivePlan(row)) throw new AppError('no-plan');
  const { customer_id, subscription_id } = row;
  if (customer_id === null || subscription_id === null) throw new AppError('no-plan');
  return { ...row, customer_id, subscription_id };
}

/**
 * Calls the provider about a plan that goes on by what is stored.
 * @throws AppError `no-plan` where it ended meanwhile, and the message of that is on its way
 */
async function callAboutPlan<T>(
  deps: OrderDeps,
  accountId: string,
  { customer_id: customerId }: { customer_id: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await callProvider(work);
  } catch (error) {
    if (!(error instanceof InvalidProviderRequestError)) throw error;
    await refreshCustomer(deps, customerId);
    await getLivePlan(deps, accountId);
    throw error;
  }
}

/** The change of the one item of a subscription to the price of another interval. */
async function itemChange(
  client: Stripe,
  deps: Pick<OrderDeps, 'catalog'>,
  subscriptionId: string,
  interval: BillingInterval,
) {
  const subscription = await client.subscriptions.retrieve(subscriptionId);
  const [item] = subscription.items.data;
  if (item === undefined) throw new AppError('no-plan');
  return { id: item.id, price: await deps.catalog.priceOf(interval) };
}

/**
 * @throws AppError `no-plan`, `conflict` for the interval that the plan has, `price-changed` for a plan in another currency,
 *   `payment-unavailable`
 */
export async function previewChange(
  deps: OrderDeps,
  { accountId }: Pick<Who, 'accountId'>,
  interval: BillingInterval,
  calculatedAt: number = Math.floor(deps.now().getTime() / 1000),
): Promise<ChangePreview> {
  const plan = await getLivePlan(deps, accountId);
  if (plan.billing_interval === interval) throw new AppError('conflict');
  if (plan.currency !== deps.prices.currency) throw new AppError('price-changed');
  const invoice = await callAboutPlan(deps, accountId, plan, async () => {
    const client = await deps.stripe();
    return client.invoices.createPreview({
      customer: plan.customer_id,
      subscription: plan.subscription_id,
      subscription_details: {
        items: [await itemChange(client, deps, plan.subscription_id, interval)],
        proration_behavior: 'always_invoice',
        proration_date: calculatedAt,
      },
    });
  });
  const { currency } = deps.prices;
  const credited = invoice.lines.data.filter(({ amount }) => amount < 0);
  const charged = invoice.lines.data.filter(({ amount }) => amount >= 0);
  const periodEnd = Math.max(...charged.map(({ period }) => period.end), calculatedAt);
  const { starting_balance: before, ending_balance: after } = invoice;
  return {
    interval,
    dueNow: { amount: invoice.amount_due, currency },
    unused: { amount: -sumOf(credited), currency },
    price: { amount: deps.prices[interval], currency },
    discount: { amount: sumOf(invoice.total_discount_amounts ?? []), currency },
    creditUsed: { amount: Math.max(0, (after ?? before) - before), currency },
    credit: { amount: Math.max(0, -(invoice.ending_balance ?? 0)), currency },
    periodEndsAt: new Date(periodEnd * 1000).toISOString(),
    calculatedAt,
  };
}

const sumOf = (list: readonly { amount: number }[]) => list.reduce((sum, { amount }) => sum + amount, 0);

/** Seconds for which a preview holds. */
const previewSeconds = 900;

/**
 * Changes the interval at once. A payment that the bank wants confirmed leaves the plan as it is until then.
 * @throws AppError `price-changed` when the charge is not the one that was shown, or was shown too long ago;
 *   `payment-refused`; as {@link previewChange}
 */
export async function changeInterval(
  deps: OrderDeps,
  who: Who,
  shown: ChangeOrder & { calculatedAt: number },
): Promise<void> {
  const { accountId } = who;
  const age = deps.now().getTime() / 1000 - shown.calculatedAt;
  // The preview has the time of our own clock, so one of the future is not ours.
  if (age < -1 || age > previewSeconds) throw new AppError('price-changed');
  await finishOpenChange(deps, accountId);
  const preview = await previewChange(deps, who, shown.interval, shown.calculatedAt).catch(
    (error: unknown) => {
      // The period began after the preview, for example.
      const isOutdated = refusedParameter(error)?.endsWith('[proration_date]') === true;
      throw isOutdated ? new AppError('price-changed') : error;
    },
  );
  if (preview.dueNow.amount !== shown.dueNow || preview.dueNow.currency !== shown.currency)
    throw new AppError('price-changed');
  const plan = await getLivePlan(deps, accountId);
  const orderId = await openChange(deps, who, shown, plan);
  try {
    await callAboutPlan(deps, accountId, plan, async () => {
      const client = await deps.stripe();
      const item = await itemChange(client, deps, plan.subscription_id, shown.interval);
      return client.subscriptions.update(
        plan.subscription_id,
        {
          items: [item],
          proration_behavior: 'always_invoice',
          proration_date: shown.calculatedAt,
          payment_behavior: 'pending_if_incomplete',
        },
        { idempotencyKey: `change ${plan.subscription_id} ${item.price} ${shown.calculatedAt}` },
      );
    });
  } catch (error) {
    // Without an answer the provider may have made the change, which the next reading tells.
    const mayBeDone = error instanceof AppError && error.code === 'payment-unavailable';
    if (!mayBeDone) await inTenant(deps.db, accountId, (trx) => replaceOrder(trx, accountId, orderId));
    throw error;
  }
  await refreshCustomer(deps, plan.customer_id);
}

/** A change that was cut off may be done already. @throws AppError `payment-unavailable` */
async function finishOpenChange(deps: OrderDeps, accountId: string): Promise<void> {
  const open = await inTenant(deps.db, accountId, (trx) => findOpenOrder(trx, accountId, 'change'));
  if (open !== null && open.customer_id !== null) await refreshCustomer(deps, open.customer_id);
}

/*
 * Who cancels or resumes a plan stands in the subscription's metadata: the reading that finds the change writes it into the audit
 * log, also when the process that asked for it has ended.
 */

/**
 * Ends the plan with the paid period. Asks the provider also where it was canceled already, as far as we know.
 * @throws AppError `no-plan`, `payment-unavailable`
 */
export async function cancelPlan(
  deps: OrderDeps,
  who: Who,
  { reason, comment }: { reason: string | null; comment: string },
): Promise<void> {
  const plan = await getLivePlan(deps, who.accountId);
  await callAboutPlan(deps, who.accountId, plan, async () =>
    (await deps.stripe()).subscriptions.update(plan.subscription_id, {
      cancel_at_period_end: true,
      metadata: { canceled_by: who.userId, resumed_by: '' },
      cancellation_details: {
        ...(reason === null ? {} : { feedback: reason }),
        ...(comment === '' ? {} : { comment }),
      },
    }),
  );
  await refreshCustomer(deps, plan.customer_id);
}

/** Takes a cancelation back before the end. @throws AppError `no-plan`, `payment-unavailable` */
export async function resumePlan(deps: OrderDeps, who: Who): Promise<void> {
  const plan = await getLivePlan(deps, who.accountId);
  await callAboutPlan(deps, who.accountId, plan, async () =>
    (await deps.stripe()).subscriptions.update(plan.subscription_id, {
      cancel_at_period_end: false,
      metadata: { canceled_by: '', resumed_by: who.userId },
    }),
  );
  await refreshCustomer(deps, plan.customer_id);
}
