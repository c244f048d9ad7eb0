import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPrices, startTestPayments, subscribe, type TestPayments } from './test-client.ts';

let payments: TestPayments;
beforeEach(async () => {
  payments = await startTestPayments();
});
afterEach(() => payments.close());

const card = { number: '6011111111111117', expiry: '12/34', cvc: '123', name: 'Ana', country: 'DE' };
const recipient = {
  email: 'new@example.com',
  name: 'New GmbH',
  country: 'FR',
  postal_code: '75001',
  line1: 'Rue 1',
  city: 'Paris',
  tax_id: 'FR12345678901',
};

async function openPortal(params: object = {}) {
  const { monthly } = await createPrices(payments.stripe);
  const subscribed = await subscribe(payments, monthly.id);
  const session = await payments.stripe.billingPortal.sessions.create({
    customer: subscribed.customer,
    return_url: 'https://app.example/billing',
    ...params,
  });
  return { ...subscribed, session, path: new URL(session.url).pathname };
}

it('changes the card, also to a brand that Checkout blocks', async () => {
  const { path, customer, subscription } = await openPortal();
  expect(await (await fetch(payments.url + path)).text()).toMatch(
    /No money moves[\s\S]*Kindling Pro[\s\S]*Visa •••• 4242[\s\S]*-0001/,
  );
  expect((await payments.send(`${path}/card`, { ...card, number: '4000000000000002' })).status).toBe(402);
  const changed = await payments.send(`${path}/card`, card);
  expect(changed.headers.get('location')).toBe(`${path}?home&saved`);
  const after = await payments.stripe.customers.retrieve(customer, {
    expand: ['invoice_settings.default_payment_method'],
  });
  expect(after).toMatchObject({
    invoice_settings: { default_payment_method: { card: { brand: 'discover' } } },
  });
  expect(
    await payments.stripe.subscriptions.retrieve(subscription.id, { expand: ['default_payment_method'] }),
  ).toMatchObject({ default_payment_method: { card: { last4: '1117' } } });
});

it('opens the card form at once for that flow, and goes back as it says', async () => {
  const { path } = await openPortal({
    flow_data: {
      type: 'payment_method_update',
      after_completion: { type: 'redirect', redirect: { return_url: 'https://app.example/back' } },
    },
    locale: 'de',
  });
  expect(await (await fetch(payments.url + path)).text()).toMatch(/Es fließt kein Geld[\s\S]*Kartennummer/);
  expect((await payments.send(`${path}/card`, card)).headers.get('location')).toBe(
    'https://app.example/back',
  );
});

it('changes the recipient and the VAT number', async () => {
  const { path, customer } = await openPortal();
  const wrong = await payments.send(`${path}/recipient`, { ...recipient, tax_id: 'FR1' });
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining('Your tax ID is invalid.'),
  ]);
  expect((await payments.send(`${path}/recipient`, recipient)).status).toBe(303);
  expect(await payments.stripe.customers.retrieve(customer, { expand: ['tax_ids'] })).toMatchObject({
    email: 'new@example.com',
    name: 'New GmbH',
    address: { country: 'FR', city: 'Paris' },
    tax_ids: { data: [{ type: 'eu_vat', value: 'FR12345678901' }] },
  });
});

it('cancels and resumes where the configuration allows it', async () => {
  const { path, subscription } = await openPortal();
  const fields = { subscription: subscription.id };
  await payments.send(`${path}/cancel`, fields);
  expect((await payments.stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end).toBe(true);
  await payments.send(`${path}/resume`, fields);
  expect((await payments.stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end).toBe(false);
  const configuration = await payments.stripe.billingPortal.configurations.create({
    features: { invoice_history: { enabled: true }, payment_method_update: { enabled: true } },
    metadata: { of: 'test' },
  });
  expect((await payments.stripe.billingPortal.configurations.list({ is_default: false })).data).toMatchObject(
    [{ id: configuration.id }],
  );
  const limited = await openPortal({ configuration: configuration.id });
  const page = await (await fetch(payments.url + limited.path)).text();
  expect(page).not.toContain('Cancel subscription');
  expect(
    (await payments.send(`${limited.path}/cancel`, { subscription: limited.subscription.id })).status,
  ).toBe(400);
  // The subscription of another customer is nobody's business.
  expect((await payments.send(`${path}/cancel`, { subscription: limited.subscription.id })).status).toBe(400);
  const updated = await payments.stripe.billingPortal.configurations.update(configuration.id, {
    features: { subscription_cancel: { enabled: true, mode: 'at_period_end' } },
  });
  expect(updated.features).toMatchObject({
    subscription_cancel: { enabled: true },
    invoice_history: { enabled: true },
  });
  await payments.advance(1);
  expect((await fetch(payments.url + path)).status).toBe(400);
});

/** The text of a PDF that is not compressed: pdfkit writes it as pieces of hexadecimal digits. */
function textOf(pdf: Buffer): string {
  const pieces = [...pdf.toString('latin1').matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/g)];
  return pieces
    .map(([, line = '']) =>
      [...line.matchAll(/<([0-9a-f]*)>/g)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n');
}

it('gives invoices as PDF files', async () => {
  const { monthly } = await createPrices(payments.stripe);
  const { customer } = await subscribe(
    payments,
    monthly.id,
    {
      automatic_tax: { enabled: true },
      tax_id_collection: { enabled: true },
      billing_address_collection: 'required',
    },
    { tax_id: 'DE123456789', name: 'Ana Đorđević & Söhne' },
  );
  const [invoice] = (await payments.stripe.invoices.list({ customer })).data;
  const response = await fetch(invoice?.invoice_pdf ?? '');
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const pdf = Buffer.from(await response.arrayBuffer());
  expect(pdf.subarray(0, 4).toString()).toBe('%PDF');
  const text = textOf(pdf);
  for (const part of [
    'Simulated: no money moves',
    invoice?.number ?? '',
    'VAT IE1234567FA',
    'VAT DE123456789',
    'Kindling Pro',
    'Reverse charge',
    'Total',
    '29.00',
  ])
    expect(text).toContain(part);
});

it('keeps everything over a restart, and the time', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'payments-'));
  await payments.close();
  payments = await startTestPayments({ dataFolder });
  const { monthly } = await createPrices(payments.stripe);
  const { subscription, customer } = await subscribe(
    payments,
    monthly.id,
    {},
    { number: '5555555555554444' },
  );
  await payments.advance(32);
  await payments.close();
  expect(readFileSync(join(dataFolder, 'payments.json'), 'utf8')).not.toContain('5555555555554444');
  payments = await startTestPayments({ dataFolder });
  expect(await payments.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
  expect((await payments.stripe.invoices.list({ customer })).data).toHaveLength(2);
  const [kept] = (await payments.stripe.invoices.list({ customer })).data;
  expect((await fetch(kept?.hosted_invoice_url ?? '')).status).toBe(200);
  await payments.advance(31);
  expect((await payments.stripe.invoices.list({ customer })).data).toHaveLength(3);
  expect(
    new Set((await payments.stripe.invoices.list({ customer })).data.map(({ number }) => number)).size,
  ).toBe(3);
  await payments.close();
  rmSync(dataFolder, { recursive: true });
  payments = await startTestPayments();
});
