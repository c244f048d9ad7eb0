/** Tests through the public addresses which requests are counted, and what is stored of them. */
import type { Traffic } from '@kindling/contract/embed-traffic';
import type { Embed, ListedEmbed } from '@kindling/contract/embeds';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { anyMode } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { maxSiteRowsPerDay } from './queries.ts';
import { deleteOldDays } from './traffic.ts';

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36';
const germanIp = '193.99.144.80';

let app: TestApp;
let user: TestUser;
let embed: Embed;
let hash: string;
let number = 0;

beforeAll(async () => {
  app = await startTestApp(anyMode, { settings: { TRUST_PROXY: '192.0.2.1' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  number += 1;
  user = await app.signIn(`visits-${number}@example.com`);
  const made = (await user.call('POST', '/embeds', { kind: 'widget', name: 'Home' })).json as {
    embed: Embed;
  };
  embed = ((await user.call('POST', `/embeds/${made.embed.id}/publish`)).json as { embed: Embed }).embed;
  await app.services.embeds.store.settled();
  hash = (await app.services.embeds.store.get(embed.code))?.hash ?? '';
});

function load(path: string, headers: Record<string, string> = {}, remoteAddress = germanIp) {
  return app.web.inject({
    url: path.replace('CODE', embed.code).replace('HASH', hash),
    headers: { 'user-agent': browser, referer: 'https://shop.example/about?who=me', ...headers },
    remoteAddress,
  });
}

function sendEvent(
  payload: string,
  options: { headers?: Record<string, string>; remoteAddress?: string } = {},
) {
  return app.web.inject({
    method: 'POST',
    url: `/e/${embed.code}/event`,
    headers: {
      'user-agent': browser,
      referer: 'https://shop.example/',
      'content-type': 'text/plain;charset=UTF-8',
      ...options.headers,
    },
    payload,
    remoteAddress: options.remoteAddress ?? germanIp,
  });
}

async function traffic(days = 7, id = embed.id): Promise<Traffic> {
  await app.services.visits.flush();
  const answer = await user.call('GET', `/embeds/${id}/traffic?days=${days}`);
  expect(answer.status).toBe(200);
  return answer.json as Traffic;
}

describe('a view', () => {
  test.each(['/e/CODE.js', '/e/CODE', '/e/HASH/CODE.js', '/e/HASH/CODE', '/e/CODE.js?v=2'])(
    'is counted for %s',
    async (path) => {
      expect((await load(path)).statusCode).toBe(200);
      expect(await traffic()).toMatchObject({
        totals: { views: 1, clicks: 0, reads: 0, writes: 0 },
        sites: [{ site: 'shop.example', views: 1, clicks: 0 }],
        countries: [{ country: 'DE', views: 1 }],
      });
    },
  );

  test('is counted when the browser revalidates its copy', async () => {
    const { etag } = (await load('/e/CODE.js')).headers;
    expect((await load('/e/CODE.js', { 'if-none-match': String(etag) })).statusCode).toBe(304);
    expect((await traffic()).totals.views).toBe(2);
  });

  const google = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  test.each<[string, string, Record<string, string>]>([
    ['the JSON', '/e/CODE.json', {}],
    ['a search engine', '/e/CODE.js', { 'user-agent': google }],
    ['a program', '/e/CODE.js', { 'user-agent': 'curl/8.14.1' }],
    ['a client without a user agent', '/e/CODE.js', { 'user-agent': '' }],
    ['a prefetch', '/e/CODE', { 'sec-purpose': 'prefetch' }],
    ['a prerender', '/e/CODE', { 'sec-purpose': 'prefetch;prerender' }],
    ['a prefetch of an older browser', '/e/CODE', { purpose: 'prefetch' }],
    ['our own preview', '/e/CODE.js', { referer: 'http://kindling.test/widgets/1' }],
    ['an unknown code', '/e/aaaaaaaaaa.js', {}],
  ])('is not counted for %s', async (_what, path, headers) => {
    await load(path, headers);
    expect((await traffic()).totals.views).toBe(0);
  });

  test('is not counted for a HEAD request', async () => {
    await app.web.inject({
      method: 'HEAD',
      url: `/e/${embed.code}.js`,
      headers: { 'user-agent': browser },
      remoteAddress: germanIp,
    });
    expect((await traffic()).totals.views).toBe(0);
  });

  test.each([
    ['missing', undefined, ''],
    ['a file', 'file:///home/mara/page.html', ''],
    ['a script', 'javascript:alert(1)', ''],
    ['too long', `https://shop.example/${'x'.repeat(3_000)}`, ''],
    ['a URL with a host that is too long', `https://${'x.'.repeat(200)}example/`, ''],
    ['invalid', 'https://[', ''],
    [
      'a URL with name and password',
      'https://mara:secret@Shop.Example:8443/account?token=1#x',
      'shop.example',
    ],
    ['a URL with a trailing dot', 'https://shop.example./', 'shop.example'],
    ['a URL with markup', 'https://shop.example/<script>alert(1)</script>', 'shop.example'],
    ['an internationalized name', 'https://müller.example/', 'xn--mller-kva.example'],
  ])('stores only the host of a referer that is %s', async (_what, referer, site) => {
    await app.web.inject({
      url: `/e/${embed.code}.js`,
      headers: { 'user-agent': browser, ...(referer === undefined ? {} : { referer }) },
      remoteAddress: germanIp,
    });
    expect((await traffic()).sites).toEqual([{ site, views: 1, clicks: 0 }]);
  });

  test('counts the country of the sender’s address, and trusts forwarding headers of known proxies only', async () => {
    const forwarded = { 'x-forwarded-for': '193.99.144.80' };
    await load('/e/CODE.js', forwarded, '192.0.2.1');
    await load('/e/CODE.js', forwarded, '8.8.8.8');
    await load('/e/CODE.js', {}, '10.0.0.7');
    expect((await traffic()).countries).toEqual([
      { country: '', views: 1 },
      { country: 'DE', views: 1 },
      { country: 'US', views: 1 },
    ]);
  });

  test('leaves no IP address, path or browser name in the database or the log', async () => {
    await load('/e/CODE.js', { referer: 'https://shop.example/private-path?who=me' });
    await sendEvent('click');
    await traffic();
    const rows = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('embed_days').selectAll().execute(),
    );
    expect(rows).toHaveLength(1);
    const traces = `${JSON.stringify(rows)}${app.logLines.join('')}`;
    expect(traces).not.toMatch(/193\.99\.144\.80|private-path|Windows NT/);
  });
});

describe('a click', () => {
  test('is one of three words and gets an empty response', async () => {
    await load('/e/CODE.js');
    for (const word of ['click', 'click', 'read', 'write']) {
      const answer = await sendEvent(word);
      expect(answer.statusCode).toBe(204);
      expect(answer.body).toBe('');
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'no-store',
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
    expect(await traffic()).toMatchObject({
      totals: { views: 1, clicks: 2, reads: 1, writes: 1 },
      sites: [{ site: 'shop.example', views: 1, clicks: 2 }],
      countries: [{ country: 'DE', views: 1 }],
    });
  });

  test.each([
    ['another word', 'view', 400],
    ['two words', 'click,read', 400],
    ['nothing', '', 400],
    ['more than a word', 'x'.repeat(17), 413],
  ])('is refused with %s', async (_what, payload, status) => {
    expect((await sendEvent(payload)).statusCode).toBe(status);
    expect((await traffic()).totals.clicks).toBe(0);
  });

  test('is refused with another content type, another method or at another address', async () => {
    expect((await sendEvent('click', { headers: { 'content-type': 'text/html' } })).statusCode).toBe(415);
    const preflight = await app.web.inject({ method: 'OPTIONS', url: `/e/${embed.code}/event` });
    expect(preflight.headers['access-control-allow-methods']).not.toContain('POST');
    expect((await app.web.inject({ method: 'POST', url: `/e/${embed.code}.js` })).statusCode).toBe(404);
  });

  test('gets the same response for an unknown code, and is not counted', async () => {
    const answer = await app.web.inject({
      method: 'POST',
      url: '/e/aaaaaaaaaa/event',
      headers: { 'user-agent': browser, 'content-type': 'text/plain' },
      payload: 'click',
    });
    expect(answer.statusCode).toBe(204);
  });

  test('is counted 120 times a minute per network, without using up the limit of the API', async () => {
    for (let count = 0; count < 700; count += 1)
      expect((await sendEvent('click', { remoteAddress: '192.0.2.77' })).statusCode).toBe(204);
    expect((await traffic()).totals.clicks).toBe(120);
    const api = await app.request({ method: 'GET', url: '/api/v1/config', remoteAddress: '192.0.2.77' });
    expect(api.status).toBe(200);
  });
});

describe('the statistics of the owner', () => {
  test('list every day of the requested period, today last, with zeros for days without visits', async () => {
    const today = new Date().toISOString().slice(0, 10);
    for (const days of [7, 30, 90]) {
      const { days: list, totals, sites, countries } = await traffic(days);
      expect(list).toHaveLength(days);
      expect(list.at(-1)?.day).toBe(today);
      expect(new Set(list.map(({ day }) => day)).size).toBe(days);
      expect({ totals, sites, countries }).toEqual({
        totals: { views: 0, clicks: 0, reads: 0, writes: 0 },
        sites: [],
        countries: [],
      });
    }
    for (const days of ['8', '0', 'all', ''])
      expect((await user.call('GET', `/embeds/${embed.id}/traffic?days=${days}`)).status).toBe(400);
  });

  test('equal a recount, and the list of embeds shows the views of 30 days', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const rows = Array.from({ length: 400 }, (_, at) => ({
      account_id: user.accountId,
      embed_id: embed.id,
      day: day(at % 100),
      site: `site-${at % 13}.example`,
      country: ['DE', 'FR', '', 'RS', 'US'][Math.floor(at / 100)] ?? '',
      views: at % 7,
      clicks: at % 3,
      reads: at % 5,
      writes: at % 2,
    }));
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx.insertInto('embed_days').values(rows).execute(),
    );
    for (const days of [7, 30, 90]) {
      const within = rows.filter((row) => row.day > day(days));
      const sum = (list: typeof rows, name: 'views' | 'clicks' | 'reads' | 'writes') =>
        list.reduce((total, row) => total + row[name], 0);
      const all = (list: typeof rows) => ({
        views: sum(list, 'views'),
        clicks: sum(list, 'clicks'),
        reads: sum(list, 'reads'),
        writes: sum(list, 'writes'),
      });
      const found = await traffic(days);
      expect(found.totals).toEqual(all(within));
      for (const one of found.days)
        expect(one).toEqual({ day: one.day, ...all(within.filter((row) => row.day === one.day)) });
      const used = within.filter((row) => row.views > 0);
      expect(found.sites).toHaveLength(Math.min(10, new Set(used.map(({ site }) => site)).size));
      for (const { site, views, clicks } of found.sites)
        expect({ views, clicks }).toEqual({
          views: sum(
            within.filter((row) => row.site === site),
            'views',
          ),
          clicks: sum(
            within.filter((row) => row.site === site),
            'clicks',
          ),
        });
      const views = found.sites.map((row) => row.views);
      expect(views).toEqual([...views].sort((a, b) => b - a));
      expect(found.countries.reduce((total, row) => total + row.views, 0)).toBe(found.totals.views);
    }
    const listed = (await user.call('GET', '/embeds?kind=widget')).json as { embeds: ListedEmbed[] };
    expect(listed.embeds.map(({ views30 }) => views30)).toEqual([(await traffic(30)).totals.views]);
  });

  test('are visible to the owner only', async () => {
    await load('/e/CODE.js');
    await app.services.visits.flush();
    const other = await app.signIn(`visits-other-${number}@example.com`);
    expect((await other.call('GET', `/embeds/${embed.id}/traffic?days=7`)).status).toBe(404);
    const made = (await other.call('POST', '/embeds', { kind: 'widget', name: 'Other' })).json as {
      embed: Embed;
    };
    const listed = (await other.call('GET', '/embeds?kind=widget')).json as { embeds: ListedEmbed[] };
    expect(listed.embeds.map(({ id, views30 }) => [id, views30])).toEqual([[made.embed.id, 0]]);
  });

  test('go back 25 months; older days are deleted every night', async () => {
    const row = { account_id: user.accountId, embed_id: embed.id, site: '', country: '', views: 1 };
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .insertInto('embed_days')
        .values(['2024-04-30', '2024-05-01', '2026-06-30'].map((day) => ({ ...row, day })))
        .execute(),
    );
    await deleteOldDays(app.services, new Date('2026-06-30T12:00:00Z'));
    const kept = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('embed_days').select('day').orderBy('day').execute(),
    );
    expect(kept.map(({ day }) => day)).toEqual(['2024-05-01', '2026-06-30']);
  });

  test('stay readable after many requests with invented pages', async () => {
    for (let page = 0; page < maxSiteRowsPerDay + 50; page += 1)
      await load('/e/CODE.js', { referer: `https://${page}.spam.example/${'x'.repeat(500)}` });
    const { totals, sites } = await traffic();
    expect(totals.views).toBe(maxSiteRowsPerDay + 50);
    expect(sites[0]).toEqual({ site: '', views: 50, clicks: 0 });
    expect(sites).toHaveLength(10);
  });
});
