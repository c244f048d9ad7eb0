/**
 * What an account may use in each state of its subscription. Whatever is not listed goes on in every state: signing in,
 * reading, exporting, paying, and everything that visitors reach to leave a review.
 */
import type { Entitlement } from '@kindling/contract/plans';

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

/** Days for which embeds stay unchanged after the end, so that nobody finds their page changed overnight. */
export const embedGraceDays = 14;

/** The only place that decides what the end of a trial or plan stops. */
export function entitlementsOf(subscription: Subscription, now: Date): ReadonlySet<Entitlement> {
  const endedAt = endOf(subscription, now);
  if (endedAt === null) return new Set<Entitlement>(['sync', 'publish', 'create-embeds', 'serve-embeds']);
  const graceEnd = endedAt.getTime() + embedGraceDays * 86_400_000;
  return new Set<Entitlement>(now.getTime() < graceEnd ? ['serve-embeds'] : []);
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
