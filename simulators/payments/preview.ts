import { discountsAt } from './discounts.ts';
import { invalidRequest, stripeError } from './errors.ts';
import { newId } from './ids.ts';
import { invoiceObject } from './invoice-object.ts';
import type { Invoice, Subscription } from './objects.ts';
import type { DraftLine } from './records.ts';
import { getObject, type PaymentsState } from './state.ts';
import { orderFor, pendingLines } from './subscription-change.ts';
import { fullLine, type ItemChange, itemOf, nextPeriod, planChange } from './subscription-lines.ts';

/**
 * The next invoice of a subscription, with a change that is not carried out: the invoice that the change makes at once,
 * or else that of the next period. @throws HttpError when there is no next invoice
 */
export function previewInvoice(
  state: PaymentsState,
  subscription: Subscription,
  wanted: ItemChange | null,
  cancels: boolean,
): Invoice {
  const waiting = pendingLines(state, subscription.id);
  const plan = wanted === null ? null : planChange(state, subscription, wanted);
  if (plan?.invoiceNow && wanted)
    return preview(state, subscription, [...waiting, ...plan.lines], wanted.at, 'subscription_update');
  const item = plan?.item ?? itemOf(subscription);
  const next = nextPeriod({ ...subscription }, item);
  const period = cancels ? [] : [fullLine(state, next)];
  const lines = [...waiting, ...(plan?.lines ?? []), ...period];
  if (lines.length === 0 || subscription.status === 'canceled') throw noUpcomingInvoice(subscription);
  return preview(state, subscription, lines, item.current_period_end, 'upcoming');
}

function preview(
  state: PaymentsState,
  subscription: Subscription,
  lines: DraftLine[],
  at: number,
  reason: string,
): Invoice {
  const id = newId('upcoming_in');
  const order = orderFor(state, subscription, lines, at);
  const invoice = invoiceObject(state, order, reason, id);
  const { balance } = getObject(state, 'customer', subscription.customer);
  return {
    ...invoice,
    created: at,
    discounts: discountsAt(state, subscription.discounts, at).map((discount) => discount.id),
    ending_balance: Math.min(0, balance + invoice.total),
    next_payment_attempt: at,
    period_end: at,
  };
}

function noUpcomingInvoice({ customer }: Subscription) {
  return stripeError(404, 'invalid_request_error', `No upcoming invoices for customer: ${customer}`, {
    code: 'invoice_upcoming_none',
  });
}

/** A time for prorations must be in the current period. */
export function prorationTime(
  subscription: Subscription,
  asked: number | null | undefined,
  now: number,
): number {
  if (asked === null || asked === undefined) return now;
  const { current_period_start, current_period_end } = itemOf(subscription);
  if (asked >= current_period_start && asked <= current_period_end) return asked;
  throw invalidRequest('Cannot specify proration date outside of current subscription period', {
    param: 'proration_date',
  });
}
