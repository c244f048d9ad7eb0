/** For tests only: what the payment provider holds about an account. */
import type { SubscriptionReading } from '../features/billing/subscriptions.ts';

/** A monthly plan that renews. */
export function aReading(mark: string, changes: Partial<SubscriptionReading> = {}): SubscriptionReading {
  return {
    customer_id: `cus_${mark}`,
    subscription_id: `sub_${mark}`,
    status: 'active',
    billing_interval: 'month',
    amount: 1500,
    currency: 'USD',
    started_at: new Date('2026-10-01T09:00:00Z'),
    period_ends_at: new Date('2030-01-01T09:00:00Z'),
    cancel_at: null,
    ended_at: null,
    card_brand: 'visa',
    card_last4: '4242',
    card_expires: '2031-04',
    next_attempt_at: null,
    pending_interval: null,
    pending_url: null,
    pending_until: null,
    next_amount: 1500,
    credit: 0,
    ...changes,
  };
}
