import { change, emit } from './events.ts';
import { innerList } from './lists.ts';
import type { Invoice, PendingUpdate, Subscription } from './objects.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';

/** The subscription of an invoice. */
export function subscriptionOf(state: PaymentsState, invoice: Invoice): Subscription {
  return getObject(state, 'subscription', invoice.parent.subscription_details.subscription);
}

/** Whether a subscription still runs. */
export function isRunning({ status }: Subscription): boolean {
  return !['canceled', 'incomplete_expired', 'incomplete'].includes(status);
}

/** After an invoice was paid: the subscription is active again, and an update that waited for it applies. */
export function afterPaid(state: PaymentsState, invoice: Invoice): void {
  const subscription = subscriptionOf(state, invoice);
  const waiting = subscription.pending_update;
  if (waiting && subscription.latest_invoice === invoice.id) applyPendingUpdate(state, subscription, waiting);
  const owes = state.store
    .list('invoice')
    .some(
      (other) =>
        other.id !== invoice.id &&
        other.status === 'open' &&
        other.attempt_count > 0 &&
        other.parent.subscription_details.subscription === subscription.id,
    );
  if (!owes && ['past_due', 'incomplete', 'unpaid'].includes(subscription.status))
    change(state, 'subscription', subscription.id, { status: 'active' });
  settleDelinquency(state, invoice.customer);
}

/** After a failed attempt: the subscription is past due, and after the last attempt what the settings say. */
export function afterFailed(state: PaymentsState, invoice: Invoice, isLast: boolean): void {
  const subscription = subscriptionOf(state, invoice);
  if (!isRunning(subscription)) return;
  const { afterRetries } = state.store.settings();
  if (isLast && afterRetries === 'canceled') {
    endSubscription(state, subscription.id, 'payment_failed');
    return;
  }
  const status = isLast ? afterRetries : 'past_due';
  if (subscription.status !== 'unpaid') change(state, 'subscription', subscription.id, { status });
}

/** A customer with an invoice that could not be paid is delinquent. */
export function settleDelinquency(state: PaymentsState, customer: string): void {
  const known = state.store.find('customer', customer);
  if (!known || known.deleted) return;
  const delinquent = state.store
    .list('invoice')
    .some((other) => other.customer === customer && other.status === 'open' && other.attempt_count > 0);
  if (known.delinquent !== delinquent) change(state, 'customer', customer, { delinquent });
}

function applyPendingUpdate(state: PaymentsState, subscription: Subscription, update: PendingUpdate): void {
  const after = change(state, 'subscription', subscription.id, {
    billing_cycle_anchor: update.billing_cycle_anchor ?? subscription.billing_cycle_anchor,
    items: innerList(update.subscription_items, subscription.items.url),
    pending_update: null,
  });
  emit(state, 'customer.subscription.pending_update_applied', after);
}

/** Ends a subscription now. Its drafts and retries end with it. */
export function endSubscription(
  state: PaymentsState,
  id: string,
  reason: string,
  details: { comment?: string | null; feedback?: string | null } = {},
): Subscription {
  const now = secondsNow(state);
  const before = getObject(state, 'subscription', id);
  const ended = state.store.put('subscription', {
    ...before,
    status: 'canceled',
    canceled_at: before.canceled_at ?? now,
    cancel_at_period_end: before.cancel_at_period_end,
    cancellation_details: { ...before.cancellation_details, ...details, reason },
    ended_at: now,
    pending_update: null,
  });
  for (const invoice of state.store.list('invoice')) {
    if (invoice.parent.subscription_details.subscription !== id) continue;
    if (invoice.status === 'draft' || invoice.next_payment_attempt !== null)
      state.store.put('invoice', {
        ...invoice,
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      });
  }
  emit(state, 'customer.subscription.deleted', ended);
  return ended;
}
