/** Which messages to the payment provider's webhook are taken: only what is signed by the provider, now. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { type PaymentsWorld, startPaymentsWorld } from '../../testing/payments-world.ts';
import { canary, nowSeconds, ProviderMessages } from '../../testing/provider-messages.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { webhookPath } from './webhook-route.ts';

describe.each(featureModes)('the webhook of the payment provider, %s', (mode) => {
  let world: PaymentsWorld;
  let messages: ProviderMessages;
  beforeAll(async () => {
    world = await startPaymentsWorld(mode);
    messages = new ProviderMessages(world);
  });
  afterAll(() => world.close());

  describe('signatures', () => {
    test('a right one is taken', async () => {
      const event = messages.makeEvent();
      expect(await messages.postSigned(JSON.stringify(event))).toMatchObject({ status: 200, text: 'ok' });
      expect(await messages.rowsOf(event.id)).toEqual([
        { id: event.id, customer_id: event.data.object.customer, handled: false },
      ]);
      expect(world.app.logLines.join('\n')).not.toContain(canary);
    });

    const refused: Record<string, (body: string) => Record<string, string | string[]>> = {
      'no header': () => ({}),
      'an empty header': () => ({ 'stripe-signature': '' }),
      garbage: () => ({ 'stripe-signature': 'garbage' }),
      'commas only': () => ({ 'stripe-signature': ',,,=,=,' }),
      'a time only': () => ({ 'stripe-signature': `t=${nowSeconds()}` }),
      'no time': (body) => ({ 'stripe-signature': `v1=${messages.hmac(body)}` }),
      'a time that is no number': (body) => ({ 'stripe-signature': `t=now,v1=${messages.hmac(body)}` }),
      'an empty signature': () => ({ 'stripe-signature': `t=${nowSeconds()},v1=` }),
      'half a signature': (body) => ({ 'stripe-signature': messages.sign(body).slice(0, -32) }),
      'another secret': (body) => ({
        'stripe-signature': messages.sign(body, { key: `${messages.secret}0` }),
      }),
      'the secret without its prefix': (body) => ({
        'stripe-signature': messages.sign(body, { key: messages.secret.replace('whsec_', '') }),
      }),
      'an old time': (body) => ({ 'stripe-signature': messages.sign(body, { at: nowSeconds() - 310 }) }),
      'a future time': (body) => ({ 'stripe-signature': messages.sign(body, { at: nowSeconds() + 310 }) }),
      'a time far ahead': (body) => ({ 'stripe-signature': messages.sign(body, { at: 4_102_444_800 }) }),
      'a time that was not signed': (body) => ({
        'stripe-signature': `t=${nowSeconds()},v1=${messages.hmac(body, { at: nowSeconds() - 3600 })}`,
      }),
      'the right signature as v0 only': (body) => ({
        'stripe-signature': `t=${nowSeconds()},v0=${messages.hmac(body)}`,
      }),
      'the signature of another body': (body) => ({
        'stripe-signature': messages.sign(body, { over: `${body} ` }),
      }),
      'the signature of the re-serialized body': (body) => ({
        'stripe-signature': messages.sign(body, { over: JSON.stringify(JSON.parse(body), null, 2) }),
      }),
      'two wrong signatures': (body) => ({
        'stripe-signature': `${messages.sign(body, { key: 'a' })},v1=${messages.hmac(body, { key: 'b' })}`,
      }),
      'the header of another platform': (body) => ({
        'x-hub-signature-256': `sha256=${messages.hmac(body)}`,
      }),
    };
    test.each(Object.entries(refused))('%s is refused', async (_, headersFor) => {
      const body = JSON.stringify(messages.makeEvent());
      await messages.expectRefused(() => messages.post(body, headersFor(body)));
    });

    test('a body with one other byte, or with other spaces, is refused', async () => {
      const body = JSON.stringify(messages.makeEvent());
      const header = { 'stripe-signature': messages.sign(body) };
      const bytes = Buffer.from(body);
      const at = body.indexOf('false');
      bytes[at] = 'F'.charCodeAt(0);
      await messages.expectRefused(() => messages.post(bytes, header));
      await messages.expectRefused(() => messages.post(JSON.stringify(JSON.parse(body), null, 1), header));
      await messages.expectRefused(() => messages.post(`${body}\n`, header));
      await messages.expectRefused(() => messages.post('', header));
      expect((await messages.post(body, header)).status).toBe(200);
    });

    const accepted: Record<string, (body: string) => Record<string, string>> = {
      'one of two v1 is right': (body) => ({
        'stripe-signature': `t=${nowSeconds()},v1=${messages.hmac(body, { key: 'a former secret' })},v1=${messages.hmac(body)}`,
      }),
      'v0 is beside v1': (body) => ({
        'stripe-signature': `${messages.sign(body)},v0=${messages.hmac(body, { key: 'a' })}`,
      }),
      'the name of the header has capitals': (body) => ({ 'Stripe-Signature': messages.sign(body) }),
      'the time is almost five minutes ago': (body) => ({
        'stripe-signature': messages.sign(body, { at: nowSeconds() - 200 }),
      }),
      'the provider’s clock is minutes ahead': (body) => ({
        'stripe-signature': messages.sign(body, { at: nowSeconds() + 200 }),
      }),
    };
    test.each(Object.entries(accepted))('a message is taken when %s', async (_, headersFor) => {
      const event = messages.makeEvent();
      const body = JSON.stringify(event);
      expect((await messages.post(body, headersFor(body))).status).toBe(200);
      expect(await messages.rowsOf(event.id)).toHaveLength(1);
    });

    test('a refusal says in the log how old the message was, and nothing of it', async () => {
      const body = JSON.stringify(messages.makeEvent());
      const lines = world.app.logLines.length;
      await messages.post(body, { 'stripe-signature': messages.sign(body, { at: nowSeconds() - 4000 }) });
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
      await messages.expectRefused(() => messages.postSigned(body));
    });

    test('an event that is nested deeply is taken, or refused, and the process goes on', async () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const event = JSON.stringify(messages.makeEvent()).replace(
        '"livemode":false',
        `"livemode":false,"deep":${deep}`,
      );
      expect([200, 400]).toContain((await messages.postSigned(event)).status);
      expect((await messages.postSigned(JSON.stringify(messages.makeEvent()))).status).toBe(200);
    });

    test('up to 512 kB are read', async () => {
      const limit = 512 * 1024;
      const fill = (size: number) => {
        const event = messages.makeEvent({ note: '' });
        const body = JSON.stringify(event);
        return body.replace('"note":""', `"note":"${'x'.repeat(size - Buffer.byteLength(body))}"`);
      };
      const largest = fill(limit);
      expect(Buffer.byteLength(largest)).toBe(limit);
      expect((await messages.postSigned(largest)).status).toBe(200);
      await messages.expectRefused(() => messages.postSigned(fill(limit + 1)), 413);
      await messages.expectRefused(() => messages.postSigned(fill(2 * limit)), 413);
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
      const event = messages.makeEvent();
      const body = JSON.stringify(event);
      expect(
        (await messages.post(body, { 'stripe-signature': messages.sign(body) }, contentType)).status,
      ).toBe(200);
      expect(await messages.rowsOf(event.id)).toHaveLength(1);
      await messages.expectRefused(() => messages.post(body, {}, contentType));
    });

    test('letters of all scripts and escapes keep the signature right', async () => {
      const event = messages.makeEvent({ note: 'Žluťoučký 🙂 \u2028 "\\u0041"' });
      const body = JSON.stringify(event).replace('Ž', '\\u017d');
      expect((await messages.postSigned(body)).status).toBe(200);
      expect(await messages.rowsOf(event.id)).toHaveLength(1);
    });

    test('nothing but POST is served', async () => {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const) {
        const body = JSON.stringify(messages.makeEvent());
        const answer = await world.app.request({
          method,
          url: webhookPath,
          headers: { 'stripe-signature': messages.sign(body) },
          ...(method === 'GET' ? {} : { payload: body }),
        });
        expect([404, 405], method).toContain(answer.status);
      }
    });
  });
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
