/**
 * What an account may use in each state of its subscription. Whatever is not listed goes on in every state: signing in,
 * reading, exporting, paying, and everything that visitors reach to leave a review.
 */
import { type Entitlement, entitlements } from '@kindling/contract/plans';

export type Subscription =
  /** This installation has no plans (`KINDLING_PLANS=off`). */
  | { status: 'included' }
  /** `endsAt` is null for a trial without an end. */
  | { status: 'trialing'; endsAt: Date | null }
  | { status: 'active' }
  /** A payment failed, and the payment provider tries again. */
  | { status: 'past_due' }
  /** Paid until `endsAt`, and not renewed after it. */
  | { status: 'canceled'; endsAt: Date }
  | { status: 'expired'; endedAt: Date };

/**
 * Days for which an account keeps each entitlement after the end. Embeds stay unchanged for two weeks, so that nobody finds
 * their page changed overnight. The only place that decides what the end of a trial or plan stops.
 */
const daysAfterEnd: Readonly<Record<Entitlement, number>> = {
  sync: 0,
  publish: 0,
  'create-embeds': 0,
  'serve-embeds': 14,
};

/** The latest end of a subscription that no longer includes the entitlement. */
export function lastEndWithout(entitlement: Entitlement, now: Date): Date {
  return new Date(now.getTime() - daysAfterEnd[entitlement] * 86_400_000);
}

export function entitlementsOf(subscription: Subscription, now: Date): ReadonlySet<Entitlement> {
  const endedAt = endOf(subscription, now);
  return new Set(
    entitlements.filter((one) => endedAt === null || endedAt.getTime() > lastEndWithout(one, now).getTime()),
  );
}

/** When the subscription ended; null while it runs. */
function endOf(subscription: Subscription, now: Date): Date | null {
  switch (subscription.status) {
    case 'included':
    case 'active':
    case 'past_due':
      return null;
    case 'trialing':
    case 'canceled':
      return subscription.endsAt === null || now < subscription.endsAt ? null : subscription.endsAt;
    case 'expired':
      return subscription.endedAt;
  }
}
