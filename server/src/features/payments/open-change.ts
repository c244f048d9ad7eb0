import type { BillingInterval } from '@kindling/contract/billing';
import { legalChangedOn } from '@kindling/contract/site';
import { inTenant } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { lockSubscription, type SubscriptionRow } from '../billing/index.ts';
import { findLastOrder, findOpenOrder, insertOrder, replaceOrder } from './order-queries.ts';
import type { RefreshDeps } from './refresh-customer.ts';

/** What an owner orders with a change of the interval. */
export interface ChangeOrder {
  interval: BillingInterval;
  dueNow: number;
  currency: string;
}

/**
 * Stores the order of a change before the provider is asked for it: a reading completes it, also when this process ends meanwhile.
 * @returns its id
 * @throws AppError `no-plan` while the plan is being withdrawn
 */
export function openChange(
  deps: Pick<RefreshDeps, 'db' | 'now'>,
  { accountId, userId }: { accountId: string; userId: string },
  { interval, dueNow, currency }: ChangeOrder,
  { customer_id: customerId }: Pick<SubscriptionRow, 'customer_id'>,
): Promise<string> {
  return inTenant(deps.db, accountId, async (trx) => {
    await lockSubscription(trx, accountId);
    // A withdrawal that has begun ends the plan.
    if ((await findLastOrder(trx, accountId))?.state === 'withdrawing') throw new AppError('no-plan');
    const earlier = await findOpenOrder(trx, accountId, 'change');
    if (earlier !== null) await replaceOrder(trx, accountId, earlier.id);
    const id = newId();
    await insertOrder(trx, accountId, {
      id,
      kind: 'change',
      state: 'open',
      billing_interval: interval,
      amount: dueNow,
      currency,
      ordered_by: userId,
      ordered_at: deps.now(),
      terms_version: legalChangedOn,
      customer_id: customerId,
      price_id: null,
      session_id: null,
    });
    return id;
  });
}
