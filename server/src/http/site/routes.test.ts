import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { listedLanguages } from '@kindling/contract/constants';
import { appPaths } from '@kindling/contract/screens';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../../testing/test-site.ts';

let site: TestSite;
let listening: number;
beforeAll(async () => {
  site = await startTestSite({ appPaths });
  listening = Number(new URL(await site.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => site.close());

async function get(
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
) {
  const answer = await site.app.inject({ method, url, headers });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    location: answer.headers.location,
    title: /<title>(.*)<\/title>/.exec(answer.body)?.[1],
    text: answer.body,
    bytes: answer.rawPayload,
    cookie: answer.headers['set-cookie'],
  };
}

const french = { 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.5' };
const signedIn = { cookie: 'auth0.client-1.is.authenticated=true' };

describe('the tour', () => {
  test.each([
    ['/tour', '/tour en'],
    ['/de/tour', '/tour de'],
    ['/tour/reviews', '/tour en'],
    ['/sr/tour/review-pipeline/qrcode-generator/qr-code/0190a000-0000-7000-8000-000000000001', '/tour sr'],
  ])('%s is the document "%s", which runs scripts of ours and calls nobody else', async (url, title) => {
    const answer = await get(url);
    expect(answer).toMatchObject({ status: 200, title, cookie: undefined });
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("script-src 'self';");
    expect(answer.headers['x-robots-tag']).toBeUndefined();
  });

  test('its screens negotiate the language as the page does', async () => {
    expect(await get('/tour/reviews?answered=false', french)).toMatchObject({
      status: 302,
      location: '/fr/tour/reviews?answered=false',
    });
    expect(await get('/tour/reviews/')).toMatchObject({ status: 308, location: '/tour/reviews' });
  });

  test('what is no screen of the app is no address of the tour', async () => {
    for (const url of ['/tour/nowhere', '/tour/reviews/x', '/tourist', '/de/tour/../../x'])
      expect((await get(url)).status, url).toBe(404);
  });
});

describe('addresses', () => {
  test.each([
    ['/', '/ en'],
    ['/pricing', '/pricing en'],
    ['/fr', '/ fr'],
    ['/de/pricing', '/pricing de'],
    ['/sr/pricing', '/pricing sr'],
    ['/fr/reviews', '/reviews fr'],
    ['/nl/pricing?utm_source=x', '/pricing nl'],
  ])('%s is the page "%s"', async (url, title) => {
    expect(await get(url)).toMatchObject({ status: 200, title, cookie: undefined });
  });

  test('the language in the address overrides cookie and browser, and the response does not vary by them', async () => {
    const answer = await get('/de/pricing?lng=nl', { ...french, cookie: '__Host-selectedLanguage=es' });
    expect(answer).toMatchObject({ status: 200, title: '/pricing de', cookie: undefined });
    expect(answer.headers.vary).toBe('Accept-Encoding');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  test.each([
    ['/pricing/', '/pricing'],
    ['/pricing/index.html', '/pricing'],
    ['/index.html', '/'],
    ['/fr/', '/fr'],
    ['/fr/index.html', '/fr'],
    ['/de/pricing/?a=1&lng=de', '/de/pricing?a=1&lng=de'],
    ['//', '/'],
  ])('%s redirects permanently to %s', async (url, location) => {
    expect(await get(url)).toMatchObject({ status: 308, location, cookie: undefined });
  });

  test.each([
    ['/en', '/?lng=en'],
    ['/en/', '/?lng=en'],
    ['/en/pricing?a=1', '/pricing?a=1&lng=en'],
    ['/en/pricing?lng=fr', '/pricing?lng=en'],
  ])('%s redirects to the English page with `lng`: %s', async (url, location) => {
    expect(await get(url, french)).toMatchObject({ status: 302, location });
  });
});

describe('an address of the app', () => {
  test.each([
    ['/dashboard/', '/dashboard'],
    ['/dashboard/?registered=true', '/dashboard?registered=true'],
    ['/widgets/edit-widget/bogus/', '/widgets/edit-widget/bogus'],
    ['/widgets/edit-widget/%2F%2Fevil.example/', '/widgets/edit-widget/%2F%2Fevil.example'],
  ])('%s redirects permanently to %s', async (url, location) => {
    expect(await get(url, signedIn)).toMatchObject({ status: 308, location });
  });

  test('an app path without a screen shows the app, whose guard answers, and not a public page', async () => {
    for (const path of ['/billing', '/admin/users', '/widgets/edit-widget/bogus'])
      for (const headers of [{}, french, signedIn])
        expect(await get(path, headers)).toMatchObject({ status: 200, title: 'app' });
    expect(await get('/admin/bogus', signedIn)).toMatchObject({ status: 404 });
  });
});

describe('an address without a language', () => {
  test('redirects a visitor who prefers another language, and names the headers that this depends on', async () => {
    const answer = await get('/pricing?a=1&b=x%20y', french);
    expect(answer).toMatchObject({ status: 302, location: '/fr/pricing?a=1&b=x+y', cookie: undefined });
    expect(answer.headers.vary).toBe('Accept-Language, Cookie');
    expect(answer.headers['cache-control']).toContain('private');
    expect((await get('/', { 'accept-language': 'de' })).location).toBe('/de');
    expect((await get('/', { ...french, cookie: '__Host-selectedLanguage=nl' })).location).toBe('/nl');
  });

  test('shows English to everybody else, with the same Vary header', async () => {
    for (const headers of [
      {},
      { 'accept-language': 'it' },
      { ...french, cookie: '__Host-selectedLanguage=en' },
    ]) {
      const answer = await get('/pricing', headers);
      expect(answer).toMatchObject({ status: 200, title: '/pricing en', cookie: undefined });
      expect(answer.headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
      expect(answer.headers['cache-control']).toContain('private');
    }
  });

  test('?lng= shows and stores the language, also in a browser without scripts', async () => {
    const away = await get('/pricing?lng=de&ref=mail', french);
    expect(away).toMatchObject({ status: 302, location: '/de/pricing?ref=mail' });
    expect(away.cookie).toBe('__Host-selectedLanguage=de; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
    const here = await get('/?lng=en', french);
    expect(here).toMatchObject({ status: 200, title: '/ en' });
    expect(here.cookie).toContain('__Host-selectedLanguage=en;');
    expect((await get('/?lng=sr')).location).toBe('/sr');
    expect((await get('/de?lng=de')).cookie).toContain('__Host-selectedLanguage=de;');
    for (const strange of ['xx', '', '../evil', 'de%0d%0aset-cookie:a=b'])
      expect(await get(`/pricing?lng=${strange}`), strange).toMatchObject({ status: 200, cookie: undefined });
  });
});

/** Sends the request over a socket, because the test client would normalize the path. */
async function getRaw(path: string): Promise<{ status: number | undefined; location: string | undefined }> {
  const asked = request({ port: listening, path, headers: french });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode, location: answer.headers.location };
}

test.each([
  '//evil.example',
  '//evil.example/',
  '//evil.example/%2e%2e',
  '/\\evil.example',
  '/%2f%2fevil.example/',
  '/fr//evil.example/',
  '/fr//evil.example/index.html',
  '/en//evil.example',
  '/en/https://evil.example/',
  '/https://evil.example/index.html',
  '/.//evil.example/',
  '/fr/..//evil.example/',
  '/pricing//',
  'http://evil.example/nowhere',
])('%s shows the 404 page', async (path) => {
  expect(await getRaw(path)).toEqual({ status: 404, location: undefined });
});

test('the query cannot change the target of a redirect', async () => {
  for (const query of [
    'next=//evil.example',
    '@evil.example',
    '%0d%0alocation:%20//evil.example',
    '/../..//x',
  ])
    expect((await get(`/?${query}`, french)).location).toMatch(/^\/fr\?[^\r\n]*$/);
});

describe('unknown paths', () => {
  test.each([
    ['/nowhere', {}, 'en'],
    ['/nowhere', french, 'fr'],
    ['/nowhere?lng=es', french, 'es'],
    ['/de/nowhere', french, 'de'],
    ['/sr/nowhere/', {}, 'sr'],
    ['/fr/dashboard', {}, 'fr'],
    ['/nowhere', { cookie: '__Host-selectedLanguage=nl' }, 'nl'],
  ])('%s with %j is a 404 page in %s', async (url, headers, language) => {
    const answer = await get(url, headers as Record<string, string>);
    expect(answer).toMatchObject({ status: 404, title: `not found ${language}`, cookie: undefined });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('a page answers to GET and HEAD only', async () => {
    const head = await get('/pricing', {}, 'HEAD');
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(Number(head.headers['content-length'])).toBeGreaterThan(100);
    expect((await get('/pricing', {}, 'POST')).status).toBe(404);
  });

  test('programs get a problem document', async () => {
    const answer = await get('/api/nowhere', french);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'unknown-route' });
  });
});

describe('error pages', () => {
  test('the 404 page answers 404 at its own address, and the 500 page does not answer 500 there', async () => {
    expect(await get('/auth/404', french)).toMatchObject({ status: 404, title: 'not found fr' });
    const page = await get('/auth/500', french);
    expect(page).toMatchObject({ status: 200, title: 'failed fr' });
    expect(page.headers['x-robots-tag']).toBe('noindex');
  });

  test('a failure shows its request id, with the same policy as other pages', async () => {
    const failed = await get('/broken', french);
    expect(failed).toMatchObject({ status: 500, title: 'failed fr' });
    expect(failed.text).toContain(String(failed.headers['x-request-id']));
    expect(failed.text).not.toContain('broken on purpose');
    const policy = (await get('/pricing')).headers['content-security-policy'];
    expect((await get('/pricing')).headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(policy).toMatch(/script-src 'self'; style-src 'self' 'sha256-[^']+';/);
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    for (const url of ['/broken', '/nowhere', '/auth/404'])
      expect((await get(url)).headers['content-security-policy'], url).toBe(policy);
  });
});

describe('/reviews', () => {
  test('is a public page for visitors and the app for signed-in users', async () => {
    expect((await get('/reviews')).title).toBe('/reviews en');
    expect((await get('/reviews', french)).location).toBe('/fr/reviews');
    const app = await get('/reviews', { ...french, ...signedIn });
    expect(app).toMatchObject({ status: 200, title: 'app' });
    expect(app.headers['cache-control']).toContain('private');
    expect(app.headers.vary).toContain('Cookie');
  });

  test('with the flag it is the public page for any cookie, so there is no redirect loop', async () => {
    expect((await get('/reviews?visitor', signedIn)).title).toBe('/reviews en');
    expect((await get('/reviews?visitor', { ...signedIn, ...french })).location).toBe('/fr/reviews?visitor=');
    expect((await get('/fr/reviews?visitor=', signedIn)).title).toBe('/reviews fr');
    expect((await get('/fr/reviews', signedIn)).title).toBe('/reviews fr');
  });

  test('only the cookie of this app counts', async () => {
    for (const cookie of ['auth0.other.is.authenticated=true', 'auth0.client-1.is.authenticated=false'])
      expect((await get('/reviews', { cookie })).title, cookie).toBe('/reviews en');
  });
});

describe('the response', () => {
  test('has the encoding that the browser accepts, each with its own ETag, and no body when the browser has it', async () => {
    const codings = { br: brotliDecompressSync, gzip: gunzipSync };
    const plain = await get('/pricing');
    expect(plain.text).toContain(`<p>Kindling ${new Date().getFullYear()} `);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const etags = [plain.headers.etag];
    for (const [coding, open] of Object.entries(codings)) {
      const answer = await get('/pricing', { 'accept-encoding': coding });
      expect(answer.headers).toMatchObject({ 'content-encoding': coding });
      expect(open(answer.bytes).toString()).toBe(plain.text);
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
      etags.push(answer.headers.etag);
      const known = await get('/pricing', {
        'accept-encoding': coding,
        'if-none-match': String(answer.headers.etag),
      });
      expect(known).toMatchObject({ status: 304, text: '' });
      expect(known.headers.vary).toContain('Accept-Encoding');
    }
    expect(new Set(etags).size).toBe(3);
  });

  test('the app has its own policy and is not indexed by search engines', async () => {
    const app = await get('/dashboard', { 'accept-encoding': 'br' });
    expect(app.headers).toMatchObject({
      'content-encoding': 'br',
      'x-robots-tag': 'noindex',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    expect(app.headers['content-security-policy']).toContain("connect-src 'self' https://id.example.com");
    expect(app.headers['content-security-policy']).toContain(
      "require-trusted-types-for 'script'; trusted-types default kindling-preview",
    );
  });

  test('the script that blocks every page is small and cached for an hour', async () => {
    const script = await get('/prefs.js', { 'accept-encoding': 'br' });
    expect(script.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=3600',
    });
    expect(script.headers['content-type']).toContain('text/javascript');
    expect(brotliDecompressSync(script.bytes).toString()).toContain('// preferences');
  });

  test('shows the new year in January without a restart', async () => {
    let now = new Date('2030-12-31T23:00:00');
    const lasting = await startTestSite({ today: () => now });
    const year = async () => /Kindling (\d+)/.exec((await lasting.app.inject('/')).body)?.[1];
    try {
      expect(await year()).toBe('2030');
      now = new Date('2031-01-01T01:00:00');
      expect(await year()).toBe('2031');
    } finally {
      await lasting.close();
    }
  });
});

describe('search engines', () => {
  const addresses = (xml: string, pattern: RegExp) =>
    [...xml.matchAll(pattern)].map((match) => match[1] ?? '');

  test('the site map lists every page in every listed language, with all alternates', async () => {
    const answer = await get('/sitemap.xml');
    expect(answer.headers['content-type']).toContain('application/xml');
    const entries = answer.text.match(/<url>.*?<\/url>/gs) ?? [];
    expect(entries).toHaveLength(4 * listedLanguages.length);
    const listed = addresses(answer.text, /<loc>([^<]+)<\/loc>/g);
    expect(new Set(listed).size).toBe(entries.length);
    expect(listed).toContain('https://reviews.example.com/');
    expect(listed).toContain('https://reviews.example.com/fr');
    expect(answer.text).not.toMatch(/\/sr\b|hreflang="sr/);
    for (const entry of entries) {
      const tags = addresses(entry, /hreflang="([^"]+)"/g);
      expect(tags).toEqual([...listedLanguages, 'x-default']);
      const hrefs = addresses(entry, /href="([^"]+)"/g);
      expect(hrefs).toContain(addresses(entry, /<loc>([^<]+)/g)[0]);
      for (const href of hrefs) expect(listed).toContain(href);
    }
    for (const address of listed) expect((await get(new URL(address).pathname)).status, address).toBe(200);
  });

  test('robots.txt excludes app and API, allows pages, and names the site map', async () => {
    const { text, headers } = await get('/robots.txt');
    expect(headers['content-type']).toContain('text/plain');
    const lines = text.split('\n');
    for (const path of ['/api/', '/dashboard', '/auth']) expect(lines).toContain(`Disallow: ${path}`);
    expect(lines).toContain('Sitemap: https://reviews.example.com/sitemap.xml');
    const closed = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
    for (const path of ['/', '/fr', '/pricing', '/reviews', '/og/en/index.png', '/assets/a.css'])
      expect(
        closed.filter((one) => path.startsWith(one)),
        path,
      ).toEqual([]);
  });
});

test('a page with sample widgets allows their style sheets, no other page does, and nobody may frame our pages', async () => {
  const policyOf = async (path: string) => String((await get(path)).headers['content-security-policy']);
  expect(await policyOf('/')).toContain(" 'sha256-c3R5bGU=';");
  expect(await policyOf('/pricing')).not.toContain('c3R5bGU=');
  expect(await policyOf('/pricing')).toContain("; frame-ancestors 'none';");
});
