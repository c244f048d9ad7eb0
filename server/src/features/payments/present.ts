import type { Billing, Invoice } from '@kindling/contract/billing';
import { planStateAt, type StoredPlan } from '@kindling/contract/plans';
import { processingChangedOn } from '@kindling/contract/site';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import {
  findPlan,
  findSubscription,
  type SubscriptionRow,
  type SubscriptionStatus,
} from '../billing/index.ts';
import type { PaymentsDeps } from './deps.ts';
import { findOpenInvoice, type InvoiceRow } from './invoice-queries.ts';
import { hasLivePlan } from './live-plan.ts';
import { presentAcceptance } from './processing.ts';
import { findWithdrawal } from './withdrawal.ts';

export function readBilling(
  { db, prices, now, findDeletionDay }: Pick<PaymentsDeps, 'db' | 'prices' | 'now' | 'findDeletionDay'>,
  accountId: string,
): Promise<Billing> {
  return inTenant(db, accountId, async (trx) => {
    // Plans are activated by a worker, which may have started after this process.
    const plan: StoredPlan = (await findPlan(trx, accountId)) ?? { state: 'trial', endsAt: null };
    const row = await findSubscription(trx, accountId);
    const state = planStateAt(plan, now());
    const deletionOn =
      state === 'ended' && plan.endsAt !== null ? await findDeletionDay(trx, accountId, plan.endsAt) : null;
    return {
      state,
      endsAt: plan.endsAt?.toISOString() ?? null,
      subscription: await presentSubscription(trx, accountId, row, prices.currency),
      credit: { amount: row?.credit ?? 0, currency: row?.currency ?? prices.currency },
      card: presentCard(row),
      hasCustomer: row?.customer_id != null,
      withdrawal: await presentWithdrawal(trx, accountId, row, now()),
      prices,
      deletionOn: deletionOn?.toISOString() ?? null,
      processing: {
        version: processingChangedOn,
        accepted: await presentAcceptance(trx, accountId),
      },
    };
  });
}

/** With an invoice that is not paid. */
const owedStatuses: ReadonlySet<SubscriptionStatus> = new Set(['past_due', 'unpaid', 'paused']);

async function presentSubscription(
  trx: Transaction<DB>,
  accountId: string,
  row: SubscriptionRow | null,
  currency: string,
): Promise<Billing['subscription']> {
  if (row === null || !hasLivePlan(row)) return null;
  const { billing_interval: interval, amount, started_at: startedAt, period_ends_at: periodEndsAt } = row;
  if (interval === null || amount === null || startedAt === null || periodEndsAt === null) return null;
  const { pending_interval: pending, pending_url: payAt, pending_until: until } = row;
  const money = (value: number) => ({ amount: value, currency: row.currency ?? currency });
  const isOwed = row.status !== null && owedStatuses.has(row.status);
  const open = isOwed ? await findOpenInvoice(trx, accountId, row.subscription_id) : null;
  return {
    interval,
    price: money(amount),
    nextCharge: money(row.next_amount ?? amount),
    startedAt: startedAt.toISOString(),
    periodEndsAt: periodEndsAt.toISOString(),
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    openInvoice: open === null ? null : { id: open.id, due: money(open.due ?? open.total) },
    pendingChange:
      pending === null || payAt === null || until === null
        ? null
        : { interval: pending, payAt, until: until.toISOString() },
    mayChange: row.currency === currency && row.status === 'active',
  };
}

function presentCard(row: SubscriptionRow | null): Billing['card'] {
  if (row === null) return null;
  const { card_brand: brand, card_last4: last4, card_expires: expires } = row;
  return brand === null || last4 === null || expires === null ? null : { brand, last4, expires };
}

async function presentWithdrawal(
  trx: Transaction<DB>,
  accountId: string,
  row: SubscriptionRow | null,
  now: Date,
): Promise<Billing['withdrawal']> {
  const withdrawal = await findWithdrawal(trx, accountId, row, now);
  return withdrawal === null
    ? null
    : { until: new Date(withdrawal.until.getTime() - 1).toISOString(), refund: withdrawal.refund };
}

export function presentInvoice(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    total: { amount: row.total, currency: row.currency },
    paid: row.paid,
    refunded: row.refunded,
    disputed: row.disputed,
  };
}
