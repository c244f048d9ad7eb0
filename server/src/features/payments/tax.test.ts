/** Taxes on invoices where Stripe Tax calculates them: prices contain the tax, and a business abroad owes it itself. */
import type { InvoiceRecipient } from '@kindling/contract/billing';
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { type PaymentsWorld, startPaymentsWorld } from '../../testing/payments-world.ts';
import type { TestUser } from '../../testing/test-app.ts';

/** The simulated seller is in Ireland. */
const home = { country: 'IE', postal_code: 'D02', city: 'Dublin' };
const abroad = { country: 'DE', postal_code: '10115', city: 'Berlin' };
/** A monthly plan of 15.00 with its tax, as `server/src/testing/payments-world.ts` sells it. */
const price = 1500;

describe.each(featureModes)('taxes, %s', (mode) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await startPaymentsWorld(mode, { STRIPE_TAX: '1' });
  });
  afterAll(() => world.close());

  /** Newest first, as the provider has them. */
  async function invoicesOf(user: TestUser): Promise<Stripe.Invoice[]> {
    const { rows } = await queryAsOwner<{ customer_id: string }>(
      world.app.services.db,
      'select customer_id from payment_customers where account_id = $1',
      [user.accountId],
    );
    const client = await world.deps.stripe();
    return (await client.invoices.list({ customer: rows[0]?.customer_id ?? '' })).data;
  }

  async function buyAs(name: string, card: Record<string, string>) {
    const user = await world.app.signIn(`${name}@example.com`);
    await world.buy(user, 'month', card);
    const [invoice] = await invoicesOf(user);
    if (invoice === undefined) throw new Error('There is no invoice.');
    return { user, invoice };
  }

  /** The text of the newest invoice's PDF, by the addresses that the product shows. */
  async function paperOf(user: TestUser): Promise<string> {
    const { items } = (await user.call('GET', '/billing/invoices')).json as { items: { id: string }[] };
    const answer = await user.call('POST', `/billing/invoices/${items[0]?.id}/addresses`);
    const pdf = await (await fetch((answer.json as { pdf: string }).pdf)).text();
    return [...pdf.matchAll(/<([0-9a-f]+)>/g)]
      .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
      .join('');
  }

  const shownTotal = async (user: TestUser) =>
    ((await user.call('GET', '/billing/invoices')).json as { items: { total: unknown }[] }).items[0]?.total;

  test('a business in another country of the EU owes the tax itself, and the invoice says so', async () => {
    const { user, invoice } = await buyAs('company', { ...abroad, tax_id: 'DE 123 456 789' });
    expect(invoice).toMatchObject({
      automatic_tax: { enabled: true, status: 'complete' },
      customer_tax_exempt: 'reverse',
      customer_tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
      total: price,
      total_excluding_tax: price,
      total_taxes: [{ amount: 0, taxability_reason: 'reverse_charge', taxable_amount: price }],
    });
    const paper = await paperOf(user);
    expect(paper).toContain('Reverse charge');
    expect(paper).toContain('VAT DE123456789');
    expect(await shownTotal(user)).toEqual({ amount: price, currency: 'USD' });
  });

  test('a consumer pays the tax of their country within the same price', async () => {
    const { user, invoice } = await buyAs('consumer', abroad);
    const tax = Math.round((price * 19) / 119);
    expect(invoice).toMatchObject({
      customer_tax_exempt: 'none',
      customer_tax_ids: [],
      total: price,
      total_excluding_tax: price - tax,
      total_taxes: [{ amount: tax, tax_behavior: 'inclusive', taxability_reason: 'standard_rated' }],
    });
    expect(await paperOf(user)).not.toContain('Reverse charge');
    expect(await shownTotal(user)).toEqual({ amount: price, currency: 'USD' });
  });

  test('a business in the country of the seller pays the tax too', async () => {
    const { user, invoice } = await buyAs('neighbor', { ...home, tax_id: 'IE1234567FA' });
    const tax = Math.round((price * 23) / 123);
    expect(invoice).toMatchObject({
      customer_tax_exempt: 'none',
      total: price,
      total_taxes: [{ amount: tax, taxability_reason: 'standard_rated' }],
    });
    expect(await paperOf(user)).not.toContain('Reverse charge');
  });

  test('a VAT number that is added later counts from the next invoice on', async () => {
    const { user } = await buyAs('later', abroad);
    const { recipient } = (await user.call('GET', '/billing/recipient')).json as {
      recipient: InvoiceRecipient;
    };
    const saved = await user.call('PUT', '/billing/recipient', { ...recipient, vatNumber: 'de 123.456.789' });
    expect(saved.json).toMatchObject({ recipient: { vatNumber: 'DE123456789' } });
    await world.advance(32);
    const invoices = await invoicesOf(user);
    expect(invoices.map(({ total, customer_tax_exempt }) => [total, customer_tax_exempt])).toEqual([
      [price, 'reverse'],
      [price, 'none'],
    ]);
  });
});

test('without Stripe Tax an invoice names no tax', async () => {
  const world = await startPaymentsWorld(featureModes[0] ?? 'embedded');
  const user = await world.app.signIn('untaxed@example.com');
  await world.buy(user);
  const { invoices } = (await (await fetch(`${world.url}/_control/state`)).json()) as { invoices: object[] };
  expect(invoices).toMatchObject([{ automatic_tax: { enabled: false }, total: price, total_taxes: [] }]);
  await world.close();
});
