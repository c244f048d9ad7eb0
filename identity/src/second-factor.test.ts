import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SecondFactors } from './index.ts';
import { AppFlow, Browser, codeOf } from './testing/browser.ts';
import { databaseKinds } from './testing/database.ts';
import {
  APP,
  addApp,
  addPasskey,
  appCode,
  finish,
  newAccountWithApp,
  optionsOf,
  passPassword,
  recoveryCodesOf,
  SECURITY,
} from './testing/factors.ts';
import { linkPath, newAccount, PASSWORD, signIn, startService, type TestService } from './testing/service.ts';
import { SoftwareAuthenticator } from './testing/software-authenticator.ts';

const METHODS = 'https://kindling.app/amr';
const guesses = process.env.KINDLING_TEST_ALL === '1' ? 1000 : 200;

describe.each(databaseKinds())('a second factor over %s', (kind) => {
  let service: TestService;
  let factors: SecondFactors;
  beforeAll(async () => {
    service = await startService(kind, ['127.0.0.0/8']);
    factors = new SecondFactors(service.database.pool);
  });
  afterAll(() => service.stop());

  const withApp = () => newAccountWithApp(service);
  const changesOf = async (email: string) => {
    await service.identity.settle();
    return service.mails.flatMap((mail) =>
      mail.to === email && mail.kind === 'sign-in-changed' ? [mail.change] : [],
    );
  };
  const dbHas = async (value: string) => {
    const { rows } = await service.database.pool.query<{ row: string }>(
      `SELECT to_jsonb(a)::text AS row FROM identity.authenticator_app a
       UNION ALL SELECT to_jsonb(r)::text FROM identity.recovery_code r`,
    );
    return rows.some(({ row }) => row.includes(value));
  };

  describe('an authenticator app', () => {
    it('is asked for after the password, and the tokens say so', async () => {
      const { email, sub, secret, recoveryCodes } = await withApp();
      expect(recoveryCodes).toHaveLength(10);
      expect(await factors.stateOf(sub)).toEqual({ passkeys: 0, authenticatorApp: true, recoveryCodes: 10 });
      const run = await passPassword(service, email);
      expect(run.page).toMatch(/\/factor$/);
      expect(run.html).toMatch(/autocomplete="one-time-code"/i);
      expect((await run.browser.post(run.page, { code: '' })).status).toBe(400);
      expect((await run.browser.post(run.page, { code: '000000' })).status).toBe(400);
      const tokens = await finish(run, { code: appCode(secret, 0.5) });
      expect(decodeJwt(tokens.access_token)[METHODS]).toEqual(['pwd', 'otp', 'mfa']);
      const renewed = await service.refresh(tokens.refresh_token);
      expect(decodeJwt(String(renewed.body.access_token))[METHODS]).toEqual(['pwd', 'otp', 'mfa']);
      expect(await changesOf(email)).toEqual(['authenticator-app-added']);
    });

    it('opens nothing for the password alone, by whatever way', async () => {
      const { email } = await withApp();
      const { browser, flow } = await passPassword(service, email);
      const silent = await browser.get(flow.authorizePath({ prompt: 'none' }));
      expect(silent.location).toContain('error=login_required');
      expect((await browser.get(SECURITY)).status).toBe(401);
      // The page of another sign-in, or without the password, leads back.
      const other = new Browser(service.url);
      const page = (await new AppFlow(service).begin(other)).replace('sign-in', 'factor');
      expect((await other.get(page)).location).toMatch(/sign-in$/);
      expect((await other.post(page, { code: '123456' })).location).toMatch(/sign-in$/);
    });

    it('takes each code once, also of two at the same time', async () => {
      const { email, secret, sub } = await withApp();
      const used = await passPassword(service, email);
      // The code that set the app up is used already.
      expect((await used.browser.post(used.page, { code: appCode(secret) })).status).toBe(400);
      const runs = await Promise.all([passPassword(service, email), passPassword(service, email)]);
      const code = appCode(secret, 0.5);
      const answers = await Promise.all(runs.map(({ browser, page }) => browser.post(page, { code })));
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
      service.advanceMinutes(1);
      const late = await passPassword(service, email);
      expect((await late.browser.post(late.page, { code })).status).toBe(400);
      expect((await late.browser.post(late.page, { code: appCode(secret) })).status).toBe(303);
      expect((await factors.stateOf(sub)).recoveryCodes).toBe(10);
    });

    it(`looks at 5 of ${guesses} guesses, pauses longer each time, and tells the owner`, async () => {
      const { email, secret } = await withApp();
      const run = await passPassword(service, email);
      const guess = (i: number, code: string) =>
        run.browser.post(run.page, { code }, { 'x-forwarded-for': `203.0.${i % 250}.${(i >> 3) % 250}` });
      const volley = async (from: number) => {
        const statuses: number[] = [];
        // As many at a time as the machine takes connections.
        for (let batch = 0; batch < guesses; batch += 200) {
          const wrong = Array.from({ length: 200 }, (_, i) =>
            guess(from + batch + i, `${100_000 + batch + i}`),
          );
          statuses.push(...(await Promise.all(wrong)).map(({ status }) => status));
        }
        return statuses;
      };
      const first = await volley(0);
      expect(first.filter((status) => status === 400)).toHaveLength(5);
      expect(first.filter((status) => status === 429)).toHaveLength(guesses - 5);
      const refused = await guess(1, appCode(secret, 0.5));
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      service.advanceMinutes(1.1);
      expect((await volley(7)).filter((status) => status === 400)).toHaveLength(5);
      expect(Number((await guess(2, '123456')).headers.get('retry-after'))).toBeGreaterThan(200);
      expect(await changesOf(email)).toEqual(['authenticator-app-added', 'codes-guessed', 'codes-guessed']);
      service.advanceMinutes(5.1);
      expect((await guess(3, appCode(secret))).status).toBe(303);
      // A right code clears the count.
      const next = await passPassword(service, email);
      expect((await next.browser.post(next.page, { code: '000000' })).status).toBe(400);
    });

    it('needs a new password in the same sign-in after a reset, and stays on', async () => {
      const { email, secret } = await withApp();
      const run = await passPassword(service, email);
      const uid = run.page.split('/')[2] ?? '';
      await run.browser.post(`/u/${uid}/forgot`, { email });
      const link = linkPath(service, await service.newestMail(email));
      await run.browser.post(link, { password: 'four loud badgers' });
      expect((await run.browser.post(run.page, { code: appCode(secret, 0.5) })).location).toMatch(/sign-in$/);
      const again = await passPassword(service, email, 'four loud badgers');
      expect(again.page).toMatch(/\/factor$/);
      await finish(again, { code: appCode(secret, 0.5) });
    });

    it('forgets after ten minutes that the password was right', async () => {
      const { email, secret } = await withApp();
      const run = await passPassword(service, email);
      service.advanceMinutes(11);
      expect((await run.browser.post(run.page, { code: appCode(secret) })).location).toMatch(/sign-in$/);
      const forged = await passPassword(service, email);
      const { browser, page } = forged;
      browser.setCookie('identity_password', Buffer.from(JSON.stringify({ email })).toString('base64url'));
      expect((await browser.post(page, { code: appCode(secret) })).location).toMatch(/sign-in$/);
    });

    it('is stored sealed, and its codes hashed', async () => {
      const { secret, recoveryCodes } = await withApp();
      expect(await dbHas(secret)).toBe(false);
      for (const code of recoveryCodes) expect(await dbHas(code.replace('-', ''))).toBe(false);
      expect(service.logged.join()).not.toContain(secret);
    });

    it('is not stored without a right code, with the secret of another session, or twice', async () => {
      const { email, sub } = await newAccount(service);
      const [one, two] = [await signIn(service, email), await signIn(service, email)];
      const offerOf = async (browser: Browser) => {
        const { text } = await browser.get(APP);
        return {
          offer: /name="offer" value="([^"]+)"/.exec(text)?.[1] ?? '',
          secret: (/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', ''),
        };
      };
      const { offer, secret } = await offerOf(one.browser);
      expect((await one.browser.post(APP, { offer, code: '000000' })).status).toBe(400);
      expect((await two.browser.post(APP, { offer, code: appCode(secret) })).status).toBe(400);
      expect((await one.browser.post(APP, { offer: 'x', code: appCode(secret) })).status).toBe(400);
      expect((await factors.stateOf(sub)).authenticatorApp).toBe(false);
      expect((await one.browser.post(APP, { offer, code: appCode(secret) })).status).toBe(200);
      expect((await one.browser.post(APP, { offer, code: appCode(secret, 0.5) })).location).toBe(SECURITY);
    });
  });

  describe('recovery codes', () => {
    it('work once each, however they are typed, and each use is told', async () => {
      const { email, sub, recoveryCodes } = await withApp();
      const [code = ''] = recoveryCodes;
      const run = await passPassword(service, email);
      expect((await run.browser.get(`${run.page}?with=recovery`)).text).toContain('Recovery code');
      const tokens = await finish(run, { code: ` ${code.toUpperCase().replace('-', ' ')} ` });
      expect(decodeJwt(tokens.access_token)[METHODS]).toContain('mfa');
      const again = await passPassword(service, email);
      expect((await again.browser.post(again.page, { code })).status).toBe(400);
      expect((await factors.stateOf(sub)).recoveryCodes).toBe(9);
      expect(await service.newestMail(email)).toMatchObject({ change: 'recovery-code-used', codesLeft: 9 });
    });

    it('are replaced all together, and go with the last factor', async () => {
      const { email, sub, browser, recoveryCodes } = await withApp();
      const made = await browser.post(SECURITY, { do: 'make-codes' });
      const fresh = recoveryCodesOf(made.text);
      expect(fresh).toHaveLength(10);
      const old = await passPassword(service, email);
      expect((await old.browser.post(old.page, { code: recoveryCodes[0] ?? '' })).status).toBe(400);
      expect((await old.browser.post(old.page, { code: fresh[0] ?? '' })).status).toBe(303);
      expect((await browser.post(SECURITY, { do: 'remove-app' })).status).toBe(303);
      expect(await factors.stateOf(sub)).toEqual({ passkeys: 0, authenticatorApp: false, recoveryCodes: 0 });
      await signIn(service, email);
      expect((await browser.post(SECURITY, { do: 'make-codes' })).status).toBe(404);
      expect(await changesOf(email)).toEqual([
        'authenticator-app-added',
        'recovery-codes-made',
        'recovery-code-used',
        'authenticator-app-removed',
      ]);
    });
  });

  describe('a first factor', () => {
    it('ends every other session and token, and this browser goes on with it', async () => {
      const { email, sub } = await newAccount(service);
      const other = await signIn(service, email);
      const here = await signIn(service, email);
      await addApp(here.browser);
      expect(service.credentialsChanged.at(-1)).toBe(sub);
      for (const { tokens } of [other, here])
        expect((await service.refresh(tokens.refresh_token)).status).toBe(403);
      const silent = (browser: Browser, flow: AppFlow) => browser.get(flow.authorizePath({ prompt: 'none' }));
      expect((await silent(other.browser, other.flow)).location).toContain('error=login_required');
      const flow = new AppFlow(service);
      const tokens = await flow.exchange(codeOf(await silent(here.browser, flow)));
      expect(decodeJwt(tokens.access_token)[METHODS]).toEqual(['pwd', 'mfa']);
    });

    it('makes sessions and tokens without it invalid, though their rows are still there', async () => {
      const { email, sub } = await newAccount(service);
      const { browser, flow, tokens } = await signIn(service, email);
      await service.database.pool.query(
        `INSERT INTO identity.passkey (id, sub, public_key, counter, transports, name, created_at)
         VALUES ($1, $2, '', 0, '{}', 'x', now())`,
        [`key-${sub}`, sub],
      );
      expect((await service.refresh(tokens.refresh_token)).status).toBe(403);
      const silent = await browser.get(flow.authorizePath({ prompt: 'none' }));
      expect(silent.location).toContain('error=login_required');
      const info = await fetch(`${service.url}/userinfo`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
      expect(info.status).toBe(401);
      expect((await browser.get(SECURITY)).status).toBe(401);
    });
  });

  describe('a passkey', () => {
    const withPasskey = async () => {
      const account = await newAccount(service);
      const { browser } = await signIn(service, account.email);
      return { ...account, browser, ...(await addPasskey(service, browser)) };
    };
    const signInPage = async () => {
      const browser = new Browser(service.url);
      const flow = new AppFlow(service);
      const page = await flow.begin(browser);
      const html = (await browser.get(page)).text;
      return { browser, flow, page: page.replace('sign-in', 'passkey'), options: optionsOf(html, 'get') };
    };

    it('signs in alone, and counts as both factors', async () => {
      const { sub, device, recoveryCodes } = await withPasskey();
      expect(recoveryCodes).toHaveLength(10);
      const run = await signInPage();
      expect(run.options).toMatchObject({ userVerification: 'required', rpId: '127.0.0.1' });
      const tokens = await finish(run, { response: device.get(run.options) });
      expect(decodeJwt(tokens.access_token)).toMatchObject({ sub, [METHODS]: ['pop', 'mfa'] });
      expect(run.browser.hasCookie('identity_known')).toBe(true);
    });

    it('is a second factor after the password, of its own account only', async () => {
      const { email, sub, device } = await withPasskey();
      const stranger = await withPasskey();
      const run = await passPassword(service, email);
      const options = optionsOf(run.html, 'get');
      expect(options.allowCredentials).toEqual([
        expect.objectContaining({ id: device.id.toString('base64url') }),
      ]);
      expect((await run.browser.post(run.page, { response: stranger.device.get(options) })).status).toBe(400);
      const tokens = await finish(run, { response: device.get(options) });
      expect(decodeJwt(tokens.access_token)).toMatchObject({ sub, [METHODS]: ['pwd', 'pop', 'mfa'] });
    });

    it('is refused from another origin, for another challenge, without a checked user, and as a copy', async () => {
      const { device, sub } = await withPasskey();
      const run = await signInPage();
      const other = await signInPage();
      const tried = [
        device.get(run.options, { origin: 'https://evil.example' }),
        device.get(run.options, { rpId: 'evil.example' }),
        device.get(run.options, { challenge: other.options.challenge }),
        device.get(run.options, { userVerified: false }),
        device.get(run.options, { userHandle: Buffer.from('local|somebody').toString('base64url') }),
        device.get(run.options, { counter: 1 }),
        new SoftwareAuthenticator(service.url).get(run.options),
        '{"id":"x"}',
        'no json',
        '',
      ];
      for (const response of tried)
        expect.soft((await run.browser.post(run.page, { response })).status, response).toBe(400);
      const right = device.get(run.options, { counter: 50 });
      const altered = JSON.parse(right);
      altered.response.signature = Buffer.alloc(70, 1).toString('base64url');
      expect((await run.browser.post(run.page, { response: JSON.stringify(altered) })).status).toBe(400);
      expect((await run.browser.post(run.page, { response: right })).status).toBe(303);
      expect((await run.browser.post(run.page, { response: right })).status).toBe(400);
      expect((await factors.stateOf(sub)).passkeys).toBe(1);
    });

    it('is refused after its challenge has expired', async () => {
      const { device } = await withPasskey();
      const run = await signInPage();
      service.advanceMinutes(21);
      expect((await run.browser.post(run.page, { response: device.get(run.options) })).status).toBe(400);
    });

    it('is added for the own session only, renamed, and removed', async () => {
      const { email, sub, browser, device } = await withPasskey();
      const stranger = await withPasskey();
      const page = (await browser.get(SECURITY)).text;
      const options = optionsOf(page, 'create');
      expect(options).toMatchObject({ excludeCredentials: [{ id: device.id.toString('base64url') }] });
      const second = new SoftwareAuthenticator(service.url);
      for (const response of [
        second.create(options, { origin: 'https://evil.example' }),
        second.create(options, { userVerified: false }),
        second.create(optionsOf((await stranger.browser.get(SECURITY)).text, 'create')),
        stranger.device.create(options),
        '{}',
      ])
        expect.soft((await browser.post(SECURITY, { do: 'add-passkey', response })).status).toBe(400);
      const added = await browser.post(SECURITY, { do: 'add-passkey', response: second.create(options) });
      expect(added.location).toBe(`${SECURITY}?done=passkeyAdded`);
      const id = second.id.toString('base64url');
      expect((await browser.post(SECURITY, { do: 'rename-passkey', id, name: '  ' })).status).toBe(400);
      await browser.post(SECURITY, { do: 'rename-passkey', id, name: 'My <b>phone</b>' });
      const shown = (await browser.get(SECURITY)).text;
      expect(shown).toContain('My &lt;b&gt;phone&lt;/b&gt;');
      for (const fields of [
        { do: 'rename-passkey', id, name: 'mine' },
        { do: 'remove-passkey', id },
      ])
        expect((await stranger.browser.post(SECURITY, fields)).status).toBe(404);
      expect((await browser.post(SECURITY, { do: 'remove-passkey', id })).status).toBe(303);
      expect(await factors.stateOf(sub)).toEqual({ passkeys: 1, authenticatorApp: false, recoveryCodes: 10 });
      expect(await changesOf(email)).toEqual(['passkey-added', 'passkey-added', 'passkey-removed']);
      expect((await browser.post(SECURITY, { do: 'toString' })).status).toBe(404);
    });

    it('works while somebody guesses codes', async () => {
      const { email, device } = await withPasskey();
      const guesser = await passPassword(service, email);
      for (let i = 0; i < 6; i += 1) await guesser.browser.post(guesser.page, { code: `${i}`.repeat(6) });
      const run = await signInPage();
      await finish(run, { response: device.get(run.options) });
    });
  });

  describe('a sign-in of some time ago', () => {
    it('is proved again with both factors before anything is changed', async () => {
      const { browser, secret, sub } = await withApp();
      service.advanceMinutes(11);
      const prove = `/account/prove?to=security`;
      expect((await browser.get(SECURITY)).location).toBe(prove);
      expect((await browser.post(SECURITY, { do: 'remove-app' })).location).toBe(prove);
      expect((await browser.get('/account/address')).location).toBe('/account/prove?to=address');
      const page = (await browser.get(prove)).text;
      expect(page).toMatch(/autocomplete="current-password"/i);
      const tried = [
        { password: PASSWORD, code: '' },
        { password: PASSWORD, code: '000000' },
        { password: 'wrong wrong wrong', code: appCode(secret) },
        { password: '', code: appCode(secret) },
        { response: new SoftwareAuthenticator(service.url).get({ challenge: 'x' }) },
      ];
      for (const fields of tried) expect.soft((await browser.post(prove, fields)).status).toBe(400);
      expect((await factors.stateOf(sub)).authenticatorApp).toBe(true);
      const done = await browser.post(prove, { password: PASSWORD, code: appCode(secret) });
      expect(done.location).toBe(SECURITY);
      expect((await browser.get(SECURITY)).status).toBe(200);
      expect((await browser.get('/account/prove?to=//evil.example')).status).toBe(404);
    });

    it('is proved with a passkey alone', async () => {
      const { email } = await newAccount(service);
      const { browser } = await signIn(service, email);
      const { device } = await addPasskey(service, browser);
      service.advanceMinutes(11);
      const prove = '/account/prove?to=app';
      const response = device.get(optionsOf((await browser.get(prove)).text, 'get'));
      const before = browser.copy();
      expect((await browser.post(prove, { response })).location).toBe(APP);
      // The former id of the session is void, and with it the challenge.
      expect((await before.post(prove, { response })).status).toBe(401);
    });
  });

  it('refuses forms that our own page did not send, and keeps the headers of every page', async () => {
    const { browser } = await withApp();
    for (const path of [
      SECURITY,
      APP,
      '/account/prove?to=security',
      '/account/address',
      '/account/address/agree?token=x',
    ]) {
      const sent = await browser.post(path, { do: 'remove-app' }, { origin: 'https://evil.example' });
      expect.soft(sent.status, path).toBe(403);
    }
    const { headers, text } = await browser.get(SECURITY);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/<script(?! src)|style="|onclick/);
  });

  it('is removed for somebody who has lost it, by the address', async () => {
    const { email, sub, browser } = await withApp();
    await addPasskey(service, browser);
    expect(await factors.removeAll('nobody@example.com')).toBeNull();
    expect(await factors.removeAll(email)).toMatchObject({
      sub,
      before: { passkeys: 1, authenticatorApp: true },
    });
    expect(await factors.stateOf(sub)).toEqual({ passkeys: 0, authenticatorApp: false, recoveryCodes: 0 });
    await signIn(service, email);
  });

  it.each(['en', 'de', 'fr', 'es', 'nl', 'sr'])('has its pages in %s', async (language) => {
    const { email, browser } = await withApp();
    const run = await passPassword(service, email);
    const pages = [
      await browser.get(`${SECURITY}?lng=${language}`),
      await browser.get(`/account/prove?to=security&lng=${language}`),
      await browser.get(`/account/address?lng=${language}`),
      await run.browser.get(`${run.page}?lng=${language}`),
    ];
    for (const { status, text } of pages) {
      expect(status).toBe(200);
      expect(text).toMatch(new RegExp(`<html lang="${language}`));
      expect(text).not.toContain('{{');
    }
  });
});
