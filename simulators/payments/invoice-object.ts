import { type InvoiceOrder, invoiceTotals } from './invoice-totals.ts';
import type { Invoice } from './objects.ts';
import { getObject, type PaymentsState, secondsNow, seller } from './state.ts';

/** An invoice that is a draft and not stored. */
export function invoiceObject(
  state: PaymentsState,
  order: InvoiceOrder,
  reason: string,
  id: string,
): Invoice {
  const { customer } = order;
  const totals = invoiceTotals(state, order);
  const subscription = getObject(state, 'subscription', order.subscription);
  const now = secondsNow(state);
  const lines = { ...totals.lines, url: `/v1/invoices/${id}/lines` };
  return {
    ...constants,
    ...totals,
    id,
    object: 'invoice',
    created: now,
    amount_paid: 0,
    amount_remaining: totals.amount_due,
    attempt_count: 0,
    automatic_tax: {
      disabled_reason: null,
      enabled: order.automaticTax,
      liability: order.automaticTax ? { type: 'self' } : null,
      provider: order.automaticTax ? 'stripe' : null,
      status: order.automaticTax ? 'complete' : null,
    },
    automatically_finalizes_at: null,
    billing_reason: reason,
    currency: order.lines[0]?.price.currency ?? subscription.currency,
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    discounts: order.discounts.map((discount) => discount.id),
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: { ...lines, data: lines.data.map((line) => ({ ...line, invoice: id })) },
    next_payment_attempt: null,
    number: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: now,
    period_start: subscription.items.data[0]?.current_period_start ?? now,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  };
}

const constants = {
  account_country: seller.country,
  account_name: seller.name,
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  attempted: false,
  auto_advance: true,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_phone: null,
  customer_shipping: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  due_date: null,
  effective_at: null,
  footer: null,
  from_invoice: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  total_pretax_credit_amounts: [],
  webhooks_delivered_at: null,
};
