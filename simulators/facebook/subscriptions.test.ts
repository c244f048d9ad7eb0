import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { objectsIn } from '../kit/json-object.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import type { RunningSimulator } from '../kit/serve.ts';
import { startFacebookSimulator } from './server.ts';
import { appToken, callApi, client, codesOf, control, pageToken, switchFault } from './test-client.ts';

const page = '555';
const edge = `/v21.0/${client.client_id}/subscriptions`;
let facebook: RunningSimulator;
let receiver: Receiver;

beforeAll(async () => {
  facebook = await startFacebookSimulator({ port: 0 });
  receiver = await startReceiver();
});
beforeEach(async () => {
  await control(facebook.url, { action: 'reset' });
  receiver.received.length = 0;
  await control(facebook.url, { action: 'seed', page, count: 3 });
});
afterAll(async () => {
  await facebook.close();
  await receiver.close();
});

const call = (method: string, form: Record<string, string> = {}, token = appToken) =>
  callApi(facebook.url, `${edge}?${new URLSearchParams({ ...form, access_token: token })}`, { method });
const subscribe = (callback_url = receiver.url) =>
  call('POST', {
    object: 'page',
    callback_url,
    fields: 'ratings,feed',
    include_values: 'true',
    verify_token: 'v',
  });
const webhook = () =>
  control(facebook.url, { action: 'webhook', page, value: { item: 'rating', verb: 'add' } });

async function install(): Promise<void> {
  const token = await pageToken(facebook.url, page);
  const path = `/v21.0/${page}/subscribed_apps?subscribed_fields=ratings&access_token=${token}`;
  await callApi(facebook.url, path, { method: 'POST' });
}

it('verifies the callback first, and lists and ends a subscription', async () => {
  expect(codesOf(await call('GET', {}, 'stranger'))[0]).toBe(15);
  expect(codesOf(await subscribe('http://127.0.0.1:1/hook'))[0]).toBe(2200);
  expect((await subscribe()).body).toEqual({ success: true });
  expect(objectsIn((await call('GET')).body.data)).toMatchObject([
    { object: 'page', active: true, fields: [{ name: 'ratings' }, { name: 'feed' }] },
  ]);
  await call('DELETE', { fields: 'feed' });
  expect(objectsIn((await call('GET')).body.data)).toMatchObject([{ fields: [{ name: 'ratings' }] }]);
  await call('DELETE');
  expect((await call('GET')).body).toEqual({ data: [] });
});

it('sends to the callback when app and page are subscribed, and retries until it is answered with 200', async () => {
  await subscribe();
  expect(await webhook()).toEqual({ sent: 0 });
  await install();
  receiver.answers.push(204);
  expect(await webhook()).toEqual({ sent: 1, statuses: [204] });
  await control(facebook.url, { action: 'clock', advanceSeconds: 60 });
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]?.headers['x-hub-signature-256']).toMatch(/^sha256=[0-9a-f]{64}$/);
  expect(await control(facebook.url, { action: 'deliveries' })).toEqual({ waiting: [] });
});

it('gives up after 36 hours', async () => {
  await subscribe();
  await install();
  receiver.answers.push(...Array.from({ length: 40 }, () => 500));
  await webhook();
  for (let hour = 0; hour < 42; hour += 6) {
    await control(facebook.url, { action: 'clock', advanceSeconds: 6 * 3600 });
  }
  expect(await control(facebook.url, { action: 'deliveries' })).toEqual({ waiting: [] });
  receiver.answers.length = 0;
});

it('notify-forged and notify-lost', async () => {
  await subscribe();
  await install();
  await switchFault(facebook.url, 'notify-forged', { how: 'unsigned', times: 1 });
  expect(await webhook()).toMatchObject({ sent: 1, forged: 'unsigned' });
  expect(receiver.received[0]?.headers['x-hub-signature-256']).toBeUndefined();
  await switchFault(facebook.url, 'notify-lost', { page });
  expect(await webhook()).toEqual({ sent: 0, lost: true });
});
