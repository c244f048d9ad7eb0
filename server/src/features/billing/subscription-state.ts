/**
 * The state machine of plans: from what is known about an account to its plan. Pure, so that any order of messages from the
 * payment provider ends in the same plan. docs/billing.md draws it.
 */
import type { StoredPlan } from '@kindling/contract/plans';

/** The statuses of Stripe's Subscription object. */
export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** What the payment provider holds about a subscription, as far as the plan depends on it. */
export interface ProviderSubscription {
  status: SubscriptionStatus;
  /** When it ends because it was canceled; null for one that renews. */
  cancelAt: Date | null;
  /** When it ended; null while it goes on. */
  endedAt: Date | null;
  /** When the provider gave up on a payment and kept the subscription (`unpaid`, `paused`); null otherwise. */
  stoppedAt: Date | null;
}

export interface PlanFacts {
  trialEndsAt: Date;
  /** Given by the operator; `until` null has no end. Null for an account that pays or is on trial. */
  free: { until: Date | null } | null;
  /** Null for an account that never ordered. */
  subscription: ProviderSubscription | null;
}

/** Of several plans the one that ends last counts; of those that end together the first of payment, gift and trial. */
export function planOf({ trialEndsAt, free, subscription }: PlanFacts): StoredPlan {
  const plans: StoredPlan[] = [
    ...planOfSubscription(subscription),
    ...(free === null ? [] : [{ state: 'free' as const, endsAt: free.until }]),
    { state: 'trial', endsAt: trialEndsAt },
  ];
  return plans.reduce((best, plan) => (endOf(plan) > endOf(best) ? plan : best));
}

const endOf = ({ endsAt }: StoredPlan): number => endsAt?.getTime() ?? Number.POSITIVE_INFINITY;

/** No plan while the first payment is missing: an order that was not paid changes nothing. */
function planOfSubscription(subscription: ProviderSubscription | null): [] | [StoredPlan] {
  if (subscription === null) return [];
  const { status, cancelAt, endedAt, stoppedAt } = subscription;
  switch (status) {
    case 'incomplete':
    case 'incomplete_expired':
      return [];
    case 'trialing':
    case 'active':
      return [
        cancelAt === null ? { state: 'active', endsAt: null } : { state: 'canceled', endsAt: cancelAt },
      ];
    case 'past_due':
      return [{ state: 'past_due', endsAt: cancelAt }];
    case 'unpaid':
    case 'paused':
      return stoppedAt === null ? [] : [{ state: 'canceled', endsAt: stoppedAt }];
    case 'canceled':
      return endedAt === null ? [] : [{ state: 'canceled', endsAt: endedAt }];
  }
}
