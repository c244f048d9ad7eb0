import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../kit/json-object.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import type { RunningSimulator } from '../kit/serve.ts';
import { startGoogleSimulator } from './server.ts';
import { callApi, control, holdClock, signIn, switchFault } from './test-client.ts';

const location = 'accounts/9/locations/90';
let google: RunningSimulator;
let receiver: Receiver;

beforeAll(async () => {
  google = await startGoogleSimulator({ port: 0 });
  receiver = await startReceiver();
});
beforeEach(async () => {
  await control(google.url, { action: 'reset' });
  receiver.received.length = 0;
  await control(google.url, { action: 'seed', location, count: 3 });
  const { access } = await signIn(google.url);
  const setting = { pubsubTopic: 'projects/p/topics/t', notificationTypes: ['NEW_REVIEW'] };
  const path = '/v1/accounts/9/notificationSetting?updateMask=pubsubTopic,notificationTypes';
  await callApi(`${google.url}${path}`, access, { method: 'PATCH', body: JSON.stringify(setting) });
});
afterAll(async () => {
  await google.close();
  await receiver.close();
});

const push = (id: string, more: JsonObject = {}) =>
  control(google.url, {
    action: 'push',
    url: receiver.url,
    name: `${location}/reviews/${id}`,
    messageId: id,
    ...more,
  });

function ids(): unknown[] {
  return receiver.received.map(({ body }) => {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) && isJsonObject(value.message) ? value.message.messageId : null;
  });
}

function claims(): JsonObject {
  const token = String(receiver.received[0]?.headers.authorization).split('.')[1] ?? '';
  const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
  return isJsonObject(value) ? value : {};
}

it('notify-dup, notify-lost and notify-reorder', async () => {
  await switchFault(google.url, 'notify-dup', { times: 1 });
  expect(await push('a')).toMatchObject({ sent: true, statuses: [200, 200] });
  await switchFault(google.url, 'notify-lost', { times: 1 });
  expect(await push('b')).toEqual({ sent: false, lost: true });
  await switchFault(google.url, 'notify-reorder', { count: 2 });
  expect(await push('c')).toEqual({ sent: false, held: 1 });
  await push('d');
  expect(ids()).toEqual(['a', 'a', 'd', 'c']);
  await push('e');
  expect(await switchFault(google.url, 'notify-reorder', { off: true })).toMatchObject({
    ended: 1,
    statuses: [200],
  });
  expect(ids().at(-1)).toBe('e');
});

it('notify-forged: one part of the token is wrong', async () => {
  await switchFault(google.url, 'notify-forged', { how: 'audience' });
  expect(await push('a')).toMatchObject({ sent: true, forged: 'audience' });
  expect(claims().aud).not.toBe(receiver.url);
  await expect(switchFault(google.url, 'notify-forged', { how: 'magic' })).rejects.toThrow('must be one of');
});

it('retries a message that is not acknowledged, with growing delays by the simulator’s clock', async () => {
  await holdClock(google.url);
  receiver.answers.push(503, 500);
  expect(await push('a')).toEqual({ sent: true, status: 503 });
  await control(google.url, { action: 'clock', advanceSeconds: 60 });
  expect(await control(google.url, { action: 'deliveries' })).toMatchObject({ waiting: [{ attempts: 2 }] });
  await control(google.url, { action: 'clock', advanceSeconds: 299 });
  expect(ids()).toEqual(['a', 'a']);
  await control(google.url, { action: 'clock', advanceSeconds: 1 });
  expect(ids()).toEqual(['a', 'a', 'a']);
  expect(await control(google.url, { action: 'deliveries' })).toEqual({ waiting: [] });
});
