import { outcomeOf, type Presence } from './charges.ts';
import { discountsAt } from './discounts.ts';
import { invalidRequest, stripeError } from './errors.ts';
import { change, changeSilently } from './events.ts';
import { newId } from './ids.ts';
import { type InvoiceOrder, invoiceTotals } from './invoice-totals.ts';
import { attemptPayment, createInvoice, finalizeInvoice, voidInvoice } from './invoices.ts';
import { innerList } from './lists.ts';
import type { Invoice, PaymentMethod, Subscription } from './objects.ts';
import { behaviorOf } from './payment-methods.ts';
import type { DraftLine } from './records.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { type ChangePlan, type ItemChange, itemOf, planChange } from './subscription-lines.ts';

export type PaymentBehavior = 'allow_incomplete' | 'pending_if_incomplete' | 'error_if_incomplete';

/** Updates that wait for their payment end after this time. */
const pendingSeconds = 23 * 3600;
const offSession: Presence = { onSession: false, authenticated: false };

/** Prorations that wait for the next invoice of a subscription. */
export function pendingLines(state: PaymentsState, subscription: string): DraftLine[] {
  return state.store
    .list('pending_line')
    .filter((entry) => entry.subscription === subscription)
    .map(({ line }) => line);
}

/** Takes the waiting prorations into an invoice that is made now. */
export function takePendingLines(state: PaymentsState, subscription: string): DraftLine[] {
  const lines = pendingLines(state, subscription);
  for (const entry of state.store.list('pending_line'))
    if (entry.subscription === subscription) state.store.remove('pending_line', entry.id);
  return lines;
}

/** What an invoice of a subscription is made of, at a time. */
export function orderFor(
  state: PaymentsState,
  subscription: Subscription,
  lines: readonly DraftLine[],
  at: number,
): InvoiceOrder {
  return {
    customer: getObject(state, 'customer', subscription.customer),
    subscription: subscription.id,
    automaticTax: subscription.automatic_tax.enabled,
    discounts: discountsAt(state, subscription.discounts, at),
    lines,
  };
}

/** Changes the price of a subscription. @throws HttpError with 402 when it must not be incomplete and is not paid */
export function changeItem(
  state: PaymentsState,
  id: string,
  wanted: ItemChange,
  behavior: PaymentBehavior,
): void {
  const subscription = withoutPendingUpdate(state, getObject(state, 'subscription', id));
  if (wanted.price.currency !== subscription.currency)
    throw invalidRequest(
      `The price specified only supports \`${wanted.price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
      { param: 'items[0][price]' },
    );
  const plan = planChange(state, subscription, wanted);
  if (!plan.invoiceNow) {
    for (const line of plan.lines)
      state.store.put('pending_line', { id: newId('ii'), subscription: id, line });
    applyPlan(state, subscription, plan);
    return;
  }
  const order = orderFor(state, subscription, [...pendingLines(state, id), ...plan.lines], wanted.at);
  const pays = wouldPay(state, subscription, order);
  if (!pays.paid && behavior === 'error_if_incomplete')
    throw stripeError(402, 'card_error', pays.message, { code: pays.code, decline_code: pays.declineCode });
  takePendingLines(state, id);
  const invoice = createInvoice(
    state,
    order,
    'subscription_update',
    prorationParent(subscription, wanted.at),
  );
  const waits = !pays.paid && behavior === 'pending_if_incomplete';
  if (waits) deferPlan(state, subscription, plan);
  else applyPlan(state, subscription, plan);
  if (finalizeInvoice(state, invoice.id).status === 'open')
    attemptPayment(state, invoice.id, { presence: offSession, dunning: !waits });
}

/** A new change replaces one that waits for its payment, whose invoice is not asked for any more. */
function withoutPendingUpdate(state: PaymentsState, subscription: Subscription): Subscription {
  if (!subscription.pending_update) return subscription;
  forgetPendingUpdate(state, subscription.id);
  return getObject(state, 'subscription', subscription.id);
}

/** Removes an update that waits for its payment, and voids its invoice. */
export function forgetPendingUpdate(state: PaymentsState, id: string): Subscription {
  const after = changeSilently(state, 'subscription', id, { pending_update: null });
  const invoice = after.latest_invoice === null ? null : getObject(state, 'invoice', after.latest_invoice);
  if (invoice?.status === 'open') voidInvoice(state, invoice.id);
  return after;
}

function prorationParent({ id, metadata }: Subscription, at: number): Partial<Invoice> {
  return {
    parent: {
      quote_details: null,
      subscription_details: { metadata, subscription: id, subscription_proration_date: at },
      type: 'subscription_details',
    },
  } as Partial<Invoice>;
}

/** Whether the invoice of a change would be paid at once, and why not. */
function wouldPay(state: PaymentsState, subscription: Subscription, order: InvoiceOrder) {
  const fine = { paid: true, message: '', code: '', declineCode: '' };
  if (invoiceTotals(state, order).amount_due === 0) return fine;
  const card = cardOf(state, subscription);
  if (!card)
    return {
      paid: false,
      message: 'This customer has no attached payment source or default payment method.',
      code: 'resource_missing',
      declineCode: '',
    };
  const outcome = outcomeOf(
    state,
    { behavior: behaviorOf(state, card), customer: card.customer },
    offSession,
  );
  if (outcome.kind !== 'declined') return { ...fine, paid: outcome.kind === 'paid' };
  const { message, code, decline_code } = outcome.decline;
  return { paid: false, message, code, declineCode: decline_code };
}

/** The card of a subscription, else of its customer. */
export function cardOf(state: PaymentsState, subscription: Subscription): PaymentMethod | null {
  const { invoice_settings } = getObject(state, 'customer', subscription.customer);
  const id = subscription.default_payment_method ?? invoice_settings.default_payment_method;
  return id === null ? null : state.store.find('payment_method', id);
}

/** A subscription that ends with its period ends with the new one. */
function applyPlan(
  state: PaymentsState,
  { id, items, billing_cycle_anchor, cancel_at_period_end }: Subscription,
  plan: ChangePlan,
): void {
  change(state, 'subscription', id, {
    billing_cycle_anchor: plan.anchor ?? billing_cycle_anchor,
    ...(cancel_at_period_end ? { cancel_at: plan.item.current_period_end } : {}),
    items: innerList([plan.item], items.url),
    plan: plan.item.plan,
  });
}

function deferPlan(state: PaymentsState, subscription: Subscription, plan: ChangePlan): void {
  const { id } = subscription;
  const { current_period_end } = itemOf(subscription);
  change(state, 'subscription', id, {
    pending_update: {
      billing_cycle_anchor: plan.anchor,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: Math.min(secondsNow(state) + pendingSeconds, current_period_end),
      metadata: null,
      subscription_items: [plan.item],
      trial_end: null,
      trial_from_plan: null,
    },
  });
}

/** Removes the discounts that were for one invoice only. */
export function dropUsedDiscounts(state: PaymentsState, id: string): void {
  const { discounts } = getObject(state, 'subscription', id);
  const left = discounts.filter((one) => {
    const discount = getObject(state, 'discount', one);
    return getObject(state, 'coupon', discount.source.coupon).duration !== 'once';
  });
  if (left.length < discounts.length) changeSilently(state, 'subscription', id, { discounts: left });
}
