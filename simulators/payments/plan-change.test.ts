import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPrices, startTestPayments, subscribe, type TestPayments } from './test-client.ts';

let payments: TestPayments;
beforeEach(async () => {
  payments = await startTestPayments();
  await payments.control({ action: 'clock', at: '2027-03-01T00:00:00Z', hold: true });
});
afterEach(() => payments.close());

type Changed = { customer: string; subscription: Stripe.Subscription; item: string };

async function started(
  price: string,
  more: Stripe.Checkout.SessionCreateParams.Discount[] = [],
): Promise<Changed> {
  const { customer, subscription } = await subscribe(
    payments,
    price,
    more.length > 0 ? { discounts: more } : {},
  );
  return { customer, subscription, item: String(subscription.items.data[0]?.id) };
}

const amounts = (invoice: Stripe.Invoice) => ({
  lines: invoice.lines.data.map(({ amount, description, period }) => ({ amount, description, period })),
  total: invoice.total,
  amount_due: invoice.amount_due,
  starting_balance: invoice.starting_balance,
  ending_balance: invoice.ending_balance,
});
const latestInvoice = async (id: string) => {
  const { latest_invoice } = await payments.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  return latest_invoice as Stripe.Invoice;
};

it('changes from monthly to yearly with an invoice that equals its preview', async () => {
  const { monthly, yearly } = await createPrices(payments.stripe);
  const { subscription, item } = await started(monthly.id);
  await payments.control({ action: 'clock', at: '2027-03-16T12:00:00Z', hold: true });
  const proration_date = Date.UTC(2027, 2, 16, 12) / 1000;
  const preview = await payments.stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: item, price: yearly.id }],
      proration_behavior: 'always_invoice',
      proration_date,
    },
  });
  expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-1450, 29_000]);
  expect(preview).toMatchObject({
    status: 'draft',
    amount_due: 27_550,
    billing_reason: 'subscription_update',
  });
  await payments.control({ action: 'clock', advanceSeconds: 60 });
  const updated = await payments.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: yearly.id }],
    proration_behavior: 'always_invoice',
    proration_date,
    payment_behavior: 'pending_if_incomplete',
  });
  expect(updated.items.data[0]).toMatchObject({
    id: item,
    price: { id: yearly.id },
    current_period_start: proration_date,
    current_period_end: Date.UTC(2028, 2, 16, 12) / 1000,
  });
  const invoice = await latestInvoice(subscription.id);
  expect(amounts(invoice)).toEqual(amounts(preview));
  expect(invoice).toMatchObject({ status: 'paid', amount_paid: 27_550 });
  expect(invoice.lines.data.map(({ parent }) => parent?.subscription_item_details?.proration)).toEqual([
    true,
    false,
  ]);
});

it('changes from yearly to monthly with credit that later invoices use', async () => {
  const { monthly, yearly } = await createPrices(payments.stripe);
  const { subscription, item, customer } = await started(yearly.id);
  const change = { items: [{ id: item, price: monthly.id }], proration_behavior: 'always_invoice' as const };
  const preview = await payments.stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: change,
  });
  expect(preview).toMatchObject({ total: -26_100, amount_due: 0, ending_balance: -26_100 });
  await payments.stripe.subscriptions.update(subscription.id, change);
  const invoice = await latestInvoice(subscription.id);
  expect(amounts(invoice)).toEqual(amounts(preview));
  expect(invoice.status).toBe('paid');
  expect(await payments.stripe.customers.retrieve(customer)).toMatchObject({ balance: -26_100 });
  await payments.advance(33);
  const [renewal] = (await payments.stripe.invoices.list({ customer })).data;
  expect(renewal).toMatchObject({
    total: 2900,
    amount_due: 0,
    status: 'paid',
    starting_balance: -26_100,
    ending_balance: -23_200,
  });
  expect((await payments.stripe.invoicePayments.list({ invoice: String(renewal?.id) })).data).toEqual([]);
});

it('keeps prorations for the next invoice, or makes none', async () => {
  const { monthly, product } = await createPrices(payments.stripe);
  const dearer = await payments.stripe.prices.create({
    product: product.id,
    currency: 'eur',
    unit_amount: 5900,
    recurring: { interval: 'month' },
  });
  const { subscription, item, customer } = await started(monthly.id);
  await payments.control({ action: 'clock', at: '2027-03-16T12:00:00Z', hold: true });
  await payments.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: dearer.id }],
    proration_behavior: 'create_prorations',
  });
  const upcoming = await payments.stripe.invoices.createPreview({ subscription: subscription.id });
  expect(upcoming.lines.data.map(({ amount }) => amount)).toEqual([-1450, 2950, 5900]);
  await payments.advance(17);
  const [renewal] = (await payments.stripe.invoices.list({ customer })).data;
  expect(renewal).toMatchObject({ total: 7400, status: 'paid', billing_reason: 'subscription_cycle' });
  await payments.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: monthly.id }],
    proration_behavior: 'none',
  });
  expect((await payments.stripe.invoices.createPreview({ subscription: subscription.id })).total).toBe(2900);
  await expect(
    payments.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { cancel_at_period_end: true },
    }),
  ).rejects.toMatchObject({ code: 'invoice_upcoming_none', statusCode: 404 });
});

it('leaves an update pending until its invoice is paid', async () => {
  const { monthly, yearly } = await createPrices(payments.stripe);
  const { subscription, item, customer } = await started(monthly.id);
  await payments.control({ action: 'card-declines', customer });
  const change = { items: [{ id: item, price: yearly.id }], proration_behavior: 'always_invoice' as const };
  const pending = await payments.stripe.subscriptions.update(subscription.id, {
    ...change,
    payment_behavior: 'pending_if_incomplete',
  });
  expect(pending).toMatchObject({
    status: 'active',
    items: { data: [{ price: { id: monthly.id } }] },
    pending_update: {
      expires_at: Date.UTC(2027, 2, 1, 23) / 1000,
      subscription_items: [{ price: { id: yearly.id } }],
    },
  });
  await payments.control({ action: 'card-declines', customer, off: true });
  await payments.stripe.invoices.pay(String(pending.latest_invoice));
  const applied = await payments.stripe.subscriptions.retrieve(subscription.id);
  expect(applied).toMatchObject({ pending_update: null, items: { data: [{ price: { id: yearly.id } }] } });
  expect(await typesSeen()).toContain('customer.subscription.pending_update_applied');
});

const typesSeen = async () =>
  (await payments.stripe.events.list({ limit: 100 })).data.map(({ type }) => type);

it('forgets a pending update after 23 hours', async () => {
  const { monthly, yearly } = await createPrices(payments.stripe);
  const { subscription, item, customer } = await started(monthly.id);
  await payments.control({ action: 'card-declines', customer });
  const pending = await payments.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: yearly.id }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
  });
  await payments.advance(1);
  expect(await payments.stripe.invoices.retrieve(String(pending.latest_invoice))).toMatchObject({
    status: 'void',
  });
  expect(await payments.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    pending_update: null,
    status: 'active',
  });
  expect(await typesSeen()).toEqual(
    expect.arrayContaining(['customer.subscription.pending_update_expired', 'invoice.voided']),
  );
  await expect(
    payments.stripe.subscriptions.update(subscription.id, {
      payment_behavior: 'pending_if_incomplete',
      metadata: { a: '1' },
    }),
  ).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param: 'metadata' });
});

it('refuses the change or becomes past due when the payment fails', async () => {
  const { monthly, yearly } = await createPrices(payments.stripe);
  const { subscription, item, customer } = await started(monthly.id);
  await payments.control({ action: 'card-declines', customer, code: 'insufficient_funds' });
  const change = { items: [{ id: item, price: yearly.id }], proration_behavior: 'always_invoice' as const };
  await expect(
    payments.stripe.subscriptions.update(subscription.id, {
      ...change,
      payment_behavior: 'error_if_incomplete',
    }),
  ).rejects.toMatchObject({ type: 'StripeCardError', decline_code: 'insufficient_funds' });
  expect((await payments.stripe.invoices.list({ customer })).data).toHaveLength(1);
  const after = await payments.stripe.subscriptions.update(subscription.id, {
    ...change,
    payment_behavior: 'allow_incomplete',
  });
  expect(after).toMatchObject({ status: 'past_due', items: { data: [{ price: { id: yearly.id } }] } });
});

it('credits what was paid, not what a coupon saved', async () => {
  const { monthly, yearly } = await createPrices(payments.stripe);
  const coupon = await payments.stripe.coupons.create({ percent_off: 50, duration: 'once' });
  const { subscription, item } = await started(monthly.id, [{ coupon: coupon.id }]);
  await payments.control({ action: 'clock', at: '2027-03-16T12:00:00Z', hold: true });
  const preview = await payments.stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { items: [{ id: item, price: yearly.id }], proration_behavior: 'always_invoice' },
  });
  expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-725, 29_000]);
});

it('refuses another currency, another item and a canceled subscription', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const dollars = await createPrices(payments.stripe, 'usd');
  const { subscription, item, customer } = await started(monthly.id);
  const update = (params: Stripe.SubscriptionUpdateParams) =>
    payments.stripe.subscriptions.update(subscription.id, params);
  await expect(update({ items: [{ id: item, price: dollars.monthly.id }] })).rejects.toThrow(
    /expected currency: `eur`/,
  );
  await expect(update({ items: [{ price: dollars.monthly.id }] })).rejects.toThrow(/one item/);
  await expect(update({ items: [{ id: 'si_other', price: monthly.id }] })).rejects.toMatchObject({
    code: 'resource_missing',
    statusCode: 400,
  });
  await expect(
    payments.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: dollars.monthly.id, quantity: 1 }],
      success_url: 'https://app.example/',
    }),
  ).rejects.toThrow(/You cannot combine currencies on a single customer/);
  await payments.stripe.subscriptions.cancel(subscription.id);
  await expect(update({ cancel_at_period_end: true })).rejects.toMatchObject({
    code: 'invalid_canceled_subscription_fields',
  });
});

it('replaces a pending update by the next change, and ends it with the period', async () => {
  const { monthly, yearly, product } = await createPrices(payments.stripe);
  const { subscription, item, customer } = await started(monthly.id);
  await payments.control({ action: 'card-declines', customer });
  const pending = await payments.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: yearly.id }],
    payment_behavior: 'pending_if_incomplete',
  });
  await payments.control({ action: 'card-declines', customer, off: true });
  const dearer = await payments.stripe.prices.create({
    product: product.id,
    currency: 'eur',
    unit_amount: 5900,
    recurring: { interval: 'month' },
  });
  const after = await payments.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: dearer.id }],
    proration_behavior: 'always_invoice',
  });
  expect(after).toMatchObject({ pending_update: null, items: { data: [{ price: { id: dearer.id } }] } });
  expect((await payments.stripe.invoices.retrieve(String(pending.latest_invoice))).status).toBe('void');
  await payments.control({ action: 'clock', at: '2027-03-31T20:00:00Z', hold: true });
  await payments.control({ action: 'card-declines', customer });
  const late = await payments.stripe.subscriptions.update(subscription.id, {
    items: [{ id: item, price: yearly.id }],
    payment_behavior: 'pending_if_incomplete',
  });
  expect(late.pending_update?.expires_at).toBe(late.items.data[0]?.current_period_end);
  await payments.control({ action: 'card-declines', customer, off: true });
  await payments.advance(1);
  const invoices = (await payments.stripe.invoices.list({ customer })).data;
  expect(invoices.map(({ status, total }) => [status, total])).toEqual([
    ['paid', 5900],
    ['void', expect.any(Number)],
    ['paid', 3000],
    ['void', expect.any(Number)],
    ['paid', 2900],
  ]);
});
