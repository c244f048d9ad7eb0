/** What is counted of a request, through the public addresses; and what of it reaches the database. */
import type { Traffic } from '@kindling/contract/embed-traffic';
import type { Embed, ListedEmbed } from '@kindling/contract/embeds';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { maxSiteRowsPerDay } from './queries.ts';
import { deleteOldDays } from './traffic.ts';

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36';
const german = '193.99.144.80';

let app: TestApp;
let user: TestUser;
let embed: Embed;
let hash: string;
let number = 0;

beforeAll(async () => {
  app = await startTestApp('embedded', { settings: { TRUST_PROXY: '192.0.2.1' } });
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

function load(path: string, headers: Record<string, string> = {}, remoteAddress = german) {
  return app.web.inject({
    url: path.replace('CODE', embed.code).replace('HASH', hash),
    headers: { 'user-agent': browser, referer: 'https://shop.example/about?who=me', ...headers },
    remoteAddress,
  });
}

function tell(payload: string, options: { headers?: Record<string, string>; remoteAddress?: string } = {}) {
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
    remoteAddress: options.remoteAddress ?? german,
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
    'is %s',
    async (path) => {
      expect((await load(path)).statusCode).toBe(200);
      expect(await traffic()).toMatchObject({
        totals: { views: 1, clicks: 0, reads: 0, writes: 0 },
        sites: [{ site: 'shop.example', views: 1, clicks: 0 }],
        countries: [{ country: 'DE', views: 1 }],
      });
    },
  );

  test('is also one that the browser has already and asks about', async () => {
    const { etag } = (await load('/e/CODE.js')).headers;
    expect((await load('/e/CODE.js', { 'if-none-match': String(etag) })).statusCode).toBe(304);
    expect((await traffic()).totals.views).toBe(2);
  });

  const google = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  test.each<[string, string, Record<string, string>]>([
    ['the facts for programs', '/e/CODE.json', {}],
    ['a search engine', '/e/CODE.js', { 'user-agent': google }],
    ['a program', '/e/CODE.js', { 'user-agent': 'curl/8.14.1' }],
    ['somebody who does not say what it is', '/e/CODE.js', { 'user-agent': '' }],
    ['a browser that fetches ahead', '/e/CODE', { 'sec-purpose': 'prefetch' }],
    ['one that also draws ahead', '/e/CODE', { 'sec-purpose': 'prefetch;prerender' }],
    ['an older one', '/e/CODE', { purpose: 'prefetch' }],
    ['our own preview', '/e/CODE.js', { referer: 'http://kindling.test/widgets/1' }],
    ['a code that is none', '/e/aaaaaaaaaa.js', {}],
  ])('is not %s', async (_what, path, headers) => {
    await load(path, headers);
    expect((await traffic()).totals.views).toBe(0);
  });

  test('is not a question for the head alone', async () => {
    await app.web.inject({
      method: 'HEAD',
      url: `/e/${embed.code}.js`,
      headers: { 'user-agent': browser },
      remoteAddress: german,
    });
    expect((await traffic()).totals.views).toBe(0);
  });

  test.each([
    ['nothing', undefined, ''],
    ['a file', 'file:///home/mara/page.html', ''],
    ['a script', 'javascript:alert(1)', ''],
    ['something endless', `https://shop.example/${'x'.repeat(3_000)}`, ''],
    ['a host that is too long', `https://${'x.'.repeat(200)}example/`, ''],
    ['nonsense', 'https://[', ''],
    ['a name and a password', 'https://mara:secret@Shop.Example:8443/account?token=1#x', 'shop.example'],
    ['a full name', 'https://shop.example./', 'shop.example'],
    ['markup', 'https://shop.example/<script>alert(1)</script>', 'shop.example'],
    ['letters of the world', 'https://müller.example/', 'xn--mller-kva.example'],
  ])('from a page that is %s keeps the host alone', async (_what, referer, site) => {
    await app.web.inject({
      url: `/e/${embed.code}.js`,
      headers: { 'user-agent': browser, ...(referer === undefined ? {} : { referer }) },
      remoteAddress: german,
    });
    expect((await traffic()).sites).toEqual([{ site, views: 1, clicks: 0 }]);
  });

  test('from a stranger counts for nobody’s country but the stranger’s, whatever the headers say', async () => {
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

  test('leaves no address, no path and no name of a browser: not in the database, not in the log', async () => {
    await load('/e/CODE.js', { referer: 'https://shop.example/private-path?who=me' });
    await tell('click');
    await traffic();
    const rows = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('embed_days').selectAll().execute(),
    );
    expect(rows).toHaveLength(1);
    const left = `${JSON.stringify(rows)}${app.logLines.join('')}`;
    expect(left).not.toMatch(/193\.99\.144\.80|private-path|Windows NT/);
  });
});

describe('a click', () => {
  test('is one of three words, and answered with nothing', async () => {
    await load('/e/CODE.js');
    for (const word of ['click', 'click', 'read', 'write']) {
      const answer = await tell(word);
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
  ])('is not %s', async (_what, payload, status) => {
    expect((await tell(payload)).statusCode).toBe(status);
    expect((await traffic()).totals.clicks).toBe(0);
  });

  test('is not another type of content, not another method, and not for another address', async () => {
    expect((await tell('click', { headers: { 'content-type': 'text/html' } })).statusCode).toBe(415);
    const asked = await app.web.inject({ method: 'OPTIONS', url: `/e/${embed.code}/event` });
    expect(asked.headers['access-control-allow-methods']).not.toContain('POST');
    expect((await app.web.inject({ method: 'POST', url: `/e/${embed.code}.js` })).statusCode).toBe(404);
  });

  test('for a code that is none is answered likewise, and counted nowhere', async () => {
    const answer = await app.web.inject({
      method: 'POST',
      url: '/e/aaaaaaaaaa/event',
      headers: { 'user-agent': browser, 'content-type': 'text/plain' },
      payload: 'click',
    });
    expect(answer.statusCode).toBe(204);
  });

  test('of one network counts 120 times a minute and uses up nothing that people may ask of the app', async () => {
    for (let count = 0; count < 700; count += 1)
      expect((await tell('click', { remoteAddress: '192.0.2.77' })).statusCode).toBe(204);
    expect((await traffic()).totals.clicks).toBe(120);
    const api = await app.request({ method: 'GET', url: '/api/config', remoteAddress: '192.0.2.77' });
    expect(api.status).toBe(200);
  });
});

describe('what the owner reads', () => {
  test('is every day of the time asked for, today last, and zeros without any', async () => {
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

  test('equals a recount, and the list has the views of 30 days', async () => {
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

  test('is the owner’s alone', async () => {
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

  test('goes back 25 months; older days are deleted at night', async () => {
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

  test('stays readable when a flood of made-up pages came in', async () => {
    for (let page = 0; page < maxSiteRowsPerDay + 50; page += 1)
      await load('/e/CODE.js', { referer: `https://${page}.spam.example/${'x'.repeat(500)}` });
    const { totals, sites } = await traffic();
    expect(totals.views).toBe(maxSiteRowsPerDay + 50);
    expect(sites[0]).toEqual({ site: '', views: 50, clicks: 0 });
    expect(sites).toHaveLength(10);
  });
});
