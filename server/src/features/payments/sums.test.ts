/** Sums that a person reads, against what the provider then takes: with credit, with discounts, and after withdrawals. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { order, type PaymentsWorld } from '../../testing/payments-world.ts';
import type { TestUser } from '../../testing/test-app.ts';
import { startRelayedWorld } from '../../testing/webhook-relay.ts';
import { changeInterval, previewChange } from './changes.ts';
import { refreshCustomer } from './refresh-customer.ts';

describe.each(featureModes)('sums of a plan, %s', (mode) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await startRelayedWorld(mode);
  });
  afterAll(() => world.close());

  async function change(user: TestUser, interval: 'month' | 'year') {
    const preview = await previewChange(world.deps, user, interval);
    const { dueNow, calculatedAt } = preview;
    await changeInterval(world.deps, user, {
      interval,
      dueNow: dueNow.amount,
      currency: dueNow.currency,
      calculatedAt,
    });
    await world.handleEvents();
    return preview;
  }
  async function balanceOf(user: TestUser): Promise<number> {
    const customer = await (await world.deps.stripe()).customers.retrieve(await world.customerOf(user));
    return customer.deleted === true ? 0 : customer.balance;
  }
  const refundsOf = async (user: TestUser) => (await world.held(user)).refunds.map(({ amount }) => amount);

  test('the next charge is what the provider then takes, after credit', async () => {
    const user = await world.newUser();
    await world.buy(user, 'year');
    const { credit } = await change(user, 'month');
    expect(credit.amount).toBeGreaterThan(12_000);
    const billing = await world.billing(user);
    expect(billing.credit.amount).toBe(credit.amount);
    expect(billing.subscription).toMatchObject({ price: { amount: 1500 }, nextCharge: { amount: 0 } });
    const before = (await world.held(user)).charges.length;
    await world.advance(32);
    expect((await world.held(user)).charges).toHaveLength(before);
    expect((await world.billing(user)).credit.amount).toBe(credit.amount - 1500);
  });

  test('the sums of a change add up when credit pays a part', async () => {
    const user = await world.newUser();
    await world.buy(user, 'year');
    await change(user, 'month');
    const back = await previewChange(world.deps, user, 'year');
    expect(back.creditUsed.amount).toBeGreaterThan(0);
    expect(back.price.amount - back.unused.amount - back.discount.amount - back.creditUsed.amount).toBe(
      back.dueNow.amount,
    );
  });

  test('a withdrawal of a purchase and a change takes the credit of the change back', async () => {
    const user = await world.newUser();
    await world.buy(user, 'year');
    await change(user, 'month');
    expect(await balanceOf(user)).toBeLessThan(-12_000);
    expect((await world.billing(user)).withdrawal?.refund.amount).toBe(14_400);
    expect((await user.call('POST', '/billing/withdraw')).status).toBe(200);
    await world.handleEvents();
    expect(await refundsOf(user)).toEqual([14_400]);
    expect(await balanceOf(user)).toBe(0);
    await world.buy(user);
    expect((await world.held(user)).charges.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
      1500, 14_400,
    ]);
  });

  test('a withdrawal with credit of a customer who was deleted unnoticed pays back', async () => {
    const user = await world.newUser();
    await world.buy(user, 'year');
    await change(user, 'month');
    const customer = await world.customerOf(user);
    await world.control({ action: 'fault', name: 'notify-lost' });
    await world.control({ action: 'delete-customer', customer });
    await world.control({ action: 'fault', name: 'notify-lost', off: true });
    expect((await user.call('POST', '/billing/withdraw')).status).toBe(200);
    expect((await world.held(user, customer)).refunds.map(({ amount }) => amount)).toEqual([14_400]);
  });

  test('a withdrawal of a change alone gives what was unused of the plan before as credit', async () => {
    const user = await world.newBuyer();
    await world.advance(20);
    const { dueNow, unused } = await change(user, 'year');
    expect((await world.billing(user)).withdrawal?.refund.amount).toBe(dueNow.amount);
    expect((await user.call('POST', '/billing/withdraw')).status).toBe(200);
    await world.handleEvents();
    expect(await refundsOf(user)).toEqual([dueNow.amount]);
    expect(await balanceOf(user)).toBe(-unused.amount);
  });

  test('changes to and fro give nothing that was not paid', async () => {
    const user = await world.newBuyer();
    await world.advance(20);
    const { dueNow, unused } = await change(user, 'year');
    await change(user, 'month');
    expect((await user.call('POST', '/billing/withdraw')).status).toBe(200);
    await world.handleEvents();
    expect(await refundsOf(user)).toEqual([dueNow.amount]);
    expect(await balanceOf(user)).toBe(-unused.amount);
  });

  test('a change to a cheaper interval of an older plan is not withdrawn, because nothing was paid for it', async () => {
    const user = await world.newUser();
    await world.buy(user, 'year');
    await world.advance(40);
    await change(user, 'month');
    expect(await world.billing(user)).toMatchObject({ state: 'active', withdrawal: null });
  });

  test('a change while the plan is withdrawn is refused or paid back', async () => {
    const user = await world.newBuyer();
    const preview = await previewChange(world.deps, user, 'year');
    const { dueNow, calculatedAt } = preview;
    const terms = { interval: 'year' as const, dueNow: dueNow.amount, currency: 'USD', calculatedAt };
    await Promise.all([
      changeInterval(world.deps, user, terms).catch(() => null),
      user.call('POST', '/billing/withdraw'),
    ]);
    await world.handleEvents();
    const { charges, subscriptions } = await world.held(user);
    const paid = charges
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0);
    const refunded = (await refundsOf(user)).reduce((sum, amount) => sum + amount, 0);
    expect(subscriptions.filter(({ status }) => status === 'active')).toEqual([]);
    expect(refunded).toBe(paid);
    expect(await balanceOf(user)).toBe(0);
  });

  test('a dispute that was won is over, and a disputed payment is not said to be paid back', async () => {
    const user = await world.newBuyer();
    const customer = await world.customerOf(user);
    await world.control({ action: 'dispute', customer });
    await world.handleEvents();
    expect((await world.billing(user)).withdrawal?.refund.amount).toBe(0);
    const stripe = await world.deps.stripe();
    const [dispute] = (await stripe.disputes.list({ limit: 1 })).data;
    await world.control({ action: 'dispute', dispute: dispute?.id, close: 'won' });
    await refreshCustomer(world.deps, customer);
    const { items } = (await user.call('GET', '/billing/invoices')).json as {
      items: { disputed: boolean }[];
    };
    expect(items.map(({ disputed }) => disputed)).toEqual([false]);
  });

  test('an order whose page the provider refused can be tried again', async () => {
    const user = await world.newUser();
    const real = await world.deps.stripe();
    const { now } = world.deps;
    // The page would be open for longer than the provider allows.
    world.deps.now = () => new Date(now().getTime() + 3 * 86_400_000);
    await expect(order(user)).rejects.toThrow('payment-unavailable');
    world.deps.now = now;
    await world.buy(user);
    expect(await world.billing(user)).toMatchObject({ state: 'active' });
    expect((await real.checkout.sessions.list({ customer: await world.customerOf(user) })).data).toHaveLength(
      1,
    );
  });
});
