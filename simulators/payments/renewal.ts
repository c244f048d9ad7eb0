import { invalidRequest } from './errors.ts';
import { change, emit } from './events.ts';
import { attemptPayment, createInvoice, draftSeconds, finalizeInvoice } from './invoices.ts';
import { innerList } from './lists.ts';
import type { Subscription } from './objects.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { cardOf, dropUsedDiscounts, orderFor, takePendingLines } from './subscription-change.ts';
import { fullLine, itemOf, nextPeriod } from './subscription-lines.ts';
import { endSubscription } from './subscription-status.ts';

/** The end of a period or of a trial: the subscription ends, pauses, or starts its next period with an invoice. */
export function endPeriod(state: PaymentsState, id: string): void {
  const subscription = getObject(state, 'subscription', id);
  const now = secondsNow(state);
  if (subscription.cancel_at_period_end) {
    endSubscription(state, id, 'cancellation_requested');
    return;
  }
  if (subscription.status === 'trialing' && endsWithoutCard(state, subscription)) return;
  const item = nextPeriod(subscription, itemOf(subscription));
  const order = orderFor(state, subscription, [...takePendingLines(state, id), fullLine(state, item)], now);
  const stays = subscription.status === 'unpaid';
  createInvoice(state, order, 'subscription_cycle', {
    auto_advance: !stays,
    automatically_finalizes_at: stays ? null : now + draftSeconds,
  });
  dropUsedDiscounts(state, id);
  change(state, 'subscription', id, {
    items: innerList([item], subscription.items.url),
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
  });
}

/** A trial without a card ends as its settings say; true when no invoice follows. */
function endsWithoutCard(state: PaymentsState, subscription: Subscription): boolean {
  if (cardOf(state, subscription)) return false;
  const { missing_payment_method } = subscription.trial_settings.end_behavior;
  if (missing_payment_method === 'cancel') endSubscription(state, subscription.id, 'cancellation_requested');
  if (missing_payment_method === 'pause') {
    const paused = change(state, 'subscription', subscription.id, { status: 'paused' });
    emit(state, 'customer.subscription.paused', paused);
  }
  return missing_payment_method !== 'create_invoice';
}

/** A paused subscription goes on: its next period starts now. @throws HttpError with status 400 when it is not paused */
export function resumeSubscription(state: PaymentsState, id: string): Subscription {
  const subscription = getObject(state, 'subscription', id);
  if (subscription.status !== 'paused')
    throw invalidRequest('This subscription cannot be resumed because it is not paused.');
  const now = secondsNow(state);
  const item = nextPeriod(
    { ...subscription, billing_cycle_anchor: now },
    { ...itemOf(subscription), current_period_end: now },
  );
  const lines = [...takePendingLines(state, id), fullLine(state, item)];
  const invoice = createInvoice(state, orderFor(state, subscription, lines, now), 'subscription_cycle');
  const resumed = change(state, 'subscription', id, {
    billing_cycle_anchor: now,
    items: innerList([item], subscription.items.url),
    status: 'active',
  });
  emit(state, 'customer.subscription.resumed', resumed);
  finalizeAndCharge(state, invoice.id);
  return getObject(state, 'subscription', id);
}

/** The end of the draft hour: the invoice is finalized and charged. */
export function finalizeAndCharge(state: PaymentsState, id: string): void {
  if (finalizeInvoice(state, id).status !== 'open') return;
  retryPayment(state, id);
}

/** One planned attempt to charge an open invoice. */
export function retryPayment(state: PaymentsState, id: string): void {
  attemptPayment(state, id, { presence: { onSession: false, authenticated: false }, dunning: true });
}
