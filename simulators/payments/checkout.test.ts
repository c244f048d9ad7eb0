import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import {
  createPrices,
  createSession,
  goodCard,
  secret,
  startTestPayments,
  subscribe,
  type TestPayments,
} from './test-client.ts';

let payments: TestPayments;
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  payments = await startTestPayments({ webhookUrl: receiver.url });
});
afterEach(async () => {
  await payments.close();
  await receiver.close();
});

const signingSecret = `whsec_${secret.replaceAll(' ', '-')}`;

function receivedEvents(): Stripe.Event[] {
  return receiver.received.map(({ body, headers }) =>
    payments.stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), signingSecret),
  );
}

it('subscribes with a good card, and sends signed events', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const session = await createSession(payments.stripe, monthly.id, {
    client_reference_id: 'tenant-1',
    metadata: { tenant: '1' },
    subscription_data: { metadata: { tenant: '1' } },
  });
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 2900,
    currency: 'eur',
  });
  const page = await fetch(session.url ?? '');
  expect(await page.text()).toMatch(/No money moves[\s\S]*Kindling Pro[\s\S]*€29.00[\s\S]*Subscribe/);
  const answer = await payments.send(`/c/pay/${session.id}`, goodCard);
  expect(answer.headers.get('location')).toBe(`https://app.example/done?session=${session.id}`);
  const complete = await payments.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription', 'customer', 'invoice.payments.data.payment.payment_intent', 'line_items'],
  });
  expect(complete).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    client_reference_id: 'tenant-1',
    customer_details: { email: 'owner@example.com', name: 'Ana Owner', address: { country: 'DE' } },
    subscription: {
      status: 'active',
      metadata: { tenant: '1' },
      items: { data: [{ price: { id: monthly.id } }] },
    },
    customer: { email: 'owner@example.com', currency: 'eur' },
    invoice: {
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 2900,
      payments: { data: [{ status: 'paid', payment: { payment_intent: { status: 'succeeded' } } }] },
    },
    line_items: { data: [{ description: 'Kindling Pro' }] },
  });
  expect((complete.invoice as Stripe.Invoice).number).toMatch(/^[0-9A-Z]{8}-0001$/);
  expect((await fetch(`${payments.url}/c/pay/${session.id}`)).status).toBe(400);
  expect((await payments.send(`/c/pay/${session.id}`, goodCard)).headers.get('location')).toContain(
    session.id,
  );
  await payments.control({ action: 'deliver' });
  const events = receivedEvents();
  expect(events.map(({ type }) => type)).toEqual([
    'product.created',
    'price.created',
    'price.created',
    'customer.created',
    'payment_method.attached',
    'customer.subscription.created',
    'invoice.created',
    'customer.updated',
    'invoice.finalized',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.updated',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
    'checkout.session.completed',
  ]);
  const updated = events.find(({ type }) => type === 'customer.subscription.updated');
  expect(updated?.data).toMatchObject({
    object: { status: 'active' },
    previous_attributes: { status: 'incomplete' },
  });
  expect(updated).toMatchObject({ api_version: '2026-10-28.endive', object: 'event', livemode: false });
});

it('declines with the words of the API, and keeps what was typed but not the card', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const session = await createSession(payments.stripe, monthly.id);
  const declines = [
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000009987', 'Your card was declined.'],
    ['4000000000009979', 'Your card was declined.'],
    ['4000000000000069', 'Your card has expired.'],
    ['4000000000000127', 'Your card&#39;s security code is incorrect.'],
    ['4000000000000119', 'An error occurred while processing your card.'],
    ['4000000000000341', 'Your card was declined.'],
    ['4111111111111111', 'used a non test card'],
    ['4242424242424241', 'Your card number is invalid.'],
    ['42424242', 'Your card number is incomplete.'],
  ] as const;
  for (const [number, message] of declines) {
    const response = await payments.send(`/c/pay/${session.id}`, { ...goodCard, number });
    const html = await response.text();
    expect([number, response.status]).toEqual([number, 402]);
    expect(html).toContain(message);
    expect(html).toContain('value="Ana Owner"');
    expect(html).not.toContain(`value="${number}"`);
  }
  const wrong = await payments.send(`/c/pay/${session.id}`, {
    ...goodCard,
    expiry: '01/20',
    cvc: '12',
    name: '',
    postal_code: '',
    country: 'GB',
  });
  expect(await wrong.text()).toMatch(
    /in the past[\s\S]*security code is incomplete[\s\S]*is required[\s\S]*postal code is incomplete/,
  );
  expect(await payments.stripe.subscriptions.list({ status: 'all' })).toMatchObject({ data: [] });
});

it('asks for authentication, and goes on or back by the answer', async () => {
  const { monthly } = await createPrices(payments.stripe);
  for (const number of ['4000002760003184', '4000002500003155']) {
    const session = await createSession(payments.stripe, monthly.id);
    const path = `/c/pay/${session.id}`;
    const asked = await payments.send(path, { ...goodCard, number });
    expect(await asked.text()).toContain('3D Secure');
    const failed = await payments.send(`${path}/authentication`, { do: 'fail' });
    expect(await failed.text()).toContain('We are unable to authenticate your payment method.');
    await payments.send(path, { ...goodCard, number });
    expect((await payments.send(`${path}/authentication`, { do: 'complete' })).status).toBe(303);
    const complete = await payments.stripe.checkout.sessions.retrieve(session.id);
    expect(complete.status).toBe('complete');
    await payments.advance(32);
    const later = await payments.stripe.subscriptions.retrieve(String(complete.subscription));
    expect(later.status).toBe(number === '4000002500003155' ? 'active' : 'past_due');
  }
});

it('refuses the brands that the session blocks', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const session = await createSession(payments.stripe, monthly.id, {
    payment_method_options: { card: { restrictions: { brands_blocked: ['discover_global_network'] } } },
  });
  for (const [number, name] of [
    ['6011111111111117', 'Discover'],
    ['30569309025904', 'Diners Club'],
    ['3566002020360505', 'JCB'],
    ['6200000000000005', 'UnionPay'],
  ] as const) {
    const response = await payments.send(`/c/pay/${session.id}`, { ...goodCard, number });
    expect(await response.text()).toContain(`${name} is not accepted.`);
  }
  expect(
    (await payments.send(`/c/pay/${session.id}`, { ...goodCard, number: '378282246310005', cvc: '1234' }))
      .status,
  ).toBe(303);
});

it('applies a promotion code once', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const coupon = await payments.stripe.coupons.create({ percent_off: 50, duration: 'once', name: 'Half' });
  const promotion = await payments.stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code: 'HALF',
    max_redemptions: 1,
  });
  const session = await createSession(payments.stripe, monthly.id, { allow_promotion_codes: true });
  const path = `/c/pay/${session.id}`;
  const applied = await payments.send(path, { ...goodCard, do: 'promotion', promotion: 'half' });
  expect(await applied.text()).toMatch(/Discount HALF[\s\S]*€14.50/);
  const unknown = await payments.send(path, { ...goodCard, promotion: 'NOPE' });
  expect(await unknown.text()).toContain('This code is invalid.');
  expect((await payments.send(path, { ...goodCard, promotion: 'HALF' })).status).toBe(303);
  const complete = await payments.stripe.checkout.sessions.retrieve(session.id, { expand: ['invoice'] });
  expect(complete).toMatchObject({
    amount_subtotal: 2900,
    amount_total: 1450,
    total_details: { amount_discount: 1450 },
    invoice: { total: 1450, amount_paid: 1450 },
  });
  expect(await payments.stripe.promotionCodes.retrieve(promotion.id)).toMatchObject({ times_redeemed: 1 });
  await payments.advance(32);
  const invoices = await payments.stripe.invoices.list({ customer: String(complete.customer) });
  expect(invoices.data.map(({ total }) => total)).toEqual([2900, 1450]);
});

it('taxes by country, and not a business in another country of the EU', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const more = {
    automatic_tax: { enabled: true },
    tax_id_collection: { enabled: true },
    billing_address_collection: 'required' as const,
  };
  const consumer = await subscribe(payments, monthly.id, more);
  const [taxed] = (await payments.stripe.invoices.list({ customer: consumer.customer })).data;
  expect(taxed).toMatchObject({
    total: 2900,
    total_excluding_tax: 2437,
    total_taxes: [{ amount: 463, tax_behavior: 'inclusive', taxability_reason: 'standard_rated' }],
  });
  const session = await createSession(payments.stripe, monthly.id, more);
  const wrong = await payments.send(`/c/pay/${session.id}`, { ...goodCard, tax_id: 'DE12' });
  expect(await wrong.text()).toContain('Your tax ID is invalid.');
  const business = await subscribe(payments, monthly.id, more, { tax_id: 'DE 123456789' });
  const [reversed] = (await payments.stripe.invoices.list({ customer: business.customer })).data;
  expect(reversed).toMatchObject({
    total: 2900,
    total_excluding_tax: 2900,
    customer_tax_exempt: 'reverse',
    customer_tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
    total_taxes: [{ amount: 0, taxability_reason: 'reverse_charge' }],
  });
});

it('starts a trial without a payment, and announces its end', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const { session, subscription } = await subscribe(
    payments,
    monthly.id,
    { subscription_data: { trial_period_days: 14 } },
    { number: '4000000000000341' },
  );
  expect(session.payment_status).toBe('no_payment_required');
  expect(subscription.status).toBe('trialing');
  await payments.advance(12);
  expect(receivedEvents().map(({ type }) => type)).toContain('customer.subscription.trial_will_end');
  await payments.advance(3);
  expect(await payments.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' });
});

it('escapes hostile text, and keeps no number of a card', async () => {
  const hostile = '<script>alert(1)</script>"\'';
  const product = await payments.stripe.products.create({ name: hostile });
  const price = await payments.stripe.prices.create({
    product: product.id,
    currency: 'eur',
    unit_amount: 500,
    recurring: { interval: 'month' },
  });
  const { session, customer } = await subscribe(
    payments,
    price.id,
    {},
    { name: hostile, number: '5555555555554444' },
  );
  const portal = await payments.stripe.billingPortal.sessions.create({
    customer,
    return_url: 'https://app.example/',
  });
  const [invoice] = (await payments.stripe.invoices.list({ customer })).data;
  const open = await createSession(payments.stripe, price.id, {
    customer,
    cancel_url: 'https://app.example/?a="><script>alert(2)</script>',
    custom_text: { submit: { message: hostile } },
  });
  const addresses = [
    portal.url,
    invoice?.hosted_invoice_url,
    open.url,
    `${payments.url}/c/pay/${session.id}`,
  ];
  for (const address of addresses)
    expect(await (await fetch(String(address))).text()).not.toMatch(/<script>alert/);
  for (const address of ['/_control/state', '/_control/calls'])
    expect(await (await fetch(`${payments.url}${address}`)).text()).not.toContain('5555555555554444');
  const events = await payments.stripe.events.list({ limit: 100 });
  expect(JSON.stringify(events)).not.toContain('5555555555554444');
});
