import type { AccountTransaction } from './account-transaction.ts';
import {
  hasChanged,
  type InvoiceRow,
  listInvoicesOf,
  type StoredInvoice,
  upsertInvoice,
} from './invoice-queries.ts';
import { findLastOrder } from './order-queries.ts';
import type { CustomerSnapshot } from './snapshot.ts';
import { findWithdrawalScope } from './withdrawal-period.ts';

/** Nobody is told of what happened to an invoice that is older when we first see it, for example after a move. */
const toldDays = 40;

/** Stores the invoices that changed, and tells of payments, failures, refunds and disputes that are new. */
export async function storeInvoices(account: AccountTransaction, snapshot: CustomerSnapshot): Promise<void> {
  const { trx, accountId } = account;
  const ids = snapshot.invoices.map(({ providerId }) => providerId);
  const stored = new Map((await listInvoicesOf(trx, accountId, ids)).map((row) => [row.provider_id, row]));
  for (const read of snapshot.invoices.toReversed()) {
    const before = stored.get(read.providerId) ?? null;
    const invoice = {
      ...read,
      refunded: read.refunded ?? before?.refunded ?? 0,
      disputed: read.disputed ?? before?.disputed ?? false,
    };
    if (before !== null && !hasChanged(before, invoice)) continue;
    await upsertInvoice(trx, accountId, invoice);
    const age = account.now().getTime() - invoice.createdAt.getTime();
    if (before === null && age > toldDays * 86_400_000) continue;
    await tellOfPayment(account, before, invoice, snapshot);
    await tellOfFailure(account, before, invoice, snapshot);
    await tellOfReturn(account, before, invoice);
  }
}

const dueOf = ({ due, currency }: StoredInvoice) => ({ amount: due, currency });

async function tellOfPayment(
  account: AccountTransaction,
  before: InvoiceRow | null,
  invoice: StoredInvoice,
  { subscription }: CustomerSnapshot,
): Promise<void> {
  if (invoice.status !== 'paid' || invoice.paid === 0 || before?.status === 'paid') return;
  const renews = subscription?.status === 'active' && subscription.cancelAt === null;
  await account.mailOwners(
    {
      kind: 'payment-received',
      invoiceNumber: invoice.number,
      total: { amount: invoice.paid, currency: invoice.currency },
      paidOn: account.dayOf(invoice.paidAt ?? invoice.createdAt),
      nextChargeOn: renews ? account.dayOf(subscription.periodEndsAt) : null,
    },
    `paid ${invoice.providerId}`,
  );
}

/** Of a renewal only: a first payment fails in front of the customer, on the provider's page. */
async function tellOfFailure(
  account: AccountTransaction,
  before: InvoiceRow | null,
  invoice: StoredInvoice,
  { subscription }: CustomerSnapshot,
): Promise<void> {
  const isNewAttempt = invoice.status !== 'paid' && invoice.attempts > (before?.attempts ?? 0);
  // A change of the plan that waits for its payment is told on the screen, and changes nothing until then.
  if (!isNewAttempt || invoice.isFirst || subscription === null || subscription.pending !== null) return;
  const notice =
    invoice.needsConfirmation && invoice.payAt !== null
      ? ({ kind: 'payment-confirmation-needed', total: dueOf(invoice), link: invoice.payAt } as const)
      : ({
          kind: 'payment-failed',
          total: dueOf(invoice),
          attempt: invoice.attempts,
          nextAttemptOn: invoice.nextAttemptAt === null ? null : account.dayOf(invoice.nextAttemptAt),
        } as const);
  await account.mailOwners(notice, `attempt ${invoice.providerId} ${invoice.attempts}`);
}

/** Money that went back to the customer: by the operator, or because the bank took it. */
async function tellOfReturn(
  account: AccountTransaction,
  before: InvoiceRow | null,
  invoice: StoredInvoice,
): Promise<void> {
  const refund = invoice.refunded - (before?.refunded ?? 0);
  // A withdrawal is confirmed by a mail of its own.
  if (refund > 0 && !(await isWithdrawn(account, invoice)))
    await account.mailOwners(
      {
        kind: 'payment-refunded',
        refund: { amount: refund, currency: invoice.currency },
        invoiceNumber: invoice.number,
      },
      `refund ${invoice.providerId} ${invoice.refunded}`,
    );
  if (invoice.disputed && before?.disputed !== true)
    await account.mailSupport({ invoiceNumber: invoice.number, total: dueOf(invoice) });
}

/** Whether the last withdrawal pays the invoice back. */
async function isWithdrawn(
  { trx, accountId, zone }: AccountTransaction,
  { createdAt }: StoredInvoice,
): Promise<boolean> {
  const order = await findLastOrder(trx, accountId);
  if (order === null || order.withdrawn_at === null || order.completed_at === null) return false;
  const completed = { ...order, completed_at: order.completed_at };
  const { since } = await findWithdrawalScope(trx, accountId, completed, order.withdrawn_at, zone);
  return createdAt >= since;
}
