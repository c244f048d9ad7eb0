/** What a change in how somebody signs in leaves valid, and what it proves. */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SecondFactors } from './index.ts';
import { AppFlow, Browser, codeOf } from './testing/browser.ts';
import { databaseKinds } from './testing/database.ts';
import {
  addApp,
  addPasskey,
  appCode,
  finish,
  newAccountWithApp,
  passPassword,
  SECURITY,
} from './testing/factors.ts';
import { linkPath, newAccount, PASSWORD, signIn, startService, type TestService } from './testing/service.ts';

const METHODS = 'https://kindling.app/amr';
const NEW = 'four loud badgers';
const PAGE = '/account/password';
const PROVE = '/account/prove?to=password';

describe.each(databaseKinds())('changed credentials over %s', (kind) => {
  let service: TestService;
  let factors: SecondFactors;
  beforeAll(async () => {
    service = await startService(kind, ['127.0.0.0/8']);
    factors = new SecondFactors(service.database.pool);
  });
  afterAll(() => service.stop());

  const withApp = () => newAccountWithApp(service);
  /** Tokens that the app gets without asking the person again. */
  const tokensOf = async (browser: Browser) => {
    const flow = new AppFlow(service);
    return flow.exchange(codeOf(await browser.get(flow.authorizePath({ prompt: 'none' }))));
  };
  const methodsOf = (token: unknown) => decodeJwt(String(token))[METHODS];

  describe('the password of somebody with a second factor', () => {
    it('is changed only after a new proof of both, so the password alone leads to no other change', async () => {
      const { browser, email, secret, sub } = await withApp();
      service.advanceMinutes(11);
      expect((await browser.get(PAGE)).location).toBe(PROVE);
      const change = { current: PASSWORD, password: NEW };
      expect((await browser.post(PAGE, change)).location).toBe(PROVE);
      expect((await browser.get(SECURITY)).location).toBe('/account/prove?to=security');
      expect((await browser.post(SECURITY, { do: 'remove-app' })).status).toBe(303);
      expect((await factors.stateOf(sub)).authenticatorApp).toBe(true);
      expect((await browser.post(PROVE, { password: PASSWORD, code: '' })).status).toBe(400);
      const proved = await browser.post(PROVE, { password: PASSWORD, code: appCode(secret) });
      expect(proved.location).toBe(PAGE);
      expect((await browser.get(PAGE)).text).toContain('name="current"');
      expect((await browser.post(PAGE, change)).status).toBe(200);
      expect(methodsOf((await tokensOf(browser)).access_token)).toContain('mfa');
      expect((await passPassword(service, email, NEW)).page).toMatch(/\/factor$/);
    });

    it('is changed without another page by whoever has none, at any time', async () => {
      const { email } = await newAccount(service);
      const { browser } = await signIn(service, email);
      service.advanceMinutes(11);
      expect((await browser.get(PAGE)).status).toBe(200);
      expect((await browser.post(PAGE, { current: PASSWORD, password: NEW })).status).toBe(200);
    });
  });

  describe('a sign-in that waits for its return to the app', () => {
    /** Up to the redirect that leads back to the app. */
    const passSignIn = async (email: string) => {
      const browser = new Browser(service.url);
      const flow = new AppFlow(service);
      const sent = await browser.post(await flow.begin(browser), { email, password: PASSWORD });
      expect(sent.location).toContain('/authorize/');
      return { browser, flow, sent };
    };

    it('says when the password was typed, not when it returned', async () => {
      const { email } = await newAccount(service);
      const { browser, flow, sent } = await passSignIn(email);
      const typed = Math.floor(Date.now() / 1000);
      service.advanceMinutes(30);
      const tokens = await flow.exchange(codeOf(await browser.follow(sent)));
      const authTime = Number(decodeJwt(tokens.access_token)['https://kindling.app/auth_time']);
      expect(authTime).toBeLessThanOrEqual(typed);
      expect((await browser.get(SECURITY)).location).toBe('/account/prove?to=security');
    });

    it('is over when the password is reset meanwhile', async () => {
      const { email } = await newAccount(service);
      const { browser, sent } = await passSignIn(email);
      const owner = new Browser(service.url);
      const page = await new AppFlow(service).begin(owner);
      await owner.post(page.replace('sign-in', 'forgot'), { email });
      service.advanceMinutes(1);
      await owner.post(linkPath(service, await service.newestMail(email)), { password: NEW });
      const returned = await browser.follow(sent);
      expect(returned.location).toBeNull();
      expect(returned.text).toContain('Welcome back');
    });
  });

  describe('removing the last factor', () => {
    it.each([
      ['an authenticator app', 'app'],
      ['a passkey', 'passkey'],
    ])('%s: this session and its tokens no longer say that they passed one', async (_what, factor) => {
      const { email, sub } = await newAccount(service);
      const { browser } = await signIn(service, email);
      if (factor === 'app') await addApp(browser);
      else await addPasskey(service, browser);
      const before = await tokensOf(browser);
      expect(methodsOf(before.access_token)).toContain('mfa');
      const told = service.credentialsChanged.length;
      const stolen = browser.copy();
      const page = (await browser.get(SECURITY)).text;
      const id = /name="id" value="([^"]+)"/.exec(page)?.[1] ?? '';
      const removal: Record<string, string> =
        factor === 'app' ? { do: 'remove-app' } : { do: 'remove-passkey', id };
      expect((await browser.post(SECURITY, removal)).status).toBe(303);
      expect(service.credentialsChanged.slice(told)).toEqual([sub]);
      expect((await service.refresh(before.refresh_token)).status).toBe(403);
      const after = await tokensOf(browser);
      expect(methodsOf(after.access_token)).not.toContain('mfa');
      const renewed = await service.refresh(after.refresh_token);
      expect(methodsOf(renewed.body.access_token)).not.toContain('mfa');
      // The former id of this session is void, and so are other sessions.
      expect((await stolen.get(SECURITY)).status).toBe(401);
      expect((await browser.get(SECURITY)).status).toBe(200);
    });

    it('ends the sessions of other browsers, and any other factor keeps them', async () => {
      const { browser, email, secret } = await withApp();
      await addPasskey(service, browser);
      const other = await passPassword(service, email);
      const { refresh_token } = await finish(other, { code: appCode(secret, 0.5) });
      const told = service.credentialsChanged.length;
      expect((await browser.post(SECURITY, { do: 'remove-app' })).status).toBe(303);
      expect(service.credentialsChanged.length).toBe(told);
      const kept = await service.refresh(refresh_token);
      expect(methodsOf(kept.body.access_token)).toContain('mfa');
      const page = (await browser.get(SECURITY)).text;
      const id = /name="id" value="([^"]+)"/.exec(page)?.[1] ?? '';
      expect((await browser.post(SECURITY, { do: 'remove-passkey', id })).status).toBe(303);
      expect((await service.refresh(String(kept.body.refresh_token))).status).toBe(403);
      expect((await other.browser.get(SECURITY)).status).toBe(401);
    });
  });

  describe('a pause after wrong codes', () => {
    /** Guesses until no code is looked at. */
    const guessCodes = async (email: string, password = PASSWORD) => {
      const run = await passPassword(service, email, password);
      for (let guess = 0; guess < 5; guess += 1)
        await run.browser.post(run.page, { code: `${guess}`.repeat(6) });
      const { status, headers } = await run.browser.post(run.page, { code: '999999' });
      expect(status).toBe(429);
      return { ...run, headers };
    };

    it('ends with a reset of the password, which the guesser does not know any more', async () => {
      const { email, secret } = await withApp();
      const { browser, page } = await guessCodes(email);
      await browser.post(`/u/${page.split('/')[2]}/forgot`, { email });
      await browser.post(linkPath(service, await service.newestMail(email)), { password: NEW });
      await finish(await passPassword(service, email, NEW), { code: appCode(secret, 0.5) });
    });

    it('is not shorter the next time, so that a mailbox does not give many attempts', async () => {
      const { email } = await withApp();
      const { browser, page } = await guessCodes(email);
      await browser.post(`/u/${page.split('/')[2]}/forgot`, { email });
      await browser.post(linkPath(service, await service.newestMail(email)), { password: NEW });
      const refused = await guessCodes(email, NEW);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    });

    it('ends with a change of the password, and not with a right password', async () => {
      const { browser, email, recoveryCodes } = await withApp();
      await guessCodes(email);
      const still = await passPassword(service, email);
      expect((await still.browser.post(still.page, { code: recoveryCodes[0] ?? '' })).status).toBe(429);
      expect((await browser.post(PAGE, { current: PASSWORD, password: NEW })).status).toBe(200);
      await finish(await passPassword(service, email, NEW), { code: recoveryCodes[0] ?? '' });
    });
  });
});
