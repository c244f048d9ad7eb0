import { once } from 'node:events';
import { connect } from 'node:net';
import { createLocalLimits } from '@kindling/service/limits';
import pino from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { anyMode } from '../testing/database.ts';
import { createTenantFixture } from '../testing/tenant-fixture.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createHttpServer, type HttpServerOptions } from './server.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function makeServer(options: Partial<HttpServerOptions> = {}) {
  const logged: string[] = [];
  const app = await createHttpServer({
    limits: createLocalLimits(),
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    trustProxy: [],
    errorPage: (status) => ({
      html: `<h1>${status}</h1>`,
      headers: { 'content-security-policy': "default-src 'none'" },
    }),
    ...options,
  });
  closers.push(() => app.close());
  return { app, logged };
}

describe('routes outside of the contract', () => {
  test('a route without declared access prevents the start', async () => {
    const { app } = await makeServer();
    expect(() => app.get('/loose', () => 'x')).toThrow('GET /loose does not declare who may call it.');
    expect(() => app.get('/loose', { config: {} }, () => 'x')).toThrow('does not declare who may call it');
    app.get('/open', { config: { access: 'public' } }, () => 'x');
    expect((await app.inject('/open')).statusCode).toBe(200);
  });
});

describe('answers', () => {
  test('an unknown error shows no details, to a program or to a person', async () => {
    const { app, logged } = await makeServer();
    const fail = () => {
      throw new Error('password=hunter2');
    };
    app.get('/api/broken', { config: { access: 'public' } }, fail);
    app.get('/broken', { config: { access: 'public' } }, fail);
    const api = await app.inject('/api/broken');
    expect(api.statusCode).toBe(500);
    expect(api.headers['content-type']).toContain('application/problem+json');
    expect(api.json()).toEqual({
      type: 'about:blank',
      title: 'Something went wrong on our side.',
      status: 500,
      code: 'internal',
      requestId: api.headers['x-request-id'],
    });
    const page = await app.inject('/broken');
    expect(page.statusCode).toBe(500);
    expect(page.body).toBe('<h1>500</h1>');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(logged).toHaveLength(2);
  });

  test('an unknown path answers people with a page and programs with a problem document', async () => {
    const { app } = await makeServer();
    expect((await app.inject('/nowhere')).body).toBe('<h1>404</h1>');
    expect((await app.inject('/api/nowhere')).json()).toMatchObject({
      status: 404,
      code: 'unknown-route',
    });
  });

  test('an address that the router refuses gets our error format', async () => {
    const { app } = await makeServer();
    app.get('/e/:file', { config: { access: 'public' } }, () => 'x');
    app.get('/api/:id', { config: { access: 'public' } }, () => 'x');
    const long = 'x'.repeat(500);
    for (const [url, status, code] of [
      [`/api/${long}`, 404, 'not-found'],
      ['/api/%zz', 400, 'invalid-input'],
    ] as const) {
      const answer = await app.inject(url);
      expect.soft(answer.headers['content-type'], url).toContain('application/problem+json');
      expect
        .soft(answer.json(), url)
        .toMatchObject({ status, code, requestId: answer.headers['x-request-id'] });
    }
    for (const url of [`/e/${long}`, '/e/%zz']) {
      const answer = await app.inject(url);
      expect.soft([400, 404], url).toContain(answer.statusCode);
      expect.soft(answer.headers['content-type'], url).toContain('text/plain');
      expect.soft(answer.body, url).not.toContain('FST_');
    }
  });

  test('every response has its own request id, which the caller cannot choose, and the common headers', async () => {
    const { app } = await makeServer();
    const [one, two] = await Promise.all(
      [1, 2].map(() =>
        app.inject({ url: '/api/x', headers: { 'x-request-id': 'mine', 'request-id': 'mine' } }),
      ),
    );
    expect(one?.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-z]+$/);
    expect(one?.headers['x-request-id']).not.toBe(two?.headers['x-request-id']);
    expect(one?.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'no-store',
    });
  });
});

describe('the client address', () => {
  async function seenThrough(trustProxy: string[], remoteAddress: string) {
    const { app } = await makeServer({ trustProxy });
    app.get('/who', { config: { access: 'public' } }, (request) => ({
      ip: request.ip,
      protocol: request.protocol,
      host: request.host,
    }));
    const answer = await app.inject({
      url: '/who',
      remoteAddress,
      headers: {
        host: 'kindling.test',
        'x-forwarded-for': '1.2.3.4, 203.0.113.9',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.example',
      },
    });
    return answer.json() as { ip: string; protocol: string; host: string };
  }

  test('forwarded addresses are ignored without a trusted proxy', async () => {
    expect(await seenThrough([], '198.51.100.1')).toEqual({
      ip: '198.51.100.1',
      protocol: 'http',
      host: 'kindling.test',
    });
    expect((await seenThrough(['10.0.0.0/8'], '198.51.100.1')).ip).toBe('198.51.100.1');
  });

  test('a trusted proxy’s entry for the last hop counts, and what the client wrote before it does not', async () => {
    expect(await seenThrough(['10.0.0.0/8'], '10.1.2.3')).toMatchObject({
      ip: '203.0.113.9',
      protocol: 'https',
    });
  });
});

describe('stopping', () => {
  test('an idle connection and an open event stream do not delay it', async () => {
    const app = await startTestApp(anyMode);
    const { token } = (await createTenantFixture(app, 'watcher')).user;
    const origin = await app.listen();
    const unused = connect(Number(new URL(origin).port), '127.0.0.1');
    await once(unused, 'connect');
    const stream = await fetch(`${origin}/api/v1/sync/events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const reader = stream.body?.getReader();
    await reader?.read();
    await app.close();
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
    unused.destroy();
  });
});

describe('limits', () => {
  test('the 601st call of the API in a minute is refused with the time to wait; pages and embeds are not counted', async () => {
    const { app } = await makeServer();
    for (const url of ['/api/config', '/api/other', '/e/aaaaaaaaaa.js', '/healthz'])
      app.get(url, { config: { access: 'public' } }, () => 'x');
    const ask = async (url: string, remoteAddress: string) => {
      const { statusCode: status, headers, body } = await app.inject({ url, remoteAddress });
      return { status, headers, json: status === 200 ? undefined : JSON.parse(body) };
    };
    for (let count = 1; count <= 600; count += 1) {
      const { status } = await ask('/api/config', '2001:db8:1:1::1');
      if (status !== 200) throw new Error(`Call ${count} answered ${status}`);
    }
    const refused = await ask('/api/config', '2001:db8:1:1:ffff::2');
    expect(refused.status).toBe(429);
    expect(refused.headers['content-type']).toContain('application/problem+json');
    expect(refused.json).toMatchObject({ code: 'rate-limited', status: 429 });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect((refused.json as { retryAfter: number }).retryAfter).toBe(wait);
    expect((await ask('/api/other', '2001:db8:1:1::1')).status).toBe(429);
    expect((await ask('/api/config', '2001:db8:1:2::1')).status).toBe(200);
    expect((await ask('/e/aaaaaaaaaa.js', '2001:db8:1:1::1')).status).toBe(200);
    expect((await ask('/healthz', '2001:db8:1:1::1')).status).toBe(200);
  });

  test('a body above the limit is refused before it is read completely', async () => {
    const { app } = await makeServer();
    app.post('/api/echo', { config: { access: 'public' } }, (request) => request.body);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/echo',
      payload: { text: 'x'.repeat(300_000) },
    });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'too-large' });
  });
});

test.each([
  ['http://kindling.test', false],
  ['https://kindling.test', true],
])('the cookie of an authorization at %s is Secure: %s', async (address, secure) => {
  const app = await startTestApp(anyMode, { settings: { PUBLIC_URL: address } });
  closers.push(() => app.close());
  const user = await app.signIn('owner@example.com');
  const answer = await user.call('POST', '/connections/authorize/google', {});
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
  expect(cookie.includes('; Secure')).toBe(secure);
});
