/** "Colors of your website" over the API. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FetchedPage, SafeFetchError } from '../../../lib/safe-fetch.ts';
import { anyMode } from '../../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

function answer(url: string, text: string, type = 'text/html; charset=utf-8', status = 200): FetchedPage {
  return { status, headers: { 'content-type': type }, text, url };
}

describe('the colors of a site over the API', () => {
  let app: TestApp;
  let user: TestUser;
  let fetched: string[] = [];
  beforeAll(async () => {
    app = await startTestApp(anyMode);
    user = await app.signIn('colors@example.com');
  });
  afterAll(() => app.close());
  beforeEach(() => {
    fetched = [];
  });

  const serve = (pages: Record<string, FetchedPage | SafeFetchError>) => {
    const fetchText = async (url: string) => {
      fetched.push(url);
      const page = pages[url] ?? new SafeFetchError('network');
      if (page instanceof SafeFetchError) throw page;
      return page;
    };
    app.services.embeds.fetchPage = fetchText;
    app.services.embeds.fetchStyleSheet = fetchText;
  };
  const look = async (url: string, by = user) => (await by.call('POST', '/embeds/site-look', { url })).json;

  test('reads the page and at most four style sheets of the same site', async () => {
    const links = [
      'https://cdn.shop.co.uk/main.css',
      'https://elsewhere.example/x.css',
      '/1.css',
      '/2.css',
      '/3.css',
      '/4.css',
    ]
      .map((href) => `<link rel="stylesheet" href="${href}">`)
      .join('');
    serve({
      'https://www.shop.co.uk': answer('https://www.shop.co.uk/', `<html><head>${links}</head></html>`),
      'https://cdn.shop.co.uk/main.css': answer(
        '',
        'body{background:#fff4ec}.btn{background:#a63f22}',
        'text/css',
      ),
      'https://www.shop.co.uk/1.css': answer('', 'body{background:#000000}', 'text/css', 404),
    });
    expect(await look('www.shop.co.uk ')).toEqual({
      result: 'found',
      look: {
        theme: 'light',
        accent: '#a63f22',
        stars: expect.any(String),
        background: '#fff4ec',
        text: null,
        fontName: '',
      },
    });
    expect(fetched).toEqual([
      'https://www.shop.co.uk',
      'https://cdn.shop.co.uk/main.css',
      ...['1', '2', '3'].map((name) => `https://www.shop.co.uk/${name}.css`),
    ]);
  });

  test('says why there is nothing', async () => {
    serve({
      'https://a.example': answer('https://a.example/', '<p>Hello</p>'),
      'https://b.example': answer('https://b.example/', 'x', 'text/html', 503),
      'https://c.example': answer('https://c.example/', '%PDF', 'application/pdf'),
      'https://d.example': new SafeFetchError('too-large'),
      'https://e.example': answer('https://e.example/', '<div>'.repeat(2_000)),
    });
    const results = [];
    for (const host of ['a', 'b', 'c', 'd', 'e', 'f']) results.push(await look(`${host}.example`));
    expect(results).toEqual(
      ['nothing', 'unreachable', 'not-html', 'too-large', 'too-large', 'unreachable'].map((result) => ({
        result,
        look: null,
      })),
    );
  });

  test('repeated and broken rules end, and other requests get an answer meanwhile', async () => {
    const rules = `body{background:#fff}${'.btn{background:#1234'.repeat(20)}`;
    const slow = `<style>${':root{--a:var(--a)}'.repeat(3_000)}</style>`;
    serve({ 'https://slow.example': answer('https://slow.example/', `${slow}<style>${rules}</style>`) });
    const [made, health] = await Promise.all([
      look('slow.example'),
      app.request({ method: 'GET', url: '/healthz' }),
    ]);
    expect(health.status).toBe(200);
    expect(made).toMatchObject({ result: 'found' });
  });

  test('has a limit per account', async () => {
    const hasty = await app.signIn('hasty-colors@example.com');
    serve({});
    const statuses = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await hasty.call('POST', '/embeds/site-look', { url: 'shop.example' })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    expect(fetched).toHaveLength(10);
  });

  test('refuses nobody in particular and an empty address', async () => {
    expect((await app.request({ method: 'POST', url: '/api/v1/embeds/site-look' })).status).toBe(401);
    expect((await user.call('POST', '/embeds/site-look', { url: '' })).status).toBe(400);
  });
});
