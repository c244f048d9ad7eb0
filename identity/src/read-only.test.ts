/** What the service does while nothing may be changed, and when the app or its mailer fails. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SecondFactors } from './index.ts';
import { AppFlow, Browser, codeOf } from './testing/browser.ts';
import { databaseKinds } from './testing/database.ts';
import { APP, addApp, appCode, finish, passPassword, SECURITY } from './testing/factors.ts';
import {
  linkPath,
  newAccount,
  newEmail,
  PASSWORD,
  signIn,
  startService,
  type TestService,
} from './testing/service.ts';

const NEW = 'four loud badgers';

describe.each(databaseKinds())('without changes over %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind, ['127.0.0.0/8']);
  });
  afterEach(() => {
    service.readOnly.on = false;
    service.app.fails = false;
  });
  afterAll(() => service.stop());

  const begin = async (screen = 'sign-in') => {
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    return { browser, page: page.replace('sign-in', screen) };
  };
  const expectClosed = async (answer: Promise<{ status: number; headers: Headers; text: string }>) => {
    const { status, headers, text } = await answer;
    expect.soft(status).toBe(503);
    expect.soft(headers.get('retry-after')).toBe('60');
    expect.soft(text).toContain('Kindling is being updated');
    expect.soft(text).not.toContain('<form method="post"');
  };
  /** Everything that the service keeps of people, but for their sign-ins. */
  const kept = async () => {
    const tables = ['account', 'registration', 'one_time_token', 'authenticator_app', 'recovery_code'];
    const counts = ['passkey', 'address_change', ...tables].map(
      (table) =>
        `SELECT '${table}' AS name, count(*)::int AS rows,
           md5(coalesce(string_agg(md5((to_jsonb(t) - '{sign_in_count,first_signed_in_at,last_signed_in_at}'::text[])::text), '' ORDER BY to_jsonb(t)::text), '')) AS hash
         FROM identity.${table} t`,
    );
    return (await service.database.pool.query(counts.join(' UNION ALL '))).rows;
  };

  describe('in the read-only mode', () => {
    it('closes every page that changes how somebody signs in, and stores and mails nothing', async () => {
      const { browser, email, sub } = await newAccount(service).then(async (account) => ({
        ...account,
        ...(await signIn(service, account.email)),
      }));
      const waiting = newEmail();
      const signUp = await begin('sign-up');
      await signUp.browser.post(signUp.page, { email: waiting, password: PASSWORD, name: '' });
      const confirm = linkPath(service, await service.newestMail(waiting));
      const forgot = await begin('forgot');
      await forgot.browser.post(forgot.page, { email });
      const reset = linkPath(service, await service.newestMail(email));
      await browser.post('/account/address', { email: newEmail() });
      const agree = linkPath(service, await service.newestMail(email));
      expect(agree).toContain('/account/address/agree?token=');

      service.readOnly.on = true;
      const before = await kept();
      const mails = service.mails.length;
      const other = newEmail();
      const forms: [Browser, string, Record<string, string>][] = [
        [signUp.browser, signUp.page, { email: other, password: PASSWORD, name: '' }],
        [signUp.browser, signUp.page.replace('sign-up', 'check-mail'), {}],
        [signUp.browser, confirm, { password: PASSWORD }],
        [forgot.browser, forgot.page, { email }],
        [forgot.browser, reset, { password: NEW }],
        [browser, '/account/password', { current: PASSWORD, password: NEW }],
        [browser, '/account/prove?to=security', { password: PASSWORD }],
        [browser, SECURITY, { do: 'make-codes' }],
        [browser, APP, { offer: '', code: '123456' }],
        [browser, '/account/address', { email: other }],
        [browser, '/account/address', { do: 'cancel' }],
        [browser, agree, {}],
      ];
      for (const [from, path, fields] of forms) {
        await expectClosed(from.get(path));
        await expectClosed(from.post(path, fields));
      }
      // A right password of somebody who has not confirmed the address would send a link.
      const early = await begin();
      await expectClosed(early.browser.post(early.page, { email: waiting, password: PASSWORD }));
      await service.identity.settle();
      expect(service.mails.length).toBe(mails);
      expect(await kept()).toEqual(before);
      expect(await new SecondFactors(service.database.pool).stateOf(sub)).toMatchObject({ recoveryCodes: 0 });

      service.readOnly.on = false;
      expect((await browser.get('/account/password')).status).toBe(200);
      expect((await signUp.browser.get(confirm)).status).toBe(303);
      expect((await forgot.browser.post(reset, { password: NEW })).status).toBe(303);
    });

    it('signs in with a second factor, renews and signs out, and the form says what does not work', async () => {
      const account = await newAccount(service);
      const here = await signIn(service, account.email);
      const { secret } = await addApp(here.browser);
      service.readOnly.on = true;
      const form = await begin();
      expect((await form.browser.get(form.page)).text).toContain(
        'Kindling is being updated. You can sign in',
      );
      expect(
        (await form.browser.post(form.page, { email: account.email, password: 'wrong' })).text,
      ).toContain('Kindling is being updated. You can sign in');
      const run = await passPassword(service, account.email);
      const tokens = await finish(run, { code: appCode(secret, 0.5) });
      expect((await service.refresh(tokens.refresh_token)).status).toBe(200);
      const flow = new AppFlow(service);
      codeOf(await run.browser.get(flow.authorizePath({ prompt: 'none' })));
      const ended = service.sessionsEnded.length;
      const out = await run.browser.get('/v2/logout?client_id=spa', { referer: `${service.appOrigin}/` });
      expect([302, 303]).toContain(out.status);
      expect(service.sessionsEnded.length).toBe(ended + 1);
      service.readOnly.on = false;
      const later = await begin();
      expect((await later.browser.get(later.page)).text).not.toContain('is being updated');
    });

    it.each([
      ['de', 'wird gerade aktualisiert'],
      ['fr', 'est en cours de mise à jour'],
      ['es', 'Estamos actualizando Kindling'],
      ['nl', 'Kindling wordt bijgewerkt'],
      ['sr', 'Kindling se nadograđuje'],
    ])('says so in %s', async (language, words) => {
      service.readOnly.on = true;
      const { browser, page } = await begin();
      for (const path of [page, '/account/security']) {
        const { text } = await browser.get(`${path}?lng=${language}`);
        expect(text).toContain(words);
        expect(text).not.toContain('{{');
      }
    });
  });

  it('answers a write that the database refuses, as one that has become a standby does, in the same way', async () => {
    const { email } = await newAccount(service);
    const { pool } = service.database;
    await pool.query(`CREATE OR REPLACE FUNCTION identity.refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'cannot execute UPDATE in a read-only transaction' USING ERRCODE = '25006'; END $$`);
    await pool.query(`CREATE TRIGGER standby BEFORE UPDATE ON identity.account
      FOR EACH ROW WHEN (NEW.email = '${email}') EXECUTE FUNCTION identity.refuse_write()`);
    const { browser, page } = await begin();
    await expectClosed(browser.post(page, { email, password: PASSWORD }));
    await pool.query('DROP FUNCTION identity.refuse_write() CASCADE');
  });

  describe('when the app and its mailer fail', () => {
    const failures = () => service.logged.filter((line) => /not all that follows|mail not sent/.test(line));

    it('shows the recovery codes of the first factor, which are good, and logs what failed', async () => {
      const account = await newAccount(service);
      const { browser } = await signIn(service, account.email);
      service.app.fails = true;
      const logged = failures().length;
      const { answer, recoveryCodes } = await addApp(browser);
      expect(answer.status).toBe(200);
      expect(recoveryCodes).toHaveLength(10);
      await service.identity.settle();
      expect(failures().slice(logged)).toHaveLength(2);
      service.app.fails = false;
      await finish(await passPassword(service, account.email), { code: recoveryCodes[0] ?? '' });
      expect((await browser.post(SECURITY, { do: 'remove-app' })).status).toBe(303);
    });

    it('says that the password is changed or reset, because it is', async () => {
      const account = await newAccount(service);
      const { browser } = await signIn(service, account.email);
      service.app.fails = true;
      const logged = failures().length;
      const changed = await browser.post('/account/password', { current: PASSWORD, password: NEW });
      expect(changed.status).toBe(200);
      expect(changed.text).toContain('Your password is changed');
      await service.identity.settle();
      expect(failures().slice(logged)).toHaveLength(2);
      service.app.fails = false;
      const forgot = await begin('forgot');
      await forgot.browser.post(forgot.page, { email: account.email });
      const link = linkPath(service, await service.newestMail(account.email));
      service.app.fails = true;
      expect((await forgot.browser.post(link, { password: PASSWORD })).status).toBe(303);
      await service.identity.settle();
      service.app.fails = false;
      await signIn(service, account.email, PASSWORD);
    });

    it('says that the address is changed, and that a factor is removed', async () => {
      const account = await newAccount(service);
      const { browser } = await signIn(service, account.email);
      await addApp(browser);
      const wanted = newEmail();
      await browser.post('/account/address', { email: wanted });
      const links = [await service.newestMail(account.email), await service.newestMail(wanted)];
      service.app.fails = true;
      expect((await browser.post(SECURITY, { do: 'remove-app' })).status).toBe(303);
      const answers = [];
      for (const mail of links) answers.push(await browser.post(linkPath(service, mail), {}));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[1]?.text).toContain('Your address is changed');
      await service.identity.settle();
      service.app.fails = false;
      await signIn(service, wanted);
    });
  });
});
