import { request as rawRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { textsOf } from './locale.ts';
import { deriveKey, keyedHash } from './secrets.ts';
import { AppFlow, Browser } from './testing/browser.ts';
import { databaseKinds } from './testing/database.ts';
import { forgedCookies } from './testing/forged-cookies.ts';
import {
  linkPath,
  newAccount,
  newEmail,
  PASSWORD,
  SECRET,
  signIn,
  startService,
  type TestService,
} from './testing/service.ts';

/** Fewer than the requests of a network in a minute, which the database counts by its own clock. */
const guesses = process.env.KINDLING_TEST_ALL === '1' ? 400 : 200;

/** Statements of requests: limits are added up once a second, whatever is asked. */
const queriesOf = ({ mock }: { mock: { calls: unknown[][] } }) =>
  mock.calls.map(([text]) => String(text)).filter((text) => !text.includes('"rate_limit"'));

describe.each(databaseKinds())('guards over %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind, ['127.0.0.0/8']);
  });
  afterAll(async () => {
    await service.stop();
  });

  it(`checks ten of ${guesses} guesses, then refuses even the right password`, async () => {
    const { email } = await newAccount(service);
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const guess = (i: number) =>
      browser.post(page, { email: i % 2 ? email : email.toUpperCase(), password: `guess number ${i}` }, from);
    const statuses: number[] = [];
    for (let batch = 0; batch < guesses; batch += 200) {
      const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => guess(batch + i)));
      statuses.push(...answers.map((answer) => answer.status));
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(guesses - 10);
    const right = await browser.post(page, { email, password: PASSWORD }, from);
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    // The owner, elsewhere, is not locked out.
    await signIn(service, email);
    service.advanceMinutes(16);
    const after = await browser.post(page, { email, password: PASSWORD }, from);
    expect(after.status).toBe(303);
    service.advanceMinutes(-16);
  });

  it('limits one account over many networks, and one network over many accounts (IPv6 by /64)', async () => {
    const { email } = await newAccount(service);
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    const statuses = await Promise.all(
      Array.from({ length: 110 }, async (_, i) => {
        const from = { 'x-forwarded-for': `198.18.${i}.1` };
        return (await browser.post(page, { email, password: 'not this one' }, from)).status;
      }),
    );
    // The wide limit, and the first one of the slow ones after it.
    expect(statuses.filter((status) => status === 400)).toHaveLength(101);
    const spread = await Promise.all(
      Array.from({ length: 110 }, async (_, i) => {
        const from = { 'x-forwarded-for': `2001:db8:5:6::${(i + 1).toString(16)}` };
        return (await browser.post(page, { email: newEmail(), password: 'not this one' }, from)).status;
      }),
    );
    expect(spread.filter((status) => status === 400)).toHaveLength(100);
  });

  it('slows down an address at which ten networks guess, but not a known browser or a mailed link', async () => {
    const { email } = await newAccount(service);
    const owner = await signIn(service, email);
    const page = await new AppFlow(service).begin(owner.browser, { prompt: 'login' });
    const stranger = new Browser(service.url);
    const strangersPage = await new AppFlow(service).begin(stranger);
    const guess = (network: string, password = 'not this one') =>
      stranger.post(strangersPage, { email, password }, { 'x-forwarded-for': network });
    for (let network = 1; network <= 10; network += 1)
      await Promise.all(Array.from({ length: 10 }, () => guess(`198.18.200.${network}`)));
    // With the owner's own sign-in those are all that the hour allows, and the first slow one.
    const slowed = await guess('198.18.201.2', PASSWORD);
    expect(slowed.status).toBe(429);
    expect(slowed.text).toContain('Many passwords were tried for this address');
    expect(Number(slowed.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    for (const forged of forgedCookies(owner.browser.cookie('identity_known'), email)) {
      const forger = owner.browser.copy();
      forger.setCookie('identity_known', forged);
      const from = { 'x-forwarded-for': '198.18.201.4' };
      expect((await forger.post(page, { email, password: PASSWORD }, from)).status).toBe(429);
    }

    const from = { 'x-forwarded-for': '198.18.202.1' };
    expect((await owner.browser.post(page, { email, password: PASSWORD }, from)).status).toBe(303);

    const elsewhere = new Browser(service.url);
    const fresh = await new AppFlow(service).begin(elsewhere);
    const away = { 'x-forwarded-for': '198.18.202.2' };
    await elsewhere.post(fresh.replace('sign-in', 'forgot'), { email }, away);
    const link = linkPath(service, await service.newestMail(email));
    expect((await elsewhere.get(link, away)).text).toContain(`href="${fresh}"`);
    expect((await elsewhere.post(fresh, { email, password: PASSWORD }, away)).status).toBe(303);

    service.advanceMinutes(1);
    expect((await guess('198.18.201.3', PASSWORD)).status).toBe(303);
    service.advanceMinutes(-1);
  });

  it('gives a known browser ten guesses, at the address it is known for', async () => {
    const { email } = await newAccount(service);
    const { email: other } = await newAccount(service);
    const { browser } = await signIn(service, email);
    const page = await new AppFlow(service).begin(browser, { prompt: 'login' });
    const guess = async (i: number, address: string) => {
      const from = { 'x-forwarded-for': `198.18.210.${i}` };
      return (await browser.post(page, { email: address, password: 'not this one' }, from)).status;
    };
    const statuses = [];
    for (let i = 1; i <= 12; i += 1) statuses.push(await guess(i, email));
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429]);
    expect(await guess(13, other)).toBe(400);
  });

  it('recognizes the browser in which the link of a sign-up was opened', async () => {
    const email = newEmail();
    const signsUp = new Browser(service.url);
    const page = await new AppFlow(service).begin(signsUp, { screen_hint: 'signup' });
    const from = { 'x-forwarded-for': '198.18.220.1' };
    await signsUp.post(page, { email, password: PASSWORD }, from);
    const link = linkPath(service, await service.newestMail(email));
    const reader = new Browser(service.url);
    await reader.get(link, from);
    await reader.post(link, { password: PASSWORD }, from);
    const form = await new AppFlow(service).begin(reader);
    const statuses = [];
    for (let i = 1; i <= 11; i += 1) {
      const elsewhere = { 'x-forwarded-for': `198.18.221.${i}` };
      statuses.push((await reader.post(form, { email, password: 'not this one' }, elsewhere)).status);
    }
    // Counted for the browser, whatever the network.
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });

  it('logs a failed sign-in with its outcome, the network and a hash of the address', async () => {
    const { email } = await newAccount(service);
    const nobody = newEmail();
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    const from = { 'x-forwarded-for': '203.0.113.90' };
    await browser.post(page, { email, password: 'not this one' }, from);
    await browser.post(page, { email: nobody, password: 'not this one' }, from);
    for (let i = 0; i < 10; i += 1) await browser.post(page, { email, password: 'not this one' }, from);
    const lines = service.logged.filter((line) => line.includes('203.0.113.90'));
    const entries = lines.map((line) => JSON.parse(line.replace('sign-in failed ', '')));
    expect(new Set(entries.map(({ outcome }) => outcome))).toEqual(
      new Set(['wrong-password', 'unknown-address', 'too-many-attempts']),
    );
    for (const entry of entries) expect(entry.requestId).toEqual(expect.any(String));
    expect(lines.join()).not.toMatch(/@|not this one/);
    // Without the key, whoever reads the log could try addresses until the hash fits.
    const hashes = [email, nobody].map((address) => keyedHash(deriveKey(SECRET, 'log'), address));
    expect(new Set(entries.map(({ account }) => account))).toEqual(new Set(hashes));
  });

  it('logs a sign-in with the network and the same hash of the address', async () => {
    const { email } = await newAccount(service);
    const browser = new Browser(service.url);
    const from = { 'x-forwarded-for': '203.0.113.91' };
    const page = await new AppFlow(service).begin(browser);
    await browser.post(page, { email, password: 'not this one' }, from);
    await browser.post(page, { email, password: PASSWORD }, from);
    const [failed, done] = service.logged.filter((line) => line.includes('203.0.113.91'));
    expect(done).toMatch(/^signed in /);
    const hashIn = (line = '') => JSON.parse(line.slice(line.indexOf('{'))).account;
    expect(hashIn(done)).toBe(hashIn(failed));
    expect(done).not.toMatch(/@/);
  });

  it('refuses values that are too long, and a network that asks too often, without a query', async () => {
    const from = { 'x-forwarded-for': '203.0.113.80' };
    const ask = (extra: Record<string, string> = {}) =>
      new Browser(service.url).get(new AppFlow(service).authorizePath(extra), from);
    const stored = async () => {
      const { rows } = await service.database.pool.query<{ count: string }>(
        `SELECT count(*) FROM identity.record WHERE model = 'Interaction'`,
      );
      return Number(rows[0]?.count);
    };
    const before = await stored();
    const query = vi.spyOn(service.database.pool, 'query');
    const long: Record<string, string>[] = [
      { state: 's'.repeat(513) },
      { nonce: 'é'.repeat(257) },
      { login_hint: 'x'.repeat(4000) },
    ];
    for (const extra of long) expect((await ask(extra)).status).toBe(400);
    expect(queriesOf(query)).toEqual([]);
    query.mockRestore();
    const statuses = [];
    for (let batch = 0; batch < 5; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask({ state: 's'.repeat(512) })));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 303)).toHaveLength(200);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
    expect((await stored()) - before).toBe(200);
    const late = vi.spyOn(service.database.pool, 'query');
    const refused = await ask();
    expect(refused.text).toContain('Please wait');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(queriesOf(late)).toEqual([]);
    late.mockRestore();
    const elsewhere = { 'x-forwarded-for': '203.0.113.81' };
    expect((await new Browser(service.url).get(new AppFlow(service).authorizePath(), elsewhere)).status).toBe(
      303,
    );
    const posted = await new Browser(service.url).post('/authorize', { state: 'x' }, elsewhere);
    expect(posted.status).toBe(404);
  });

  it('guards every spelling of /authorize that the engine would answer', async () => {
    const stored = async () => {
      const { rows } = await service.database.pool.query<{ count: string }>(
        `SELECT count(*) FROM identity.record WHERE model = 'Interaction'`,
      );
      return Number(rows[0]?.count);
    };
    const before = await stored();
    const query = new AppFlow(service).authorizePath({ state: 's'.repeat(600) }).slice('/authorize'.length);
    const uid = 'u'.repeat(43);
    const paths = ['/authorize', '/authorize/', '//authorize', '/authorize//', '/AUTHORIZE', '/Authorize/'];
    const encoded = ['/%61uthorize', '/authorize%2F', '/authorize/%20', '/authorize/..', '/authorize/./'];
    const uids = [`/authorize/${uid}`, `/authorize/${uid}/`, '/authorize/short', `/authorize/${uid}%2F`];
    const whole = ['', 'http://other.example'].map((origin) => `${origin}/authorize`);
    const spellings = [...paths, ...encoded, ...uids, ...whole, '/authorize;x', '/u/../authorize'];
    const answers = await Promise.all(spellings.map((path) => statusOf(`${path}${query}`)));
    for (const [at, status] of answers.entries()) expect.soft([400, 404], spellings[at]).toContain(status);
    expect(await stored()).toBe(before);
    // What comes back from our own pages is counted too.
    const from = { 'x-forwarded-for': '203.0.113.82' };
    const statuses = [];
    for (let batch = 0; batch < 5; batch += 1) {
      const asked = Array.from({ length: 50 }, () => new Browser(service.url).get(`/authorize/${uid}`, from));
      statuses.push(...(await Promise.all(asked)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  });

  /** Sends the target as it is; `fetch` would tidy it. */
  function statusOf(target: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(service.url);
      const headers = { 'x-forwarded-for': '203.0.113.83', accept: 'text/html' };
      rawRequest({ hostname, port, path: target, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once('error', reject)
        .end();
    });
  }

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

  it('sends its security headers with every page', async () => {
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    for (const path of [page, '/nowhere', '/u/nobody/sign-in', '/u/-/confirm?token=x']) {
      const { headers } = await browser.get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src ${service.appOrigin}; form-action 'self' ${service.appOrigin}; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
        'cross-origin-opener-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin',
        'cache-control': 'no-store',
      });
    }
    // The popup of the app has to reach the page that opened it.
    const popup = await new AppFlow(service).begin(browser, { response_mode: 'web_message' });
    expect((await browser.get(popup)).headers.has('cross-origin-opener-policy')).toBe(false);
    const message = new AppFlow(service).authorizePath({ prompt: 'none', response_mode: 'web_message' });
    const { headers } = await browser.get(message);
    expect(headers.has('cross-origin-opener-policy')).toBe(false);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; ?script-src 'sha256-[^']+'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors /,
    );
    // What the engine refuses is told on a page of ours.
    const bad = { redirect_uri: 'https://evil.example/' };
    const refused = await browser.get(new AppFlow(service).authorizePath(bad));
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("require-trusted-types-for 'script'"),
    });
    const first = await browser.get(new AppFlow(service).authorizePath());
    for (const cookie of first.headers.getSetCookie()) expect(cookie).toMatch(/httponly/i);
    for (const cookie of first.headers.getSetCookie()) expect(cookie).toMatch(/samesite=lax/i);
  });

  it('builds its addresses from its settings, whatever the request’s host header says', async () => {
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

  it('uses the requested language, and before that the one chosen on the page', async () => {
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
});
