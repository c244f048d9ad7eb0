import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserSessions, describeBrowser } from './browser-sessions.ts';
import { AppFlow, Browser } from './testing/browser.ts';
import { databaseKinds } from './testing/database.ts';
import { linkPath, newAccount, PASSWORD, signIn, startService, type TestService } from './testing/service.ts';

const NEW = 'four loud badgers';
const PAGE = '/account/password';

describe.each(databaseKinds())('a person’s own sign-ins on %s', (kind) => {
  let service: TestService;
  let sessions: BrowserSessions;
  beforeAll(async () => {
    service = await startService(kind);
    sessions = new BrowserSessions(service.database.pool);
  });
  afterAll(() => service.stop());

  const renew = async (token: string) => (await service.refresh(token)).status;

  it('are listed while they are valid, and named in the tokens', async () => {
    const { email, sub } = await newAccount(service);
    const first = await signIn(service, email);
    const second = await signIn(service, email);
    const listed = await sessions.list(sub);
    expect(listed).toHaveLength(2);
    const claims = decodeJwt(first.tokens.access_token);
    expect(listed.map((one) => one.id)).toContain(claims['https://kindling.app/session']);
    expect(Math.abs(Number(claims['https://kindling.app/auth_time']) * 1000 - Date.now())).toBeLessThan(
      60_000,
    );
    expect(listed[0]).toMatchObject({ network: '127.0.0.*' });
    await second.browser.get('/v2/logout?client_id=spa', { referer: `${service.appOrigin}/` });
    expect(await sessions.list(sub)).toHaveLength(1);
  });

  it('keep their name and the time of the sign-in when tokens are renewed', async () => {
    const { email, sub } = await newAccount(service);
    const { tokens } = await signIn(service, email);
    const [before] = await sessions.list(sub);
    const { body } = await service.refresh(tokens.refresh_token);
    const claims = decodeJwt(String(body.access_token));
    expect(claims['https://kindling.app/session']).toBe(before?.id);
    expect(claims['https://kindling.app/auth_time']).toBe(
      decodeJwt(tokens.access_token)['https://kindling.app/auth_time'],
    );
  });

  it('can be ended one by one, by their own person only', async () => {
    const { email, sub } = await newAccount(service);
    const other = await newAccount(service);
    const first = await signIn(service, email);
    const second = await signIn(service, email);
    const id = String(decodeJwt(first.tokens.access_token)['https://kindling.app/session']);
    expect(await sessions.end(other.sub, id)).toBe(false);
    expect(await sessions.end(sub, id)).toBe(true);
    expect(await sessions.end(sub, id)).toBe(false);
    expect(await renew(first.tokens.refresh_token)).toBe(403);
    const silent = await first.browser.get(first.flow.authorizePath({ prompt: 'none' }));
    expect(silent.location).toContain('error=login_required');
    expect(await renew(second.tokens.refresh_token)).toBe(200);
    expect(await sessions.list(sub)).toHaveLength(1);
  });

  it('end all at once, and a new sign-in works', async () => {
    const { email, sub } = await newAccount(service);
    const both = [await signIn(service, email), await signIn(service, email)];
    await sessions.endAll(sub);
    for (const { tokens } of both) expect(await renew(tokens.refresh_token)).toBe(403);
    expect(await sessions.list(sub)).toEqual([]);
    const again = await signIn(service, email);
    expect(await renew(again.tokens.refresh_token)).toBe(200);
  });

  it('are deleted with the person, a second deletion changes nothing, and the address is free again', async () => {
    const { email, sub } = await newAccount(service);
    const { tokens } = await signIn(service, email);
    for (let time = 0; time < 2; time += 1) await sessions.deleteAccount(sub);
    expect(await renew(tokens.refresh_token)).toBe(403);
    const again = await service.identity.createAccount({
      email,
      password: PASSWORD,
      locale: 'en',
      emailVerified: true,
    });
    expect(again.sub).not.toBe(sub);
  });

  it('are reported to the services that accept our tokens when a password is reset', async () => {
    const { email, sub } = await newAccount(service);
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    await browser.post(page.replace('sign-in', 'forgot'), { email });
    const link = linkPath(service, await service.newestMail(email));
    await browser.post(link, { password: NEW });
    expect(service.credentialsChanged).toContain(sub);
  });

  describe('changing the password', () => {
    it('needs a signed-in person', async () => {
      const answer = await new Browser(service.url).get(PAGE);
      expect(answer.status).toBe(401);
      expect(answer.text).toContain('You are not signed in here');
      expect(answer.text).not.toContain('name="current"');
      const { email, sub } = await newAccount(service);
      const { browser } = await signIn(service, email);
      await sessions.endAll(sub);
      expect((await browser.get(PAGE)).status).toBe(401);
    });

    it('keeps this browser signed in, ends every other one, and tells the person by mail', async () => {
      const { email, sub } = await newAccount(service);
      const here = await signIn(service, email);
      const there = await signIn(service, email);
      const page = await here.browser.get(PAGE);
      expect(page.text).toContain(email);
      const done = await here.browser.post(PAGE, { current: PASSWORD, password: NEW });
      expect(done.status).toBe(200);
      expect(done.text).toContain('Your password is changed');
      for (const { tokens } of [here, there]) expect(await renew(tokens.refresh_token)).toBe(403);
      const silent = (browser: Browser) => browser.get(here.flow.authorizePath({ prompt: 'none' }));
      expect((await silent(here.browser)).location).toContain('code=');
      expect((await silent(there.browser)).location).toContain('error=login_required');
      const again = await signIn(service, email, NEW);
      expect(await renew(again.tokens.refresh_token)).toBe(200);
      expect((await service.newestMail(email)).kind).toBe('password-changed');
      expect(service.credentialsChanged).toContain(sub);
    });

    it('ends a copy of this browser’s own cookie, too', async () => {
      const { email } = await newAccount(service);
      const { browser, flow } = await signIn(service, email);
      const stolen = browser.copy();
      await browser.post(PAGE, { current: PASSWORD, password: NEW });
      expect((await stolen.get(PAGE)).status).toBe(401);
      expect((await stolen.get(flow.authorizePath({ prompt: 'none' }))).location).toContain(
        'error=login_required',
      );
      expect((await browser.get(PAGE)).status).toBe(200);
      expect((await browser.get(flow.authorizePath({ prompt: 'none' }))).location).toContain('code=');
    });

    it('says what is wrong at its field, and changes nothing', async () => {
      const { email } = await newAccount(service);
      const { browser, tokens } = await signIn(service, email);
      for (const [fields, words] of [
        [{ current: 'not this one', password: NEW }, 'This is not your current password.'],
        [{ current: '', password: NEW }, 'Enter your password.'],
        [{ current: PASSWORD, password: 'short' }, 'Use at least 8 characters.'],
        [{ current: PASSWORD, password: 'password1' }, 'among the first that attackers try'],
        [{ current: PASSWORD, password: email }, 'among the first that attackers try'],
      ] as const) {
        const answer = await browser.post(PAGE, fields);
        expect(answer.status).toBe(400);
        expect(answer.text).toContain(words);
      }
      expect(await renew(tokens.refresh_token)).toBe(200);
    });

    it('refuses forms of other sites, and limits guesses', async () => {
      const { email } = await newAccount(service);
      const { browser, tokens } = await signIn(service, email);
      const fields = { current: PASSWORD, password: NEW };
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
        expect((await browser.post(PAGE, fields, headers)).status).toBe(403);
      expect(await renew(tokens.refresh_token)).toBe(200);
      let last = 0;
      for (let guess = 0; guess < 11; guess += 1)
        last = (await browser.post(PAGE, { current: `guess ${guess} of many`, password: NEW })).status;
      expect(last).toBe(429);
      expect((await browser.post(PAGE, fields)).status).toBe(429);
    });

    it.each([
      ['fr', 'Changez votre mot de passe'],
      ['sr', 'Promenite lozinku'],
    ])('is shown in %s when it is requested', async (language, heading) => {
      const { email } = await newAccount(service);
      const { browser } = await signIn(service, email);
      const { text } = await browser.get(`${PAGE}?lng=${language}`);
      expect(text).toContain(heading);
    });
  });
});

describe('what a browser says of itself', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
      'Firefox',
      'Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari',
      'iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0',
      'Edge',
      'macOS',
    ],
    ['<script>alert(1)</script>', '', ''],
    ['', '', ''],
  ])('%s', (userAgent, browser, system) => {
    expect(describeBrowser(userAgent)).toEqual({ browser, system });
  });
});
