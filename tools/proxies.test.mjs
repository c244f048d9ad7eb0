// The proxies of deploy/ in front of a service with our HTTP settings, with TLS and with a visitor who has another address.
import { once } from 'node:events';
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createHttpService } from '../service/src/http-server.ts';
import { names, startProxy } from './lib/test-proxies.mjs';

/** All of 127.0.0.0/8 is this machine on Linux, so the visitor has another address than the proxy. */
const VISITOR = '127.0.0.2';
const MEGABYTE = 2 ** 20;
/** Before what opens something for whoever has the link. */
const secretPaths = ['/m/', '/u/', '/w/', '/data-deletion/', '/api/v1/downloads/'];

let app;
let identity;
let embedReads = 0;
/** The stream that is open: its response, and what tells that its reader has gone. */
let stream;

function createApp() {
  const service = createHttpService({ role: 'web', trustProxy: ['127.0.0.1'], bodyLimit: 100 * MEGABYTE });
  service.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  service.get('/who', ({ ip, protocol, host }) => ({ ip, protocol, host }));
  service.post('/upload', ({ body }) => ({ bytes: body.length }));
  for (const [path, type] of [
    ['/events', 'text/event-stream'],
    ['/api/v1/downloads/one', 'application/octet-stream'],
  ])
    service.get(path, (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
      reply.raw.write('first;');
      stream = { raw: reply.raw, closed: once(reply.raw, 'close') };
    });
  service.get('/e/one.js', (_request, reply) => {
    embedReads += 1;
    return reply
      .headers({ 'cache-control': 'public, max-age=60', vary: 'accept-encoding', etag: '"one"' })
      .type('text/javascript')
      .send('embed();');
  });
  return service;
}

beforeAll(async () => {
  app = createApp();
  identity = createApp();
  await Promise.all([app, identity].map((one) => one.listen({ port: 0, host: '127.0.0.1' })));
});
afterAll(() => Promise.all([app?.close(), identity?.close()]));

describe.each(['nginx', 'caddy'])('%s', (kind) => {
  let proxy;
  beforeAll(async () => {
    const portOf = (service) => service.server.address().port;
    proxy = await startProxy(kind, { app: portOf(app), identity: portOf(identity) });
  });
  afterAll(() => proxy?.stop());

  function isMissing(context) {
    if (proxy === undefined) context.annotate(`${kind} is not on this machine: its file was not tried.`);
    return proxy === undefined;
  }

  /** Opens a request as a visitor. @returns the request; its response comes with the event `response` */
  function open(path, { host = names.app, ...options } = {}) {
    const headers = { host: `${host}:${proxy.port}`, ...options.headers };
    const outgoing = request({
      ...{ host: '127.0.0.1', port: proxy.port, servername: host, rejectUnauthorized: false },
      ...{ localAddress: VISITOR, agent: false, path, ...options, headers },
    });
    // A refused upload ends with an error after its response.
    return outgoing.on('error', () => {});
  }

  async function send(path, { body, ...options } = {}) {
    const outgoing = open(path, options);
    const answered = once(outgoing, 'response');
    outgoing.end(body);
    const [response] = await answered;
    const chunks = await response.toArray();
    return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() };
  }

  test.each(Object.entries(names))(
    'the server learns who asks and that TLS was used: %s',
    async (_which, host) => {
      if (proxy === undefined) return;
      const forged = {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'a.example',
      };
      const { status, text } = await send('/who', { host, headers: forged });
      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual({ ip: VISITOR, protocol: 'https', host: `${host}:${proxy.port}` });
    },
  );

  test('uploads pass up to the limit and not beyond it', async (context) => {
    if (isMissing(context)) return;
    const headers = { 'content-type': 'application/octet-stream' };
    const post = (bytes) => send('/upload', { method: 'POST', headers, body: Buffer.alloc(bytes) });
    expect(JSON.parse((await post(50 * MEGABYTE)).text)).toEqual({ bytes: 50 * MEGABYTE });
    const refused = await post(70 * MEGABYTE).catch(({ code }) => ({ status: code }));
    expect([413, 502, 'EPIPE', 'ECONNRESET']).toContain(refused.status);
  });

  test.each(['/events', '/api/v1/downloads/one'])(
    '%s comes as it is written, and ends when its reader goes',
    async (path) => {
      if (proxy === undefined) return;
      const outgoing = open(path);
      outgoing.end();
      const [response] = await once(outgoing, 'response');
      const [first] = await once(response, 'data');
      expect(first.toString()).toBe('first;');
      stream.raw.write('second;');
      const [second] = await once(response, 'data');
      expect(second.toString()).toBe('second;');
      response.on('error', () => {});
      outgoing.destroy();
      await stream.closed;
    },
  );

  test('no link that opens something is in the log', async () => {
    if (proxy === undefined) return;
    for (const host of Object.values(names))
      for (const path of [...secretPaths, '/reset?token=']) await send(`${path}secret-of-a-link`, { host });
    const log = () => proxy.log();
    if (kind === 'nginx')
      await vi.waitFor(() => expect(log().trim().split('\n').length).toBeGreaterThan(secretPaths.length * 2));
    expect(log()).not.toContain('secret-of-a-link');
  });

  test('widgets keep their headers', async (context) => {
    if (isMissing(context)) return;
    const { status, headers, text } = await send('/e/one.js');
    expect([status, headers['cache-control'], headers.etag, text]).toEqual([
      ...[200, 'public, max-age=60', '"one"', 'embed();'],
    ]);
  });
});

describe('nginx alone', () => {
  test('a widget is read once, and is served while the server is away', async () => {
    const service = createApp();
    await service.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.server.address();
    const proxy = await startProxy('nginx', { app: port, identity: port });
    if (proxy === undefined) throw new Error('This test needs nginx: install the package "nginx".');
    try {
      embedReads = 0;
      const read = () =>
        new Promise((resolve, reject) => {
          const options = { host: '127.0.0.1', port: proxy.port, servername: names.app, agent: false };
          request({ ...options, rejectUnauthorized: false, path: '/e/one.js', headers: { host: names.app } })
            .on('error', reject)
            .on('response', (response) => resolve(response.resume().statusCode))
            .end();
        });
      expect([await read(), await read(), embedReads]).toEqual([200, 200, 1]);
      await service.close();
      expect(await read()).toBe(200);
    } finally {
      await proxy.stop();
      await service.close();
    }
  });
});
