/** Orders of changes: they survive a cut, can be withdrawn with the purchase before them, and are confirmed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { type PaymentsWorld, pay } from '../../testing/payments-world.ts';
import type { TestUser } from '../../testing/test-app.ts';
import { startRelayedWorld } from '../../testing/webhook-relay.ts';
import { changeInterval, previewChange } from './changes.ts';
import { refreshCustomer } from './refresh-customer.ts';

describe.each(featureModes)('orders of changes, %s', (mode) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await startRelayedWorld(mode);
  });
  afterAll(() => world.close());

  const query = async (sql: string, user: TestUser) =>
    (await queryAsOwner<Record<string, unknown>>(world.app.services.db, sql, [user.accountId])).rows;
  const ordersOf = (user: TestUser) =>
    query('select kind, state, refund from plan_orders where account_id = $1 order by ordered_at', user);
  const auditOf = (user: TestUser) =>
    query(
      `select action, user_id from audit_entries where account_id = $1 and action like 'plan.%' order by at, id`,
      user,
    );

  async function change(user: TestUser, deps = world.deps, interval: 'month' | 'year' = 'year') {
    const preview = await previewChange(deps, user, interval);
    const { dueNow, calculatedAt } = preview;
    await changeInterval(deps, user, {
      interval,
      dueNow: dueNow.amount,
      currency: dueNow.currency,
      calculatedAt,
    });
    return dueNow.amount;
  }
  /** The process ends right after the provider has made the change. */
  async function changeAndDie(user: TestUser) {
    const real = await world.deps.stripe();
    const subscriptions = Object.create(real.subscriptions, {
      update: {
        value: async (...args: Parameters<typeof real.subscriptions.update>) => {
          await real.subscriptions.update(...args);
          throw Object.assign(new Error('gone'), { type: 'StripeConnectionError' });
        },
      },
    }) as typeof real.subscriptions;
    const stripe = Object.create(real, { subscriptions: { value: subscriptions } }) as typeof real;
    await expect(change(user, { ...world.deps, stripe: () => Promise.resolve(stripe) })).rejects.toThrow();
  }

  test('one that was cut off is completed by the next reading, with its audit entry and its confirmation', async () => {
    const user = await world.newBuyer();
    await changeAndDie(user);
    expect(await ordersOf(user)).toMatchObject([{ state: 'completed' }, { kind: 'change', state: 'open' }]);
    await world.handleEvents();
    expect(await ordersOf(user)).toMatchObject([
      { state: 'completed' },
      { kind: 'change', state: 'completed' },
    ]);
    expect(await auditOf(user)).toContainEqual({ action: 'plan.interval-changed', user_id: user.userId });
    expect((await world.mails(user)).filter((kind) => kind === 'order-confirmed')).toHaveLength(2);
    expect((await world.billing(user)).withdrawal).not.toBeNull();
  });

  test('a withdrawal pays back the purchase and the change of it', async () => {
    const user = await world.newBuyer();
    const { amount } = { amount: await change(user) };
    expect((await world.billing(user)).withdrawal?.refund.amount).toBe(1500 + amount);
    expect((await user.call('POST', '/billing/withdraw')).status).toBe(200);
    await world.handleEvents();
    const state = (await (
      await fetch(`${world.url}/_control/state?customer=${await world.customerOf(user)}`)
    ).json()) as { refunds: { amount: number }[] };
    expect(state.refunds.map((refund) => refund.amount).toSorted((a, b) => a - b)).toEqual([1500, amount]);
    expect(await world.mails(user)).not.toContain('payment-refunded');
  });

  test('a withdrawal pays back what was paid a moment before, and is not stored yet', async () => {
    const user = await world.newBuyer();
    await world.control({ action: 'fault', name: 'notify-lost' });
    await changeAndDie(user);
    await world.control({ action: 'fault', name: 'notify-lost', off: true });
    expect((await user.call('POST', '/billing/withdraw')).status).toBe(200);
    const state = (await (
      await fetch(`${world.url}/_control/state?customer=${await world.customerOf(user)}`)
    ).json()) as { refunds: { amount: number }[]; charges: { amount: number; status: string }[] };
    const sum = (list: { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0);
    expect(state.charges).toHaveLength(2);
    expect(sum(state.refunds)).toBe(sum(state.charges));
    expect((await ordersOf(user))[0]).toMatchObject({ state: 'withdrawn', refund: sum(state.refunds) });
  });

  test('one of an earlier plan is not completed by the next plan', async () => {
    const user = await world.newBuyer();
    await world.control({ action: 'fault', name: '503-forever', match: '/v1/subscriptions/' });
    const previewed = await change(user).catch((error: unknown) => error);
    expect(previewed).toMatchObject({ code: 'payment-unavailable' });
    await world.control({ action: 'fault', name: '503-forever', off: true });
    await queryAsOwner(
      world.app.services.db,
      `insert into plan_orders (account_id, id, kind, state, billing_interval, amount, currency, ordered_by, ordered_at, terms_version)
       select account_id, gen_random_uuid(), 'change', 'open', 'year', 1, 'USD', ordered_by, now(), terms_version
         from plan_orders where account_id = $1`,
      [user.accountId],
    );
    expect((await user.call('POST', '/billing/withdraw')).status).toBe(200);
    await world.handleEvents();
    await world.buy(user, 'year');
    const orders = await ordersOf(user);
    expect(orders.filter(({ kind }) => kind === 'change')).toMatchObject([{ state: 'replaced' }]);
    expect((await world.mails(user)).filter((kind) => kind === 'order-confirmed')).toHaveLength(2);
  });

  test('mails about a payment go out at once, after they are stored', async () => {
    const user = await world.newUser();
    const sent: string[] = [];
    const { deliverSoon } = world.deps;
    world.deps.deliverSoon = async (ids) => void sent.push(...ids);
    await world.buy(user);
    world.deps.deliverSoon = deliverSoon;
    const rows = await query(`select id from emails where account_id = $1 and template <> 'welcome'`, user);
    expect(sent.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(sent).toHaveLength(2);
  });

  test('a refund of an older payment is told also after a withdrawal', async () => {
    const user = await world.newBuyer();
    const customer = await world.customerOf(user);
    await world.advance(32);
    await change(user);
    await world.handleEvents();
    expect((await user.call('POST', '/billing/withdraw')).status).toBe(200);
    await world.handleEvents();
    expect(await world.mails(user)).not.toContain('payment-refunded');
    const stripe = await world.deps.stripe();
    const charges = (await stripe.charges.list({ customer, limit: 10 })).data;
    const first = charges.toSorted((a, b) => a.created - b.created)[0];
    await stripe.refunds.create({ charge: first?.id ?? '', amount: 500 });
    await world.handleEvents();
    expect((await world.mails(user)).filter((kind) => kind === 'payment-refunded')).toHaveLength(1);
  });

  test('who canceled and who resumed stands in the audit log once, also when the process ended', async () => {
    const user = await world.newBuyer();
    const customer = await world.customerOf(user);
    await user.call('POST', '/billing/cancel', { reason: null, comment: '' });
    await user.call('POST', '/billing/resume');
    await world.handleEvents();
    const stripe = await world.deps.stripe();
    const [subscription] = (await stripe.subscriptions.list({ customer })).data;
    await stripe.subscriptions.update(subscription?.id ?? '', { cancel_at_period_end: true });
    await refreshCustomer(world.deps, customer);
    expect(await auditOf(user)).toEqual([
      { action: 'plan.ordered', user_id: user.userId },
      { action: 'plan.canceled', user_id: user.userId },
      { action: 'plan.resumed', user_id: user.userId },
      { action: 'plan.canceled', user_id: null },
    ]);
  });

  test('a second subscription of the account is paid back and ended', async () => {
    const user = await world.newBuyer();
    const customer = await world.customerOf(user);
    const stripe = await world.deps.stripe();
    const [first] = (await stripe.subscriptions.list({ customer })).data;
    await world.advance(1);
    // The page of another order, which was open all the time.
    const page = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: first?.items.data[0]?.price.id ?? '', quantity: 1 }],
      success_url: 'http://localhost/billing',
      billing_address_collection: 'required',
      subscription_data: {
        metadata: { account: user.accountId, order: '01890a5d-ac96-774b-bcce-b302099a8057' },
      },
    });
    await pay(page.url ?? '');
    await world.handleEvents();
    const live = (await stripe.subscriptions.list({ customer })).data.filter(
      ({ status }) => status === 'active',
    );
    expect(live.map(({ id }) => id)).toEqual([first?.id]);
    const refunds = (await stripe.refunds.list({ limit: 10 })).data;
    expect(refunds.filter(({ amount }) => amount === 1500).length).toBeGreaterThan(0);
    expect((await world.mails(user)).filter((kind) => kind === 'payment-refunded')).toHaveLength(1);
    expect(await world.billing(user)).toMatchObject({ state: 'active' });
  });
});
