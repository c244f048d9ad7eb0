import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { createPrices, secret, startTestPayments, subscribe, type TestPayments } from './test-client.ts';

let payments: TestPayments;
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  payments = await startTestPayments();
  await payments.control({ action: 'webhook', url: receiver.url });
});
afterEach(async () => {
  await payments.close();
  await receiver.close();
});

const read = ({ body, headers }: Receiver['received'][number]): Stripe.Event =>
  payments.stripe.webhooks.constructEvent(
    body,
    String(headers['stripe-signature']),
    `whsec_${secret.replaceAll(' ', '-')}`,
  );
const types = () => receiver.received.map((message) => read(message).type);
const createProduct = async (name: string) => {
  await payments.stripe.products.create({ name });
  await payments.control({ action: 'deliver' });
};
const namesReceived = () =>
  receiver.received.map((message) => (read(message).data.object as Stripe.Product).name);

it('tries again until it is acknowledged, in the simulator’s time or the real one', async () => {
  receiver.answers.push(500, 400);
  await createProduct('A');
  expect(receiver.received).toHaveLength(1);
  expect(await payments.control({ action: 'deliveries' })).toMatchObject({
    waiting: [{ type: 'product.created', attempts: 1, held: false }],
  });
  await payments.control({ action: 'clock', advanceSeconds: 1 });
  expect(receiver.received).toHaveLength(2);
  await payments.control({ action: 'clock', advanceSeconds: 5 });
  expect(receiver.received).toHaveLength(3);
  expect(await payments.control({ action: 'deliveries' })).toEqual({ waiting: [] });
  expect(new Set(receiver.received.map((message) => read(message).id)).size).toBe(1);
  await payments.control({ action: 'clock', at: '2027-01-01T00:00:00Z', hold: true });
  receiver.answers.push(503);
  await createProduct('B');
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(5);
});

it('gives up after three days', async () => {
  receiver.answers.push(...Array.from({ length: 60 }, () => 500));
  await createProduct('A');
  for (let hour = 0; hour < 90; hour += 6)
    await payments.control({ action: 'clock', advanceSeconds: 6 * 3600 });
  expect(await payments.control({ action: 'deliveries' })).toEqual({ waiting: [] });
  const sent = receiver.received.length;
  await payments.advance(3);
  expect(receiver.received).toHaveLength(sent);
  await payments.control({ action: 'resend', type: 'product.created' });
  expect(receiver.received).toHaveLength(sent + 1);
});

it('loses, repeats, reorders and holds events on request', async () => {
  await payments.control({ action: 'fault', name: 'notify-lost', times: 1 });
  await createProduct('lost');
  expect(receiver.received).toEqual([]);
  await payments.control({ action: 'fault', name: 'notify-dup', copies: 3, times: 1 });
  await createProduct('again');
  expect(namesReceived()).toEqual(['again', 'again', 'again']);
  receiver.received.length = 0;
  await payments.control({ action: 'fault', name: 'notify-reorder', count: 3, times: 1 });
  for (const name of ['1', '2', '3']) await createProduct(name);
  expect(namesReceived()).toEqual(['3', '2', '1']);
  receiver.received.length = 0;
  await payments.control({ action: 'fault', name: 'notify-delay' });
  await createProduct('held');
  expect(await payments.control({ action: 'deliveries' })).toMatchObject({ waiting: [{ held: true }] });
  await payments.control({ action: 'fault', name: 'notify-delay', off: true });
  await payments.control({ action: 'deliver' });
  expect(namesReceived()).toEqual(['held']);
  await payments.control({ action: 'resend' });
  expect(namesReceived()).toEqual(['held', 'lost', 'again', '1', '2', '3', 'held']);
});

it('can send what a stranger would send, which the SDK refuses', async () => {
  for (const how of ['signature', 'timestamp', 'secret', 'body', 'unsigned']) {
    await payments.control({ action: 'fault', name: 'notify-forged', how, times: 1 });
    await createProduct(how);
    const [message] = receiver.received.splice(0);
    expect(() => read(message as Receiver['received'][number])).toThrow();
  }
  const [last] = (await payments.stripe.events.list({ limit: 1 })).data;
  await payments.control({ action: 'resend', event: last?.id });
  expect(types()).toEqual(['product.created']);
});

it('tells of refunds and disputes', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const { customer } = await subscribe(payments, monthly.id);
  const [charge] = (await payments.stripe.charges.list({ customer })).data;
  const intent = String(charge?.payment_intent);
  await payments.stripe.refunds.create({ payment_intent: intent, amount: 900 });
  expect(await payments.stripe.charges.retrieve(String(charge?.id))).toMatchObject({
    refunded: false,
    amount_refunded: 900,
  });
  await payments.control({ action: 'refund', customer });
  expect(await payments.stripe.charges.retrieve(String(charge?.id), { expand: ['refunds'] })).toMatchObject({
    refunded: true,
    amount_refunded: 2900,
    refunds: { data: [{ amount: 2000 }, { amount: 900 }] },
  });
  await expect(payments.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  expect(
    (
      await payments.stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: intent },
      })
    ).data,
  ).toHaveLength(1);
  const other = await subscribe(payments, monthly.id);
  await payments.control({ action: 'dispute', customer: other.customer, reason: 'fraudulent' });
  await payments.control({ action: 'dispute', customer: other.customer, close: 'lost' });
  await payments.control({ action: 'deliver' });
  const seen = receiver.received.map(read).filter(({ type }) => /refund|dispute/.test(type));
  expect(seen.map(({ type }) => type)).toEqual([
    'refund.created',
    'charge.refunded',
    'refund.created',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
  ]);
  expect(seen.at(-1)?.data.object).toMatchObject({ status: 'lost', amount: 2900 });
});

it('deletes a customer and changes a currency behind the app’s back', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const { customer, subscription } = await subscribe(payments, monthly.id);
  await payments.control({ action: 'change-currency', customer, currency: 'USD' });
  expect(await payments.stripe.customers.retrieve(customer)).toMatchObject({ currency: 'usd' });
  const state = (await (await fetch(`${payments.url}/_control/state?customer=${customer}`)).json()) as Record<
    string,
    unknown[]
  >;
  expect(state).toMatchObject({
    customers: [{ id: customer }],
    subscriptions: [{ id: subscription.id }],
    invoices: [{ status: 'paid' }],
  });
  await payments.control({ action: 'delete-customer', customer });
  await payments.control({ action: 'deliver' });
  expect(types().slice(-2)).toEqual(['customer.subscription.deleted', 'customer.deleted']);
  expect(
    await payments.stripe.customers.retrieve(customer, {
      expand: ['invoice_settings.default_payment_method'],
    }),
  ).toEqual({ id: customer, object: 'customer', deleted: true });
  const { actions, faults } = (await (await fetch(`${payments.url}/_control`)).json()) as {
    actions: string[];
    faults: { name: string }[];
  };
  expect(actions).toEqual(
    expect.arrayContaining(['webhook', 'resend', 'card-declines', 'dispute', 'refund', 'advance']),
  );
  expect(faults.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['notify-delay', 'notify-forged', 'slow-work', '500-burst']),
  );
  await payments.control({ action: 'reset' });
  expect((await payments.stripe.customers.list()).data).toEqual([]);
});
