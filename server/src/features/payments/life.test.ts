/** The life of a plan, with the payment provider's simulator over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { order, type PaymentsWorld, startPaymentsWorld } from '../../testing/payments-world.ts';
import type { TestUser } from '../../testing/test-app.ts';

describe.each(featureModes)('the life of a plan, %s', (mode) => {
  let world: PaymentsWorld;
  let user: TestUser;
  beforeAll(async () => {
    world = await startPaymentsWorld(mode);
    user = await world.app.signIn('owner@example.com');
  });
  afterAll(() => world.close());

  test('begins with a trial, which a payment ends', async () => {
    expect(await world.billing(user)).toMatchObject({
      state: 'trial',
      subscription: null,
      card: null,
      hasCustomer: false,
      withdrawal: null,
      prices: { currency: 'USD', month: 1500, year: 14_400, simulated: true },
    });
    await world.buy(user);
    expect(await world.billing(user)).toMatchObject({
      state: 'active',
      endsAt: null,
      subscription: {
        interval: 'month',
        price: { amount: 1500, currency: 'USD' },
        pendingChange: null,
        mayChange: true,
      },
      card: { brand: 'visa', last4: '4242', expires: '2044-12' },
      hasCustomer: true,
      withdrawal: { refund: { amount: 1500, currency: 'USD' } },
    });
    expect(await world.mails(user)).toEqual(['payment-received', 'order-confirmed']);
  });

  test('takes no second order', async () => {
    await expect(order(user)).rejects.toThrow('has-plan');
  });

  test('changes to yearly for the price that was shown', async () => {
    await world.advance(15);
    expect(await world.billing(user)).toMatchObject({ withdrawal: null });
    const { preview } = (await user.call('POST', '/billing/change/preview', { interval: 'year' })).json as {
      preview: {
        dueNow: { amount: number; currency: string };
        unused: { amount: number };
        calculatedAt: number;
      };
    };
    expect(preview.unused.amount).toBeGreaterThan(600);
    expect(preview.dueNow.amount).toBe(14_400 - preview.unused.amount);
    const change = { interval: 'year', currency: 'USD', calculatedAt: preview.calculatedAt };
    expect((await user.call('POST', '/billing/change', { ...change, dueNow: 1 })).json).toMatchObject({
      code: 'price-changed',
    });
    const changed = await user.call('POST', '/billing/change', { ...change, dueNow: preview.dueNow.amount });
    expect(changed.json).toMatchObject({
      billing: {
        state: 'active',
        subscription: { interval: 'year', price: { amount: 14_400 } },
        withdrawal: { refund: { amount: preview.dueNow.amount } },
      },
    });
    await world.handleEvents();
    const bought = ['payment-received', 'order-confirmed'];
    expect(await world.mails(user)).toEqual([...bought, ...bought]);
  });

  test('is canceled with the end of the paid period, and resumed', async () => {
    const canceled = await user.call('POST', '/billing/cancel', { reason: 'unused', comment: 'Bye' });
    expect(canceled.json).toMatchObject({ billing: { state: 'canceled' } });
    const { endsAt, subscription } = await world.billing(user);
    expect(endsAt).toBe(subscription?.periodEndsAt);
    // A repeat changes nothing, and confirms nothing twice.
    await user.call('POST', '/billing/cancel', { reason: null, comment: '' });
    await world.handleEvents();
    expect((await world.mails(user)).filter((kind) => kind === 'plan-canceled')).toHaveLength(1);
    expect((await user.call('POST', '/billing/resume')).json).toMatchObject({
      billing: { state: 'active', endsAt: null },
    });
  });

  test('stays while a renewal fails, and goes on when it is paid', async () => {
    const customer = await world.customerOf(user);
    await world.control({ action: 'card-declines', customer });
    await world.advance(366);
    const late = await world.billing(user);
    expect(late).toMatchObject({ state: 'past_due', endsAt: null });
    expect(late.subscription?.nextAttemptAt).not.toBeNull();
    expect((await world.mails(user)).at(-1)).toBe('payment-failed');
    await world.control({ action: 'card-declines', customer, off: true });
    await world.advance(4);
    expect(await world.billing(user)).toMatchObject({
      state: 'active',
      subscription: { nextAttemptAt: null },
    });
    expect((await world.mails(user)).at(-1)).toBe('payment-received');
  });

  test('ends when no attempt succeeds, and begins anew with another order', async () => {
    await world.control({ action: 'card-declines', customer: await world.customerOf(user) });
    await world.advance(362);
    expect(await world.billing(user)).toMatchObject({ state: 'past_due' });
    for (let days = 0; days < 20; days += 1) await world.advance(1);
    const ended = await world.billing(user);
    expect(ended).toMatchObject({ state: 'ended', subscription: null });
    expect(ended.deletionOn).not.toBeNull();
    expect((await world.mails(user)).filter((kind) => kind === 'payment-failed')).toHaveLength(5);
    await world.control({ action: 'card-declines', customer: await world.customerOf(user), off: true });
    await world.buy(user, 'year');
    expect(await world.billing(user)).toMatchObject({ state: 'active', deletionOn: null });
  });

  test('has an invoice for each payment, with the addresses of its page and its PDF', async () => {
    const { items, nextCursor } = (await user.call('GET', '/billing/invoices')).json as {
      items: { id: string; status: string; number: string; total: { amount: number } }[];
      nextCursor: string | null;
    };
    expect(nextCursor).toBeNull();
    expect(items.filter(({ status }) => status === 'paid')).toHaveLength(4);
    expect(new Set(items.map(({ number }) => number)).size).toBe(items.length);
    const addresses = (await user.call('POST', `/billing/invoices/${items[0]?.id}/addresses`)).json as {
      page: string;
      pdf: string;
    };
    const pdf = await fetch(addresses.pdf);
    expect(pdf.headers.get('content-type')).toContain('application/pdf');
    expect(await (await fetch(addresses.page)).text()).toContain(items[0]?.number);
  });

  test('leaves a trail', async () => {
    const { rows } = await queryAsOwner<{ action: string }>(
      world.app.services.db,
      `select action from audit_entries where action like 'plan.%' order by at, id`,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'plan.ordered',
      'plan.interval-changed',
      'plan.canceled',
      'plan.resumed',
      'plan.ordered',
    ]);
  });
});
