import {
  authenticationRequired,
  type Behavior,
  chargeDecline,
  type Decline,
  genericDecline,
} from './cards.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import type { Charge, Invoice, InvoicePayment, PaymentIntent, PaymentMethod } from './objects.ts';
import { behaviorOf } from './payment-methods.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';

/** Who is there when a card is charged. */
export interface Presence {
  /** The customer is at a page, and can authenticate. */
  onSession: boolean;
  authenticated: boolean;
}

export type Outcome = { kind: 'paid' } | { kind: 'declined'; decline: Decline } | { kind: 'authentication' };

/** What a charge of a card would give. */
export function outcomeOf(
  state: PaymentsState,
  card: { behavior: Behavior; customer: string | null },
  presence: Presence,
): Outcome {
  const declining = state.store.settings().decliningCustomers[card.customer ?? ''];
  if (declining !== undefined)
    return { kind: 'declined', decline: { ...genericDecline, decline_code: declining } };
  const { behavior } = card;
  const asks =
    behavior === 'authentication_always' || (behavior === 'authentication_once' && presence.onSession);
  if (asks && !presence.authenticated)
    return presence.onSession
      ? { kind: 'authentication' }
      : { kind: 'declined', decline: authenticationRequired };
  const decline = chargeDecline(behavior);
  return decline ? { kind: 'declined', decline } : { kind: 'paid' };
}

/** The payment of an invoice that is finalized: a payment intent, and its connection with the invoice. */
export function openPayment(state: PaymentsState, invoice: Invoice, amount: number): void {
  const created = secondsNow(state);
  const id = newId('pi');
  state.store.put('payment_intent', {
    ...intentConstants,
    id,
    object: 'payment_intent',
    created,
    amount,
    amount_received: 0,
    client_secret: `${id}_secret_${newId('s', 24).slice(2)}`,
    currency: invoice.currency,
    customer: invoice.customer,
    description:
      invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    last_payment_error: null,
    latest_charge: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  state.store.put('invoice_payment', {
    id: newId('inpay'),
    object: 'invoice_payment',
    created,
    amount_paid: null,
    amount_requested: amount,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

/** The payment of an invoice; null when nothing was due. */
export function paymentOf(
  state: PaymentsState,
  invoice: string,
): { payment: InvoicePayment; intent: PaymentIntent } | null {
  const payment = state.store.list('invoice_payment').find((known) => known.invoice === invoice);
  return payment
    ? { payment, intent: getObject(state, 'payment_intent', payment.payment.payment_intent) }
    : null;
}

/** Charges a card for a payment intent, with the events of the intent and the charge. */
export function chargeCard(
  state: PaymentsState,
  intentId: string,
  card: PaymentMethod,
  presence: Presence,
): Outcome {
  const intent = getObject(state, 'payment_intent', intentId);
  const outcome = outcomeOf(state, { behavior: behaviorOf(state, card), customer: card.customer }, presence);
  if (outcome.kind === 'authentication') {
    const waiting = state.store.put('payment_intent', {
      ...intent,
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
      payment_method: card.id,
      status: 'requires_action',
    });
    emit(state, 'payment_intent.requires_action', waiting);
    return outcome;
  }
  const decline = outcome.kind === 'declined' ? outcome.decline : null;
  const charge = state.store.put('charge', chargeObject(state, intent, card, decline));
  const error = decline && {
    charge: charge.id,
    code: decline.code,
    decline_code: decline.decline_code,
    doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
    message: decline.message,
    payment_method: card,
    type: 'card_error',
  };
  const after = state.store.put('payment_intent', {
    ...intent,
    amount_received: decline ? 0 : intent.amount,
    last_payment_error: error,
    latest_charge: charge.id,
    next_action: null,
    payment_method: decline ? null : card.id,
    status: decline
      ? decline.code === 'authentication_required'
        ? 'requires_action'
        : 'requires_payment_method'
      : 'succeeded',
  });
  emit(state, decline ? 'charge.failed' : 'charge.succeeded', charge);
  emit(state, decline ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', after);
  return outcome;
}

function chargeObject(
  state: PaymentsState,
  intent: PaymentIntent,
  card: PaymentMethod,
  decline: Decline | null,
): Charge {
  const id = newId('ch');
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4 } = card.card;
  return {
    ...chargeConstants,
    id,
    object: 'charge',
    created: secondsNow(state),
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    balance_transaction: decline ? null : newId('txn'),
    billing_details: card.billing_details,
    captured: decline === null,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    outcome: decline
      ? {
          advice_code: null,
          network_advice_code: null,
          network_decline_code: null,
          network_status: 'declined_by_network',
          reason: decline.decline_code,
          risk_level: 'normal',
          risk_score: 20,
          seller_message: 'The bank did not return any further details with this decline.',
          type: 'issuer_declined',
        }
      : {
          advice_code: null,
          network_advice_code: null,
          network_decline_code: null,
          network_status: 'approved_by_network',
          reason: null,
          risk_level: 'normal',
          risk_score: 20,
          seller_message: 'Payment complete.',
          type: 'authorized',
        },
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: card.id,
    payment_method_details: {
      card: {
        brand,
        country,
        exp_month,
        exp_year,
        fingerprint,
        funding,
        last4,
        network: brand,
        wallet: null,
      },
      type: 'card',
    },
    receipt_url: null,
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
  };
}

const intentConstants = {
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_details: { tip: {} },
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  customer_account: null,
  excluded_payment_method_types: null,
  livemode: false,
  managed_payments: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: { card: { installments: null, mandate_options: null, network: null } },
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: 'off_session',
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
};

const chargeConstants = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  calculated_statement_descriptor: 'KINDLING',
  failure_balance_transaction: null,
  fraud_details: {},
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  receipt_email: null,
  receipt_number: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
};
