/** What the payment provider's webhook accepts: only what is signed by the provider, now, changes anything, and only once. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { order, type PaymentsWorld, pay, startPaymentsWorld } from '../../testing/payments-world.ts';
import { everyThird } from '../../testing/scope.ts';
import { startTestApp } from '../../testing/test-app.ts';
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

/** A word that no log may contain. */
const canary = 'canary-of-the-message';

interface Signing {
  at?: number;
  key?: string;
  over?: string | Buffer;
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

describe.each(featureModes)('the webhook of the payment provider, %s', (mode) => {
  let world: PaymentsWorld;
  let secret: string;
  let count = 0;
  beforeAll(async () => {
    world = await startPaymentsWorld(mode);
    secret = world.deps.settings.webhookSecret;
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await world.control({ action: 'fault', name: '503-forever', off: true });
  });

  const hmac = (body: string | Buffer, { at = nowSeconds(), key = secret }: Signing = {}) =>
    createHmac('sha256', key).update(`${at}.`).update(body).digest('hex');
  const sign = (body: string | Buffer, signing: Signing = {}) =>
    `t=${signing.at ?? nowSeconds()},v1=${hmac(signing.over ?? body, signing)}`;

  function post(
    body: string | Buffer,
    headers: Record<string, string | string[]> = {},
    contentType: string | null = 'application/json; charset=utf-8',
  ) {
    return world.app.request({
      method: 'POST',
      url: webhookPath,
      headers: { ...(contentType === null ? {} : { 'content-type': contentType }), ...headers },
      payload: body,
    });
  }
  const postSigned = (body: string | Buffer, signing: Signing = {}) =>
    post(body, { 'stripe-signature': sign(body, signing) });

  /** A message about a customer whom nobody knows, with an id of its own. */
  function makeEvent(more: Record<string, unknown> = {}) {
    count += 1;
    return {
      id: `evt_${count}_${canary}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: nowSeconds(),
      data: { object: { id: `sub_${count}`, object: 'subscription', customer: `cus_nobody_${count}` } },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: 'customer.subscription.updated',
      ...more,
    };
  }

  async function rowsOf(id: string) {
    const { rows } = await queryAsOwner<{ id: string; customer_id: string | null; handled: boolean }>(
      world.app.services.db,
      'select id, customer_id, handled_at is not null as handled from payment_events where id = $1',
      [id],
    );
    return rows;
  }
  async function countRows(): Promise<number> {
    const { rows } = await queryAsOwner<{ count: number }>(
      world.app.services.db,
      'select count(*)::int as count from payment_events',
    );
    return rows[0]?.count ?? -1;
  }
  const logged = () => world.app.logLines.join('\n');

  /** Sends, and proves that the answer is a refusal that leaves nothing. */
  async function expectRefused(send: () => Promise<{ status: number; text: string }>, status = 400) {
    const before = await countRows();
    const lines = world.app.logLines.length;
    const answer = await send();
    expect(answer.status, answer.text).toBe(status);
    expect(answer.text).not.toContain(canary);
    expect(await countRows()).toBe(before);
    expect(world.app.logLines.slice(lines).join('\n')).not.toContain(canary);
    expect(world.app.logLines.slice(lines).join('\n')).not.toContain(secret);
  }

  describe('signatures', () => {
    test('a right one is taken', async () => {
      const event = makeEvent();
      expect(await postSigned(JSON.stringify(event))).toMatchObject({ status: 200, text: 'ok' });
      expect(await rowsOf(event.id)).toEqual([
        { id: event.id, customer_id: event.data.object.customer, handled: false },
      ]);
      expect(logged()).not.toContain(canary);
    });

    const refused: Record<string, (body: string) => Record<string, string | string[]>> = {
      'no header': () => ({}),
      'an empty header': () => ({ 'stripe-signature': '' }),
      garbage: () => ({ 'stripe-signature': 'garbage' }),
      'commas only': () => ({ 'stripe-signature': ',,,=,=,' }),
      'a time only': () => ({ 'stripe-signature': `t=${nowSeconds()}` }),
      'no time': (body) => ({ 'stripe-signature': `v1=${hmac(body)}` }),
      'a time that is no number': (body) => ({ 'stripe-signature': `t=now,v1=${hmac(body)}` }),
      'an empty signature': () => ({ 'stripe-signature': `t=${nowSeconds()},v1=` }),
      'half a signature': (body) => ({ 'stripe-signature': sign(body).slice(0, -32) }),
      'another secret': (body) => ({ 'stripe-signature': sign(body, { key: `${secret}0` }) }),
      'the secret without its prefix': (body) => ({
        'stripe-signature': sign(body, { key: secret.replace('whsec_', '') }),
      }),
      'an old time': (body) => ({ 'stripe-signature': sign(body, { at: nowSeconds() - 310 }) }),
      'a future time': (body) => ({ 'stripe-signature': sign(body, { at: nowSeconds() + 310 }) }),
      'a time far ahead': (body) => ({ 'stripe-signature': sign(body, { at: 4_102_444_800 }) }),
      'a time that was not signed': (body) => ({
        'stripe-signature': `t=${nowSeconds()},v1=${hmac(body, { at: nowSeconds() - 3600 })}`,
      }),
      'the right signature as v0 only': (body) => ({
        'stripe-signature': `t=${nowSeconds()},v0=${hmac(body)}`,
      }),
      'the signature of another body': (body) => ({
        'stripe-signature': sign(body, { over: `${body} ` }),
      }),
      'the signature of the re-serialized body': (body) => ({
        'stripe-signature': sign(body, { over: JSON.stringify(JSON.parse(body), null, 2) }),
      }),
      'two wrong signatures': (body) => ({
        'stripe-signature': `${sign(body, { key: 'a' })},v1=${hmac(body, { key: 'b' })}`,
      }),
      'the header of another platform': (body) => ({ 'x-hub-signature-256': `sha256=${hmac(body)}` }),
    };
    test.each(Object.entries(refused))('%s is refused', async (_, headersFor) => {
      const body = JSON.stringify(makeEvent());
      await expectRefused(() => post(body, headersFor(body)));
    });

    test('a body with one other byte, or with other spaces, is refused', async () => {
      const body = JSON.stringify(makeEvent());
      const header = { 'stripe-signature': sign(body) };
      const bytes = Buffer.from(body);
      const at = body.indexOf('false');
      bytes[at] = 'F'.charCodeAt(0);
      await expectRefused(() => post(bytes, header));
      await expectRefused(() => post(JSON.stringify(JSON.parse(body), null, 1), header));
      await expectRefused(() => post(`${body}\n`, header));
      await expectRefused(() => post('', header));
      expect((await post(body, header)).status).toBe(200);
    });

    const accepted: Record<string, (body: string) => Record<string, string>> = {
      'one of two v1 is right': (body) => ({
        'stripe-signature': `t=${nowSeconds()},v1=${hmac(body, { key: 'a former secret' })},v1=${hmac(body)}`,
      }),
      'v0 is beside v1': (body) => ({ 'stripe-signature': `${sign(body)},v0=${hmac(body, { key: 'a' })}` }),
      'the name of the header has capitals': (body) => ({ 'Stripe-Signature': sign(body) }),
      'the time is almost five minutes ago': (body) => ({
        'stripe-signature': sign(body, { at: nowSeconds() - 200 }),
      }),
      'the provider’s clock is minutes ahead': (body) => ({
        'stripe-signature': sign(body, { at: nowSeconds() + 200 }),
      }),
    };
    test.each(Object.entries(accepted))('a message is taken when %s', async (_, headersFor) => {
      const event = makeEvent();
      const body = JSON.stringify(event);
      expect((await post(body, headersFor(body))).status).toBe(200);
      expect(await rowsOf(event.id)).toHaveLength(1);
    });

    test('a refusal says in the log how old the message was, and nothing of it', async () => {
      const body = JSON.stringify(makeEvent());
      const lines = world.app.logLines.length;
      await post(body, { 'stripe-signature': sign(body, { at: nowSeconds() - 4000 }) });
      const [line] = world.app.logLines.slice(lines).map((one) => JSON.parse(one) as Record<string, unknown>);
      expect(line).toMatchObject({ level: 40, reason: 'StripeSignatureVerificationError' });
      expect(Number(line?.ageSeconds)).toBeGreaterThanOrEqual(4000);
    });
  });

  describe('bodies', () => {
    const noEvents: Record<string, string> = {
      nothing: '',
      'no JSON': `{"id":"${canary}"`,
      'a word': canary,
      null: 'null',
      'a number': '7',
      'a text': `"${canary}"`,
      'an array': `[{"id":"evt_${canary}"}]`,
      'an empty object': '{}',
      'an object of another API': `{"id":"${canary}","type":"ping"}`,
      'an event without data': `{"id":"evt_${canary}","object":"event","type":"invoice.paid"}`,
      'an event whose data is null': `{"id":"evt_${canary}","object":"event","type":"invoice.paid","data":null}`,
      'an event whose object is a text': `{"id":"evt_${canary}","object":"event","type":"invoice.paid","data":{"object":"${canary}"}}`,
      'an event without an id': `{"object":"event","type":"invoice.paid","data":{"object":{"name":"${canary}"}}}`,
      'an event with a number as id': `{"id":7,"object":"event","type":"invoice.paid","data":{"object":{"name":"${canary}"}}}`,
      'an event without a type': `{"id":"evt_${canary}","object":"event","data":{"object":{}}}`,
      'an event with an id of 300 characters': `{"id":"${canary.repeat(15)}","object":"event","type":"invoice.paid","data":{"object":{}}}`,
      'an event with a NUL in its id': `{"id":"evt_\\u0000${canary}","object":"event","type":"invoice.paid","data":{"object":{}}}`,
      'an event with a NUL in its type': `{"id":"evt_${canary}","object":"event","type":"a\\u0000","data":{"object":{}}}`,
      'an event of the second API version': `{"id":"evt_${canary}","object":"v2.core.event","type":"v1.billing.meter.no_meter_found"}`,
      'arrays in arrays': '['.repeat(200_000),
      'objects in objects': '{"a":'.repeat(80_000),
    };
    test.each(Object.entries(noEvents))('%s with a right signature is refused', async (_, body) => {
      await expectRefused(() => postSigned(body));
    });

    test('an event that is nested deeply is taken, or refused, and the process goes on', async () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const event = JSON.stringify(makeEvent()).replace(
        '"livemode":false',
        `"livemode":false,"deep":${deep}`,
      );
      expect([200, 400]).toContain((await postSigned(event)).status);
      expect((await postSigned(JSON.stringify(makeEvent()))).status).toBe(200);
    });

    test('up to 512 kB are read', async () => {
      const limit = 512 * 1024;
      const fill = (size: number) => {
        const event = makeEvent({ note: '' });
        const body = JSON.stringify(event);
        return body.replace('"note":""', `"note":"${'x'.repeat(size - Buffer.byteLength(body))}"`);
      };
      const largest = fill(limit);
      expect(Buffer.byteLength(largest)).toBe(limit);
      expect((await postSigned(largest)).status).toBe(200);
      await expectRefused(() => postSigned(fill(limit + 1)), 413);
      await expectRefused(() => postSigned(fill(2 * limit)), 413);
    });

    test.each([
      null,
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      'image/png',
    ])('the raw bytes count, also as %s', async (contentType) => {
      const event = makeEvent();
      const body = JSON.stringify(event);
      expect((await post(body, { 'stripe-signature': sign(body) }, contentType)).status).toBe(200);
      expect(await rowsOf(event.id)).toHaveLength(1);
      await expectRefused(() => post(body, {}, contentType));
    });

    test('letters of all scripts and escapes keep the signature right', async () => {
      const event = makeEvent({ note: 'Žluťoučký 🙂 \u2028 "\\u0041"' });
      const body = JSON.stringify(event).replace('Ž', '\\u017d');
      expect((await postSigned(body)).status).toBe(200);
      expect(await rowsOf(event.id)).toHaveLength(1);
    });

    test('nothing but POST is served', async () => {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
        const body = JSON.stringify(makeEvent());
        const answer = await world.app.request({
          method,
          url: webhookPath,
          headers: { 'stripe-signature': sign(body) },
          ...(method === 'GET' ? {} : { payload: body }),
        });
        expect([404, 405], method).toContain(answer.status);
      }
    });
  });

  describe('messages', () => {
    test('the same one is stored once, one after another and at once', async () => {
      const event = makeEvent();
      const body = JSON.stringify(event);
      for (let time = 0; time < 5; time += 1) expect((await postSigned(body)).status).toBe(200);
      const other = makeEvent();
      const answers = await Promise.all(Array.from({ length: 20 }, () => postSigned(JSON.stringify(other))));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
      expect(await rowsOf(event.id)).toHaveLength(1);
      expect(await rowsOf(other.id)).toHaveLength(1);
    });

    test('a payment that is told many times is mailed once', async () => {
      const user = await world.app.signIn('many@example.com');
      await world.control({ action: 'webhook', off: true });
      await pay(await order(user));
      await world.control({ action: 'webhook', url: `${await world.app.listen()}${webhookPath}` });
      const { data } = await (await world.deps.stripe()).events.list({ limit: 100 });
      const customer = await customerOf(user.accountId);
      const told = data.filter(
        ({ data: { object } }) => 'customer' in object && object.customer === customer,
      );
      expect(told.length).toBeGreaterThan(5);
      const send = () => Promise.all(told.map((event) => postSigned(JSON.stringify(event))));
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
      for (const { id } of told) expect(await rowsOf(id)).toMatchObject([{ handled: true }]);
    });

    test('what concerns no customer, and unknown kinds, are acknowledged', async () => {
      for (const type of eventTypes) {
        const event = makeEvent({ type, data: { object: { id: 'obj_1', object: 'thing' } } });
        expect((await postSigned(JSON.stringify(event))).status, type).toBe(200);
        expect(await rowsOf(event.id), type).toMatchObject([{ customer_id: null, handled: true }]);
      }
    });

    test('a message about the customer of nobody is handled without an effect', async () => {
      const event = makeEvent();
      const { customer } = event.data.object;
      await postSigned(JSON.stringify(event));
      const calls = async () =>
        ((await (await fetch(`${world.url}/_control/calls`)).json()) as { calls: unknown[] }).calls.length;
      const before = await calls();
      await handleEventsOf(world.deps, customer);
      expect(await calls()).toBe(before);
      expect(await rowsOf(event.id)).toMatchObject([{ handled: true }]);
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
          const event = makeEvent({ type, data: { object } });
          const { status, text } = await postSigned(JSON.stringify(event));
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
        const event = makeEvent({ data: { object } });
        const { status, text } = await postSigned(JSON.stringify(event));
        expect(status, `${JSON.stringify(object)}: ${text}`).toBe(200);
        expect(await rowsOf(event.id)).toHaveLength(1);
      }
      await drain();
    });

    test('a dispute waits until its charge can be read', async () => {
      const user = await world.app.signIn('dispute@example.com');
      await world.buy(user);
      const customer = await customerOf(user.accountId);
      await world.control({ action: 'webhook', off: true });
      await world.control({ action: 'dispute', customer });
      await world.control({ action: 'webhook', url: `${await world.app.listen()}${webhookPath}` });
      const { data } = await (await world.deps.stripe()).events.list({ type: 'charge.dispute.created' });
      const event = data[0];
      const body = JSON.stringify(event);
      await world.control({ action: 'fault', name: '503-forever' });
      await expectRefused(() => postSigned(body), 503);
      await world.control({ action: 'fault', name: '503-forever', off: true });
      expect((await postSigned(body)).status).toBe(200);
      expect(await rowsOf(event?.id ?? '')).toMatchObject([{ customer_id: customer, handled: false }]);
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
      const user = await world.app.signIn('no-queue@example.com');
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
      const customerId = await customerOf(user.accountId);
      expect(enqueued).toContainEqual({ customerId });
      expect(await world.mails(user)).toEqual([]);
      await handleEventsOf(world.deps, customerId);
      expect(await world.mails(user)).toEqual(['payment-received', 'order-confirmed']);
    });

    test('a reading that another one overtook stores nothing', async () => {
      const user = await world.app.signIn('overtaken@example.com');
      await world.buy(user);
      const customer = await customerOf(user.accountId);
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
      const user = await world.app.signIn('forged@example.com');
      for (const how of ['signature', 'timestamp', 'secret', 'body', 'unsigned'])
        await world.control({ action: 'fault', name: 'notify-forged', how, times: 40 });
      const before = await countRows();
      await pay(await order(user));
      await world.control({ action: 'deliver' });
      expect(await countRows()).toBe(before);
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

  async function customerOf(accountId: string): Promise<string> {
    const { rows } = await queryAsOwner<{ customer_id: string }>(
      world.app.services.db,
      'select customer_id from payment_customers where account_id = $1',
      [accountId],
    );
    return rows[0]?.customer_id ?? '';
  }
});

test('an installation without plans has no such address', async () => {
  const app = await startTestApp(featureModes.at(-1) ?? 'embedded');
  try {
    const body = JSON.stringify({ id: 'evt_1', object: 'event' });
    const answer = await app.request({
      method: 'POST',
      url: webhookPath,
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
      payload: body,
    });
    expect(answer.status).toBe(404);
  } finally {
    await app.close();
  }
});
