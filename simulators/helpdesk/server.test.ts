import { createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import type { RunningSimulator } from '../kit/serve.ts';
import { startHelpDesk } from './server.ts';

let desk: RunningSimulator;
afterEach(() => desk.close());

const start = async () => {
  desk = await startHelpDesk({ port: 0, hmacKey: 'the key' });
};
const post = (path: string, body: object) =>
  fetch(`${desk.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const script = async () => (await fetch(`${desk.url}/packs/js/sdk.js`)).text();

it('serves a script with the documented functions of the SDK, and a frame for its own website token only', async () => {
  await start();
  const window: { chatwootSDK?: { run: unknown } } = {};
  runInNewContext(await script(), { window });
  expect(window.chatwootSDK?.run).toBeTypeOf('function');
  const frame = await fetch(`${desk.url}/widget?website_token=kindling-local`);
  expect(frame.status).toBe(200);
  expect(await frame.text()).toContain('<script src="/widget.js">');
  expect((await fetch(`${desk.url}/widget?website_token=other`)).status).toBe(404);
});

it('shows the events that it received, and accepts only a hash with its own key', async () => {
  await start();
  const identifier = 'user-1';
  const say = async (key: string) => {
    const identifier_hash = createHmac('sha256', key).update(identifier).digest('hex');
    const user = { name: '<b>Ada</b>', email: 'ada@example.com', identifier_hash };
    return (await post('/api/heard', { event: 'set-user', websiteToken: 't', identifier, user })).json();
  };
  expect(await say('the key')).toEqual({ verified: true });
  expect(await say('another key')).toEqual({ verified: false });
  await post('/api/heard', { event: 'set-locale', websiteToken: 't', locale: 'de' });
  const page = await (await fetch(desk.url)).text();
  expect(page).toContain('hash is right');
  expect(page).toContain('HASH IS WRONG');
  expect(page).toContain('set-locale');
  expect(page).not.toContain('<b>Ada');
  const { heard } = (await (await fetch(`${desk.url}/api/heard`)).json()) as { heard: unknown[] };
  expect(heard).toHaveLength(3);
});

it('can serve a broken script, be unavailable, and be reset', async () => {
  await start();
  await post('/_control', { action: 'script', is: 'garbage' });
  expect(await script()).toContain('<!doctype html>');
  expect((await post('/_control', { action: 'script', is: 'no' })).status).toBe(400);
  await post('/_control', { action: 'fail', with: 'status', status: 503, match: 'sdk.js' });
  expect((await fetch(`${desk.url}/packs/js/sdk.js`)).status).toBe(503);
  await post('/_control/reset', {});
  expect(await script()).toContain('chatwootSDK');
});
