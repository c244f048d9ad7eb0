/** What the messages of the payment provider change: each is stored and handled once, whatever it is about. */
import { readFileSync } from 'node:fs';
import type { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { order, type PaymentsWorld, pay, startPaymentsWorld } from '../../testing/payments-world.ts';
import { ProviderMessages } from '../../testing/provider-messages.ts';
import { everyThird } from '../../testing/scope.ts';
import { listWaitingCustomers } from './event-queries.ts';
import { handleEventsOf, sweepEvents } from './handle-events.ts';
import { handledEvents } from './handled-events.ts';
import { refreshCustomer } from './refresh-customer.ts';
import { webhookPath } from './webhook-route.ts';

/**
 * Objects as Stripe publishes them for tests (its OpenAPI description, MIT), in an API version of years ago: what has a
 * customer, what names its customer in another way, and some that have none. And the event types of its command-line tool.
 */
const providerObjects = readLines('provider-objects.ndjson').map(
  (line) => JSON.parse(line) as { object?: string; customer?: unknown },
);
const eventTypes = readLines('event-types.txt');

function readLines(file: string): string[] {
  return readFileSync(new URL(`./fixtures/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
}

describe.each(featureModes)('the webhook of the payment provider, %s', (mode) => {
  let world: PaymentsWorld;
  let messages: ProviderMessages;
  beforeAll(async () => {
    world = await startPaymentsWorld(mode);
    messages = new ProviderMessages(world);
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await world.control({ action: 'fault', name: '503-forever', off: true });
  });

  describe('messages', () => {
    test('the same one is stored once, one after another and at once', async () => {
      const event = messages.makeEvent();
      const body = JSON.stringify(event);
      for (let time = 0; time < 5; time += 1) expect((await messages.postSigned(body)).status).toBe(200);
      const other = messages.makeEvent();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => messages.postSigned(JSON.stringify(other))),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
      expect(await messages.rowsOf(event.id)).toHaveLength(1);
      expect(await messages.rowsOf(other.id)).toHaveLength(1);
    });

    test('a payment that is told many times is mailed once', async () => {
      const user = await world.newUser();
      await world.control({ action: 'webhook', off: true });
      await pay(await order(user));
      await world.control({ action: 'webhook', url: `${await world.app.listen()}${webhookPath}` });
      const { data } = await (await world.deps.stripe()).events.list({ limit: 100 });
      const customer = await world.customerOf(user);
      const told = data.filter(
        ({ data: { object } }) => 'customer' in object && object.customer === customer,
      );
      expect(told.length).toBeGreaterThan(5);
      const send = () => Promise.all(told.map((event) => messages.postSigned(JSON.stringify(event))));
      const answers = (await Promise.all([send(), send(), send(), send()])).flat();
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      await Promise.all([
        handleEventsOf(world.deps, customer),
        handleEventsOf(world.deps, customer),
        handleEventsOf(world.deps, customer),
      ]);
      await send();
      await handleEventsOf(world.deps, customer);
      expect((await world.mails(user)).toSorted()).toEqual(['order-confirmed', 'payment-received']);
      for (const { id } of told) expect(await messages.rowsOf(id)).toMatchObject([{ handled: true }]);
    });

    test('what concerns no customer, and unknown kinds, are acknowledged', async () => {
      for (const type of eventTypes) {
        const event = messages.makeEvent({ type, data: { object: { id: 'obj_1', object: 'thing' } } });
        expect((await messages.postSigned(JSON.stringify(event))).status, type).toBe(200);
        expect(await messages.rowsOf(event.id), type).toMatchObject([{ customer_id: null, handled: true }]);
      }
    });

    test('a message about the customer of nobody is handled without an effect', async () => {
      const event = messages.makeEvent();
      const { customer } = event.data.object;
      await messages.postSigned(JSON.stringify(event));
      const calls = async () =>
        ((await (await fetch(`${world.url}/_control/calls`)).json()) as { calls: unknown[] }).calls.length;
      const before = await calls();
      await handleEventsOf(world.deps, customer);
      expect(await calls()).toBe(before);
      expect(await messages.rowsOf(event.id)).toMatchObject([{ handled: true }]);
      const { rows } = await queryAsOwner(
        world.app.services.db,
        'select 1 from payment_customers where customer_id = $1',
        [customer],
      );
      expect(rows).toEqual([]);
    });

    test('objects of older versions are acknowledged as each kind, and their customers are read', async () => {
      const failed: string[] = [];
      for (const [at, object] of providerObjects.entries())
        for (const type of everyThird(handledEvents, at)) {
          const event = messages.makeEvent({ type, data: { object } });
          const { status, text } = await messages.postSigned(JSON.stringify(event));
          if (status !== 200) failed.push(`${type} of ${object.object}: ${status} ${text}`);
        }
      expect(failed).toEqual([]);
      await drain();
    });

    test('objects that name their customer in odd ways are acknowledged', async () => {
      const odd: unknown[] = [
        {},
        { object: 'customer' },
        { object: 'customer', id: 7 },
        { object: 'customer', id: '' },
        { object: 'invoice', customer: { id: 'cus_expanded', object: 'customer' } },
        { object: 'invoice', customer: { id: null } },
        { object: 'invoice', customer: ['cus_1'] },
        { object: 'invoice', customer: true },
        { object: 'invoice', customer: 'c'.repeat(300) },
        { object: 'invoice', customer: "cus_'; drop table payment_events; --" },
        { object: 'invoice', customer: 'cus_\u0000' },
        { object: 'invoice', customer: 'cus_\ud800' },
        { object: 'invoice', customer: '../../v1/customers/cus_1' },
        { object: 'dispute' },
        { object: 'dispute', charge: null },
        { object: 'dispute', charge: { id: 'ch_unknown', object: 'charge' } },
        { object: 'dispute', charge: 'ch_unknown' },
        { object: 'dispute', charge: '../customers' },
        { object: ['dispute'], charge: 'ch_unknown' },
        { object: { toString: 1 }, customer: 'cus_of_an_odd_object' },
      ];
      for (const object of odd) {
        const event = messages.makeEvent({ data: { object } });
        const { status, text } = await messages.postSigned(JSON.stringify(event));
        expect(status, `${JSON.stringify(object)}: ${text}`).toBe(200);
        expect(await messages.rowsOf(event.id)).toHaveLength(1);
      }
      await drain();
    });

    test('a dispute waits until its charge can be read', async () => {
      const user = await world.newBuyer();
      const customer = await world.customerOf(user);
      await world.control({ action: 'webhook', off: true });
      await world.control({ action: 'dispute', customer });
      await world.control({ action: 'webhook', url: `${await world.app.listen()}${webhookPath}` });
      const { data } = await (await world.deps.stripe()).events.list({ type: 'charge.dispute.created' });
      const event = data[0];
      const body = JSON.stringify(event);
      await world.control({ action: 'fault', name: '503-forever' });
      await messages.expectRefused(() => messages.postSigned(body), 503);
      await world.control({ action: 'fault', name: '503-forever', off: true });
      expect((await messages.postSigned(body)).status).toBe(200);
      expect(await messages.rowsOf(event?.id ?? '')).toMatchObject([
        { customer_id: customer, handled: false },
      ]);
      await handleEventsOf(world.deps, customer);
      const { rows } = await queryAsOwner<{ disputed: boolean }>(
        world.app.services.db,
        'select disputed from invoices where account_id = $1',
        [user.accountId],
      );
      expect(rows).toEqual([{ disputed: true }]);
      expect(await world.mails(user)).toEqual(['payment-received', 'order-confirmed', 'payment-disputed']);
    });

    test('a message that cannot be queued is acknowledged, and the sweep finds it', async () => {
      const user = await world.newUser();
      const { queue } = world.deps;
      const enqueued: unknown[] = [];
      world.deps.queue = { enqueue: () => Promise.reject(new Error('The queue is down.')) };
      try {
        await pay(await order(user));
        await world.control({ action: 'deliver' });
        expect(await world.control({ action: 'deliveries' })).toEqual({ waiting: [] });
        world.deps.queue = {
          async enqueue(_job, payload) {
            enqueued.push(payload);
          },
        };
        await sweepEvents(world.deps, new AbortController().signal);
      } finally {
        world.deps.queue = queue;
      }
      const customerId = await world.customerOf(user);
      expect(enqueued).toContainEqual({ customerId });
      expect(await world.mails(user)).toEqual([]);
      await handleEventsOf(world.deps, customerId);
      expect(await world.mails(user)).toEqual(['payment-received', 'order-confirmed']);
    });

    test('a reading that another one overtook stores nothing', async () => {
      const user = await world.newBuyer();
      const customer = await world.customerOf(user);
      const real = await world.deps.stripe();
      let overtaken = 0;
      // It has read the plan as it was; then the plan is canceled, and the message of that is read to the end.
      const list = async (params: Stripe.SubscriptionListParams) => {
        const old = await real.subscriptions.list(params);
        overtaken += 1;
        await user.call('POST', '/billing/cancel', { reason: null, comment: '' });
        return old;
      };
      const slow = Object.assign(Object.create(real) as Stripe, { subscriptions: { list } });
      await refreshCustomer({ ...world.deps, stripe: () => Promise.resolve(slow) }, customer);
      expect(overtaken).toBe(1);
      expect(await world.billing(user)).toMatchObject({ state: 'canceled' });
      await world.handleEvents();
      expect((await world.mails(user)).filter((kind) => kind === 'plan-canceled')).toHaveLength(1);
    });

    test('a forged one of each kind does nothing', async () => {
      const user = await world.newUser();
      for (const how of ['signature', 'timestamp', 'secret', 'body', 'unsigned'])
        await world.control({ action: 'fault', name: 'notify-forged', how, times: 40 });
      const before = await messages.countRows();
      await pay(await order(user));
      await world.control({ action: 'deliver' });
      expect(await messages.countRows()).toBe(before);
      await world.handleEvents();
      expect(await world.billing(user)).toMatchObject({ state: 'trial' });
      await world.control({ action: 'fault', name: 'notify-forged', off: true });
      await world.control({ action: 'resend', type: 'invoice.paid' });
      await world.handleEvents();
      expect(await world.billing(user)).toMatchObject({ state: 'active' });
    });
  });

  /** Handles all that waits, as the jobs do. */
  async function drain(): Promise<void> {
    for (;;) {
      const waiting = await inSystem(world.app.services.db, (system) =>
        listWaitingCustomers(system, new Date(), 100),
      );
      if (waiting.length === 0) return;
      for (const customer of waiting) await handleEventsOf(world.deps, customer);
    }
  }
});
