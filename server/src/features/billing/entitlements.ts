/**
 * What an account may use before and after the end of its plan. The only place that decides what an end stops; the table in
 * docs/billing.md is printed from it.
 */
import { type Entitlement, embedDaysAfterEnd, entitlements, type StoredPlan } from '@kindling/contract/plans';

/**
 * Days for which an account keeps each capability after the end; `always` for what no end stops. Embeds stay unchanged for
 * two weeks, so that nobody finds their page changed overnight. Where visitors leave reviews and messages, nothing stops, and
 * neither does what tells the owner of them or lets the owner answer.
 */
export const capabilities = {
  'sign-in': 'always',
  read: 'always',
  sync: 0,
  reply: 'always',
  publish: 0,
  'create-embeds': 0,
  'serve-embeds': embedDaysAfterEnd,
  collect: 'always',
  invite: 0,
  alerts: 'always',
  export: 'always',
  assistant: 0,
  members: 'always',
  billing: 'always',
} as const satisfies Record<Entitlement, number> & Record<string, number | 'always'>;

/** The latest end of a plan that no longer includes the entitlement. */
export function lastEndWithout(entitlement: Entitlement, now: Date): Date {
  return new Date(now.getTime() - capabilities[entitlement] * 86_400_000);
}

/** @param plan null where nothing ends: on an installation without plans */
export function entitlementsOf(plan: Pick<StoredPlan, 'endsAt'> | null, now: Date): ReadonlySet<Entitlement> {
  const endsAt = plan?.endsAt ?? null;
  return new Set(
    entitlements.filter((one) => endsAt === null || endsAt.getTime() > lastEndWithout(one, now).getTime()),
  );
}
