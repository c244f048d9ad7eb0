import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { createClock } from '../kit/clock.ts';
import { openJournal } from '../kit/journal.ts';
import { closeServer, listen } from '../kit/serve.ts';
import { createFacebookState } from './create-state.ts';
import { readFacebookData } from './data.ts';
import { sendWebhook, signedRequest } from './webhooks.ts';

const received: { body: string; signature: unknown }[] = [];
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  received.push({
    body: Buffer.concat(chunks).toString(),
    signature: request.headers['x-hub-signature-256'],
  });
  response.end();
});
const port = await listen(receiver, 0);
afterAll(() => closeServer(receiver));

it('sends a signed change, twice when requested, and only for a page with the app installed', async () => {
  const data = readFacebookData({ pages: [{ id: '555' }] }, 'data');
  const app = { id: 'app', secret: 'app_secret' };
  const state = createFacebookState({
    clock: createClock(),
    app,
    tokenKey: 'key',
    journal: openJournal(undefined, ''),
    data,
  });
  const order = {
    url: `http://127.0.0.1:${port}/`,
    page: '555',
    value: { item: 'rating', verb: 'add' },
    times: 2,
  };
  expect(await sendWebhook(state, order)).toEqual({ sent: 0 });
  state.installed.set('555', ['ratings']);
  expect(await sendWebhook(state, order)).toEqual({ sent: 2, statuses: [200, 200] });
  const [first] = received;
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    object: 'page',
    entry: [{ id: '555', changes: [{ field: 'ratings' }] }],
  });
  const wanted = createHmac('sha256', 'app_secret')
    .update(first?.body ?? '')
    .digest('hex');
  expect(received.map((item) => item.signature)).toEqual([`sha256=${wanted}`, `sha256=${wanted}`]);
});

it('signs requests as the documented example', () => {
  expect(
    signedRequest({ algorithm: 'HMAC-SHA256', issued_at: 1700000000, user_id: '1234' }, 'app_secret'),
  ).toBe(
    '83oqobBgyO6pLa6vcIclVCF6NlTIwRgFN9x3-wAQ5T0.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImlzc3VlZF9hdCI6MTcwMDAwMDAwMCwidXNlcl9pZCI6IjEyMzQifQ',
  );
});
