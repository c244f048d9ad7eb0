/** Accounts with a second customer of the provider, and customers with a long history. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { order, type PaymentsWorld } from '../../testing/payments-world.ts';
import { startRelayedWorld } from '../../testing/webhook-relay.ts';
import { reconcile } from './reconcile.ts';
import { refreshCustomer } from './refresh-customer.ts';

const recipient = {
  name: 'Ana GmbH',
  email: 'bills@example.com',
  address: { line1: 'Street 1', line2: '', postalCode: '10115', city: 'Berlin', state: '', country: 'DE' },
  vatNumber: '',
};

describe.each(featureModes)('other customers of an account, %s', (mode) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await startRelayedWorld(mode);
  });
  afterAll(() => world.close());

  test('a plan in an earlier currency goes on when its recipient is changed, and takes no second order', async () => {
    const user = await world.newBuyer();
    const customer = await world.customerOf(user);
    // The installation sells in another currency now, so the customer's differs from it.
    await world.control({ action: 'change-currency', customer, currency: 'chf' });
    await world.handleEvents();
    expect((await user.call('PUT', '/billing/recipient', recipient)).status).toBe(200);
    await world.handleEvents();
    expect(await world.billing(user)).toMatchObject({ state: 'active', subscription: { interval: 'month' } });
    expect(await world.customerOf(user)).toBe(customer);
    await expect(order(user)).rejects.toThrow('has-plan');
    await world.advance(32);
    const { rows } = await queryAsOwner<{ status: string; period_ends_at: Date }>(
      world.app.services.db,
      'select status, period_ends_at from subscriptions where account_id = $1',
      [user.accountId],
    );
    expect(rows).toMatchObject([{ status: 'active' }]);
    expect(rows[0]?.period_ends_at.getTime()).toBeGreaterThan(world.deps.now().getTime());
  });

  test('a plan whose customer was deleted ended then, not with the trial', async () => {
    const user = await world.newBuyer();
    await queryAsOwner(world.app.services.db, 'update accounts set trial_ends_at = $2 where id = $1', [
      user.accountId,
      new Date('2020-01-01'),
    ]);
    await world.control({ action: 'fault', name: 'notify-lost' });
    await world.control({ action: 'delete-customer', customer: await world.customerOf(user) });
    await world.control({ action: 'fault', name: 'notify-lost', off: true });
    // The owner changes the recipient before anything was read, and so gets a new customer.
    expect((await user.call('PUT', '/billing/recipient', recipient)).status).toBe(200);
    await world.handleEvents();
    const { rows } = await queryAsOwner<{ plan_state: string; plan_ends_at: Date }>(
      world.app.services.db,
      'select plan_state, plan_ends_at from accounts where id = $1',
      [user.accountId],
    );
    expect(rows[0]).toMatchObject({ plan_state: 'canceled' });
    // The account is not deleted years after its trial.
    expect(rows[0]?.plan_ends_at.getFullYear()).toBeGreaterThan(2020);
    await world.buy(user);
    expect(await world.billing(user)).toMatchObject({ state: 'active' });
  });

  test('readings of two customers at once lose nothing', async () => {
    const user = await world.newBuyer();
    const first = await world.customerOf(user);
    await world.control({ action: 'delete-customer', customer: first });
    await world.handleEvents();
    await world.buy(user);
    const second = await world.customerOf(user);
    expect(second).not.toBe(first);
    await world.control({ action: 'refund', customer: second, amount: 300 });
    await world.control({ action: 'deliver' });
    // The reading of the second customer begins first, and is stored last.
    const { stripe } = world.deps;
    const slow = {
      ...world.deps,
      stripe: async () => {
        await refreshCustomer(world.deps, first);
        return stripe();
      },
    };
    await refreshCustomer(slow, second);
    const { rows } = await queryAsOwner(
      world.app.services.db,
      'select refunded from invoices where account_id = $1 and refunded > 0',
      [user.accountId],
    );
    expect(rows).toEqual([{ refunded: 300 }]);
  });

  test('money that went back is remembered after many failed payments', async () => {
    const user = await world.newBuyer();
    const customer = await world.customerOf(user);
    await world.control({ action: 'refund', customer, amount: 500 });
    await world.handleEvents();
    const stripe = await world.deps.stripe();
    await world.advance(29);
    await world.control({ action: 'card-declines', customer });
    await world.advance(3);
    const open = (await stripe.invoices.list({ customer, status: 'open' })).data[0];
    for (let attempt = 0; attempt < 24; attempt += 1)
      await stripe.invoices.pay(open?.id ?? '').catch(() => null);
    await world.control({ action: 'card-declines', customer, off: true });
    await world.handleEvents();
    const { items } = (await user.call('GET', '/billing/invoices')).json as {
      items: { refunded: number }[];
    };
    expect(items.map(({ refunded }) => refunded).toSorted()).toEqual([0, 500]);
  });

  test('a card of a brand that is not taken is removed once by two readings at once', async () => {
    const user = await world.newBuyer();
    const customer = await world.customerOf(user);
    const card = { number: '3566002020360505', expiry: '11/43', cvc: '321' };
    expect((await world.changeCard(user, card)).status).toBe(303);
    await world.control({ action: 'deliver' });
    await Promise.all([refreshCustomer(world.deps, customer), refreshCustomer(world.deps, customer)]);
    await world.handleEvents();
    expect((await world.mails(user)).filter((kind) => kind === 'card-refused-brand')).toHaveLength(1);
    expect((await world.billing(user)).card?.brand).not.toBe('jcb');
  });

  test('the nightly comparison has nothing to repair for an account with two customers', async () => {
    const user = await world.newBuyer();
    await world.control({ action: 'delete-customer', customer: await world.customerOf(user) });
    await world.handleEvents();
    await world.buy(user);
    const run = () => reconcile(world.deps, new AbortController().signal);
    await run();
    expect(await run()).toMatchObject({ repaired: 0, missed_events: 0 });
  });
});
