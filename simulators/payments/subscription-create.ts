import { emit } from './events.ts';
import { newId } from './ids.ts';
import { innerList } from './lists.ts';
import type { Customer, Metadata, Price, Subscription, SubscriptionItem } from './objects.ts';
import { addIntervals } from './periods.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { intervalOf, planOf } from './subscription-lines.ts';

export interface NewSubscription {
  customer: Customer;
  price: Price;
  quantity: number;
  card: string | null;
  trialEnd: number | null;
  automaticTax: boolean;
  metadata: Metadata;
  description: string | null;
  missingPaymentMethod: string;
}

/** Stores a subscription that is incomplete until its first invoice is paid, or in its trial. */
export function createSubscription(state: PaymentsState, given: NewSubscription): Subscription {
  const { customer, price, trialEnd } = given;
  const now = secondsNow(state);
  const id = newId('sub');
  const end = trialEnd ?? addIntervals(now, intervalOf(price), 1);
  const item = subscriptionItem(id, price, given.quantity, { start: now, end, created: now });
  const subscription = state.store.put('subscription', {
    ...constants,
    id,
    object: 'subscription',
    created: now,
    automatic_tax: {
      disabled_reason: null,
      enabled: given.automaticTax,
      liability: given.automaticTax ? { type: 'self' } : null,
    },
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    currency: price.currency,
    customer: customer.id,
    default_payment_method: given.card,
    description: given.description,
    discounts: [],
    ended_at: null,
    items: innerList([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    metadata: given.metadata,
    pending_update: null,
    start_date: now,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    trial_end: trialEnd,
    trial_settings: { end_behavior: { missing_payment_method: given.missingPaymentMethod } },
    trial_start: trialEnd === null ? null : now,
  });
  emit(state, 'customer.subscription.created', subscription);
  return getObject(state, 'subscription', id);
}

function subscriptionItem(
  subscription: string,
  price: Price,
  quantity: number,
  { start, end, created }: { start: number; end: number; created: number },
): SubscriptionItem {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    created,
    billing_thresholds: null,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

const constants = {
  application: null,
  application_fee_percent: null,
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: null, type: 'classic' },
  billing_schedules: [],
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: ['card'],
    save_default_payment_method: 'off',
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
};
