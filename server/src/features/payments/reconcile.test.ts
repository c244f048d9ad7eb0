/** The nightly comparison: what messages did not tell is found, repaired and reported; nothing else changes. */
import type { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { order, type PaymentsWorld, pay } from '../../testing/payments-world.ts';
import type { TestUser } from '../../testing/test-app.ts';
import { startRelayedWorld } from '../../testing/webhook-relay.ts';
import { reconcile } from './reconcile.ts';

describe.each(featureModes)('the nightly comparison of payments, %s', (mode) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await startRelayedWorld(mode);
  });
  afterAll(() => world.close());
  afterEach(async () => {
    for (const name of ['notify-lost', '503-forever', '500-burst'])
      await world.control({ action: 'fault', name, off: true });
  });

  const run = () => reconcile(world.deps, new AbortController().signal);

  async function subscriptionOf(user: TestUser): Promise<string> {
    const customer = await world.customerOf(user);
    const { data } = await (await world.deps.stripe()).subscriptions.list({ customer });
    return data[0]?.id ?? '';
  }
  const loseMessages = () => world.control({ action: 'fault', name: 'notify-lost' });
  async function rows(text: string, values: unknown[] = []) {
    return (await queryAsOwner(world.app.services.db, text, values)).rows;
  }
  /** Everything that a comparison may change. */
  async function stored() {
    return {
      subscriptions: await rows('select to_jsonb(s) as row from subscriptions s order by account_id'),
      invoices: await rows('select to_jsonb(i) as row from invoices i order by id'),
      orders: await rows('select to_jsonb(o) as row from plan_orders o order by id'),
      mails: await rows('select id from emails order by id'),
      events: await rows('select to_jsonb(e) as row from payment_events e order by id'),
      plans: await rows('select id, plan_state, plan_ends_at from accounts order by id'),
    };
  }
  async function lastReport() {
    const [last] = await rows('select * from payment_reconciliations order by started_at desc limit 1');
    return last;
  }

  test('an installation on which nothing was ever sold is compared too', async () => {
    expect(await run()).toEqual({ subscriptions: 0, missed_events: 0, repaired: 0, unknown: 0, failed: 0 });
    expect(await lastReport()).toMatchObject({ subscriptions: 0, finished_at: expect.any(Date) as Date });
  });

  test('a purchase whose messages were all lost is found', async () => {
    const user = await world.newUser();
    await loseMessages();
    await pay(await order(user));
    expect(await world.billing(user)).toMatchObject({ state: 'trial' });
    expect(await world.mails(user)).toEqual([]);
    const lines = world.app.logLines.length;
    const result = await run();
    expect(result).toMatchObject({ subscriptions: 1, repaired: 1, unknown: 0 });
    expect(result.missed_events).toBeGreaterThanOrEqual(4);
    expect(await world.billing(user)).toMatchObject({ state: 'active' });
    expect(await world.mails(user)).toEqual(['payment-received', 'order-confirmed']);
    expect(await lastReport()).toMatchObject({ ...result, finished_at: expect.any(Date) as Date });
    const said = world.app.logLines.slice(lines).map((line) => JSON.parse(line) as Record<string, unknown>);
    const { missed_events: missedEvents, ...counts } = result;
    expect(said.map(({ time: _, ...line }) => line)).toEqual([
      { level: 40, ...counts, missedEvents, msg: 'Payments were compared with the payment provider' },
    ]);
  });

  test('with nothing to repair nothing changes, and nobody is told', async () => {
    await run();
    const before = await stored();
    const lines = world.app.logLines.length;
    expect(await run()).toMatchObject({ missed_events: 0, repaired: 0 });
    expect(await stored()).toEqual(before);
    expect(
      world.app.logLines.slice(lines).map((line) => (JSON.parse(line) as { level: number }).level),
    ).toEqual([30]);
  });

  /** What happens while no message arrives, and what the comparison then must have found. */
  const lost: Record<
    string,
    {
      act(user: TestUser, customer: string): Promise<unknown>;
      found: Record<string, unknown>;
      mails: string[];
    }
  > = {
    'a cancelation at the provider': {
      act: async (user) =>
        (await world.deps.stripe()).subscriptions.update(await subscriptionOf(user), {
          cancel_at_period_end: true,
        }),
      found: { state: 'canceled' },
      mails: ['plan-canceled'],
    },
    'the end of a subscription': {
      act: async (user) => (await world.deps.stripe()).subscriptions.cancel(await subscriptionOf(user)),
      found: { subscription: null },
      mails: [],
    },
    'a refund': {
      act: (_, customer) => world.control({ action: 'refund', customer, amount: 500 }),
      found: { state: 'active', withdrawal: { refund: { amount: 1000, currency: 'USD' } } },
      mails: ['payment-refunded'],
    },
    'a dispute': {
      act: (_, customer) => world.control({ action: 'dispute', customer }),
      found: { state: 'active' },
      mails: ['payment-disputed'],
    },
    'a new card': {
      act: async (user) => {
        const card = { number: '5555555555554444', expiry: '11/43', cvc: '321' };
        expect((await world.changeCard(user, card)).status).toBe(303);
      },
      found: { card: { brand: 'mastercard', last4: '4444', expires: '2043-11' } },
      mails: [],
    },
    'a card that the bank renewed': {
      act: (_, customer) => world.control({ action: 'renew-card', customer }),
      found: { card: { brand: 'visa', last4: '4242', expires: '2048-12' } },
      mails: [],
    },
    'a customer who was deleted': {
      act: (_, customer) => world.control({ action: 'delete-customer', customer }),
      found: { subscription: null, card: null, hasCustomer: false },
      mails: [],
    },
  };
  test.each(Object.entries(lost))('%s is found', async (_, { act, found, mails }) => {
    const user = await world.newUser();
    await world.buy(user);
    await run();
    const before = await world.billing(user);
    await loseMessages();
    await act(user, await world.customerOf(user));
    await world.handleEvents();
    expect(await world.billing(user)).toEqual(before);
    const { repaired, missed_events: missed } = await run();
    expect({ repaired, missed: missed > 0 }).toEqual({ repaired: 1, missed: true });
    expect(await world.billing(user)).toMatchObject(found);
    expect((await world.mails(user)).slice(2)).toEqual(mails);
    // Found once: the next one has nothing to do, and late messages change nothing.
    await world.control({ action: 'fault', name: 'notify-lost', off: true });
    expect(await run()).toMatchObject({ repaired: 0, missed_events: 0 });
    await world.control({ action: 'resend' });
    await world.handleEvents();
    expect((await world.mails(user)).slice(2)).toEqual(mails);
  });

  test('a renewal, and one that fails, are found with their mails', async () => {
    const [good, bad] = [await world.newUser(), await world.newUser()];
    for (const user of [good, bad]) await world.buy(user);
    await world.advance(29);
    await world.control({ action: 'card-declines', customer: await world.customerOf(bad) });
    await loseMessages();
    await world.advance(3);
    expect(await world.billing(bad)).toMatchObject({ state: 'active' });
    await run();
    expect(await world.billing(good)).toMatchObject({ state: 'active' });
    expect(await world.billing(bad)).toMatchObject({ state: 'past_due' });
    expect((await world.mails(good)).slice(2)).toEqual(['payment-received']);
    expect((await world.mails(bad)).slice(2)).toEqual(['payment-failed']);
  });

  test('of events older than the days that are compared, the state of subscriptions is still found', async () => {
    const user = await world.newUser();
    await world.buy(user);
    await loseMessages();
    await (await world.deps.stripe()).subscriptions.update(await subscriptionOf(user), {
      cancel_at_period_end: true,
    });
    await world.advance(6);
    const { missed_events: missed, repaired } = await run();
    expect({ missed, repaired }).toEqual({ missed: 0, repaired: 1 });
    expect(await world.billing(user)).toMatchObject({ state: 'canceled' });
  });

  test('a subscription of an account that is not here counts as unknown, a foreign one does not', async () => {
    const stripe = await world.deps.stripe();
    const before = await run();
    const subscribe = async (metadata: Record<string, string>) => {
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price: await world.deps.catalog.priceOf('month'), quantity: 1 }],
        success_url: 'https://app.example/done',
        cancel_url: 'https://app.example/plans',
        subscription_data: { metadata },
      });
      await pay(session.url ?? '');
    };
    await subscribe({ account: crypto.randomUUID(), order: crypto.randomUUID() });
    await subscribe({});
    const lines = world.app.logLines.length;
    const result = await run();
    expect(result.unknown - before.unknown).toBe(1);
    expect(result.subscriptions - before.subscriptions).toBe(2);
    expect(await lastReport()).toMatchObject({ unknown: result.unknown });
    expect(world.app.logLines.slice(lines).join('')).not.toMatch(/@|cus_|sub_|example/);
  });

  test('a provider that fails in the middle fails the job, and the next run finishes', async () => {
    const users = [await world.newUser(), await world.newUser(), await world.newUser()];
    await loseMessages();
    for (const user of users) await pay(await order(user));
    for (let after = 0; after < 12; after += 4) {
      await world.control({ action: 'fault', name: '503-forever', after });
      await expect(run(), `after ${after} calls`).rejects.toMatchObject({ code: 'payment-unavailable' });
      expect(await lastReport()).toMatchObject({ finished_at: null });
      await world.control({ action: 'fault', name: '503-forever', off: true });
    }
    await run();
    expect(await lastReport()).toMatchObject({ finished_at: expect.any(Date) as Date });
    for (const user of users) {
      expect(await world.billing(user)).toMatchObject({ state: 'active' });
      expect(await world.mails(user)).toEqual(['payment-received', 'order-confirmed']);
    }
    expect(await run()).toMatchObject({ repaired: 0, missed_events: 0 });
  });

  test('a run that is stopped ends between two pages', async () => {
    const stop = new AbortController();
    stop.abort(new Error('The process is stopping.'));
    await expect(reconcile(world.deps, stop.signal)).rejects.toThrow('The process is stopping.');
  });

  test('pages of events and subscriptions are read to the end', async () => {
    const real = await world.deps.stripe();
    const asked: string[] = [];
    const pagesOf =
      (kind: string, all: { id: string }[]) => (params: { starting_after?: string; limit: number }) => {
        const start = all.findIndex(({ id }) => id === params.starting_after) + 1;
        asked.push(`${kind} ${start}`);
        const data = all.slice(start, start + params.limit);
        return Promise.resolve({ data, has_more: start + data.length < all.length });
      };
    const events = Array.from({ length: 230 }, (_, at) => ({
      id: `evt_page_${at}`,
      type: 'invoice.paid',
      data: { object: { object: 'invoice', customer: `cus_page_${at}` } },
    }));
    const subscriptions = Array.from({ length: 201 }, (_, at) => ({
      id: `sub_page_${at}`,
      customer: `cus_page_${at}`,
      metadata: { account: `account ${at}` },
      status: 'active',
      items: { data: [] },
    }));
    const fake = Object.assign(Object.create(real) as Stripe, {
      events: { list: pagesOf('events', events) },
      subscriptions: {
        list: (params: { customer?: string; limit: number }) =>
          params.customer === undefined
            ? pagesOf('subscriptions', subscriptions)(params)
            : real.subscriptions.list(params),
      },
    });
    const result = await reconcile(
      { ...world.deps, stripe: () => Promise.resolve(fake) },
      new AbortController().signal,
    );
    expect(result).toMatchObject({ subscriptions: 201, unknown: 201, missed_events: 0 });
    expect(asked).toEqual([
      'events 0',
      'events 100',
      'events 200',
      'subscriptions 0',
      'subscriptions 100',
      'subscriptions 200',
    ]);
    const [known] = await rows(
      "select count(*)::int as count from payment_events where id like 'evt_page_%'",
    );
    expect(known).toEqual({ count: 230 });
  });
});
