import {
  controlError,
  type JsonObject,
  requireCount,
  requireString,
  stringField,
} from '../kit/json-object.ts';
import { deleteCustomer } from './customers-api.ts';
import { followClock } from './due.ts';
import { change, emit, sendEvent } from './events.ts';
import type { Charge, PaymentMethod } from './objects.ts';
import { closeDispute, openDispute, refundCharge } from './refunds.ts';
import { changeSettings, getObject, type PaymentsState } from './state.ts';

type Actions = Record<string, (input: JsonObject) => unknown>;

/** The control actions of the payments simulator; README.md describes each. */
export function paymentsActions(state: PaymentsState): Actions {
  return {
    webhook: (input) => {
      const url = stringField(input, 'url');
      if (url !== undefined && !/^https?:\/\//.test(url)) throw controlError('"url" must begin with http');
      changeSettings(state, { webhookUrls: url === undefined || input.off === true ? [] : [url] });
      return { webhooks: state.store.settings().webhookUrls };
    },
    resend: (input) => resend(state, input),
    deliveries: () => ({ waiting: state.queue.waiting() }),
    deliver: async () => {
      await state.queue.settle();
      return { waiting: state.queue.waiting() };
    },
    advance: async (input) => {
      const days = input.days === undefined ? 0 : requireCount(input, 'days');
      const seconds = input.seconds === undefined ? 0 : requireCount(input, 'seconds');
      state.clock.advance((days * 86_400 + seconds) * 1000);
      await followClock(state);
      return { now: new Date(state.clock.now()).toISOString() };
    },
    'after-retries': (input) => {
      const is = requireString(input, 'is');
      if (is !== 'canceled' && is !== 'unpaid' && is !== 'past_due')
        throw controlError('"is" must be canceled, unpaid or past_due');
      changeSettings(state, { afterRetries: is });
    },
    'card-declines': (input) => cardDeclines(state, input),
    'renew-card': (input) => ({ payment_method: renewCard(state, requireString(input, 'customer')) }),
    dispute: (input) => dispute(state, input),
    refund: (input) => {
      const amount = input.amount === undefined ? undefined : requireCount(input, 'amount');
      return { refund: refundCharge(state, chargeOf(state, input), { amount }) };
    },
    'change-currency': (input) => {
      const customer = getObject(state, 'customer', requireString(input, 'customer'));
      change(state, 'customer', customer.id, { currency: requireString(input, 'currency').toLowerCase() });
    },
    'delete-customer': (input) => {
      const customer = getObject(state, 'customer', requireString(input, 'customer'));
      if (!customer.deleted) deleteCustomer(state, customer.id);
    },
  };
}

/** The charge that is named, else the customer's last one that succeeded. */
function chargeOf(state: PaymentsState, input: JsonObject): Charge {
  const id = stringField(input, 'charge');
  if (id !== undefined) return getObject(state, 'charge', id);
  const customer = requireString(input, 'customer');
  const last = state.store
    .list('charge')
    .findLast((charge) => charge.customer === customer && charge.status === 'succeeded');
  if (!last) throw controlError('this customer has no charge');
  return last;
}

function dispute(state: PaymentsState, input: JsonObject): JsonObject {
  const close = stringField(input, 'close');
  if (close === undefined)
    return {
      dispute: openDispute(state, chargeOf(state, input), stringField(input, 'reason') ?? 'fraudulent'),
    };
  if (close !== 'won' && close !== 'lost') throw controlError('"close" must be won or lost');
  const id = stringField(input, 'dispute');
  const charge = id === undefined ? chargeOf(state, input).id : null;
  const found = state.store
    .list('dispute')
    .findLast((one) => (id === undefined ? one.charge === charge : one.id === id));
  if (!found) throw controlError('no such dispute');
  return { dispute: closeDispute(state, found.id, close) };
}

function cardDeclines(state: PaymentsState, input: JsonObject): JsonObject {
  const customer = getObject(state, 'customer', requireString(input, 'customer')).id;
  const { [customer]: _, ...others } = state.store.settings().decliningCustomers;
  const code = stringField(input, 'code') ?? 'generic_decline';
  changeSettings(state, {
    decliningCustomers: input.off === true ? others : { ...others, [customer]: code },
  });
  return { declining: state.store.settings().decliningCustomers };
}

/** The bank has issued a new card for the customer's last one, and the provider knows it. */
function renewCard(state: PaymentsState, customer: string): PaymentMethod {
  const card = state.store.list('payment_method').findLast((one) => one.customer === customer);
  if (!card) throw controlError('this customer has no card');
  const { exp_year } = card.card;
  const renewed = state.store.put('payment_method', {
    ...card,
    card: { ...card.card, exp_year: exp_year + 4 },
  });
  emit(state, 'payment_method.automatically_updated', renewed, { card: { exp_year } });
  return renewed;
}

/** Sends an event again, or all events, or those of a type. */
async function resend(state: PaymentsState, input: JsonObject): Promise<JsonObject> {
  const id = stringField(input, 'event');
  const type = stringField(input, 'type');
  const events = state.store
    .list('event')
    .filter((event) => (id === undefined || event.id === id) && (type === undefined || event.type === type));
  if (events.length === 0) throw controlError('no such event');
  for (const event of events)
    for (const url of state.store.settings().webhookUrls) sendEvent(state, event, url);
  await state.queue.settle();
  return { sent: events.length };
}

/** What is stored for a customer, or for everybody. */
export function heldFor(state: PaymentsState, customer: string | null): JsonObject {
  const own = <T extends { customer?: unknown }>(entries: T[]) =>
    entries.filter((entry) => customer === null || entry.customer === customer);
  const { store } = state;
  const invoices = own(store.list('invoice'));
  return {
    customers: store.list('customer').filter((one) => customer === null || one.id === customer),
    subscriptions: own(store.list('subscription')),
    invoices,
    charges: own(store.list('charge')),
    refunds: own(store.list('refund')),
    disputes: store
      .list('dispute')
      .filter((one) => own(store.list('charge')).some((charge) => charge.id === one.charge)),
    payment_methods: own(store.list('payment_method')),
    tax_ids: own(store.list('tax_id')),
    sessions: own(store.list('session')),
    events: store
      .list('event')
      .filter(({ data }) => {
        const object = data.object as { id?: unknown; customer?: unknown };
        return customer === null || object.customer === customer || object.id === customer;
      })
      .map(({ id, type, created }) => ({ id, type, created })),
    settings: store.settings(),
  };
}
