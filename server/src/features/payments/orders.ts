/**
 * Orders with an obligation to pay. An account has one open order, with one page of the provider: a double click and two tabs
 * lead to the same page, and a page for another interval closes the earlier one before it opens.
 */
import type { BillingInterval } from '@kindling/contract/billing';
import { legalChangedOn } from '@kindling/contract/site';
import type { Stripe } from 'stripe';
import { inTenant } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { lockSubscription } from '../billing/index.ts';
import { getOrCreateCustomer, type Orderer } from './customers.ts';
import type { PaymentsDeps } from './deps.ts';
import { expireSession } from './expire-session.ts';
import { hasLivePlan } from './live-plan.ts';
import {
  findLastOrder,
  findOpenOrder,
  insertOrder,
  listOpenPages,
  type OrderRow,
  openPagesSince,
  pageMinutes,
  replaceOrder,
  updateOrder,
} from './order-queries.ts';
import { callProvider, InvalidProviderRequestError, refusedParameter } from './provider-error.ts';
import { type RefreshDeps, refreshCustomer } from './refresh-customer.ts';
import { finishOpenWithdrawal } from './withdrawal.ts';

export type OrderDeps = RefreshDeps & Pick<PaymentsDeps, 'settings' | 'prices' | 'catalog' | 'publicUrl'>;

/** Minutes for which a repeated order leads to the same page. */
const reuseMinutes = 25;

/**
 * @returns the address of the provider's page for the payment
 * @throws AppError `price-changed`, `has-plan`, `payment-unavailable`, `conflict` when two orders cross each other
 */
export async function startOrder(
  deps: OrderDeps,
  orderer: Orderer,
  shown: { interval: BillingInterval; amount: number; currency: string },
): Promise<string> {
  const { prices } = deps;
  if (shown.amount !== prices[shown.interval] || shown.currency !== prices.currency)
    throw new AppError('price-changed');
  await finishOpenWithdrawal(deps, orderer.accountId);
  const priceId = await deps.catalog.priceOf(shown.interval);
  const customerId = await getOrCreateCustomer(deps, orderer, prices.currency);
  // What the provider holds decides, not what was read before: a plan may have been paid a second ago.
  await refreshCustomer(deps, customerId);
  const { order, openPages } = await recordOrder(deps, orderer, shown, { priceId, customerId });
  for (const replaced of openPages) await closeReplaced(deps, orderer, replaced);
  const session = await callProvider(async () => {
    const client = await deps.stripe();
    if (order.session_id !== null) return client.checkout.sessions.retrieve(order.session_id);
    return createSession(client, deps, orderer, order);
  }).catch(async (error: unknown) => {
    if (!(error instanceof InvalidProviderRequestError)) throw error;
    // The provider would repeat the refusal for the same order, so the next try is another one.
    deps.log.error(
      { err: error, orderId: order.id },
      'The payment provider refused to open a page for an order',
    );
    await inTenant(deps.db, orderer.accountId, async (trx) => {
      await replaceOrder(trx, orderer.accountId, order.id);
      // There is no page that the next order would have to close.
      await updateOrder(trx, orderer.accountId, order.id, { page_closed_at: deps.now() });
    });
    throw new AppError('payment-unavailable', undefined, { cause: error });
  });
  if (session.status === 'complete') throw new AppError('has-plan');
  if (session.url === null) throw new AppError('conflict');
  await inTenant(deps.db, orderer.accountId, (trx) =>
    updateOrder(trx, orderer.accountId, order.id, { session_id: session.id }),
  );
  return session.url;
}

/** Stores the order, or finds the open one that it repeats, and lists those that were replaced, whose pages may be open. */
function recordOrder(
  deps: OrderDeps,
  { accountId, userId }: Orderer,
  shown: { interval: BillingInterval; amount: number; currency: string },
  { priceId, customerId }: { priceId: string; customerId: string },
): Promise<{ order: OrderRow; openPages: OrderRow[] }> {
  return inTenant(deps.db, accountId, async (trx) => {
    if (hasLivePlan(await lockSubscription(trx, accountId))) throw new AppError('has-plan');
    // It would end the new plan instead of the old one.
    if ((await findLastOrder(trx, accountId))?.state === 'withdrawing') throw new AppError('conflict');
    const open = await findOpenOrder(trx, accountId, 'purchase');
    const now = deps.now();
    const isSame =
      open !== null &&
      open.price_id === priceId &&
      open.customer_id === customerId &&
      now.getTime() - open.ordered_at.getTime() < reuseMinutes * 60_000;
    if (open !== null && !isSame) await replaceOrder(trx, accountId, open.id);
    // Also those of earlier calls, which may have ended before they closed them.
    const openPages = await listOpenPages(trx, accountId, openPagesSince(now));
    if (isSame) return { order: open, openPages };
    const order = {
      id: newId(),
      kind: 'purchase',
      state: 'open',
      billing_interval: shown.interval,
      amount: shown.amount,
      currency: shown.currency,
      ordered_by: userId,
      ordered_at: now,
      terms_version: legalChangedOn,
      customer_id: customerId,
      price_id: priceId,
      session_id: null,
    } as const;
    return { order: await insertOrder(trx, accountId, order), openPages };
  });
}

/**
 * Closes the page of the order before. Its session may be under creation in another tab: the same request then gives the same
 * session.
 */
async function closeReplaced(deps: OrderDeps, orderer: Orderer, replaced: OrderRow): Promise<void> {
  const sessionId = replaced.session_id ?? (await findSession(deps, orderer, replaced));
  if (sessionId === null || (await expireSession(deps, sessionId))) {
    await inTenant(deps.db, orderer.accountId, (trx) =>
      updateOrder(trx, orderer.accountId, replaced.id, { page_closed_at: deps.now() }),
    );
    return;
  }
  // It was paid after all, so there is a plan.
  if (replaced.customer_id !== null) await refreshCustomer(deps, replaced.customer_id);
  throw new AppError('has-plan');
}

async function findSession(deps: OrderDeps, orderer: Orderer, order: OrderRow): Promise<string | null> {
  try {
    return (await callProvider(async () => createSession(await deps.stripe(), deps, orderer, order))).id;
  } catch (error) {
    // The order is so old that its page would be closed already.
    if (refusedParameter(error) === 'expires_at') return null;
    throw error;
  }
}

/** The parameters follow from the stored order alone, so that a repeat is the same request. */
function createSession(
  client: Stripe,
  { settings, publicUrl }: OrderDeps,
  { accountId }: Orderer,
  order: OrderRow,
): Promise<Stripe.Checkout.Session> {
  if (order.customer_id === null || order.price_id === null) throw new AppError('conflict');
  return client.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: order.customer_id,
      client_reference_id: accountId,
      line_items: [{ price: order.price_id, quantity: 1 }],
      success_url: `${publicUrl}/billing?checkout=done`,
      cancel_url: `${publicUrl}/billing?checkout=canceled`,
      allow_promotion_codes: true,
      allowed_payment_method_types: ['card'],
      // Discover stands for Diners Club, JCB, UnionPay and Elo as well.
      payment_method_options: { card: { restrictions: { brands_blocked: ['discover_global_network'] } } },
      billing_address_collection: 'required',
      tax_id_collection: { enabled: true },
      customer_update: { name: 'auto', address: 'auto' },
      automatic_tax: { enabled: settings.taxed },
      subscription_data: { metadata: { account: accountId, order: order.id } },
      expires_at: Math.floor(order.ordered_at.getTime() / 1000) + pageMinutes * 60,
    },
    { idempotencyKey: `order ${order.id}` },
  );
}
