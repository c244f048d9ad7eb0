import { inTenant } from '../../db/transaction.ts';
import { lockSubscription, setCustomer } from '../billing/index.ts';
import { insertCustomer, listCustomers } from './customer-queries.ts';
import type { PaymentsDeps } from './deps.ts';
import { hasLivePlan } from './live-plan.ts';
import { callProvider, orNull } from './provider-error.ts';

/** Who orders. */
export interface Orderer {
  accountId: string;
  userId: string;
  email: string;
  locale: string;
}

/**
 * The provider's customer of the account, which is made where there is none that has a plan or can pay in the currency: the
 * provider holds one currency for each customer.
 * @throws AppError `payment-unavailable`
 */
export async function getOrCreateCustomer(
  deps: Pick<PaymentsDeps, 'db' | 'stripe'>,
  { accountId, email, locale }: Orderer,
  currency: string,
): Promise<string> {
  // Under the lock both are of one moment: a call at the same time has stored both, or neither.
  const { row, all } = await inTenant(deps.db, accountId, async (trx) => ({
    row: await lockSubscription(trx, accountId),
    all: await listCustomers(trx, accountId),
  }));
  const client = await deps.stripe();
  const current = row?.customer_id ?? null;
  if (current !== null) {
    const customer = await callProvider(() => orNull(client.customers.retrieve(current)));
    const isUsable =
      customer !== null &&
      customer.deleted !== true &&
      // A plan that goes on stays with its customer, also where new ones have another currency.
      (hasLivePlan(row) || (customer.currency ?? currency.toLowerCase()) === currency.toLowerCase());
    if (isUsable) return current;
  }
  const customer = await callProvider(() =>
    client.customers.create(
      // Nothing in it may change, because a second call at the same time, or after this one was cut off, gets the same customer.
      { metadata: { account: accountId } },
      { idempotencyKey: `customer ${accountId} ${all.length}` },
    ),
  );
  await callProvider(() => client.customers.update(customer.id, { email, preferred_locales: [locale] }));
  await inTenant(deps.db, accountId, async (trx) => {
    await lockSubscription(trx, accountId);
    await insertCustomer(trx, accountId, customer.id);
    await setCustomer(trx, accountId, customer.id);
  });
  return customer.id;
}
