/** What was read about a customer. Amounts are in the smallest unit of the currency, whose code is in capitals. */
import type { BillingInterval, Invoice } from '@kindling/contract/billing';
import type { SubscriptionStatus } from '../billing/index.ts';

export interface CustomerSnapshot {
  customerId: string;
  email: string | null;
  subscription: SubscriptionSnapshot | null;
  /** Of other orders of the account, which go on as well. */
  extraSubscriptionIds: string[];
  /** What the customer has, which the next charges use. */
  credit: number;
  card: { methodId: string; brand: string; last4: string; expires: string } | null;
  invoices: InvoiceSnapshot[];
}

export interface SubscriptionSnapshot {
  id: string;
  /** Our order that it began with, from its metadata. */
  orderId: string | null;
  status: SubscriptionStatus;
  interval: BillingInterval;
  amount: number;
  currency: string;
  startedAt: Date;
  periodEndsAt: Date;
  cancelAt: Date | null;
  /** The users who last canceled and resumed it here, from its metadata. */
  canceledBy: string | null;
  resumedBy: string | null;
  endedAt: Date | null;
  nextAttemptAt: Date | null;
  /** What the next charge takes, after discounts and credit; null when there is none, or the provider does not say. */
  nextAmount: number | null;
  pending: { interval: BillingInterval; url: string | null; until: Date } | null;
}

export interface InvoiceSnapshot {
  providerId: string;
  number: string;
  status: Invoice['status'];
  subscriptionId: string | null;
  /** Of a new subscription. */
  isFirst: boolean;
  total: number;
  /** What the card pays, after credit. */
  due: number;
  paid: number;
  /** Null when the reading found no charge of the payment. */
  refunded: number | null;
  currency: string;
  disputed: boolean | null;
  attempts: number;
  nextAttemptAt: Date | null;
  paymentIntent: string | null;
  /** The provider's page on which the customer pays an open one, or confirms the payment at the bank. */
  payAt: string | null;
  /** Whether the bank wants the customer to confirm the payment. */
  needsConfirmation: boolean;
  createdAt: Date;
  paidAt: Date | null;
}
