import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addIntervals, periodEnd } from './periods.ts';
import { createPrices, startTestPayments, subscribe, type TestPayments } from './test-client.ts';

let payments: TestPayments;
beforeEach(async () => {
  payments = await startTestPayments();
});
afterEach(() => payments.close());

const eventTypes = async (after = 0): Promise<string[]> => {
  const { data } = await payments.stripe.events.list({ limit: 100 });
  return data
    .toReversed()
    .slice(after)
    .map(({ type }) => type);
};
const countEvents = async () => (await payments.stripe.events.list({ limit: 100 })).data.length;
const invoicesOf = async (customer: string) => (await payments.stripe.invoices.list({ customer })).data;

it('counts months from the anchor, as the calendar has them', () => {
  const month = { interval: 'month', interval_count: 1 };
  const anchor = Date.UTC(2027, 0, 31, 12) / 1000;
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);
  expect([1, 2, 3, 13].map((count) => iso(addIntervals(anchor, month, count)))).toEqual([
    '2027-02-28T12:00',
    '2027-03-31T12:00',
    '2027-04-30T12:00',
    '2028-02-29T12:00',
  ]);
  expect(iso(periodEnd(anchor, month, addIntervals(anchor, month, 1)))).toBe('2027-03-31T12:00');
  expect(iso(addIntervals(Date.UTC(2028, 1, 29) / 1000, { interval: 'year', interval_count: 1 }, 1))).toBe(
    '2029-02-28T00:00',
  );
});

it('renews when the period is over: a draft for an hour, then the charge', async () => {
  await payments.control({ action: 'clock', at: '2027-01-31T12:00:00Z', hold: true });
  const { monthly } = await createPrices(payments.stripe);
  const { subscription, customer } = await subscribe(payments, monthly.id);
  await payments.control({ action: 'clock', at: '2027-02-28T12:00:00Z', hold: true });
  const [draft] = await invoicesOf(customer);
  expect(draft).toMatchObject({
    status: 'draft',
    billing_reason: 'subscription_cycle',
    number: null,
    total: 2900,
  });
  const before = await countEvents();
  await payments.control({ action: 'clock', advanceSeconds: 3600 });
  expect(await invoicesOf(customer)).toMatchObject([
    { status: 'paid', attempt_count: 1 },
    { status: 'paid' },
  ]);
  expect(await eventTypes(before)).toEqual([
    'invoice.finalized',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.updated',
    'invoice.paid',
    'invoice.payment_succeeded',
  ]);
  const renewed = await payments.stripe.subscriptions.retrieve(subscription.id);
  expect(renewed.items.data[0]).toMatchObject({
    current_period_start: Date.UTC(2027, 1, 28, 12) / 1000,
    current_period_end: Date.UTC(2027, 2, 31, 12) / 1000,
  });
  expect(await eventTypes()).toContain('invoice.upcoming');
  // Many periods at once happen in their order, each at its own time.
  await payments.control({ action: 'clock', at: '2027-07-01T00:00:00Z', hold: true });
  const all = await invoicesOf(customer);
  expect(all.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 10))).toEqual([
    '2027-06-30',
    '2027-05-31',
    '2027-04-30',
    '2027-03-31',
    '2027-02-28',
    '2027-01-31',
  ]);
  expect(all.every(({ status }) => status === 'paid')).toBe(true);
});

it('tries a declined renewal again after 3, 5 and 7 days, and then cancels', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const { subscription, customer } = await subscribe(payments, monthly.id);
  await payments.control({ action: 'card-declines', customer, code: 'insufficient_funds' });
  const { current_period_end: end } = subscription.items.data[0] as Stripe.SubscriptionItem;
  await payments.control({ action: 'clock', at: new Date((end + 3600) * 1000).toISOString(), hold: true });
  const day = 86_400;
  for (const [attempt, wait] of [
    [1, 3],
    [2, 5],
    [3, 7],
  ] as const) {
    const [invoice] = await invoicesOf(customer);
    const now = Math.floor(Date.parse(String((await clock()).now)) / 1000);
    expect(invoice).toMatchObject({
      status: 'open',
      attempt_count: attempt,
      next_payment_attempt: now + wait * day,
    });
    expect((await payments.stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
    await payments.advance(wait);
  }
  expect((await invoicesOf(customer))[0]).toMatchObject({
    status: 'open',
    attempt_count: 4,
    next_payment_attempt: null,
  });
  const ended = await payments.stripe.subscriptions.retrieve(subscription.id);
  expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
  const types = await eventTypes();
  expect(types.filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
  expect(types).toContain('customer.subscription.deleted');
  expect(await payments.stripe.customers.retrieve(customer)).toMatchObject({ delinquent: true });
});

const clock = async () => (await (await fetch(`${payments.url}/_control/clock`)).json()) as { now: string };

it('recovers when the card works again, and can stay unpaid or past due', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const { subscription, customer } = await subscribe(payments, monthly.id);
  await payments.control({ action: 'card-declines', customer });
  await payments.advance(32);
  const [open] = await invoicesOf(customer);
  await expect(payments.stripe.invoices.pay(String(open?.id))).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
  });
  expect((await invoicesOf(customer))[0]?.attempt_count).toBe(1);
  await payments.control({ action: 'card-declines', customer, off: true });
  expect(await payments.stripe.invoices.pay(String(open?.id))).toMatchObject({ status: 'paid' });
  expect((await payments.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
  for (const is of ['unpaid', 'past_due']) {
    await payments.control({ action: 'after-retries', is });
    const other = await subscribe(payments, monthly.id);
    await payments.control({ action: 'card-declines', customer: other.customer });
    await payments.advance(48);
    expect((await payments.stripe.subscriptions.retrieve(other.subscription.id)).status).toBe(is);
  }
});

it('asks for authentication off session, and is paid on the hosted page', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const { subscription, customer } = await subscribe(payments, monthly.id);
  const portal = await payments.stripe.billingPortal.sessions.create({
    customer,
    return_url: 'https://app.example/',
  });
  const path = new URL(portal.url).pathname;
  const asked = await payments.send(`${path}/card`, {
    number: '4000002760003184',
    expiry: '12/34',
    cvc: '123',
    name: 'A',
    country: 'DE',
  });
  const action = /action="([^"]+)"/.exec(await asked.text())?.[1] ?? '';
  expect((await payments.send(action, { do: 'complete' })).status).toBe(303);
  await payments.advance(32);
  expect(await eventTypes()).toEqual(
    expect.arrayContaining(['invoice.payment_action_required', 'invoice.payment_failed']),
  );
  const [invoice] = await invoicesOf(customer);
  const page = new URL(invoice?.hosted_invoice_url ?? '').pathname;
  expect(await (await fetch(payments.url + page)).text()).toContain('Authentication');
  const step = await payments.send(page, { do: 'known' });
  const next = /action="([^"]+authentication[^"]+)"/.exec(await step.text())?.[1] ?? '';
  expect((await payments.send(next, { do: 'fail' })).status).toBe(402);
  expect((await payments.send(next, { do: 'complete' })).status).toBe(303);
  expect((await invoicesOf(customer))[0]?.status).toBe('paid');
  expect((await payments.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
});

it('is paid on the hosted page with another card, which stays', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const { subscription, customer } = await subscribe(payments, monthly.id);
  await payments.control({ action: 'card-declines', customer });
  await payments.advance(32);
  const [invoice] = await invoicesOf(customer);
  const page = new URL(invoice?.hosted_invoice_url ?? '').pathname;
  const card = { number: '5555555555554444', expiry: '12/34', cvc: '123', name: 'A', country: 'DE' };
  expect(await (await payments.send(page, card)).text()).toContain('Your card was declined.');
  await payments.control({ action: 'card-declines', customer, off: true });
  expect((await payments.send(page, card)).status).toBe(303);
  const after = await payments.stripe.subscriptions.retrieve(subscription.id, {
    expand: ['default_payment_method'],
  });
  expect(after).toMatchObject({
    status: 'active',
    default_payment_method: { card: { brand: 'mastercard', last4: '4444' } },
  });
});

it('ends with the period when it was canceled, unless it is resumed', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const { subscription, customer } = await subscribe(payments, monthly.id);
  const canceled = await payments.stripe.subscriptions.update(subscription.id, {
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive', comment: 'Too much' },
  });
  expect(canceled).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: subscription.items.data[0]?.current_period_end,
    cancellation_details: { reason: 'cancellation_requested', feedback: 'too_expensive' },
  });
  const resumed = await payments.stripe.subscriptions.update(subscription.id, {
    cancel_at_period_end: false,
  });
  expect(resumed).toMatchObject({ cancel_at: null, canceled_at: null, cancel_at_period_end: false });
  await payments.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  await payments.advance(32);
  expect(await payments.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'canceled',
    ended_at: subscription.items.data[0]?.current_period_end,
  });
  expect(await invoicesOf(customer)).toHaveLength(1);
  expect((await payments.stripe.subscriptions.list({ customer })).data).toEqual([]);
  expect((await payments.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
});

it('ends at once, and gives credit when that is asked for', async () => {
  const { yearly } = await createPrices(payments.stripe);
  const { subscription, customer } = await subscribe(payments, yearly.id);
  await payments.control({ action: 'clock', advanceSeconds: 182.5 * 86_400 });
  const ended = await payments.stripe.subscriptions.cancel(subscription.id, {
    prorate: true,
    invoice_now: true,
  });
  expect(ended).toMatchObject({ status: 'canceled' });
  const { balance } = (await payments.stripe.customers.retrieve(customer)) as Stripe.Customer;
  expect(balance).toBeLessThan(-14_400);
  expect(balance).toBeGreaterThan(-14_600);
  await expect(payments.stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
    code: 'resource_missing',
  });
});

it('pauses after a trial without a card, and goes on when it is resumed', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const { subscription, customer } = await subscribe(
    payments,
    monthly.id,
    {
      payment_method_collection: 'if_required',
      subscription_data: {
        trial_period_days: 7,
        trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
      },
    },
    { number: '' },
  );
  await payments.advance(8);
  expect((await payments.stripe.subscriptions.retrieve(subscription.id)).status).toBe('paused');
  const card = await payments.stripe.paymentMethods.attach('pm_card_visa', { customer });
  await payments.stripe.subscriptions.update(subscription.id, { default_payment_method: card.id });
  expect(await payments.stripe.subscriptions.resume(subscription.id)).toMatchObject({ status: 'active' });
  expect((await invoicesOf(customer))[0]).toMatchObject({ status: 'paid', total: 2900 });
  await payments.control({ action: 'renew-card', customer });
  expect((await eventTypes()).filter((type) => /paused|resumed|automatically/.test(type))).toEqual([
    'customer.subscription.paused',
    'customer.subscription.resumed',
    'payment_method.automatically_updated',
  ]);
});

it('gives an invoice up on request, and takes a late payment', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const { customer } = await subscribe(payments, monthly.id);
  await payments.control({ action: 'card-declines', customer });
  await payments.advance(32);
  const id = String((await invoicesOf(customer))[0]?.id);
  expect(await payments.stripe.invoices.markUncollectible(id)).toMatchObject({ status: 'uncollectible' });
  await payments.control({ action: 'card-declines', customer, off: true });
  expect(await payments.stripe.invoices.pay(id)).toMatchObject({ status: 'paid' });
});
