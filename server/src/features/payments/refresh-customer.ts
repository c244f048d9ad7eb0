import { inSystem, inTenant } from '../../db/transaction.ts';
import { findSubscription } from '../billing/index.ts';
import { findAccountOf, readClock } from './customer-queries.ts';
import type { PaymentsDeps } from './deps.ts';
import { expireSession } from './expire-session.ts';
import { endExtraSubscriptions } from './extra-subscriptions.ts';
import { findOpenOrder, listOpenPages, openPagesSince, replaceOrder, updateOrder } from './order-queries.ts';
import { callProvider, InvalidProviderRequestError } from './provider-error.ts';
import { readCustomer } from './read-customer.ts';
import type { CustomerSnapshot } from './snapshot.ts';
import { isTakenBrand, storeSnapshot } from './store-snapshot.ts';

export type RefreshDeps = Pick<
  PaymentsDeps,
  'db' | 'log' | 'stripe' | 'mailOwners' | 'mailSupport' | 'deliverSoon' | 'operator' | 'now'
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
  const isCurrent = await storeSnapshot(deps, accountId, customerId, snapshot, readAt);
  // What an outdated reading found is no reason to change anything at the provider.
  if (!isCurrent || snapshot === null) return accountId;
  await removeRefusedCard(deps, snapshot);
  await endExtraSubscriptions(deps, snapshot);
  if (snapshot.subscription?.status === 'active') await closeOtherOrders(deps, accountId, snapshot);
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
    if (!(error instanceof InvalidProviderRequestError)) throw error;
    // Another reading at the same time has removed it, as a rule.
    deps.log.info({ err: error, customerId }, 'A card of a brand that is not taken could not be removed');
    return;
  }
  deps.log.info({ customerId, brand: card.brand }, 'A card of a brand that is not taken was removed');
}

/** Several pages for the payment may be open; what was paid on one must not be paid on another again. */
async function closeOtherOrders(
  deps: RefreshDeps,
  accountId: string,
  { subscription }: CustomerSnapshot,
): Promise<void> {
  await inTenant(deps.db, accountId, async (trx) => {
    const open = await findOpenOrder(trx, accountId, 'purchase');
    if (open !== null && open.id !== subscription?.orderId) await replaceOrder(trx, accountId, open.id);
  });
  const pages = await inTenant(deps.db, accountId, (trx) =>
    listOpenPages(trx, accountId, openPagesSince(deps.now())),
  );
  for (const { id, session_id: sessionId } of pages) {
    // An order without a stored page is either about to store it, and then finds the plan, or was cut off before.
    if (sessionId === null) continue;
    await expireSession(deps, sessionId);
    await inTenant(deps.db, accountId, (trx) =>
      updateOrder(trx, accountId, id, { page_closed_at: deps.now() }),
    );
  }
}
