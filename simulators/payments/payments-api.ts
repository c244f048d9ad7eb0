import { getCustomer } from './customers-api.ts';
import { endpoint } from './endpoint.ts';
import { missingParameter } from './errors.ts';
import { listOf, listPage } from './lists.ts';
import { changedMetadata, oneOf, paging } from './params.ts';
import { attachByName, detachCard } from './payment-methods.ts';
import { refundCharge } from './refunds.ts';
import { getObject, type PaymentsState } from './state.ts';

/** Payment methods, payment intents, charges, refunds, disputes and events. */
export const paymentEndpoints = [
  endpoint(
    'GET',
    '/payment_methods',
    { ...paging, customer: 'text', type: oneOf('card') },
    (state, input) => {
      if (!input.customer) throw missingParameter('customer');
      getCustomer(state, input.customer, 'customer');
      const own = state.store.list('payment_method').filter((card) => card.customer === input.customer);
      return listPage(own, input, '/v1/payment_methods', 'payment_method');
    },
  ),
  endpoint('GET', '/payment_methods/{id}', {}, (state, _, { id = '' }) =>
    getObject(state, 'payment_method', id, 'id', 'PaymentMethod'),
  ),
  endpoint(
    'POST',
    '/payment_methods/{id}/attach',
    { customer: 'text' },
    (state, { customer }, { id = '' }) => {
      if (!customer) throw missingParameter('customer');
      return attachByName(state, id, getCustomer(state, customer, 'customer').id);
    },
  ),
  endpoint('POST', '/payment_methods/{id}/detach', {}, (state, _, { id = '' }) => detachCard(state, id)),
  endpoint('GET', '/payment_intents/{id}', {}, (state, _, { id = '' }) =>
    getObject(state, 'payment_intent', id),
  ),
  endpoint('GET', '/payment_intents', { ...paging, customer: 'text', created: 'range' }, (state, input) =>
    listOf(
      state,
      'payment_intent',
      input,
      '/v1/payment_intents',
      (intent) => !input.customer || intent.customer === input.customer,
    ),
  ),
  endpoint('GET', '/charges/{id}', {}, (state, _, { id = '' }) => getObject(state, 'charge', id)),
  endpoint(
    'GET',
    '/charges',
    { ...paging, customer: 'text', payment_intent: 'text', created: 'range' },
    (state, input) =>
      listOf(
        state,
        'charge',
        input,
        '/v1/charges',
        (charge) =>
          (!input.customer || charge.customer === input.customer) &&
          (!input.payment_intent || charge.payment_intent === input.payment_intent),
      ),
  ),
  endpoint(
    'POST',
    '/refunds',
    {
      charge: 'text',
      payment_intent: 'text',
      amount: 'amount',
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
      metadata: 'map',
    },
    (state, { charge, payment_intent, amount, reason, metadata }) =>
      refundCharge(state, chargeFor(state, charge, payment_intent), {
        amount,
        reason,
        metadata: changedMetadata({}, metadata),
      }),
  ),
  endpoint(
    'GET',
    '/refunds',
    { ...paging, charge: 'text', payment_intent: 'text', created: 'range' },
    (state, input) => listOf(state, 'refund', input, '/v1/refunds', (refund) => isOfPayment(refund, input)),
  ),
  endpoint('GET', '/refunds/{id}', {}, (state, _, { id = '' }) => getObject(state, 'refund', id)),
  endpoint('GET', '/disputes/{id}', {}, (state, _, { id = '' }) => getObject(state, 'dispute', id)),
  endpoint(
    'GET',
    '/disputes',
    { ...paging, charge: 'text', payment_intent: 'text', created: 'range' },
    (state, input) =>
      listOf(state, 'dispute', input, '/v1/disputes', (dispute) => isOfPayment(dispute, input)),
  ),
  endpoint('GET', '/events/{id}', {}, (state, _, { id = '' }) => getObject(state, 'event', id)),
  endpoint(
    'GET',
    '/events',
    { ...paging, type: 'text', types: ['text'], created: 'range', delivery_success: 'bool' },
    (state, input) =>
      listOf(
        state,
        'event',
        input,
        '/v1/events',
        (event) =>
          (!input.type || matchesType(event.type, input.type)) &&
          (!input.types || input.types.some((type) => matchesType(event.type, type))) &&
          (typeof input.delivery_success !== 'boolean' ||
            (event.pending_webhooks === 0) === input.delivery_success),
      ),
  ),
];

interface Payment {
  charge?: string | null | undefined;
  payment_intent?: string | null | undefined;
}

/** Whether a refund or a dispute is of the charge or payment intent that is asked for. */
function isOfPayment(entry: Payment, asked: Payment): boolean {
  return (
    (!asked.charge || entry.charge === asked.charge) &&
    (!asked.payment_intent || entry.payment_intent === asked.payment_intent)
  );
}

/** `invoice.*` is all events about invoices. */
function matchesType(type: string, asked: string): boolean {
  return asked.endsWith('*') ? type.startsWith(asked.slice(0, -1)) : type === asked;
}

/** The charge that a refund names, or that of its payment intent. */
function chargeFor(
  state: PaymentsState,
  charge: string | null | undefined,
  intent: string | null | undefined,
) {
  if (charge) return getObject(state, 'charge', charge, 'charge');
  if (!intent) throw missingParameter('payment_intent');
  const { latest_charge } = getObject(state, 'payment_intent', intent, 'payment_intent');
  return getObject(state, 'charge', latest_charge ?? '', 'payment_intent');
}
