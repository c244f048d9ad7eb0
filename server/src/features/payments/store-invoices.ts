import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { dayOf } from './day-of.ts';
import type { PaymentsDeps } from './deps.ts';
import { findInvoice, type InvoiceRow, upsertInvoice } from './invoice-queries.ts';
import { findLastOrder } from './order-queries.ts';
import type { CustomerSnapshot, InvoiceSnapshot } from './snapshot.ts';

type Deps = Pick<PaymentsDeps, 'mailOwners' | 'mailSupport' | 'now'>;

/** Nobody is told of what happened to an invoice that is older when we first see it, for example after a move. */
const toldDays = 40;

/** Stores the invoices, and tells of payments, failures, refunds and disputes that are new. */
export async function storeInvoices(
  deps: Deps,
  trx: Transaction<DB>,
  accountId: string,
  snapshot: CustomerSnapshot,
): Promise<void> {
  for (const invoice of snapshot.invoices.toReversed()) {
    const before = await findInvoice(trx, accountId, { providerId: invoice.providerId });
    await upsertInvoice(trx, accountId, invoice);
    const age = deps.now().getTime() - invoice.createdAt.getTime();
    if (before === null && age > toldDays * 86_400_000) continue;
    await tellOfPayment(deps, trx, accountId, before, invoice, snapshot);
    await tellOfFailure(deps, trx, accountId, before, invoice, snapshot);
    await tellOfReturn(deps, trx, accountId, before, invoice);
  }
}

const totalOf = ({ total, currency }: InvoiceSnapshot) => ({ amount: total, currency });

async function tellOfPayment(
  deps: Deps,
  trx: Transaction<DB>,
  accountId: string,
  before: InvoiceRow | null,
  invoice: InvoiceSnapshot,
  { subscription }: CustomerSnapshot,
): Promise<void> {
  if (invoice.status !== 'paid' || invoice.paid === 0 || before?.status === 'paid') return;
  const renews = subscription?.status === 'active' && subscription.cancelAt === null;
  await deps.mailOwners(
    trx,
    accountId,
    {
      kind: 'payment-received',
      invoiceNumber: invoice.number,
      total: { amount: invoice.paid, currency: invoice.currency },
      paidOn: dayOf(invoice.paidAt ?? invoice.createdAt),
      nextChargeOn: renews ? dayOf(subscription.periodEndsAt) : null,
    },
    `paid ${invoice.providerId}`,
  );
}

/** Of a renewal only: a first payment fails in front of the customer, on the provider's page. */
async function tellOfFailure(
  deps: Deps,
  trx: Transaction<DB>,
  accountId: string,
  before: InvoiceRow | null,
  invoice: InvoiceSnapshot,
  { subscription }: CustomerSnapshot,
): Promise<void> {
  const isNewAttempt = invoice.status !== 'paid' && invoice.attempts > (before?.attempts ?? 0);
  // A change of the plan that waits for its payment is told on the screen, and changes nothing until then.
  if (!isNewAttempt || invoice.isFirst || subscription === null || subscription.pending !== null) return;
  const notice =
    invoice.needsConfirmation && invoice.payAt !== null
      ? ({ kind: 'payment-confirmation-needed', total: totalOf(invoice), link: invoice.payAt } as const)
      : ({
          kind: 'payment-failed',
          total: totalOf(invoice),
          attempt: invoice.attempts,
          nextAttemptOn: invoice.nextAttemptAt === null ? null : dayOf(invoice.nextAttemptAt),
        } as const);
  await deps.mailOwners(trx, accountId, notice, `attempt ${invoice.providerId} ${invoice.attempts}`);
}

/** Money that went back to the customer: by the operator, or because the bank took it. */
async function tellOfReturn(
  deps: Deps,
  trx: Transaction<DB>,
  accountId: string,
  before: InvoiceRow | null,
  invoice: InvoiceSnapshot,
): Promise<void> {
  const refund = invoice.refunded - (before?.refunded ?? 0);
  const order = refund > 0 ? await findLastOrder(trx, accountId) : null;
  // A withdrawal is confirmed by a mail of its own.
  if (refund > 0 && order?.state !== 'withdrawing' && order?.state !== 'withdrawn')
    await deps.mailOwners(
      trx,
      accountId,
      {
        kind: 'payment-refunded',
        refund: { amount: refund, currency: invoice.currency },
        invoiceNumber: invoice.number,
      },
      `refund ${invoice.providerId} ${invoice.refunded}`,
    );
  if (invoice.disputed && before?.disputed !== true)
    await deps.mailSupport(trx, accountId, { invoiceNumber: invoice.number, total: totalOf(invoice) });
}
