import { invalidRequest } from './errors.ts';
import { change, changeSilently, emit } from './events.ts';
import { newId } from './ids.ts';
import type { Charge, Dispute, Refund } from './objects.ts';
import { getObject, type PaymentsState, secondsNow } from './state.ts';

/** Refunds a charge, in part or what is left of it. @throws HttpError with status 400 when that is not possible */
export function refundCharge(
  state: PaymentsState,
  charge: Charge,
  given: {
    amount?: number | null | undefined;
    reason?: string | null | undefined;
    metadata?: Record<string, string>;
  },
): Refund {
  const left = charge.amount - charge.amount_refunded;
  if (charge.status !== 'succeeded')
    throw invalidRequest('This charge did not succeed and cannot be refunded.', { param: 'charge' });
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  if (charge.disputed)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  const amount = given.amount ?? left;
  if (amount <= 0) throw invalidRequest('Invalid positive integer', { param: 'amount' });
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${shown(amount)}) is greater than unrefunded amount on charge (${shown(left)})`,
      { param: 'amount' },
    );
  const refund = state.store.put('refund', {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: secondsNow(state),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: given.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  });
  emit(state, 'refund.created', refund);
  const amount_refunded = charge.amount_refunded + amount;
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  const after = changeSilently(state, 'charge', charge.id, {
    amount_refunded,
    refunded: amount_refunded === charge.amount,
  });
  emit(state, 'charge.refunded', after, previous);
  return refund;
}

function shown(amount: number): string {
  return (amount / 100).toFixed(2);
}

/** The customer's bank takes a charge back. */
export function openDispute(state: PaymentsState, charge: Charge, reason: string): Dispute {
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} is disputed already.`);
  const created = secondsNow(state);
  const dispute = state.store.put('dispute', {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: created + 9 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: null,
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network_reason_code: '10.4' },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  });
  change(state, 'charge', charge.id, { disputed: true });
  emit(state, 'charge.dispute.created', dispute);
  emit(state, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The bank decides; a lost dispute keeps the money with the customer. */
export function closeDispute(state: PaymentsState, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = getObject(state, 'dispute', id);
  const closed = state.store.put('dispute', { ...dispute, status });
  if (status === 'won') emit(state, 'charge.dispute.funds_reinstated', closed);
  emit(state, 'charge.dispute.closed', closed, { status: dispute.status });
  return closed;
}
