import { couponOf, discountsAt, reductions } from './discounts.ts';
import { productName } from './line-items.ts';
import type { Price, Subscription, SubscriptionItem } from './objects.ts';
import { addIntervals, periodEnd } from './periods.ts';
import type { DraftLine } from './records.ts';
import type { PaymentsState } from './state.ts';
import { roundHalfUp } from './tax.ts';

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none';

/** Another price or quantity for the item of a subscription, at a time. */
export interface ItemChange {
  price: Price;
  quantity: number;
  proration: ProrationBehavior;
  at: number;
}

/** What a change does. */
export interface ChangePlan {
  item: SubscriptionItem;
  lines: DraftLine[];
  /** Whether an invoice is made at once. */
  invoiceNow: boolean;
  /** The new anchor; null when it stays. */
  anchor: number | null;
}

/** The item of a subscription; the simulator knows one per subscription. */
export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error('a subscription has no item');
  return item;
}

/** Plans a change of price, with the lines that it makes. */
export function planChange(state: PaymentsState, subscription: Subscription, wanted: ItemChange): ChangePlan {
  const item = itemOf(subscription);
  const { price, quantity, at, proration } = wanted;
  const changed = { ...item, plan: planOf(price), price, quantity };
  if (subscription.status === 'trialing' || (price.id === item.price.id && quantity === item.quantity))
    return { item: changed, lines: [], invoiceNow: false, anchor: null };
  const credit = proration === 'none' ? [] : [creditLine(state, subscription, item, at)];
  if (resetsAnchor(item.price, price)) {
    const period = { start: at, end: addIntervals(at, intervalOf(price), 1) };
    const moved = { ...changed, current_period_start: period.start, current_period_end: period.end };
    const full = fullLine(state, moved);
    return { item: moved, lines: [...credit, full], invoiceNow: true, anchor: at };
  }
  const debit = proration === 'none' ? [] : [debitLine(state, subscription, changed, at)];
  return {
    item: changed,
    lines: [...credit, ...debit],
    invoiceNow: proration === 'always_invoice',
    anchor: null,
  };
}

/** Another interval starts a new period at once, and so does the first price that costs something. */
function resetsAnchor(before: Price, after: Price): boolean {
  const [old, fresh] = [intervalOf(before), intervalOf(after)];
  return (
    old.interval !== fresh.interval ||
    old.interval_count !== fresh.interval_count ||
    (before.unit_amount === 0 && after.unit_amount > 0)
  );
}

export function intervalOf(price: Price): { interval: string; interval_count: number } {
  return price.recurring ?? { interval: 'month', interval_count: 1 };
}

/** The line of a whole period. */
export function fullLine(state: PaymentsState, item: SubscriptionItem): DraftLine {
  const { price, quantity } = item;
  const { interval, interval_count } = intervalOf(price);
  const every = interval_count === 1 ? interval : `${interval_count} ${interval}s`;
  const cost = `${(price.unit_amount / 100).toFixed(2)} ${price.currency.toUpperCase()}`;
  return {
    amount: price.unit_amount * quantity,
    description: `${quantity} × ${productName(state, price)} (at ${cost} / ${every})`,
    period: { start: item.current_period_start, end: item.current_period_end },
    price,
    quantity,
    proration: false,
    item: item.id,
  };
}

/** The item in its next period. */
export function nextPeriod({ billing_cycle_anchor }: Subscription, item: SubscriptionItem): SubscriptionItem {
  const start = item.current_period_end;
  return {
    ...item,
    current_period_start: start,
    current_period_end: periodEnd(billing_cycle_anchor, intervalOf(item.price), start),
  };
}

/** The credit for the time that is left of a paid period; what a discount saved is not given back. */
export function creditLine(
  state: PaymentsState,
  subscription: Subscription,
  item: SubscriptionItem,
  at: number,
): DraftLine {
  const gross = item.price.unit_amount * item.quantity;
  const share = paidShare(state, subscription, item) * restOf(item, at);
  return {
    amount: -roundHalfUp(gross * share),
    description: `Unused time on ${productName(state, item.price)} after ${shownDay(at)}`,
    period: { start: at, end: item.current_period_end },
    price: item.price,
    quantity: item.quantity,
    proration: true,
    item: item.id,
  };
}

function debitLine(
  state: PaymentsState,
  subscription: Subscription,
  item: SubscriptionItem,
  at: number,
): DraftLine {
  const gross = item.price.unit_amount * item.quantity;
  const net = discountsAt(state, subscription.discounts, at).reduce(
    (left, discount) => left - (reductions(couponOf(state, discount), [left])[0] ?? 0),
    gross,
  );
  return {
    amount: roundHalfUp(net * restOf(item, at)),
    description: `Remaining time on ${productName(state, item.price)} after ${shownDay(at)}`,
    period: { start: at, end: item.current_period_end },
    price: item.price,
    quantity: item.quantity,
    proration: true,
    item: item.id,
  };
}

/** The part of the item's price that its last invoice asked for, after discounts. */
function paidShare(state: PaymentsState, subscription: Subscription, item: SubscriptionItem): number {
  for (const invoice of state.store.list('invoice').toReversed()) {
    if (invoice.parent.subscription_details.subscription !== subscription.id || invoice.status === 'void')
      continue;
    const line = invoice.lines.data.find(
      ({ parent, period }) =>
        !parent.subscription_item_details.proration &&
        parent.subscription_item_details.subscription_item === item.id &&
        period.start === item.current_period_start,
    );
    if (!line || line.amount === 0) continue;
    return 1 - line.discount_amounts.reduce((total, { amount }) => total + amount, 0) / line.amount;
  }
  return 1;
}

function restOf({ current_period_start, current_period_end }: SubscriptionItem, at: number): number {
  const rest = (current_period_end - at) / (current_period_end - current_period_start);
  return Math.min(1, Math.max(0, rest));
}

function shownDay(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** The older form of a recurring price, which items still have. */
export function planOf(price: Price): object {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: String(price.unit_amount),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: intervalOf(price).interval,
    interval_count: intervalOf(price).interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
