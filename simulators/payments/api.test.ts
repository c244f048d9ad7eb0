import Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createPrices,
  createSession,
  startTestPayments,
  subscribe,
  type TestPayments,
} from './test-client.ts';

let payments: TestPayments;
beforeEach(async () => {
  payments = await startTestPayments();
});
afterEach(() => payments.close());

const failureOf = (work: Promise<unknown>): Promise<Stripe.StripeRawError> =>
  work.then(
    () => Promise.reject(new Error('it was accepted')),
    (error: Stripe.StripeRawError) => error,
  );

it('answers errors as the classes of the SDK expect them', async () => {
  const { stripe } = payments;
  const { host, port } = { host: '127.0.0.1', port: Number(new URL(payments.url).port) };
  const stranger = new Stripe('sk_test_somebody_else_9876', {
    host,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });
  expect(await failureOf(stranger.products.list())).toMatchObject({
    type: 'StripeAuthenticationError',
    message: 'Invalid API Key provided: sk_test_************9876',
  });
  expect((await fetch(`${payments.url}/v1/products`)).status).toBe(401);
  expect(await failureOf(stripe.customers.retrieve('cus_none'))).toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
    message: "No such customer: 'cus_none'",
  });
  expect(await failureOf(createSession(stripe, 'price_none'))).toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'line_items[0][price]',
  });
  const unknown = { name: 'A', foo: { bar: '1' } } as Stripe.CustomerCreateParams;
  expect(await failureOf(stripe.customers.create(unknown))).toMatchObject({
    code: 'parameter_unknown',
    param: 'foo',
  });
  const nested = { email: 'a@example.com', address: { planet: 'Mars' } } as Stripe.CustomerCreateParams;
  expect(await failureOf(stripe.customers.create(nested))).toMatchObject({
    code: 'parameter_unknown',
    param: 'address[planet]',
  });
  expect(await failureOf(stripe.products.create({} as Stripe.ProductCreateParams))).toMatchObject({
    code: 'parameter_missing',
    param: 'name',
  });
  expect(await failureOf(stripe.products.list({ limit: 500 }))).toMatchObject({
    code: 'parameter_invalid_integer',
    param: 'limit',
  });
  expect(await failureOf(stripe.accounts.retrieve('acct_1'))).toMatchObject({
    statusCode: 404,
    message: expect.stringContaining('Unrecognized request URL (GET: /v1/accounts/acct_1)'),
  });
});

it('answers faults of the provider as the SDK expects them', async () => {
  const { stripe, control } = payments;
  await control({ action: 'fail', with: 'status', status: 429 });
  expect(await failureOf(stripe.products.list())).toMatchObject({
    type: 'StripeRateLimitError',
    code: 'rate_limit',
  });
  await control({ action: 'fault', name: '500-burst', times: 1 });
  expect(await failureOf(stripe.products.list())).toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
  // The SDK sends such a call once more by itself.
  await control({ action: 'fault', name: 'reset', times: 2 });
  expect(await failureOf(stripe.products.list())).toMatchObject({ type: 'StripeConnectionError' });
  await control({ action: 'fault', name: 'reply-timeout-but-applied', as: 'reset' });
  // The SDK sends a call whose connection was closed once more, with the same key.
  const product = await stripe.products.create({ name: 'A' });
  expect((await stripe.products.list()).data.map(({ id }) => id)).toEqual([product.id]);
});

it('carries out a call once per idempotency key', async () => {
  const { stripe } = payments;
  const first = await stripe.customers.create({ name: 'A' }, { idempotencyKey: 'key-1' });
  const second = await stripe.customers.create({ name: 'A' }, { idempotencyKey: 'key-1' });
  expect(second.id).toBe(first.id);
  expect(second.lastResponse).toMatchObject({
    statusCode: 200,
    headers: { 'idempotent-replayed': 'true' },
    idempotencyKey: 'key-1',
  });
  expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId);
  expect(await failureOf(stripe.customers.create({ name: 'B' }, { idempotencyKey: 'key-1' }))).toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
    message: expect.stringContaining(
      'Keys for idempotent requests can only be used with the same parameters',
    ),
  });
  await payments.control({ action: 'fault', name: 'slow-work', ms: 200 });
  const slow = stripe.customers.create({ name: 'C' }, { idempotencyKey: 'key-2' });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await failureOf(stripe.customers.create({ name: 'C' }, { idempotencyKey: 'key-2' }))).toMatchObject({
    statusCode: 409,
    code: 'idempotency_key_in_use',
  });
  await slow;
  // An error of the parameters is not kept, so the corrected call may use the same key.
  await failureOf(stripe.customers.create({ foo: 1 } as object, { idempotencyKey: 'key-3' }));
  await stripe.customers.create({ name: 'D' }, { idempotencyKey: 'key-3' });
  await payments.advance(2);
  expect((await stripe.customers.create({ name: 'E' }, { idempotencyKey: 'key-1' })).name).toBe('E');
});

it('pages through lists, newest first', async () => {
  const { stripe } = payments;
  for (const number of [1, 2, 3, 4, 5]) await stripe.customers.create({ name: `No. ${number}` });
  const first = await stripe.customers.list({ limit: 2 });
  expect(first).toMatchObject({
    object: 'list',
    has_more: true,
    url: '/v1/customers',
    data: [{ name: 'No. 5' }, { name: 'No. 4' }],
  });
  const next = await stripe.customers.list({ limit: 2, starting_after: String(first.data[1]?.id) });
  expect(next.data.map(({ name }) => name)).toEqual(['No. 3', 'No. 2']);
  const back = await stripe.customers.list({ limit: 2, ending_before: String(next.data[0]?.id) });
  expect(back.data.map(({ name }) => name)).toEqual(['No. 5', 'No. 4']);
  const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ name }) => name)).toEqual([5, 4, 3, 2, 1].map((number) => `No. ${number}`));
  expect(await failureOf(stripe.customers.list({ starting_after: 'cus_none' }))).toMatchObject({
    param: 'starting_after',
  });
});

it('expands ids, in lists and over several levels', async () => {
  const { stripe } = payments;
  const { monthly } = await createPrices(stripe);
  const { subscription, customer } = await subscribe(payments, monthly.id);
  const [listed] = (
    await stripe.subscriptions.list({
      customer,
      expand: ['data.default_payment_method', 'data.items.data.price.product'],
    })
  ).data;
  expect(listed).toMatchObject({
    default_payment_method: { object: 'payment_method', card: { brand: 'visa' } },
    items: { data: [{ price: { product: { name: 'Kindling Pro' } } }] },
  });
  const deep = await stripe.subscriptions.retrieve(subscription.id, {
    expand: ['latest_invoice.payments.data.payment', 'customer.tax_ids'],
  });
  expect(deep).toMatchObject({
    latest_invoice: { payments: { data: [{ status: 'paid' }] } },
    customer: { tax_ids: { data: [] } },
  });
  expect(
    await failureOf(stripe.subscriptions.retrieve(subscription.id, { expand: ['status'] })),
  ).toMatchObject({
    message: 'This property cannot be expanded (status).',
  });
});

it('keeps customers and their tax ids', async () => {
  const { stripe } = payments;
  const customer = await stripe.customers.create({
    email: 'a@example.com',
    metadata: { a: '1', b: '2' },
    address: { country: 'DE', city: 'Bonn' },
  });
  const changed = await stripe.customers.update(customer.id, {
    name: 'A',
    metadata: { a: '' },
    address: { country: 'AT' },
    preferred_locales: ['de'],
    tax_exempt: 'exempt',
  });
  expect(changed).toMatchObject({
    name: 'A',
    email: 'a@example.com',
    metadata: { b: '2' },
    address: { country: 'AT', city: 'Bonn' },
    preferred_locales: ['de'],
    tax_exempt: 'exempt',
  });
  expect(
    await failureOf(stripe.customers.createTaxId(customer.id, { type: 'eu_vat', value: 'DE12' })),
  ).toMatchObject({ code: 'tax_id_invalid' });
  const taxId = await stripe.customers.createTaxId(customer.id, { type: 'eu_vat', value: 'DE123456789' });
  expect(taxId).toMatchObject({ country: 'DE', verification: { status: 'verified' } });
  await stripe.customers.createTaxId(customer.id, { type: 'gb_vat', value: 'GB123456789' });
  expect((await stripe.customers.listTaxIds(customer.id)).data).toHaveLength(2);
  expect(await stripe.customers.deleteTaxId(customer.id, taxId.id)).toMatchObject({ deleted: true });
  expect(await stripe.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true });
  expect(await stripe.customers.retrieve(customer.id)).toEqual(
    expect.objectContaining({ id: customer.id, deleted: true }),
  );
  expect(await failureOf(stripe.customers.update(customer.id, { name: 'B' }))).toMatchObject({
    statusCode: 404,
  });
});

it('keeps payment methods, and charges none that is declined', async () => {
  const { stripe } = payments;
  const { id } = await stripe.customers.create({});
  const card = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: id });
  expect(card).toMatchObject({ customer: id, card: { brand: 'mastercard', last4: '4444' } });
  expect(
    await failureOf(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: id })),
  ).toMatchObject({ type: 'StripeCardError' });
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: card.id } });
  expect((await stripe.paymentMethods.list({ customer: id, type: 'card' })).data).toMatchObject([
    { id: card.id },
  ]);
  await stripe.paymentMethods.detach(card.id);
  expect(await stripe.customers.retrieve(id)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
  expect(
    await failureOf(stripe.customers.update(id, { invoice_settings: { default_payment_method: card.id } })),
  ).toMatchObject({ code: 'resource_missing' });
});

it('finds prices by their lookup key, which can move', async () => {
  const { stripe } = payments;
  const { monthly, product } = await createPrices(stripe);
  const params = {
    product: product.id,
    currency: 'eur',
    unit_amount: 3900,
    recurring: { interval: 'month' as const },
    lookup_key: 'pro_month_eur',
  };
  expect(await failureOf(stripe.prices.create(params))).toMatchObject({ param: 'lookup_key' });
  const dearer = await stripe.prices.create({ ...params, transfer_lookup_key: true });
  expect(
    (await stripe.prices.list({ lookup_keys: ['pro_month_eur'], active: true })).data.map(({ id }) => id),
  ).toEqual([dearer.id]);
  expect(await stripe.prices.update(monthly.id, { active: false })).toMatchObject({
    active: false,
    lookup_key: null,
  });
  expect(await failureOf(createSession(stripe, monthly.id))).toMatchObject({ param: 'line_items[0][price]' });
});

it('checks what a session is created with', async () => {
  const { stripe } = payments;
  const { monthly } = await createPrices(stripe);
  const { id: customer } = await stripe.customers.create({});
  expect(
    await failureOf(createSession(stripe, monthly.id, { customer, tax_id_collection: { enabled: true } })),
  ).toMatchObject({ param: 'customer_update[name]' });
  expect(
    await failureOf(createSession(stripe, monthly.id, { customer, automatic_tax: { enabled: true } })),
  ).toMatchObject({ code: 'customer_tax_location_invalid' });
  expect(
    await failureOf(createSession(stripe, monthly.id, { customer, customer_email: 'a@example.com' })),
  ).toMatchObject({ code: 'parameters_exclusive' });
  expect(await failureOf(createSession(stripe, monthly.id, { expires_at: 1 }))).toMatchObject({
    param: 'expires_at',
  });
  const serbian = { locale: 'sr' as Stripe.Checkout.SessionCreateParams.Locale };
  expect(await failureOf(createSession(stripe, monthly.id, serbian))).toMatchObject({ param: 'locale' });
  const session = await createSession(stripe, monthly.id, { customer });
  expect((await stripe.checkout.sessions.list({ customer })).data).toMatchObject([{ id: session.id }]);
  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
  expect(await failureOf(stripe.checkout.sessions.expire(session.id))).toMatchObject({
    message: expect.stringContaining('can be expired'),
  });
  expect((await fetch(`${payments.url}/c/pay/${session.id}`)).status).toBe(400);
  const late = await createSession(stripe, monthly.id);
  await payments.advance(1);
  expect(await stripe.checkout.sessions.retrieve(late.id)).toMatchObject({ status: 'expired' });
  expect((await stripe.events.list({ type: 'checkout.session.expired' })).data).toHaveLength(2);
});

it('keeps changes of a balance, and uses a credit for the next invoice', async () => {
  const { stripe } = payments;
  const { monthly } = await createPrices(stripe);
  const customer = await stripe.customers.create({ email: 'ana@example.com' });
  const change = await stripe.customers.createBalanceTransaction(customer.id, {
    amount: -1000,
    currency: 'eur',
    description: 'A credit',
    metadata: { withdrawal: 'one' },
  });
  expect(change).toMatchObject({
    object: 'customer_balance_transaction',
    amount: -1000,
    ending_balance: -1000,
  });
  const listed = await stripe.customers.listBalanceTransactions(customer.id);
  expect(listed.data).toEqual([expect.objectContaining({ id: change.id, metadata: { withdrawal: 'one' } })]);
  const { subscription } = await subscribe(payments, monthly.id, { customer: customer.id });
  const invoice = await stripe.invoices.retrieve(String(subscription.latest_invoice));
  expect(invoice).toMatchObject({
    total: 2900,
    amount_due: 1900,
    starting_balance: -1000,
    ending_balance: 0,
  });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 0 });
  const wrong = { amount: 5, currency: 'usd' };
  expect(await failureOf(stripe.customers.createBalanceTransaction(customer.id, wrong))).toMatchObject({
    type: 'StripeInvalidRequestError',
    param: 'currency',
  });
});
