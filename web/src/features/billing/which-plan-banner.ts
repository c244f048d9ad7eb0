import type { User } from '@kindling/contract/users';

/** From this many days on the banner is stronger. */
const strongDays = 3;
/** From this many days on there is a banner. */
const warnDays = 7;

export type PlanBannerKind =
  | { kind: 'expired' }
  | { kind: 'expires'; days: number; strong: boolean }
  | { kind: 'payment-failed' };

/** What the shell says about the plan above every screen; null for nothing. The deletion of the account says more. */
export function planBanner({
  planState,
  sub_ends: days,
  deletionScheduledFor,
}: Pick<User, 'planState' | 'sub_ends' | 'deletionScheduledFor'>): PlanBannerKind | null {
  if (deletionScheduledFor !== null) return null;
  switch (planState) {
    case null:
    case 'active':
    case 'free':
      return null;
    case 'past_due':
      return { kind: 'payment-failed' };
    case 'ended':
      return { kind: 'expired' };
    case 'trial':
    case 'canceled':
      if (days === null || days > warnDays) return null;
      return days <= 0 ? { kind: 'expired' } : { kind: 'expires', days, strong: days <= strongDays };
  }
}
