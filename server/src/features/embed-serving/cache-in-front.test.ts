/** nginx as a cache in front of embeds, as a content delivery network is. */
import type { Embed } from '@kindling/contract/embeds';
import { freePort } from '@kindling/service/testing/free-port';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyMode } from '../../testing/database.ts';
import { findNginx, type ReverseProxy, startReverseProxy } from '../../testing/reverse-proxy.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

describe.runIf(findNginx() !== null)('embeds behind a cache', () => {
  let app: TestApp;
  let proxy: ReverseProxy;
  let origin: string;
  let embed: Embed;

  beforeAll(async () => {
    app = await startTestApp(anyMode);
    const user = await app.signIn('cache@example.com');
    const created = (await user.call('POST', '/embeds', { kind: 'widget', name: 'Cached' })).json as {
      embed: Embed;
    };
    embed = ((await user.call('POST', `/embeds/${created.embed.id}/publish`)).json as { embed: Embed }).embed;
    await app.services.embeds.store.settled();
    const port = await freePort();
    const appPort = Number(new URL(await app.listen()).port);
    proxy = await startReverseProxy([{ port, ports: [appPort], cache: true }]);
    origin = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await proxy.stop();
    await app.close();
  });

  async function get(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${origin}${path}`, { headers });
    return {
      status: response.status,
      cache: response.headers.get('x-cache'),
      encoding: response.headers.get('content-encoding'),
      etag: response.headers.get('etag'),
      text: await response.text(),
    };
  }

  test('an embed is fetched once for each encoding, and then served by the cache', async () => {
    const path = `/e/${embed.code}.js`;
    for (const encoding of ['br', 'gzip']) {
      const first = await get(path, { 'accept-encoding': encoding });
      expect(first).toMatchObject({ status: 200, cache: 'MISS', encoding });
      // Cookies and languages of visitors make no further copies.
      const again = await get(path, {
        'accept-encoding': encoding,
        cookie: 'a=1',
        'accept-language': 'de',
        'user-agent': 'Other',
      });
      expect(again).toEqual({ ...first, cache: 'HIT' });
    }
  });

  test('a browser that has it gets 304 from the cache', async () => {
    const path = `/e/${embed.code}.json`;
    const { etag } = await get(path, { 'accept-encoding': 'gzip' });
    expect(etag).not.toBeNull();
    const again = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': etag ?? '' });
    expect(again).toMatchObject({ status: 304, cache: 'HIT' });
  });

  test('what was fetched is served while Kindling does not answer', async () => {
    const path = `/e/${embed.code}`;
    const before = await get(path, { 'accept-encoding': 'gzip' });
    expect(before.status).toBe(200);
    await app.web.close();
    expect(await get(path, { 'accept-encoding': 'gzip' })).toMatchObject({
      status: 200,
      cache: 'HIT',
      text: before.text,
    });
    expect((await get('/e/never-fetched.js')).status).toBe(502);
  });
});
