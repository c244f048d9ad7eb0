import type { Embed } from '@kindling/contract/embeds';
import { grid } from '@kindling/guest/embed/render/layouts/grid';
import { type Reserve, reserveHeight } from '@kindling/guest/embed/render/reserve';
import { reservedHeightAt } from '@kindling/guest/embed/render/reserve-length';
import { parseFragment } from 'parse5';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SafeFetchError } from '../../lib/safe-fetch.ts';
import { cutDatabase } from '../../testing/cut-database.ts';
import { anyMode } from '../../testing/database.ts';
import { addReviews, connectListings } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

let app: TestApp;
let user: TestUser;
let embed: Embed;
const businessName = `Tom & "Anna" <b>'s</b> \uFFFE`;

beforeAll(async () => {
  app = await startTestApp(anyMode);
  user = await app.signIn('oembed@example.com');
  const { businesses } = (await user.call('GET', '/businesses')).json as {
    businesses: { id: string }[];
  };
  const renamed = await user.call('PUT', `/businesses/${businesses[0]?.id}`, {
    name: businessName,
    website: null,
  });
  expect(renamed.status).toBe(200);
  const { listings } = await connectListings(app, user);
  const [listing] = listings;
  if (listing === undefined) throw new Error('The platform in memory offered nothing.');
  await addReviews(app, user, listing, [aReview({ text: 'A friendly team and good bread. '.repeat(8) })]);
  const made = (await user.call('POST', '/embeds', { kind: 'widget', name: 'W' })).json as { embed: Embed };
  embed = ((await user.call('POST', `/embeds/${made.embed.id}/publish`)).json as { embed: Embed }).embed;
  await app.services.embeds.store.settled();
});
afterAll(() => app.close());

const address = () => `http://kindling.test/e/${embed.code}`;
async function reserve(): Promise<Reserve> {
  const published = await app.services.embeds.store.get(embed.code);
  if (published === null) throw new Error('The embed is not published.');
  return reserveHeight(published.snapshot);
}
function ask(query: Record<string, string>, headers: Record<string, string> = {}) {
  return app.web.inject({ url: `/oembed?${new URLSearchParams(query)}`, headers });
}

test('an embed is rendered and measured when it is published, not with a request', async () => {
  const view = vi.spyOn(grid, 'View');
  const height = vi.spyOn(grid, 'height');
  const settings = { ...embed.settings, layout: 'grid' };
  const made = (await user.call('POST', '/embeds', { kind: 'widget', name: 'G', settings })).json as {
    embed: Embed;
  };
  const { id, code } = made.embed;
  await user.call('POST', `/embeds/${id}/publish`);
  await app.services.embeds.store.settled();
  expect(view).toHaveBeenCalledTimes(1);
  expect(height.mock.calls.length).toBeGreaterThan(0);
  height.mockClear();

  const url = `http://kindling.test/e/${code}`;
  const asked = await Promise.all(Array.from({ length: 20 }, () => ask({ url })));
  expect(new Set(asked.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect((await user.call('GET', `/embeds/${id}`)).json).toMatchObject({
    embed: { reserve: { wide: expect.any(Number) } },
  });
  expect((await user.call('PUT', `/embeds/${id}`, { name: 'G', settings })).status).toBe(200);
  app.services.embeds.fetchPage = () => Promise.reject(new SafeFetchError('timeout'));
  const check = await user.call('POST', `/embeds/${id}/check`, { url: 'https://shop.example/' });
  expect(check.json).toMatchObject({ result: 'unreachable' });
  expect(height).not.toHaveBeenCalled();
  expect(view).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});

describe('oEmbed 1.0', () => {
  test('describes how to show the page of an embed', async () => {
    const { statusCode, headers, body } = await ask({ url: address() });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=604800',
    });
    const answer = JSON.parse(body) as Record<string, unknown>;
    expect(answer).toEqual({
      version: '1.0',
      type: 'rich',
      title: expect.stringContaining('Tom & "Anna" <b>'),
      provider_name: app.services.embeds.brand.name,
      provider_url: 'http://kindling.test',
      cache_age: 60,
      width: 600,
      height: reservedHeightAt(await reserve(), 300),
      html: expect.stringContaining(`<iframe src="${address()}" title="`),
    });
    // One element, whatever the name of the business contains.
    const { childNodes } = parseFragment(String(answer.html));
    expect(childNodes.map(({ nodeName }) => nodeName)).toEqual(['iframe']);
  });

  test('needs no style for a frame without a border, because WordPress removes styles', async () => {
    const { html } = JSON.parse((await ask({ url: address() })).body) as { html: string };
    const [frame] = parseFragment(html).childNodes;
    const attributes = frame !== undefined && 'attrs' in frame ? frame.attrs : [];
    // The attributes that wp_filter_oembed_result of WordPress keeps for an unknown site.
    const kept = [
      'src',
      'width',
      'height',
      'frameborder',
      'marginwidth',
      'marginheight',
      'scrolling',
      'title',
    ];
    expect(attributes.filter(({ name }) => kept.includes(name))).toContainEqual({
      name: 'frameborder',
      value: '0',
    });
  });

  test('does not exist for an embed that is fixed in the window, and the page of such an embed does not link to it', async () => {
    const settings = { ...embed.settings, layout: 'floating' };
    const made = (await user.call('POST', '/embeds', { kind: 'widget', name: 'F', settings })).json as {
      embed: Embed;
    };
    await user.call('POST', `/embeds/${made.embed.id}/publish`);
    await app.services.embeds.store.settled();
    const url = `http://kindling.test/e/${made.embed.code}`;
    expect((await ask({ url })).statusCode).toBe(404);
    expect((await app.web.inject({ url: `/e/${made.embed.code}` })).body).not.toContain('oembed');
    expect((await app.web.inject({ url: `/e/${embed.code}` })).body).toContain('oembed');
  });

  test('respects the requested maximum size', async () => {
    const sized = async (query: Record<string, string>) => {
      const { width, height, html } = JSON.parse((await ask({ url: address(), ...query })).body) as {
        width: number;
        height: number;
        html: string;
      };
      expect(html).toContain(` width="100%" height="${height}"`);
      return { width, height };
    };
    const heights = await reserve();
    expect(await sized({ maxwidth: '160' })).toEqual({ width: 160, height: reservedHeightAt(heights, 160) });
    expect(reservedHeightAt(heights, 160)).toBeGreaterThan(reservedHeightAt(heights, 300));
    // WordPress requests 500 px, on a phone too: an embed that fits must be fully visible in 300 px.
    expect(reservedHeightAt(heights, 300)).toBeGreaterThan(reservedHeightAt(heights, 600));
    const usual = { width: 600, height: reservedHeightAt(heights, 300) };
    expect(await sized({ maxwidth: '500' })).toEqual({ ...usual, width: 500 });
    expect(await sized({ maxwidth: '2000' })).toEqual(usual);
    expect(await sized({ maxheight: '50', maxwidth: '599' })).toEqual({ width: 599, height: 50 });
    for (const odd of ['0', '-5', '1e3', 'x', '', '99999999999'])
      expect.soft(await sized({ maxwidth: odd, maxheight: odd })).toEqual(usual);
  });

  test('has the same content as XML', async () => {
    const { headers, body } = await ask({ url: address(), format: 'xml' });
    expect(headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(body).toMatch(/^<\?xml version="1.0" encoding="utf-8" standalone="yes"\?>\n<oembed>/);
    const answer = JSON.parse((await ask({ url: address() })).body) as Record<string, string | number>;
    const values = [...body.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name, value = '']) => [
      name,
      value.replaceAll(/&#(\d+);/g, (_whole, number) => String.fromCharCode(Number(number))),
    ]);
    expect(Object.fromEntries(values)).toEqual(
      Object.fromEntries(
        Object.entries(answer).map(([name, value]) => [name, String(value).replaceAll('\uFFFE', '')]),
      ),
    );
    expect(body).not.toContain('\uFFFE');
  });

  test('the page links to its oEmbed address', async () => {
    const page = await app.web.inject({ url: `/e/${embed.code}` });
    const link = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(page.body);
    const href = new URL(link?.[1]?.replaceAll('&amp;', '&') ?? '');
    const answer = await app.web.inject({ url: `${href.pathname}${href.search}` });
    expect(answer.body).toBe((await ask({ url: address() })).body);
  });

  test('a matching ETag gets no body', async () => {
    const etag = String((await ask({ url: address() })).headers.etag);
    const again = await ask({ url: address() }, { 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  test.each(['JSON', 'yaml', '', 'constructor'])('501 for the format "%s"', async (format) => {
    expect((await ask({ url: address(), format })).statusCode).toBe(501);
  });

  test.each([
    '',
    'http://kindling.test/',
    'http://kindling.test/e/zzzzzzzzzz',
    'http://kindling.test/e/zzzzzzzzzz/x',
    'https://kindling.test/e/CODE',
    'http://evil.example/e/CODE',
    'http://kindling.test.evil.example/e/CODE',
    'http://kindling.test@evil.example/e/CODE',
    'http://kindling.test/e/CODE.js',
    '//kindling.test/e/CODE',
    'javascript:alert(1)',
  ])('404 for the address "%s"', async (url) => {
    const answer = await ask({ url: url.replace('CODE', embed.code) });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  test('404 without an address, or with several', async () => {
    expect((await app.web.inject({ url: '/oembed' })).statusCode).toBe(404);
    const twice = `/oembed?url=${encodeURIComponent(address())}&url=x`;
    expect((await app.web.inject({ url: twice })).statusCode).toBe(404);
  });

  test('503, and not cached, while the database is down', async () => {
    const away = cutDatabase(app.services.db);
    const answer = await ask({ url: 'http://kindling.test/e/yyyyyyyyyy' });
    away.mockRestore();
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});
