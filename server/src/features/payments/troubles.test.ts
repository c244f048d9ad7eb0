/** When things go wrong with a payment: what the customer sees, and what is charged. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goodCard } from '../../../../simulators/payments/test-client.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { order, type PaymentsWorld, pay, startPaymentsWorld } from '../../testing/payments-world.ts';
import type { TestUser } from '../../testing/test-app.ts';
import { eraseAccount } from '../identity/account-deletion.ts';
import { sweepEvents } from './handle-events.ts';
import { reconcile } from './reconcile.ts';

const neverStops = new AbortController().signal;

describe.each(featureModes)('troubles of a payment, %s', (mode) => {
  let world: PaymentsWorld;
  let user: TestUser;
  beforeAll(async () => {
    world = await startPaymentsWorld(mode);
  });
  beforeEach(async () => {
    user = await world.newUser();
  });
  afterAll(() => world.close());

  const codeOf = (answer: { json: unknown }) => (answer.json as { code?: string }).code;

  test('the message comes before the customer: the page shows the plan at once', async () => {
    await pay(await order(user), {});
    await world.handleEvents();
    expect(await world.billing(user)).toMatchObject({ state: 'active' });
    expect((await user.call('POST', '/billing/refresh')).json).toMatchObject({
      billing: { state: 'active' },
    });
    expect(await world.mails(user)).toEqual(['payment-received', 'order-confirmed']);
  });

  test('the customer comes before any message: the page asks the provider, and nothing is told twice', async () => {
    await world.control({ action: 'fault', name: 'notify-lost' });
    await pay(await order(user), {});
    expect((await user.call('POST', '/billing/refresh')).json).toMatchObject({
      billing: { state: 'active' },
    });
    await world.control({ action: 'fault', name: 'notify-lost', off: true });
    await world.control({ action: 'resend', type: 'invoice.paid' });
    await world.handleEvents();
    expect(await world.mails(user)).toEqual(['payment-received', 'order-confirmed']);
  });

  test('a double click and four tabs lead to the same page, which charges once', async () => {
    // The calls cross each other differently each time.
    for (let round = 0; round < 8; round++) {
      user = await world.newUser();
      const pages = await Promise.all(Array.from({ length: 4 }, () => order(user)));
      expect(new Set(pages).size).toBe(1);
    }
    const address = await order(user);
    const sent = await Promise.all(Array.from({ length: 3 }, () => world.send(address, { ...goodCard })));
    expect(sent.map(({ status }) => status)).toContain(303);
    await world.handleEvents();
    expect((await world.held(user)).charges.filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });

  test('two tabs with different intervals: the page of the first one is closed', async () => {
    const monthly = await order(user, 'month');
    const yearly = await order(user, 'year');
    expect(yearly).not.toBe(monthly);
    expect((await world.send(monthly, { ...goodCard })).status).toBeGreaterThanOrEqual(400);
    await pay(yearly);
    await world.handleEvents();
    const { subscriptions } = await world.held(user);
    expect(subscriptions.map(({ items }) => items.data[0]?.price.unit_amount)).toEqual([14_400]);
  });

  test('an order after the payment in another tab sells nothing twice', async () => {
    await pay(await order(user));
    // No message has arrived: the provider is asked.
    expect(
      codeOf(
        await user.call('POST', '/billing/orders', { interval: 'year', amount: 14_400, currency: 'USD' }),
      ),
    ).toBe('has-plan');
    expect((await world.held(user)).charges).toHaveLength(1);
  });

  test('a declined card charges nothing and leaves the page open', async () => {
    const address = await order(user);
    await expect(pay(address, { number: '4000000000000002' })).rejects.toThrow('declined');
    await world.handleEvents();
    expect(await world.billing(user)).toMatchObject({ state: 'trial', subscription: null });
    await pay(address);
    await world.handleEvents();
    expect(await world.billing(user)).toMatchObject({ state: 'active' });
  });

  test('a card of a brand that is not taken is refused at the order, and removed when it came by another page', async () => {
    const address = await order(user);
    await expect(pay(address, { number: '6011111111111117' })).rejects.toThrow('Discover');
    await pay(address);
    await world.handleEvents();
    const portal = (await user.call('POST', '/billing/portal', { page: 'card' })).json as { address: string };
    const page = await (await fetch(portal.address)).text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? '';
    const sent = await world.send(new URL(action.replaceAll('&amp;', '&'), portal.address).href, {
      ...goodCard,
      do: 'card',
      number: '6011111111111117',
    });
    expect(sent.status).toBeLessThan(400);
    await world.handleEvents();
    expect(await world.mails(user)).toContain('card-refused-brand');
    expect((await world.billing(user)).card?.brand).not.toBe('discover');
  });

  test('a dispute is told to support, marked on the invoice, and stops nothing', async () => {
    await world.buy(user);
    await world.control({ action: 'dispute', customer: await world.customerOf(user) });
    await world.handleEvents();
    expect(await world.billing(user)).toMatchObject({ state: 'active' });
    expect((await user.call('GET', '/billing/invoices')).json).toMatchObject({ items: [{ disputed: true }] });
    expect((await world.mails(user)).filter((kind) => kind === 'payment-disputed')).toHaveLength(1);
  });

  test('a refund in parts is shown and told, part by part', async () => {
    await world.buy(user);
    for (const amount of [500, 1000]) {
      await world.control({ action: 'refund', customer: await world.customerOf(user), amount });
      await world.handleEvents();
    }
    expect((await user.call('GET', '/billing/invoices')).json).toMatchObject({ items: [{ refunded: 1500 }] });
    expect((await world.mails(user)).filter((kind) => kind === 'payment-refunded')).toHaveLength(2);
  });

  test('the provider is down: what is stored is shown, nothing stops, and orders say so', async () => {
    await world.buy(user);
    await world.control({ action: 'fault', name: '503-forever' });
    try {
      expect(await world.billing(user)).toMatchObject({ state: 'active', card: { last4: '4242' } });
      expect((await user.call('GET', '/billing/invoices')).json).toMatchObject({
        items: [{ status: 'paid' }],
      });
      for (const [path, body] of [
        ['/billing/refresh', undefined],
        ['/billing/cancel', { reason: null, comment: '' }],
        ['/billing/portal', { page: 'overview' }],
        ['/billing/change/preview', { interval: 'year' }],
      ] as const)
        expect.soft(codeOf(await user.call('POST', path, body)), path).toBe('payment-unavailable');
    } finally {
      await world.control({ action: 'fault', name: '503-forever', off: true });
    }
  });

  test('the clock here is wrong: messages are refused and logged, and the nightly comparison reads what they said', async () => {
    await world.control({ action: 'fault', name: 'notify-forged', how: 'timestamp' });
    await pay(await order(user));
    await world.control({ action: 'deliver' });
    await world.control({ action: 'fault', name: 'notify-forged', off: true });
    await sweepEvents(world.deps, neverStops);
    expect(await world.billing(user)).toMatchObject({ state: 'trial' });
    expect(world.app.logLines.join('\n')).toContain('points to a wrong clock');
    expect(await reconcile(world.deps, neverStops)).toMatchObject({ unknown: 0 });
    expect(await world.billing(user)).toMatchObject({ state: 'active' });
  });

  test('another currency: a running plan cannot change, and an ended one is ordered anew', async () => {
    await world.buy(user);
    const { deps } = world;
    Object.assign(deps.prices, { currency: 'EUR' });
    try {
      expect(await world.billing(user)).toMatchObject({ subscription: { mayChange: false } });
      expect(codeOf(await user.call('POST', '/billing/change/preview', { interval: 'year' }))).toBe(
        'price-changed',
      );
      await user.call('POST', '/billing/withdraw');
      await world.handleEvents();
      const ordered = await user.call('POST', '/billing/orders', {
        interval: 'month',
        amount: 1500,
        currency: 'EUR',
      });
      expect(ordered.status).toBe(200);
      await pay((ordered.json as { payAt: string }).payAt);
      await world.handleEvents();
      expect(await world.billing(user)).toMatchObject({
        state: 'active',
        subscription: { price: { amount: 1500, currency: 'EUR' } },
      });
      // Invoices of both currencies stay in the list.
      const { items } = (await user.call('GET', '/billing/invoices')).json as {
        items: { total: { currency: string } }[];
      };
      expect(new Set(items.map(({ total }) => total.currency))).toEqual(new Set(['EUR', 'USD']));
    } finally {
      Object.assign(deps.prices, { currency: 'USD' });
    }
  });

  test('a withdrawal ends the plan at once, pays everything back, and leads back to the trial', async () => {
    await world.buy(user);
    const withdrawn = await user.call('POST', '/billing/withdraw');
    expect(withdrawn.json).toMatchObject({
      billing: { state: 'trial', subscription: null, withdrawal: null },
    });
    await world.handleEvents();
    const { subscriptions, charges } = await world.held(user);
    expect(subscriptions.map(({ status }) => status)).toEqual(['canceled']);
    expect(charges.map(({ amount, amount_refunded }) => amount - amount_refunded)).toEqual([0]);
    expect(await world.mails(user)).toEqual(['payment-received', 'order-confirmed', 'order-withdrawn']);
    expect(codeOf(await user.call('POST', '/billing/withdraw'))).toBe('no-plan');
  });

  async function erase(): Promise<void> {
    await queryAsOwner(
      world.app.services.db,
      // The database counts microseconds, and the erasure milliseconds.
      "update accounts set deletion_scheduled_for = now() - interval '1 minute' where id = $1",
      [user.accountId],
    );
    await eraseAccount(world.app.services.users, user.accountId);
  }

  test('an account that is deleted pays no more', async () => {
    await world.buy(user);
    const id = await world.customerOf(user);
    await erase();
    const { subscriptions } = await world.held(user, id);
    expect(subscriptions.map(({ status }) => status)).toEqual(['canceled']);
    await world.handleEvents();
  });

  test('nobody can pay on a page that was open when its account was deleted', async () => {
    const address = await order(user);
    const id = await world.customerOf(user);
    await erase();
    await expect(pay(address)).rejects.toThrow();
    const { subscriptions, sessions } = await world.held(user, id);
    expect(subscriptions).toEqual([]);
    expect(sessions.map(({ status }) => status)).toEqual(['expired']);
  });

  test('the provider loses the customer: the plan is over, and can be ordered anew', async () => {
    await world.buy(user);
    await world.control({ action: 'delete-customer', customer: await world.customerOf(user) });
    await world.handleEvents();
    expect(await world.billing(user)).toMatchObject({ subscription: null, hasCustomer: false });
    await world.buy(user);
    expect(await world.billing(user)).toMatchObject({ state: 'active' });
  });

  test('a refused field of the recipient is named, and a company in another country pays with reverse charge', async () => {
    const recipient = {
      name: 'Linden & Fjord GmbH',
      email: 'books@example.com',
      address: {
        line1: 'Street 1',
        line2: '',
        postalCode: '10115',
        city: 'Berlin',
        state: '',
        country: 'DE',
      },
      vatNumber: 'nonsense',
    };
    const refused = await user.call('PUT', '/billing/recipient', recipient);
    expect(refused.json).toMatchObject({ code: 'invalid-input', fields: [{ path: 'vatNumber' }] });
    const saved = await user.call('PUT', '/billing/recipient', { ...recipient, vatNumber: 'DE 123456789' });
    expect(saved.json).toMatchObject({ recipient: { vatNumber: 'DE123456789', email: 'books@example.com' } });
    expect((await user.call('GET', '/billing/recipient')).json).toEqual(saved.json);
  });

  test('the operator changes the price: running plans keep theirs, orders with the old one are refused', async () => {
    await world.buy(user);
    const { deps } = world;
    const before = { ...deps.prices };
    Object.assign(deps.prices, { month: 2000, year: 19_200 });
    try {
      expect(await world.billing(user)).toMatchObject({
        subscription: { price: { amount: 1500 } },
        prices: { month: 2000 },
      });
      const newcomer = await world.newUser();
      const shown = { interval: 'month', currency: 'USD' };
      expect(codeOf(await newcomer.call('POST', '/billing/orders', { ...shown, amount: 1500 }))).toBe(
        'price-changed',
      );
      const ordered = await newcomer.call('POST', '/billing/orders', { ...shown, amount: 2000 });
      expect(ordered.status).toBe(200);
      await pay((ordered.json as { payAt: string }).payAt);
      await world.handleEvents();
      expect(await world.billing(newcomer)).toMatchObject({ subscription: { price: { amount: 2000 } } });
      await world.advance(32);
      expect(await world.billing(user)).toMatchObject({
        state: 'active',
        subscription: { price: { amount: 1500 } },
      });
    } finally {
      Object.assign(deps.prices, before);
    }
  });
});
