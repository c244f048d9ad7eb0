import type { Stripe } from 'stripe';
import type { PaymentsDeps } from './deps.ts';
import { callProvider, isRefusedWith } from './provider-error.ts';

export interface WithdrawnContract {
  orderId: string;
  customerId: string;
  subscriptionId: string;
  currency: string;
  /** Invoices from then on are withdrawn. */
  since: Date;
  /** Whether the purchase itself is withdrawn, and not only changes of a plan that is older. */
  isPurchase: boolean;
}

/**
 * Undoes what the withdrawn invoices did to the customer's credit at the provider. A change to a cheaper interval gives credit for
 * what was paid: with the payment paid back, the credit would be paid twice. Where a change of an older plan is withdrawn, what was
 * unused of that plan becomes a credit instead. Safe to repeat.
 * @throws AppError `payment-unavailable`
 */
export async function settleCredit(
  deps: Pick<PaymentsDeps, 'stripe'>,
  contract: WithdrawnContract,
): Promise<void> {
  try {
    await callProvider(() => settle(deps, contract));
  } catch (error) {
    // The credit of a customer who was deleted meanwhile is gone with them.
    if (!isRefusedWith(error, 'resource_missing')) throw error;
  }
}

async function settle(deps: Pick<PaymentsDeps, 'stripe'>, contract: WithdrawnContract): Promise<void> {
  const { customerId: customer, orderId } = contract;
  const client = await deps.stripe();
  const amount = creditToTakeBack(await listInvoices(client, contract), contract.isPurchase);
  if (amount === 0) return;
  const { data } = await client.customers.listBalanceTransactions(customer, { limit: 100 });
  // The provider forgets the key of a request after a day.
  if (data.some(({ metadata }) => metadata?.withdrawal === orderId)) return;
  await client.customers.createBalanceTransaction(
    customer,
    {
      amount,
      currency: contract.currency.toLowerCase(),
      description: 'Withdrawal of the order',
      metadata: { withdrawal: orderId },
    },
    { idempotencyKey: `withdraw credit ${orderId}` },
  );
}

/** The oldest first. */
async function listInvoices(
  client: Stripe,
  { customerId, subscriptionId, since }: WithdrawnContract,
): Promise<Stripe.Invoice[]> {
  const { data } = await client.invoices.list({
    customer: customerId,
    subscription: subscriptionId,
    created: { gte: Math.floor(since.getTime() / 1000) },
    limit: 100,
  });
  const counted = data.filter(({ status }) => status === 'paid' || status === 'open');
  // The list has the newest first, also of those of one second.
  return counted.toReversed();
}

/** Below zero: credit that the customer gets. */
function creditToTakeBack(invoices: readonly Stripe.Invoice[], isPurchase: boolean): number {
  const given = invoices.reduce(
    (sum, invoice) => sum + invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance),
    0,
  );
  const unused = isPurchase ? [] : (invoices[0]?.lines.data ?? []).filter(({ amount }) => amount < 0);
  return given + unused.reduce((sum, { amount }) => sum + amount, 0);
}
