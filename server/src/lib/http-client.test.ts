import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { createHttpClient, HttpClientError } from './http-client.ts';

const servers: Server[] = [];

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
}

async function troubleOf(call: Promise<unknown>): Promise<HttpClientError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof HttpClientError)) throw new Error(`expected HttpTrouble, got ${String(error)}`);
  return error;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

it('sends path, query, headers and form, and reads JSON', async () => {
  let seen = '';
  const url = await listen(async (request, response) => {
    for await (const chunk of request) seen += chunk;
    seen += ` ${request.method} ${request.url} ${request.headers.authorization} ${request.headers['content-type']}`;
    response.setHeader('x-usage', 'low').end('{"ok":true}');
  });
  const answer = await createHttpClient(`${url}/base/`).call({
    method: 'POST',
    path: '/v4/accounts/1/reviews',
    query: { orderBy: 'updateTime desc' },
    headers: { authorization: 'Bearer secret' },
    form: { token: 'a b&c' },
  });
  expect(seen).toBe(
    'token=a+b%26c POST /base/v4/accounts/1/reviews?orderBy=updateTime+desc Bearer secret application/x-www-form-urlencoded;charset=UTF-8',
  );
  expect(answer.json).toEqual({ ok: true });
  expect(answer.headers.get('x-usage')).toBe('low');
});

it('sends JSON with its content type and any method', async () => {
  let seen = '';
  const url = await listen(async (request, response) => {
    for await (const chunk of request) seen += chunk;
    seen += ` ${request.method} ${request.headers['content-type']}`;
    response.end();
  });
  await createHttpClient(url).call({ method: 'PATCH', path: '/', json: { comment: 'é' } });
  expect(seen).toBe('{"comment":"é"} PATCH application/json');
});

it('uses the given JSON parser; an error of it means "not JSON"', async () => {
  const url = await listen((_request, response) => response.end('12345678901234567890'));
  const read = (readJson: (text: string) => unknown) =>
    createHttpClient(url, { readJson }).call({ path: '/' });
  expect((await read((text) => BigInt(text))).json).toBe(12_345_678_901_234_567_890n);
  const refuse = () => {
    throw new SyntaxError('no');
  };
  expect((await read(refuse)).json).toBeUndefined();
});

it('returns any status, and undefined for a body that is not JSON', async () => {
  const url = await listen((_request, response) => response.writeHead(502).end('<h1>Bad Gateway</h1>'));
  const answer = await createHttpClient(url).call({ path: '/' });
  expect(answer).toMatchObject({ status: 502, text: '<h1>Bad Gateway</h1>', json: undefined });
});

it('SEC-18 follows no redirect', async () => {
  let canary = 0;
  const inside = await listen((_request, response) => {
    canary += 1;
    response.end('{}');
  });
  const url = await listen((_request, response) => response.writeHead(302, { location: inside }).end());
  const answer = await createHttpClient(url).call({ path: '/' });
  expect(answer.status).toBe(302);
  expect(canary).toBe(0);
});

it.each(['/../elsewhere', '/v4/%2e%2e/x', '/a?x=1', '/a#b', 'relative', '/a b', '\\evil.example'])(
  'SEC-18 refuses the path %s before any connection',
  async (path) => {
    let canary = 0;
    const url = await listen((_request, response) => {
      canary += 1;
      response.end('{}');
    });
    await expect(createHttpClient(`${url}/api`).call({ path })).rejects.toBeInstanceOf(TypeError);
    expect(canary).toBe(0);
  },
);

it('SEC-18 sends a path that looks like another host to its own host', async () => {
  let seen: string | undefined;
  const url = await listen((request, response) => {
    seen = request.url;
    response.end('{}');
  });
  await createHttpClient(url).call({ path: '//evil.example/x' });
  expect(seen).toBe('//evil.example/x');
});

it('SEC-18 stops at the size limit, counted after decompression', async () => {
  const url = await listen((_request, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(5_000_000))),
  );
  const trouble = await troubleOf(createHttpClient(url, { maxBytes: 100_000 }).call({ path: '/' }));
  expect(trouble.reason).toBe('too-large');
});

it.each([
  ['no answer at all', (_request, _response) => undefined],
  ['an endless slow body', (_request, response) => void response.write('{"a":')],
] satisfies [string, RequestListener][])(
  'has one deadline for the whole call: %s',
  async (_name, listener) => {
    const url = await listen(listener);
    const trouble = await troubleOf(createHttpClient(url, { timeoutMs: 50 }).call({ path: '/' }));
    expect(trouble.reason).toBe('timeout');
  },
);

it('reports a reset, a truncated body and a closed port as network errors without the address', async () => {
  const reset = await listen((request) => request.socket.destroy());
  const cut = await listen((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"half":', () => response.destroy());
  });
  const closed = await listen(() => undefined);
  await new Promise((resolve) => servers.pop()?.close(resolve));
  for (const url of [reset, cut, closed]) {
    const trouble = await troubleOf(
      createHttpClient(url).call({ path: '/', query: { access_token: 'secret' } }),
    );
    expect(trouble.reason).toBe('network');
    expect(trouble.message).not.toMatch(/secret|127\.0\.0\.1/);
    expect(trouble.cause).toBeUndefined();
  }
});

it('an error about an invalid header does not contain the header', async () => {
  const url = await listen((_request, response) => response.end('{}'));
  const headers = { authorization: 'Bearer secret\nX: 1' };
  const trouble = await troubleOf(createHttpClient(url).call({ path: '/', headers }));
  expect(`${trouble.message} ${trouble.stack}`).not.toContain('secret');
});

it('throws the reason of a caller that cancels before or during the call', async () => {
  const controller = new AbortController();
  const url = await listen(() => controller.abort(new Error('the person left')));
  const client = createHttpClient(url);
  await expect(client.call({ path: '/', signal: controller.signal })).rejects.toThrow('the person left');
  await expect(client.call({ path: '/', signal: controller.signal })).rejects.toThrow('the person left');
});
