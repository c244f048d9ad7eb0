/** Stores what was read about a customer and tells the owners what changed, in one transaction: no mail twice, and none lost. */
import { cardBrands } from '@kindling/contract/billing';
import {
  lockSubscription,
  type SubscriptionReading,
  type SubscriptionRow,
  storeReading,
} from '../billing/index.ts';
import { audit } from '../identity/index.ts';
import {
  type AccountTransaction,
  type AccountTransactionDeps,
  inAccountTransaction,
} from './account-transaction.ts';
import { completeChange, completeOrder } from './complete-order.ts';
import { hasLivePlan } from './live-plan.ts';
import type { CustomerSnapshot } from './snapshot.ts';
import { storeInvoices } from './store-invoices.ts';

/**
 * @param snapshot null when the provider has the customer no more
 * @param readAt when the reading began, by the database's clock
 * @returns whether it is what is stored of the account now: not of an earlier customer, nor when a later reading is stored already,
 *   or the account is gone
 */
export function storeSnapshot(
  deps: AccountTransactionDeps,
  accountId: string,
  customerId: string,
  snapshot: CustomerSnapshot | null,
  readAt: Date,
): Promise<boolean> {
  return inAccountTransaction(deps, accountId, async (account) => {
    const { trx } = account;
    if (isOtherCustomer(await lockSubscription(trx, accountId), customerId, snapshot)) {
      if (snapshot !== null) await storeInvoices(account, snapshot);
      return false;
    }
    const stored = await storeReading(trx, accountId, readAt, (before) =>
      readingOf(before, customerId, snapshot, readAt),
    );
    if (stored === null) return false;
    if (snapshot === null) return true;
    await storeInvoices(account, snapshot);
    await completeOrder(account, snapshot);
    await completeChange(account, snapshot);
    await recordCancelation(account, stored.before, snapshot);
    await tellOfRefusedCard(account, snapshot);
    return true;
  });
}

/**
 * An earlier customer of the account has invoices only, and its readings do not make those of the current one outdated. The one
 * that has the plan is the current one.
 */
function isOtherCustomer(
  row: SubscriptionRow | null,
  customerId: string,
  snapshot: CustomerSnapshot | null,
): boolean {
  if (row === null || row.customer_id === null || row.customer_id === customerId) return false;
  return hasLivePlan(row) || !hasLivePlan(snapshot?.subscription ?? null);
}

const noSubscription = {
  subscription_id: null,
  status: null,
  billing_interval: null,
  amount: null,
  currency: null,
  started_at: null,
  period_ends_at: null,
  cancel_at: null,
  ended_at: null,
  next_attempt_at: null,
  pending_interval: null,
  pending_url: null,
  pending_until: null,
  next_amount: null,
} as const;
const noCard = { card_brand: null, card_last4: null, card_expires: null } as const;

function readingOf(
  before: SubscriptionRow | null,
  customerId: string,
  snapshot: CustomerSnapshot | null,
  readAt: Date,
): SubscriptionReading {
  if (snapshot === null) return { ...endedReading(before, readAt), customer_id: null, credit: 0, ...noCard };
  const { subscription, card, credit } = snapshot;
  const cardColumns =
    card === null ? noCard : { card_brand: card.brand, card_last4: card.last4, card_expires: card.expires };
  // A customer without a plan may have had one before, as another customer; it decides when the account's plan ended.
  if (subscription === null || subscription.status.startsWith('incomplete'))
    return { ...endedReading(before, readAt), customer_id: customerId, credit, ...cardColumns };
  return {
    customer_id: customerId,
    subscription_id: subscription.id,
    status: subscription.status,
    billing_interval: subscription.interval,
    amount: subscription.amount,
    currency: subscription.currency,
    started_at: subscription.startedAt,
    period_ends_at: subscription.periodEndsAt,
    cancel_at: subscription.cancelAt,
    ended_at: subscription.endedAt,
    next_attempt_at: subscription.nextAttemptAt,
    pending_interval: subscription.pending?.interval ?? null,
    pending_url: subscription.pending?.url ?? null,
    pending_until: subscription.pending?.until ?? null,
    next_amount: subscription.nextAmount,
    credit,
    ...cardColumns,
  };
}

/** A plan that the provider has no more ended when that was read. */
function endedReading(
  before: SubscriptionRow | null,
  readAt: Date,
): Omit<SubscriptionReading, 'customer_id'> {
  if (before === null || before.status === null) return { ...noSubscription, credit: 0, ...noCard };
  return {
    ...before,
    status: 'canceled',
    ended_at: before.ended_at ?? readAt,
    next_attempt_at: null,
    next_amount: null,
  };
}

/** Writes that the plan was canceled or resumed into the audit log, and confirms a cancelation to the owners. */
async function recordCancelation(
  account: AccountTransaction,
  before: SubscriptionRow | null,
  { subscription }: CustomerSnapshot,
): Promise<void> {
  if (subscription === null || !hasLivePlan(subscription)) return;
  const { trx, accountId } = account;
  const { cancelAt, canceledBy, resumedBy } = subscription;
  const wasCanceled = before?.subscription_id === subscription.id && before.cancel_at !== null;
  if (wasCanceled === (cancelAt !== null)) return;
  if (cancelAt === null) {
    await audit(trx, { accountId, userId: resumedBy, action: 'plan.resumed' });
    return;
  }
  await audit(trx, { accountId, userId: canceledBy, action: 'plan.canceled' });
  await account.mailOwners(
    { kind: 'plan-canceled', endsOn: account.dayOf(cancelAt) },
    `canceled ${subscription.id} ${account.now().toISOString()}`,
  );
}

/** The provider's own pages may take a brand that we do not; the job that reads the customer removes the card. */
async function tellOfRefusedCard(account: AccountTransaction, { card }: CustomerSnapshot): Promise<void> {
  if (card === null || isTakenBrand(card.brand)) return;
  await account.mailOwners({ kind: 'card-refused-brand', brand: card.brand }, `card ${card.methodId}`);
}

export function isTakenBrand(brand: string): boolean {
  return cardBrands.some((one) => one === brand);
}
