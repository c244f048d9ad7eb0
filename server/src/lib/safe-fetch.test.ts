import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { ResolveName } from './resolve-name.ts';
import { createSafeFetch, SafeFetchError, type SafeFetchOptions } from './safe-fetch.ts';

const agent = 'tests';
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A local server; `connections` counts its connections. */
async function listen(listener: RequestListener) {
  const server = createServer(listener);
  servers.push(server);
  const seen = { connections: 0 };
  server.on('connection', () => {
    seen.connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, seen };
}

/** A fake DNS with one list of addresses per query; the last list repeats. */
function names(...answers: string[][]) {
  const asked: string[] = [];
  const resolveName: ResolveName = (hostname) => {
    asked.push(hostname);
    const found = answers[Math.min(asked.length, answers.length) - 1] ?? [];
    return Promise.resolve(
      found.map((address) => ({ address, family: address.includes(':') ? 6 : (4 as const) })),
    );
  };
  return { resolveName, asked };
}

/** Allows the test servers: 127.0.0.1 counts as public. */
const local: Pick<SafeFetchOptions, 'egressPolicy'> = {
  egressPolicy: { allowsPort: () => true, allowsAddress: (address) => address === '127.0.0.1' },
};

async function troubleOf(call: Promise<unknown>): Promise<string> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof SafeFetchError)) throw new Error(`expected FetchTrouble, got ${String(error)}`);
  return error.reason;
}

describe('a page on the web', () => {
  test('is fetched with its headers, without cookies or tokens', async () => {
    let seen = {};
    const { port } = await listen((request, response) => {
      seen = request.headers;
      response.writeHead(200, [
        'content-type',
        'text/html',
        'content-security-policy',
        "default-src 'self'",
        'content-security-policy',
        "script-src 'self'",
      ]);
      response.end('<p>Grüße</p>');
    });
    const dns = names(['127.0.0.1']);
    const page = await createSafeFetch({ agent, ...dns, ...local })(`http://shop.example:${port}/a?b=c#d`);
    expect(page).toMatchObject({ status: 200, text: '<p>Grüße</p>' });
    expect(page.headers['content-security-policy']).toBe("default-src 'self', script-src 'self'");
    expect(seen).toEqual({
      host: `shop.example:${port}`,
      'user-agent': agent,
      accept: expect.any(String),
      'accept-encoding': 'gzip, br',
      connection: 'close',
    });
    expect(dns.asked).toEqual(['shop.example']);
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('is decompressed from %s', async (coding, compress) => {
    const { port } = await listen((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(compress('<p>Hello</p>'));
    });
    const page = await createSafeFetch({ agent, ...local })(`http://127.0.0.1:${port}/`);
    expect(page.text).toBe('<p>Hello</p>');
  });

  test('any status is an answer; redirects are followed, also relative ones', async () => {
    const { port } = await listen((request, response) => {
      if (request.url === '/old') response.writeHead(302, { location: '../new?x=1' }).end();
      else response.writeHead(404).end('Gone');
    });
    const page = await createSafeFetch({ agent, ...local })(`http://127.0.0.1:${port}/old`);
    expect(page).toMatchObject({ status: 404, text: 'Gone', url: `http://127.0.0.1:${port}/new?x=1` });
  });
});

describe('never connects outside of the public web', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[::127.0.0.1]',
    '168.63.129.16',
    '[::]',
    '[fe80::1]',
    '[fd00::1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '127.0.0.1.',
  ])('to the address %s', async (host) => {
    const canary = await listen((_request, response) => void response.end('secret'));
    const fetchPage = createSafeFetch({ agent });
    expect(await troubleOf(fetchPage(`http://${host}/`))).toBe('address');
    expect(await troubleOf(fetchPage(`http://${host}:${canary.port}/`))).toBe('address');
    expect(canary.seen.connections).toBe(0);
  });

  test.each([
    [['127.0.0.1']],
    [['::1']],
    [['169.254.169.254']],
    [['::ffff:10.0.0.1']],
    [['::7f00:1']],
    [['93.184.215.14', '127.0.0.1']],
    [[]],
  ])('as a name that resolves to %j', async (addresses) => {
    const canary = await listen((_request, response) => void response.end('secret'));
    const dns = names(addresses);
    const fetchPage = createSafeFetch({ agent, ...dns });
    // The reason must be the refused address, not a failed connection.
    expect(await troubleOf(fetchPage('http://shop.example/'))).toBe('address');
    expect(await troubleOf(fetchPage('https://shop.example/'))).toBe('address');
    expect(canary.seen.connections).toBe(0);
  });

  test('when a name resolves to another address the next time', async () => {
    const canary = await listen((_request, response) => void response.end('secret'));
    const shop = await listen((_request, response) => {
      response.writeHead(302, { location: `http://shop.example:${canary.port}/` }).end();
    });
    const dns = names(['127.0.0.1'], ['127.0.0.2']);
    const fetchPage = createSafeFetch({ agent, ...dns, ...local });
    expect(await troubleOf(fetchPage(`http://shop.example:${shop.port}/`))).toBe('address');
    expect(dns.asked).toHaveLength(2);
    expect(canary.seen.connections).toBe(0);
  });

  test.each([
    'http://[::1]/',
    'http://10.0.0.1/',
    'file:///etc/passwd',
    'http://u:p@shop.example/',
    'gopher://x/',
  ])('by a redirect to %s', async (location) => {
    const shop = await listen((_request, response) => response.writeHead(301, { location }).end());
    expect(await troubleOf(createSafeFetch({ agent, ...local })(`http://127.0.0.1:${shop.port}/`))).toBe(
      'address',
    );
  });

  test.each([
    'http://shop.example:8080/',
    'https://shop.example:22/',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'data:text/html,x',
    'https://user@shop.example/',
    'no address',
    'http://',
  ])('to %s', async (address) => {
    const dns = names(['93.184.215.14']);
    expect(await troubleOf(createSafeFetch({ agent, ...dns })(address))).toBe('address');
    expect(dns.asked).toEqual([]);
  });
});

describe('limits', () => {
  test('circular redirects end', async () => {
    const shop = await listen((_request, response) => response.writeHead(302, { location: '/' }).end());
    const fetchPage = createSafeFetch({ agent, ...local });
    expect(await troubleOf(fetchPage(`http://127.0.0.1:${shop.port}/`))).toBe('redirects');
    expect(shop.seen.connections).toBe(6);
  });

  test('an endless body is aborted', async () => {
    const shop = await listen((_request, response) => void response.writeHead(200).write('<p>'));
    const fetchPage = createSafeFetch({ agent, timeoutMs: 200, ...local });
    expect(await troubleOf(fetchPage(`http://127.0.0.1:${shop.port}/`))).toBe('timeout');
  });

  test('a body that is too large is not read to its end, compressed or not', async () => {
    const shop = await listen((request, response) => {
      const body = Buffer.alloc(5_000_000, 'x');
      if (request.url === '/packed')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body));
      else response.end(body);
    });
    const fetchPage = createSafeFetch({ agent, maxBytes: 100_000, ...local });
    for (const path of ['/', '/packed'])
      expect(await troubleOf(fetchPage(`http://127.0.0.1:${shop.port}${path}`))).toBe('too-large');
  });

  test('an invalid HTTP answer or body is a network error', async () => {
    const shop = await listen((request, response) => {
      if (request.url === '/') response.socket?.destroy();
      else response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip');
    });
    const fetchPage = createSafeFetch({ agent, ...local });
    for (const path of ['/', '/gzip'])
      expect(await troubleOf(fetchPage(`http://127.0.0.1:${shop.port}${path}`))).toBe('network');
  });
});
