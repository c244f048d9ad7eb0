import { customerObject } from './customer-object.ts';
import { invoiceTotals } from './invoice-totals.ts';
import { productName } from './line-items.ts';
import type { Customer, Discount } from './objects.ts';
import { addIntervals } from './periods.ts';
import type { CheckoutOrder, DraftLine } from './records.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { fullLine, intervalOf } from './subscription-lines.ts';

export interface SessionContent {
  order: CheckoutOrder;
  customer: Customer | null;
  discounts: readonly Discount[];
  automaticTax: boolean;
}

/** When the trial of an order ends; null without a trial. */
export function trialEndOf({ trialDays, trialEnd }: CheckoutOrder, now: number): number | null {
  if (trialEnd !== null) return trialEnd;
  return trialDays === null ? null : now + trialDays * 86_400;
}

/** The first line of a subscription: its first period, or its trial. */
export function firstLine(state: PaymentsState, order: CheckoutOrder, item: string): DraftLine {
  const now = secondsNow(state);
  const [line] = order.lines;
  const price = getObject(state, 'price', line?.price ?? '');
  const quantity = line?.quantity ?? 1;
  const trialEnd = trialEndOf(order, now);
  const end = trialEnd ?? addIntervals(now, intervalOf(price), 1);
  const period = { start: now, end };
  if (trialEnd !== null) {
    const description = `Trial period for ${productName(state, price)}`;
    return { amount: 0, description, period, price, quantity, proration: false, item };
  }
  return fullLine(state, {
    id: item,
    object: 'subscription_item',
    created: now,
    current_period_start: now,
    current_period_end: end,
    price,
    quantity,
    subscription: '',
  });
}

/** What the first invoice of a session would be. */
export function firstTotals(
  state: PaymentsState,
  { order, customer, discounts, automaticTax }: SessionContent,
) {
  return invoiceTotals(state, {
    customer: customer ?? customerObject(state, {}),
    subscription: '',
    automaticTax,
    discounts,
    lines: [firstLine(state, order, '')],
  });
}

/** The amounts that a session shows. */
export function sessionAmounts(state: PaymentsState, content: SessionContent) {
  const totals = firstTotals(state, content);
  return {
    amount_subtotal: totals.subtotal,
    amount_total: totals.total,
    total_details: {
      amount_discount: totals.total_discount_amounts.reduce((all, { amount }) => all + amount, 0),
      amount_shipping: 0,
      amount_tax: totals.total_taxes.reduce((all, { amount }) => all + amount, 0),
    },
  };
}
