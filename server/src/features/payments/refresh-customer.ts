import { inSystem, inTenant } from '../../db/transaction.ts';
import { findSubscription } from '../billing/index.ts';
import { findAccountOf, readClock } from './customer-queries.ts';
import type { PaymentsDeps } from './deps.ts';
import { expireSession } from './expire-session.ts';
import { findOpenOrder, updateOrder } from './order-queries.ts';
import { callProvider, InvalidProviderRequestError } from './provider-error.ts';
import { readCustomer } from './read-customer.ts';
import type { CustomerSnapshot } from './snapshot.ts';
import { isTakenBrand, storeSnapshot } from './store-snapshot.ts';

export type RefreshDeps = Pick<
  PaymentsDeps,
  'db' | 'log' | 'stripe' | 'mailOwners' | 'mailSupport' | 'operator' | 'now'
>;

/**
 * Reads a customer from the provider and stores what is new. Safe to repeat, and to run twice at once.
 * @returns the account; null for a customer of no account here
 * @throws AppError `payment-unavailable`
 */
export async function refreshCustomer(deps: RefreshDeps, customerId: string): Promise<string | null> {
  const { accountId, readAt } = await inSystem(deps.db, async (system) => ({
    accountId: await findAccountOf(system, customerId),
    readAt: await readClock(system),
  }));
  if (accountId === null) return null;
  const snapshot = await callProvider(async () => readCustomer(await deps.stripe(), customerId));
  await storeSnapshot(deps, accountId, customerId, snapshot, readAt);
  if (snapshot !== null) await removeRefusedCard(deps, snapshot);
  if (snapshot?.subscription?.status === 'active') await closeOtherOrder(deps, accountId, snapshot);
  return accountId;
}

/** Reads the account's customer. @returns false for an account that never ordered */
export async function refreshAccount(deps: RefreshDeps, accountId: string): Promise<boolean> {
  const row = await inTenant(deps.db, accountId, (trx) => findSubscription(trx, accountId));
  if (row === null || row.customer_id === null) return false;
  await refreshCustomer(deps, row.customer_id);
  return true;
}

async function removeRefusedCard(deps: RefreshDeps, { card, customerId }: CustomerSnapshot): Promise<void> {
  if (card === null || isTakenBrand(card.brand)) return;
  try {
    await callProvider(async () => (await deps.stripe()).paymentMethods.detach(card.methodId));
  } catch (error) {
    // Another reading at the same time has removed it.
    if (error instanceof InvalidProviderRequestError) return;
    throw error;
  }
  deps.log.info({ customerId, brand: card.brand }, 'A card of a brand that is not taken was removed');
}

/** Two pages for the payment may have been open; what was paid on the one must not be paid on the other again. */
async function closeOtherOrder(
  deps: RefreshDeps,
  accountId: string,
  { subscription }: CustomerSnapshot,
): Promise<void> {
  const open = await inTenant(deps.db, accountId, (trx) => findOpenOrder(trx, accountId));
  if (open === null || open.id === subscription?.orderId) return;
  if (open.session_id !== null) await expireSession(deps, open.session_id);
  await inTenant(deps.db, accountId, (trx) => updateOrder(trx, accountId, open.id, { state: 'replaced' }));
}
