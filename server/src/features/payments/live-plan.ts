import type { SubscriptionStatus } from '../billing/index.ts';

export const liveStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused'] as const;

/** Whether the provider would charge again: such an account changes its plan instead of ordering another one. */
export function hasLivePlan(row: { status: SubscriptionStatus | null } | null): boolean {
  return liveStatuses.some((status) => status === row?.status);
}
