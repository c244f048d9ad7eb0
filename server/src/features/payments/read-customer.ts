/**
 * Reads everything that the payment provider holds about a customer, as far as the product shows or decides by it. Every message
 * of the provider leads here, so the order and the number of messages do not matter.
 */
import { billingIntervals, invoiceStatuses } from '@kindling/contract/billing';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { type SubscriptionStatus, subscriptionStatuses } from '../billing/index.ts';
import { hasLivePlan } from './live-plan.ts';
import { isInvalidRequest, orNull } from './provider-error.ts';
import { type Charges, idOf, listCharges } from './read-charges.ts';
import type { CustomerSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from './snapshot.ts';

/** Invoices of one reading: eight years of monthly payments. */
const latest = 100;

/** @returns null for a customer that the provider does not have any more */
export async function readCustomer(stripe: Stripe, customerId: string): Promise<CustomerSnapshot | null> {
  const customer = await orNull(stripe.customers.retrieve(customerId));
  if (customer === null || customer.deleted === true) return null;
  const [subscriptions, invoices, charges] = await Promise.all([
    stripe.subscriptions.list({
      customer: customerId,
      status: 'all',
      limit: 100,
      expand: ['data.default_payment_method'],
    }),
    stripe.invoices.list({ customer: customerId, limit: latest, expand: ['data.payments'] }),
    listCharges(stripe, customerId),
  ]);
  const subscription = currentSubscription(subscriptions.data);
  const described = invoices.data.flatMap((invoice) => describeInvoice(invoice, charges));
  const [method, nextAmount, confirmed] = await Promise.all([
    findCardMethod(stripe, subscription, customer),
    readNextAmount(stripe, subscription),
    Promise.all(described.map((invoice) => withConfirmation(stripe, invoice))),
  ]);
  return {
    customerId,
    email: customer.email,
    subscription:
      subscription === null ? null : { ...describeSubscription(subscription, invoices.data), nextAmount },
    extraSubscriptionIds: listExtra(subscriptions.data, subscription),
    credit: Math.max(0, -customer.balance),
    card: cardOf(method),
    invoices: confirmed,
  };
}

/** Of a plan that renews: what the provider would charge for the next period. */
async function readNextAmount(
  stripe: Stripe,
  subscription: Stripe.Subscription | null,
): Promise<number | null> {
  if (subscription === null || subscription.cancel_at_period_end || subscription.cancel_at !== null)
    return null;
  if (subscription.status !== 'active' && subscription.status !== 'trialing') return null;
  try {
    return (await stripe.invoices.createPreview({ subscription: subscription.id })).amount_due;
  } catch (error) {
    // There is no next charge.
    if (isInvalidRequest(error)) return null;
    throw error;
  }
}

const ended = new Set(['canceled', 'incomplete_expired']);

/** The subscription that goes on, else the latest one. Of several that go on the oldest, which was ordered first. */
function currentSubscription(all: readonly Stripe.Subscription[]): Stripe.Subscription | null {
  // The list has the newest first, also of those of one second.
  const byAge = all.toReversed();
  const live = byAge.filter(({ status }) => !ended.has(status));
  const paid = live.find(({ status }) => status !== 'incomplete');
  const paidOnce = byAge.filter(({ status }) => status !== 'incomplete' && status !== 'incomplete_expired');
  return paid ?? paidOnce.at(-1) ?? live[0] ?? byAge.at(-1) ?? null;
}

/** Null for a status that the provider invented after our version of its API. */
function statusOf({ status }: Stripe.Subscription): SubscriptionStatus | null {
  return subscriptionStatuses.find((one) => one === status) ?? null;
}

/** Subscriptions of other orders that go on. What the operator made at the provider is of no order. */
function listExtra(all: readonly Stripe.Subscription[], current: Stripe.Subscription | null): string[] {
  const extra = all.filter((one) => one.id !== current?.id && one.metadata.order !== undefined);
  return extra.filter((one) => hasLivePlan({ status: statusOf(one) })).map(({ id }) => id);
}

function describeSubscription(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): Omit<SubscriptionSnapshot, 'nextAmount'> {
  const [item] = subscription.items.data;
  const interval = intervalOf(item?.price);
  const status = statusOf(subscription);
  if (item === undefined || interval === null || status === null)
    throw new Error(`The subscription ${subscription.id} has no price of a plan, or an unknown status.`);
  const periodEndsAt = toDate(item.current_period_end);
  const open = invoices.find(
    (invoice) => invoice.status === 'open' && subscriptionOf(invoice) === subscription.id,
  );
  const pending = subscription.pending_update;
  const pendingInterval = intervalOf(pending?.subscription_items?.[0]?.price);
  return {
    id: subscription.id,
    orderId: subscription.metadata.order ?? null,
    status,
    interval,
    amount: item.price.unit_amount ?? 0,
    currency: subscription.currency.toUpperCase(),
    startedAt: toDate(subscription.start_date),
    periodEndsAt,
    cancelAt: subscription.cancel_at_period_end ? periodEndsAt : toDateOrNull(subscription.cancel_at),
    canceledBy: userOf(subscription.metadata.canceled_by),
    resumedBy: userOf(subscription.metadata.resumed_by),
    endedAt: toDateOrNull(subscription.ended_at),
    nextAttemptAt: status === 'past_due' ? toDateOrNull(open?.next_payment_attempt ?? null) : null,
    pending:
      pending === null || pendingInterval === null
        ? null
        : {
            interval: pendingInterval,
            url: open?.hosted_invoice_url ?? null,
            until: toDate(pending.expires_at),
          },
  };
}

/** The operator can edit metadata at the provider. */
function userOf(value: string | undefined): string | null {
  return z.uuid().safeParse(value).data ?? null;
}

function intervalOf(price: Stripe.Price | undefined): 'month' | 'year' | null {
  return billingIntervals.find((one) => one === price?.recurring?.interval) ?? null;
}

/** The card of the subscription, else the customer's own. */
async function findCardMethod(
  stripe: Stripe,
  subscription: Stripe.Subscription | null,
  { invoice_settings: settings }: Stripe.Customer,
): Promise<Stripe.PaymentMethod | null> {
  const own = subscription?.default_payment_method ?? null;
  if (own !== null && typeof own !== 'string') return own;
  const methodId = own ?? idOf(settings.default_payment_method);
  return methodId === null ? null : orNull(stripe.paymentMethods.retrieve(methodId));
}

function cardOf(method: Stripe.PaymentMethod | null): CustomerSnapshot['card'] {
  if (method === null || method.card === undefined) return null;
  const { brand, last4, exp_year: year, exp_month: month } = method.card;
  return { methodId: method.id, brand, last4, expires: `${year}-${String(month).padStart(2, '0')}` };
}

/** Of the few open invoices the payment itself is read, which says whether the bank wants a confirmation. */
async function withConfirmation(stripe: Stripe, invoice: InvoiceSnapshot): Promise<InvoiceSnapshot> {
  if (invoice.status !== 'open' || invoice.paymentIntent === null) return invoice;
  const intent = await stripe.paymentIntents.retrieve(invoice.paymentIntent);
  return { ...invoice, needsConfirmation: intent.status === 'requires_action' };
}

/** Drafts have no number, and change until they are finalized. An invoice without an amount is not shown. */
function describeInvoice(invoice: Stripe.Invoice, chargeOf: Charges): InvoiceSnapshot[] {
  const { number } = invoice;
  const status = invoiceStatuses.find((one) => one === invoice.status);
  if (status === undefined || number === null) return [];
  const intents = (invoice.payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);
  const charges = intents.flatMap((intent) => chargeOf.get(intent) ?? []);
  const isKnown = charges.length > 0 || invoice.amount_paid === 0;
  return [
    {
      providerId: invoice.id,
      number,
      status,
      subscriptionId: subscriptionOf(invoice),
      isFirst: invoice.billing_reason === 'subscription_create',
      total: invoice.total,
      due: invoice.amount_due,
      paid: invoice.amount_paid,
      refunded: isKnown ? charges.reduce((sum, { refunded }) => sum + refunded, 0) : null,
      currency: invoice.currency.toUpperCase(),
      disputed: isKnown ? charges.some(({ disputed }) => disputed) : null,
      attempts: invoice.attempt_count,
      nextAttemptAt: toDateOrNull(invoice.next_payment_attempt),
      paymentIntent: intents.at(-1) ?? null,
      payAt: status === 'open' ? (invoice.hosted_invoice_url ?? null) : null,
      needsConfirmation: false,
      createdAt: toDate(invoice.created),
      paidAt: toDateOrNull(invoice.status_transitions.paid_at),
    },
  ];
}

function subscriptionOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription ?? null);
}

/** The provider counts seconds. */
const toDate = (seconds: number) => new Date(seconds * 1000);
const toDateOrNull = (seconds: number | null) => (seconds === null ? null : toDate(seconds));
