import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { addDays, atHour } from '../../lib/time-zones.ts';
import { listCompletedOrders, type OrderRow } from './order-queries.ts';

/** Days in which an order can be withdrawn. The law of the EU and the UK gives 14, and does not count the day of the order. */
const withdrawalDays = 14;
/** More than the period in any time zone. */
const longestMs = (withdrawalDays + 3) * 86_400_000;
/** By how much the provider's clock may be behind ours. */
const clockDifferenceMs = 300_000;

/** The end of the last day on which an order can be withdrawn, in the account's time zone. */
export function withdrawableUntil(completedAt: Date, zone: string): Date {
  return atHour(addDays(completedAt, withdrawalDays + 1, zone), 0, zone);
}

/** What a withdrawal covers. */
export interface WithdrawalScope {
  /** Payments from then on are paid back. */
  since: Date;
  /** Whether the purchase itself is withdrawn, and not only changes of a plan that is older. */
  isPurchase: boolean;
  /** The end of the last day. */
  until: Date;
}

/**
 * Who orders, and changes the interval days later, withdraws both orders.
 * @param last the last order
 */
export async function findWithdrawalScope(
  trx: Transaction<DB>,
  accountId: string,
  last: OrderRow & { completed_at: Date },
  withdrawnAt: Date,
  zone: string,
): Promise<WithdrawalScope> {
  const after = new Date(withdrawnAt.getTime() - longestMs);
  const others = await listCompletedOrders(trx, accountId, after);
  const covered = others.filter((one) => withdrawableUntil(one.completed_at, zone) > withdrawnAt);
  const all = [last, ...covered];
  const since = Math.min(...all.map((one) => one.ordered_at.getTime())) - clockDifferenceMs;
  return {
    since: new Date(since),
    isPurchase: all.some(({ kind }) => kind === 'purchase'),
    until: withdrawableUntil(last.completed_at, zone),
  };
}
