import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from './locale.ts';
import { AppFlow, Browser } from './testing/browser.ts';
import { databaseKinds } from './testing/database.ts';
import { newAccount, newEmail, PASSWORD, signIn, startService, type TestService } from './testing/service.ts';

describe.each(databaseKinds())('guards over %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind, ['127.0.0.0/8']);
  });
  afterAll(async () => {
    await service.stop();
  });

  it('looks at ten of a thousand guesses, then not even at the right password', async () => {
    const { email } = await newAccount(service);
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const guess = (i: number) =>
      browser.post(page, { email: i % 2 ? email : email.toUpperCase(), password: `guess number ${i}` }, from);
    const statuses: number[] = [];
    for (let batch = 0; batch < 1000; batch += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => guess(batch + i)));
      statuses.push(...answers.map((answer) => answer.status));
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(990);
    const right = await browser.post(page, { email, password: PASSWORD }, from);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    // The owner, elsewhere, is not locked out.
    await signIn(service, email);
    service.passMinutes(16);
    const after = await browser.post(page, { email, password: PASSWORD }, from);
    expect(after.status).toBe(303);
    service.passMinutes(-16);
  });

  it('bounds one account over many networks, and one network over many accounts (IPv6 by /64)', async () => {
    const { email } = await newAccount(service);
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    const statuses = await Promise.all(
      Array.from({ length: 110 }, async (_, i) => {
        const from = { 'x-forwarded-for': `198.18.${i}.1` };
        return (await browser.post(page, { email, password: 'not this one' }, from)).status;
      }),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(100);
    const spread = await Promise.all(
      Array.from({ length: 110 }, async (_, i) => {
        const from = { 'x-forwarded-for': `2001:db8:5:6::${(i + 1).toString(16)}` };
        return (await browser.post(page, { email: newEmail(), password: 'not this one' }, from)).status;
      }),
    );
    expect(spread.filter((status) => status === 400)).toHaveLength(100);
  });

  it('refuses forms that our own page did not send', async () => {
    const { email } = await newAccount(service);
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    const body = new URLSearchParams({ email, password: PASSWORD });
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: service.appOrigin },
      { 'sec-fetch-site': 'cross-site' },
      { origin: service.url, 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const answer = await browser.request(page, { method: 'POST', body, headers });
      expect([answer.status, answer.location]).toEqual([403, null]);
    }
    const noCookie = await new Browser(service.url).post(page, { email, password: PASSWORD });
    expect([noCookie.status, noCookie.location]).toEqual([410, null]);
    const json = await browser.request(page, {
      method: 'POST',
      body: '{}',
      headers: { origin: service.url, 'content-type': 'application/json' },
    });
    expect(json.status).toBe(415);
    const long = await browser.post(page, { email, password: 'x'.repeat(20_000) });
    expect(long.status).toBe(413);
  });

  it('sends its promised headers with every page', async () => {
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    for (const path of [page, '/nowhere', '/u/nobody/sign-in', '/u/-/confirm?token=x']) {
      const { headers } = await browser.get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self' ${service.appOrigin}; frame-ancestors 'none'; base-uri 'none'`,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cache-control': 'no-store',
      });
    }
    const first = await browser.get(new AppFlow(service).authorizePath());
    for (const cookie of first.headers.getSetCookie()) expect(cookie).toMatch(/httponly/i);
    for (const cookie of first.headers.getSetCookie()) expect(cookie).toMatch(/samesite=lax/i);
  });

  it('builds its addresses from its settings, whatever the request calls the host', async () => {
    const browser = new Browser(service.url);
    const flow = new AppFlow(service);
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    const found = await browser.get('/.well-known/openid-configuration', headers);
    expect(found.text).not.toContain('evil');
    expect(JSON.parse(found.text)).toMatchObject({
      issuer: `${service.url}/`,
      authorization_endpoint: `${service.url}/authorize`,
      token_endpoint: `${service.url}/oauth/token`,
      jwks_uri: `${service.url}/.well-known/jwks.json`,
      userinfo_endpoint: `${service.url}/userinfo`,
    });
    expect((await browser.get(flow.authorizePath(), headers)).headers.getSetCookie().join()).not.toContain(
      'evil',
    );
  });

  it('speaks the language asked for, and the one chosen on the page before that', async () => {
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser, { ui_locales: 'de-AT en' });
    const heading = (text: string) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];
    expect(heading((await browser.get(page)).text)).toBe(textsOf('de').signIn.heading);
    expect(heading((await browser.get(`${page}?lng=nl`)).text)).toBe(textsOf('nl').signIn.heading);
    expect(heading((await browser.get(page)).text)).toBe(textsOf('nl').signIn.heading);
    const plain = await new AppFlow(service).begin(browser);
    expect(heading((await browser.get(plain)).text)).toBe(textsOf('nl').signIn.heading);
    const fresh = new Browser(service.url);
    const other = await new AppFlow(service).begin(fresh);
    const spanish = await fresh.get(other, { 'accept-language': 'xx, es-MX;q=0.9, fr;q=0.8' });
    expect(heading(spanish.text)).toBe(textsOf('es').signIn.heading);
    const serbian = await fresh.get(`${other}?lng=sr`);
    expect(serbian.text).toContain('lang="sr-Latn"');
    expect(serbian.text).not.toContain('lng=sr');
    // Its letters are of two fonts, and one that comes late would not be shown.
    const early = (html: string) =>
      [...html.matchAll(/rel="preload" href="([^"]+)"/g)].map(([, path]) => path);
    expect(early(serbian.text)).toEqual(['/assets/inter-latin.woff2', '/assets/inter-latin-ext.woff2']);
    expect(early(spanish.text)).toEqual(['/assets/inter-latin.woff2']);
  });

  it('serves health, assets and error pages', async () => {
    const browser = new Browser(service.url);
    expect((await browser.get('/healthz')).text).toBe('{"status":"ok"}');
    const missing = await browser.get('/auth/%00/../nothing');
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('Page not found');
    for (const asset of missing.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) {
      const answer = await browser.get(asset[1] ?? '');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
    expect((await browser.get('/assets/inter-latin.woff2')).headers.get('content-type')).toBe('font/woff2');
    expect((await browser.get('/authorize/unknown')).text).toContain('expired');
  });
});

describe('when the database fails', () => {
  it('shows a page with a number that is also in the log, and no detail', async () => {
    const service = await startService('embedded');
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    await service.database.pool.query('ALTER TABLE identity.record RENAME TO gone');
    const answer = await browser.get(page);
    expect(answer.status).toBe(500);
    const id = /Number: ([\w-]+)/.exec(answer.text)?.[1];
    expect(id).toBeDefined();
    expect(service.logged.some((line) => line.includes(String(id)))).toBe(true);
    expect(answer.text).not.toMatch(/relation|identity\.record/);
    await service.stop();
  });
});
