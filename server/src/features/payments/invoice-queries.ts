import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { newId } from '../../lib/ids.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';
import type { InvoiceSnapshot } from './snapshot.ts';

export interface InvoiceRow {
  id: string;
  provider_id: string;
  number: string;
  status: InvoiceSnapshot['status'];
  subscription_id: string | null;
  total: number;
  paid: number;
  refunded: number;
  currency: string;
  disputed: boolean;
  attempts: number;
  payment_intent: string | null;
  created_at: Date;
  paid_at: Date | null;
}

const columns = [
  'id',
  'provider_id',
  'number',
  'status',
  'subscription_id',
  'total',
  'paid',
  'refunded',
  'currency',
  'disputed',
  'attempts',
  'payment_intent',
  'created_at',
  'paid_at',
] as const;

export async function findInvoice(
  trx: Transaction<DB>,
  accountId: string,
  which: { id: string } | { providerId: string },
): Promise<InvoiceRow | null> {
  const query = trx.selectFrom('invoices').select(columns).where('account_id', '=', accountId);
  const row = await ('id' in which
    ? query.where('id', '=', which.id)
    : query.where('provider_id', '=', which.providerId)
  ).executeTakeFirst();
  // The column has a check that allows exactly these words.
  return (row as InvoiceRow | undefined) ?? null;
}

export async function listInvoiceRows(
  trx: Transaction<DB>,
  accountId: string,
  { after, limit }: { after: ListPosition | null; limit: number },
): Promise<InvoiceRow[]> {
  let query = trx
    .selectFrom('invoices')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after !== null)
    query = query.where(sql<boolean>`(created_at, id) < (${after.time}::timestamptz, ${after.id}::uuid)`);
  return (await query.execute()) as InvoiceRow[];
}

/** Id of the newest open invoice of a subscription. */
export async function findOpenInvoice(
  trx: Transaction<DB>,
  accountId: string,
  subscriptionId: string | null,
): Promise<string | null> {
  const row = await trx
    .selectFrom('invoices')
    .select('id')
    .where('account_id', '=', accountId)
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Paid invoices of a subscription that were made at `since` or later. */
export async function listPaidSince(
  trx: Transaction<DB>,
  accountId: string,
  subscriptionId: string,
  since: Date,
): Promise<InvoiceRow[]> {
  const rows = await trx
    .selectFrom('invoices')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'paid')
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .execute();
  return rows as InvoiceRow[];
}

export async function upsertInvoice(
  trx: Transaction<DB>,
  accountId: string,
  invoice: InvoiceSnapshot,
): Promise<void> {
  const values = {
    number: invoice.number,
    status: invoice.status,
    subscription_id: invoice.subscriptionId,
    total: invoice.total,
    paid: invoice.paid,
    refunded: invoice.refunded,
    currency: invoice.currency,
    disputed: invoice.disputed,
    attempts: invoice.attempts,
    payment_intent: invoice.paymentIntent,
    paid_at: invoice.paidAt,
  };
  await trx
    .insertInto('invoices')
    .values({
      account_id: accountId,
      id: newId(),
      provider_id: invoice.providerId,
      created_at: invoice.createdAt,
      ...values,
    })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(values))
    .execute();
}
