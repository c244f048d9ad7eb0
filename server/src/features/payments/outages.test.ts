/** The provider fails for a while, or for one customer: nothing is lost, nothing piles up, and nobody else waits. */
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { order, type PaymentsWorld, pay } from '../../testing/payments-world.ts';
import { startRelayedWorld } from '../../testing/webhook-relay.ts';
import type { PaymentsDeps } from './deps.ts';
import { listWaitingCustomers } from './event-queries.ts';
import { handleEventsOf } from './handle-events.ts';
import { paymentJobs } from './handlers.ts';
import { reconcile } from './reconcile.ts';

describe.each(featureModes)('outages of the payment provider, %s', (mode) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await startRelayedWorld(mode);
  });
  afterAll(() => world.close());

  const fault = (match: string, off = false) =>
    world.control({ action: 'fault', name: '503-forever', match, off });
  /** What the provider holds of a customer has a shape that cannot be read. */
  async function withOddCustomer(customerId: string): Promise<PaymentsDeps> {
    const real = await world.deps.stripe();
    const subscriptions = Object.create(real.subscriptions, {
      list: {
        value: (params?: Stripe.SubscriptionListParams) =>
          params?.customer === customerId
            ? Promise.reject(new Error('The subscription has no price of a plan.'))
            : real.subscriptions.list(params),
      },
    }) as typeof real.subscriptions;
    const stripe = Object.create(real, { subscriptions: { value: subscriptions } }) as Stripe;
    return { ...world.deps, stripe: () => Promise.resolve(stripe) };
  }

  test('messages whose customer cannot be read wait longer each time, and are handled then', async () => {
    const user = await world.newUser();
    await pay(await order(user));
    await world.control({ action: 'deliver' });
    const customer = await world.customerOf(user);
    const isDue = async (minutes: number) => {
      const at = new Date(Date.now() + minutes * 60_000);
      const due = await inSystem(world.app.services.db, (system) => listWaitingCustomers(system, at, 100));
      return due.includes(customer);
    };
    expect(await isDue(0)).toBe(true);
    const odd = await withOddCustomer(customer);
    await expect(handleEventsOf(odd, customer)).rejects.toThrow('no price');
    expect([await isDue(0), await isDue(2)]).toEqual([false, true]);
    const { now } = world.deps;
    const later = { ...odd, now: () => new Date(now().getTime() + 8 * 3_600_000) };
    await expect(handleEventsOf(later, customer)).rejects.toThrow('no price');
    expect([await isDue(8 * 60 + 30), await isDue(9 * 60 + 1)]).toEqual([false, true]);
    await handleEventsOf(world.deps, customer);
    expect(await isDue(24 * 60)).toBe(false);
    expect(await world.billing(user)).toMatchObject({ state: 'active' });
  });

  test('one customer that cannot be read does not end the nightly comparison', async () => {
    const odd = await world.newUser();
    const missed = await world.newUser();
    await world.buy(odd);
    await world.buy(missed);
    await world.control({ action: 'fault', name: 'notify-lost' });
    for (const user of [odd, missed]) {
      const stripe = await world.deps.stripe();
      const [subscription] = (await stripe.subscriptions.list({ customer: await world.customerOf(user) }))
        .data;
      await stripe.subscriptions.update(subscription?.id ?? '', { cancel_at_period_end: true });
    }
    await world.control({ action: 'fault', name: 'notify-lost', off: true });
    const run = (deps: PaymentsDeps) => reconcile(deps, new AbortController().signal);
    const result = await run(await withOddCustomer(await world.customerOf(odd)));
    expect(result).toMatchObject({ failed: 1 });
    expect(await world.billing(missed)).toMatchObject({ state: 'canceled' });
    expect(await world.billing(odd)).toMatchObject({ state: 'active' });
    // What failed is found again.
    expect(await run(world.deps)).toMatchObject({ failed: 0 });
    expect(await world.billing(odd)).toMatchObject({ state: 'canceled' });
  });

  test('pages of replaced orders that could not be closed are closed by the next order', async () => {
    const user = await world.newUser();
    await order(user);
    await fault('/expire');
    await expect(order(user, 'year')).rejects.toThrow('payment-unavailable');
    await fault('/expire', true);
    const address = await order(user);
    const customer = await world.customerOf(user);
    const sessions = (await (await world.deps.stripe()).checkout.sessions.list({ customer })).data;
    expect(sessions.filter(({ status }) => status === 'open').map(({ url }) => url)).toEqual([address]);
  });

  test('canceling asks the provider also when the plan seems canceled already', async () => {
    const user = await world.newUser();
    await world.buy(user);
    expect((await user.call('POST', '/billing/cancel', { reason: null, comment: '' })).status).toBe(200);
    await world.control({ action: 'fault', name: 'notify-lost' });
    const stripe = await world.deps.stripe();
    const [subscription] = (await stripe.subscriptions.list({ customer: await world.customerOf(user) })).data;
    await stripe.subscriptions.update(subscription?.id ?? '', { cancel_at_period_end: false });
    await world.control({ action: 'fault', name: 'notify-lost', off: true });
    expect((await user.call('POST', '/billing/cancel', { reason: null, comment: '' })).status).toBe(200);
    const after = await stripe.subscriptions.retrieve(subscription?.id ?? '');
    expect(after.cancel_at_period_end).toBe(true);
  });

  test('prices that could not be made at the start are made by the first order', async () => {
    const prepare = paymentJobs(world.deps).find(({ job }) => job.name === 'payments.prepare-catalog');
    const run = () => prepare?.run({}, new AbortController().signal);
    await fault('/v1/prices');
    await expect(run()).rejects.toThrow('payment');
    await fault('/v1/prices', true);
    await run();
    const keyed = async () => {
      const { data } = await (await world.deps.stripe()).prices.list({ active: true, limit: 100 });
      return data.flatMap(({ lookup_key: key }) => key ?? []).toSorted();
    };
    const made = await keyed();
    expect(made).toHaveLength(2);
    await world.buy(await world.newUser());
    expect(await keyed()).toEqual(made);
  });
});
