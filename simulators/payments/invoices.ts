import { chargeCard, type Outcome, openPayment, type Presence, paymentOf } from './charges.ts';
import { change, changeSilently, emit } from './events.ts';
import { newId } from './ids.ts';
import { invoiceObject } from './invoice-object.ts';
import { balances, type InvoiceOrder } from './invoice-totals.ts';
import type { Invoice, PaymentMethod } from './objects.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';
import { afterFailed, afterPaid, settleDelinquency, subscriptionOf } from './subscription-status.ts';

const day = 86_400;
/** Days between the attempts to charge. */
const retryDays = [3, 5, 7];
/** How long an invoice of a new period stays a draft. */
export const draftSeconds = 3600;

/** Stores a new draft, which becomes the latest invoice of its subscription. */
export function createInvoice(
  state: PaymentsState,
  order: InvoiceOrder,
  reason: string,
  more: Partial<Invoice> = {},
): Invoice {
  const id = newId('in');
  const invoice = state.store.put('invoice', { ...invoiceObject(state, order, reason, id), ...more });
  emit(state, 'invoice.created', invoice);
  // The change that the invoice belongs to tells this too.
  changeSilently(state, 'subscription', order.subscription, { latest_invoice: id });
  const { customer } = order;
  if (customer.currency === null) change(state, 'customer', customer.id, { currency: invoice.currency });
  return invoice;
}

/** Gives an invoice its number, takes the customer's credit, and opens its payment. Nothing due means paid. */
export function finalizeInvoice(state: PaymentsState, id: string): Invoice {
  const draft = getObject(state, 'invoice', id);
  const customer = getObject(state, 'customer', draft.customer);
  const now = secondsNow(state);
  const amounts = balances(customer.balance, draft.total);
  const sequence = customer.next_invoice_sequence;
  const page = `${state.base}/i/${id}`;
  const balance = amounts.ending_balance;
  const isCounted = { next_invoice_sequence: sequence + 1 };
  if (balance === customer.balance) changeSilently(state, 'customer', customer.id, isCounted);
  else change(state, 'customer', customer.id, { balance, ...isCounted });
  const invoice = state.store.put('invoice', {
    ...draft,
    ...amounts,
    amount_remaining: amounts.amount_due,
    automatically_finalizes_at: null,
    effective_at: now,
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf`,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  });
  if (amounts.amount_due > 0) openPayment(state, invoice, amounts.amount_due);
  emit(state, 'invoice.finalized', invoice);
  return amounts.amount_due > 0 ? invoice : markPaid(state, id);
}

/** The card that an invoice is charged to: the subscription's, else the customer's. */
export function cardFor(state: PaymentsState, invoice: Invoice): PaymentMethod | null {
  const { invoice_settings } = getObject(state, 'customer', invoice.customer);
  const id = subscriptionOf(state, invoice).default_payment_method ?? invoice_settings.default_payment_method;
  return id === null ? null : state.store.find('payment_method', id);
}

export interface Attempt {
  card?: PaymentMethod;
  presence: Presence;
  /** Whether a failure makes the subscription past due and plans the next attempt. */
  dunning: boolean;
}

/** Charges an open invoice, with all that follows from the outcome. */
export function attemptPayment(state: PaymentsState, id: string, attempt: Attempt): Outcome {
  const invoice = getObject(state, 'invoice', id);
  const card = attempt.card ?? cardFor(state, invoice);
  const payment = paymentOf(state, id);
  if (!payment) return { kind: 'paid' };
  // Only the first attempt and the planned ones are counted.
  if (attempt.dunning || invoice.attempt_count === 0)
    changeSilently(state, 'invoice', id, { attempt_count: invoice.attempt_count + 1 });
  const outcome: Outcome = card
    ? chargeCard(state, payment.intent.id, card, attempt.presence)
    : { kind: 'declined', decline: noCard };
  if (outcome.kind === 'paid') markPaid(state, id);
  else if (outcome.kind === 'declined') failed(state, id, outcome.decline.code, attempt.dunning);
  else emit(state, 'invoice.payment_action_required', getObject(state, 'invoice', id));
  return outcome;
}

const noCard = {
  code: 'missing',
  decline_code: 'missing',
  message: 'This invoice has no payment method to charge.',
};

function failed(state: PaymentsState, id: string, code: string, dunning: boolean): void {
  const invoice = getObject(state, 'invoice', id);
  const wait = retryDays[invoice.attempt_count - 1];
  const planned = wait === undefined ? null : secondsNow(state) + wait * day;
  const next = dunning ? planned : invoice.next_payment_attempt;
  const after = change(state, 'invoice', id, {
    attempted: true,
    auto_advance: next !== null,
    next_payment_attempt: next,
  });
  emit(state, 'invoice.payment_failed', after);
  if (code === 'authentication_required') emit(state, 'invoice.payment_action_required', after);
  settleDelinquency(state, invoice.customer);
  if (dunning) afterFailed(state, after, next === null);
}

export function markPaid(state: PaymentsState, id: string): Invoice {
  const invoice = getObject(state, 'invoice', id);
  const paid_at = secondsNow(state);
  const payment = paymentOf(state, id);
  if (payment)
    state.store.put('invoice_payment', {
      ...payment.payment,
      amount_paid: invoice.amount_due,
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at },
    });
  const paid = change(state, 'invoice', id, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at },
  });
  emit(state, 'invoice.paid', paid);
  emit(state, 'invoice.payment_succeeded', paid);
  afterPaid(state, paid);
  return paid;
}

/** Nobody expects the payment any more; it is still possible. */
export function markUncollectible(state: PaymentsState, id: string): Invoice {
  const invoice = getObject(state, 'invoice', id);
  const marked = state.store.put('invoice', {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'uncollectible',
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: secondsNow(state) },
  });
  emit(state, 'invoice.marked_uncollectible', marked);
  settleDelinquency(state, invoice.customer);
  return marked;
}

/** Ends an open invoice without payment. */
export function voidInvoice(state: PaymentsState, id: string): Invoice {
  const invoice = getObject(state, 'invoice', id);
  const voided = state.store.put('invoice', {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: secondsNow(state) },
  });
  const payment = paymentOf(state, id);
  if (payment) {
    state.store.put('invoice_payment', { ...payment.payment, status: 'canceled' });
    state.store.put('payment_intent', {
      ...payment.intent,
      status: 'canceled',
      canceled_at: secondsNow(state),
    });
  }
  // The credit that the invoice used goes back to the customer.
  const used = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  const customer = getObject(state, 'customer', invoice.customer);
  if (used !== 0) change(state, 'customer', customer.id, { balance: customer.balance - used });
  emit(state, 'invoice.voided', voided);
  settleDelinquency(state, invoice.customer);
  return voided;
}
