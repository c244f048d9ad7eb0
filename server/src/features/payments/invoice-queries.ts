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
  /** Null for one that was read before this was stored. */
  due: number | null;
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
  'due',
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
  id: string,
): Promise<InvoiceRow | null> {
  const row = await trx
    .selectFrom('invoices')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
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

/** The newest open invoice of a subscription. */
export async function findOpenInvoice(
  trx: Transaction<DB>,
  accountId: string,
  subscriptionId: string | null,
): Promise<InvoiceRow | null> {
  const row = await trx
    .selectFrom('invoices')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row as InvoiceRow | undefined) ?? null;
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

/** The stored ones of these ids of the provider. */
export async function listInvoicesOf(
  trx: Transaction<DB>,
  accountId: string,
  providerIds: readonly string[],
): Promise<InvoiceRow[]> {
  if (providerIds.length === 0) return [];
  const rows = await trx
    .selectFrom('invoices')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('provider_id', 'in', [...providerIds])
    .execute();
  return rows as InvoiceRow[];
}

/** An invoice as it is stored. */
export type StoredInvoice = InvoiceSnapshot & { refunded: number; disputed: boolean };

const valuesOf = (invoice: StoredInvoice) => ({
  number: invoice.number,
  status: invoice.status,
  subscription_id: invoice.subscriptionId,
  total: invoice.total,
  due: invoice.due,
  paid: invoice.paid,
  refunded: invoice.refunded,
  currency: invoice.currency,
  disputed: invoice.disputed,
  attempts: invoice.attempts,
  payment_intent: invoice.paymentIntent,
  paid_at: invoice.paidAt,
});

export function hasChanged(row: InvoiceRow, invoice: StoredInvoice): boolean {
  const { paid_at: paidAt, ...values } = valuesOf(invoice);
  const isSame = Object.entries(values).every(([name, value]) => row[name as keyof typeof values] === value);
  return !isSame || row.paid_at?.getTime() !== paidAt?.getTime();
}

export async function upsertInvoice(
  trx: Transaction<DB>,
  accountId: string,
  invoice: StoredInvoice,
): Promise<void> {
  const values = valuesOf(invoice);
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
