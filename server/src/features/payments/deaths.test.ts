/** Orders, withdrawals, changes and readings that are cut off at each of their steps: the next try, or the job, ends them once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { type CutOff, runCutOff } from '../../testing/dying-payments.ts';
import { type Held, order, type PaymentsWorld, pay } from '../../testing/payments-world.ts';
import { runsEverything } from '../../testing/scope.ts';
import type { TestUser } from '../../testing/test-app.ts';
import { startRelayedWorld } from '../../testing/webhook-relay.ts';
import { cancelPlan, changeInterval, previewChange } from './changes.ts';
import type { PaymentsDeps } from './deps.ts';
import { handleEventsOf, sweepEvents } from './handle-events.ts';
import { paymentJobs } from './handlers.ts';
import { startOrder } from './orders.ts';
import { withdrawOrder } from './withdrawal.ts';

describe.each(featureModes)('payments that are cut off, %s', (mode) => {
  let world: PaymentsWorld;
  beforeAll(async () => {
    world = await startRelayedWorld(mode);
  });
  afterAll(() => world.close());

  const liveOf = ({ subscriptions }: Held) => subscriptions.filter(({ status }) => status !== 'canceled');
  const ordererOf = ({ accountId, userId, email }: TestUser) => ({ accountId, userId, email, locale: 'en' });
  const shown = (interval: 'month' | 'year') => ({
    interval,
    amount: world.deps.prices[interval],
    currency: 'USD',
  });
  const kinds = async (user: TestUser, kind: string) =>
    (await world.mails(user)).filter((one) => one === kind);
  async function ordersOf({ accountId }: TestUser) {
    const { rows } = await queryAsOwner<{ state: string; refund: number | null; kind: string }>(
      world.app.services.db,
      'select state, refund, kind from plan_orders where account_id = $1 order by ordered_at, id',
      [accountId],
    );
    return rows;
  }

  /** What the queue and the sweep of another process do: minutes later, and again. */
  async function runJobs(): Promise<void> {
    const { now } = world.deps;
    for (const minutes of [1, 5]) {
      const jobs: { name: string; payload: unknown }[] = [];
      const deps: PaymentsDeps = {
        ...world.deps,
        now: () => new Date(now().getTime() + minutes * 60_000),
        queue: { enqueue: async (job, payload) => void jobs.push({ name: job.name, payload }) },
      };
      const handlers = new Map(paymentJobs(deps).map((handler) => [handler.job.name, handler]));
      const run = (name: string, payload: unknown) =>
        handlers.get(name)?.run(payload as object, new AbortController().signal);
      await run('payments.sweep', {});
      for (const { name, payload } of jobs) await run(name, payload);
    }
  }

  /** Each cut of the steps that the work takes; without `--all` only the ends right after something was changed. */
  function cutsOf(steps: readonly string[]): CutOff[] {
    const isRead = (step: number) => /\.(?:list|retrieve|createPreview)$/.test(steps[step] ?? '');
    return steps.flatMap((name, step): CutOff[] => [
      ...(runsEverything || !isRead(step - 1) ? [{ step, how: 'ends' as const }] : []),
      ...(name.includes('.') && !isRead(step) ? [{ step, how: 'lost' as const }] : []),
    ]);
  }

  test('an order leads to one page, which is paid once', async () => {
    const first = await world.newUser();
    const { steps } = await runCutOff(world.deps, null, (deps) =>
      startOrder(deps, ordererOf(first), shown('month')),
    );
    expect(steps).toContain('.checkout.sessions.create');
    for (const cut of cutsOf(steps)) {
      const user = await world.newUser();
      await runCutOff(world.deps, cut, (deps) => startOrder(deps, ordererOf(user), shown('month')));
      const address = await order(user);
      const name = `${cut.how} at ${cut.step} ${steps[cut.step]}`;
      expect(await order(user), name).toBe(address);
      const { sessions } = await world.held(user);
      expect(
        sessions.map(({ status, url }) => ({ status, url })),
        name,
      ).toEqual([{ status: 'open', url: address }]);
      await pay(address);
      await world.handleEvents();
      expect(await world.billing(user), name).toMatchObject({ state: 'active' });
      expect(await world.mails(user), name).toEqual(['payment-received', 'order-confirmed']);
      expect((await ordersOf(user)).map(({ state }) => state)).toEqual(['completed']);
    }
  });

  test('an order for another interval leaves one page open', async () => {
    const first = await world.newUser();
    await order(first);
    const { steps } = await runCutOff(world.deps, null, (deps) =>
      startOrder(deps, ordererOf(first), shown('year')),
    );
    expect(steps).toContain('.checkout.sessions.expire');
    for (const cut of cutsOf(steps)) {
      const user = await world.newUser();
      await order(user);
      await runCutOff(world.deps, cut, (deps) => startOrder(deps, ordererOf(user), shown('year')));
      const address = await order(user, 'year');
      const { sessions } = await world.held(user);
      expect(
        sessions.filter(({ status }) => status === 'open').map(({ url }) => url),
        `${cut.how} at ${cut.step} ${steps[cut.step]}`,
      ).toEqual([address]);
    }
  });

  test('a withdrawal ends the plan and pays back once', async () => {
    const first = await world.newBuyer();
    const { steps } = await runCutOff(world.deps, null, (deps) => withdrawOrder(deps, first));
    expect(steps).toEqual(
      expect.arrayContaining(['enqueue', '.subscriptions.cancel', '.refunds.create', 'transaction']),
    );
    for (const cut of cutsOf(steps)) {
      const user = await world.newBuyer();
      const name = `${cut.how} at ${cut.step} ${steps[cut.step]}`;
      await runCutOff(world.deps, cut, (deps) => withdrawOrder(deps, user));
      // Nothing was stored, so the person tries again.
      if ((await ordersOf(user))[0]?.state === 'completed')
        expect((await user.call('POST', '/billing/withdraw')).status, name).toBe(200);
      await world.handleEvents();
      await runJobs();
      await world.handleEvents();
      const now = await world.held(user);
      expect(liveOf(now), name).toEqual([]);
      expect(
        now.refunds.map(({ amount }) => amount),
        name,
      ).toEqual([1500]);
      expect(await ordersOf(user), name).toMatchObject([{ state: 'withdrawn', refund: 1500 }]);
      expect(await kinds(user, 'order-withdrawn'), name).toHaveLength(1);
      expect(await kinds(user, 'payment-refunded'), name).toEqual([]);
      expect(await world.billing(user), name).toMatchObject({ subscription: null, withdrawal: null });
    }
  });

  test('a withdrawal that was cut off does not end the plan that was ordered after it', async () => {
    const user = await world.newBuyer();
    // The plan ended, the money did not go back, and the end is read before the job runs.
    await world.control({ action: 'fault', name: '503-forever', match: '/v1/refunds' });
    expect((await user.call('POST', '/billing/withdraw')).json).toMatchObject({
      code: 'payment-unavailable',
    });
    await world.handleEvents();
    expect(await world.billing(user)).toMatchObject({ subscription: null });
    const refused = await order(user).then(
      () => null,
      (reason: unknown) => reason,
    );
    await world.control({ action: 'fault', name: '503-forever', off: true });
    if (refused !== null) expect(String(refused)).toMatch('payment-unavailable');
    await world.buy(user, 'year');
    await runJobs();
    await world.handleEvents();
    const now = await world.held(user);
    expect(liveOf(now)).toHaveLength(1);
    expect(now.refunds.map(({ amount }) => amount)).toEqual([1500]);
    expect((await ordersOf(user)).map(({ state }) => state)).toEqual(['withdrawn', 'completed']);
    expect(await kinds(user, 'order-withdrawn')).toHaveLength(1);
    expect(await world.billing(user)).toMatchObject({ state: 'active' });
  });

  test('a withdrawal of a disputed payment ends, because the bank has the money', async () => {
    const user = await world.newBuyer();
    await world.control({ action: 'dispute', customer: await world.customerOf(user) });
    await world.handleEvents();
    expect((await user.call('POST', '/billing/withdraw')).status).toBe(200);
    expect(await ordersOf(user)).toMatchObject([{ state: 'withdrawn' }]);
  });

  test('a withdrawal of a customer who was deleted meanwhile pays back', async () => {
    const user = await world.newBuyer();
    const customer = await world.customerOf(user);
    await world.control({ action: 'fault', name: '503-forever', match: '/v1/refunds' });
    await user.call('POST', '/billing/withdraw');
    await world.control({ action: 'delete-customer', customer });
    await world.handleEvents();
    await world.control({ action: 'fault', name: '503-forever', off: true });
    await runJobs();
    expect((await world.held(user)).refunds.map(({ amount }) => amount)).toEqual([1500]);
    expect(await ordersOf(user)).toMatchObject([{ state: 'withdrawn' }]);
  });

  test('a change of the interval is charged once', async () => {
    const change = async (deps: PaymentsDeps, user: TestUser, calculatedAt: number) => {
      const { dueNow } = await previewChange(deps, user, 'year', calculatedAt);
      await changeInterval(deps, user, {
        interval: 'year',
        dueNow: dueNow.amount,
        currency: dueNow.currency,
        calculatedAt,
      });
    };
    const nowSeconds = () => Math.floor(world.deps.now().getTime() / 1000);
    const first = await world.newBuyer();
    const { steps, error } = await runCutOff(world.deps, null, (deps) => change(deps, first, nowSeconds()));
    expect(error).toBeNull();
    for (const cut of cutsOf(steps)) {
      const user = await world.newBuyer();
      const name = `${cut.how} at ${cut.step} ${steps[cut.step]}`;
      const calculatedAt = nowSeconds();
      await runCutOff(world.deps, cut, (deps) => change(deps, user, calculatedAt));
      // A person tries again with what they were shown.
      await change(world.deps, user, calculatedAt).catch((refused: unknown) => {
        expect(refused, name).toMatchObject({ code: 'conflict' });
      });
      await world.handleEvents();
      expect(await world.billing(user), name).toMatchObject({ subscription: { interval: 'year' } });
      const { charges } = await world.held(user);
      expect(
        charges.filter(({ status }) => status === 'succeeded'),
        name,
      ).toHaveLength(2);
      expect(await kinds(user, 'payment-received'), name).toHaveLength(2);
    }
  });

  test('a cancelation is confirmed once', async () => {
    const why = { reason: null, comment: '' };
    const first = await world.newBuyer();
    const { steps } = await runCutOff(world.deps, null, (deps) => cancelPlan(deps, first, why));
    for (const cut of cutsOf(steps)) {
      const user = await world.newBuyer();
      const name = `${cut.how} at ${cut.step} ${steps[cut.step]}`;
      await runCutOff(world.deps, cut, (deps) => cancelPlan(deps, user, why));
      await user.call('POST', '/billing/cancel', why);
      await world.handleEvents();
      expect(await kinds(user, 'plan-canceled'), name).toHaveLength(1);
      expect(await world.billing(user), name).toMatchObject({ state: 'canceled' });
    }
  });

  test('a message that was acknowledged before the process ended is handled by the next one', async () => {
    const first = await world.newUser();
    await pay(await order(first));
    await world.control({ action: 'deliver' });
    const customer = await world.customerOf(first);
    const { steps } = await runCutOff(world.deps, null, (deps) => handleEventsOf(deps, customer));
    for (const cut of cutsOf(steps)) {
      const user = await world.newUser();
      await pay(await order(user));
      await world.control({ action: 'deliver' });
      const name = `${cut.how} at ${cut.step} ${steps[cut.step]}`;
      const customerId = await world.customerOf(user);
      await runCutOff(world.deps, cut, (deps) => handleEventsOf(deps, customerId));
      const enqueued: unknown[] = [];
      const queue = { enqueue: async (_job: unknown, payload: unknown) => void enqueued.push(payload) };
      await sweepEvents({ ...world.deps, queue }, new AbortController().signal);
      expect(enqueued, name).toContainEqual({ customerId });
      await runJobs();
      expect(await world.billing(user), name).toMatchObject({ state: 'active' });
      expect((await world.mails(user)).toSorted(), name).toEqual(['order-confirmed', 'payment-received']);
    }
  });
});
