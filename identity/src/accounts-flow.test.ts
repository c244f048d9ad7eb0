import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppFlow, Browser, codeOf } from './testing/browser.ts';
import { databaseKinds } from './testing/database.ts';
import {
  linkPath,
  newAccount,
  newEmail,
  PASSWORD,
  signIn,
  startService,
  type TestService,
} from './testing/service.ts';

const REGISTERED = 'https://kindling.app/registered';

describe.each(databaseKinds())('sign-up and reset over %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    // Each test comes from its own network, so that one does not use up another's limits.
    service = await startService(kind, ['127.0.0.0/8']);
  });
  afterAll(async () => {
    await service.stop();
  });

  let networks = 0;
  const network = () => ({ 'x-forwarded-for': `198.51.100.${++networks}` });

  async function signUp(email: string, from: Record<string, string>, name = '') {
    const browser = new Browser(service.url);
    const flow = new AppFlow(service);
    const page = await flow.begin(browser, { screen_hint: 'signup' });
    const sent = await browser.post(page, { email, password: PASSWORD, name }, from);
    return { browser, flow, page, sent };
  }

  it('signs up, confirms in the same browser and continues with a code', async () => {
    const email = newEmail();
    const { browser, flow, page, sent } = await signUp(email, network(), 'Ada');
    expect(page).toMatch(/\/sign-up$/);
    expect(sent.status).toBe(303);
    expect((await browser.follow(sent)).text).toContain(email);
    const mail = await service.newestMail(email);
    expect(mail.kind).toBe('confirm-address');
    const answer = await browser.follow(await browser.get(linkPath(service, mail)));
    const tokens = await flow.exchange(codeOf(answer));
    expect(decodeJwt(tokens.id_token)).toMatchObject({ email, name: 'Ada', [REGISTERED]: true });
    const later = await signIn(service, email);
    expect(decodeJwt(later.tokens.id_token)).not.toHaveProperty([REGISTERED]);
    expect((await browser.get(linkPath(service, mail))).status).toBe(410);
  });

  it('links terms and privacy at the sign-up, keeps which terms were agreed to, and has the help box', async () => {
    const email = newEmail();
    const from = network();
    const { browser, page, sent } = await signUp(email, from);
    const form = (await browser.get(page)).text;
    expect(form).toContain(`href="${service.appOrigin}/terms-and-conditions"`);
    expect(form).toContain(`href="${service.appOrigin}/privacy-policy"`);
    for (const path of [page, page.replace('sign-up', 'sign-in'), page.replace('sign-up', 'forgot')])
      expect.soft((await browser.get(path)).text, path).toContain(`action="${service.appOrigin}/help"`);
    await browser.follow(sent);
    await browser.get(linkPath(service, await service.newestMail(email)));
    const { rows } = await service.database.pool.query(
      'SELECT terms_version, terms_accepted_at FROM identity.account WHERE email = $1',
      [email],
    );
    expect(rows).toEqual([{ terms_version: '2026-11-01', terms_accepted_at: expect.any(Date) }]);
  });

  it('gives the account the password of the sign-up whose link was used, not of the latest one', async () => {
    const email = newEmail();
    const owner = await signUp(email, network());
    const link = linkPath(service, await service.newestMail(email));
    const stranger = new Browser(service.url);
    const page = await new AppFlow(service).begin(stranger, { screen_hint: 'signup' });
    await stranger.post(page, { email, password: 'the password of a stranger' }, network());
    const strangersLink = linkPath(service, await service.newestMail(email));
    await owner.browser.get(link);
    await signIn(service, email);
    const late = await stranger.follow(await stranger.get(strangersLink));
    expect(late.location).toBeNull();
    await expect(signIn(service, email, 'the password of a stranger')).rejects.toThrow('no code');
  });

  it('refuses a link after its time', async () => {
    const email = newEmail();
    const from = network();
    await signUp(email, from);
    const link = linkPath(service, await service.newestMail(email));
    service.advanceMinutes(24 * 60 + 1);
    expect((await new Browser(service.url).get(link, from)).status).toBe(410);
    await service.identity.sweepExpired();
    service.advanceMinutes(-24 * 60 - 1);
    expect((await new Browser(service.url).get(link, from)).status).toBe(410);
  });

  it('deletes all expired rows of many visitors in one sweep', async () => {
    await service.database.pool.query(
      `INSERT INTO identity.record (model, id, sealed, expires_at)
       SELECT 'Interaction', sha256(number::text::bytea), '', now() - interval '1 day'
       FROM generate_series(1, 22500) AS number`,
    );
    await service.database.pool.query(
      `INSERT INTO identity.rate_limit (key, points, expire)
       SELECT 'flood:' || number, 1, 1000 FROM generate_series(1, 2500) AS number`,
    );
    const { removed } = await service.identity.sweepExpired();
    expect(removed).toBeGreaterThanOrEqual(25_000);
  });

  it('answers a sign-up with a known address like any other and tells only its owner', async () => {
    const { email } = await newAccount(service, 'Ada Lovelace');
    const fresh = newEmail();
    const known = await signUp(email, network());
    const unknown = await signUp(fresh, network());
    expect(await service.newestMail(email)).toMatchObject({
      kind: 'address-already-registered',
      name: 'Ada Lovelace',
      link: `${service.appOrigin}/auth/sign-in`,
    });
    expect((await service.newestMail(fresh)).kind).toBe('confirm-address');
    expect(known.sent.status).toBe(unknown.sent.status);
    const uidOut = (text: string, page: string) => text.replaceAll(page.split('/')[2] ?? '', '');
    const shown = async (one: typeof known, address: string) =>
      uidOut((await one.browser.follow(one.sent)).text, one.page).replaceAll(address, '');
    expect(await shown(known, email)).toBe(await shown(unknown, fresh));
    await signIn(service, email);
  });

  it('resets a password once, and ends every session and refresh token of the account', async () => {
    const { email } = await newAccount(service, 'Ada Lovelace');
    const before = await signIn(service, email);
    const bystander = await signIn(service, (await newAccount(service)).email);
    const browser = new Browser(service.url);
    const from = network();
    const flow = new AppFlow(service);
    const page = await flow.begin(browser);
    const asked = await browser.follow(
      await browser.post(page.replace('sign-in', 'forgot'), { email }, from),
    );
    expect(asked.text).toContain(email);
    const mail = await service.newestMail(email);
    expect(mail).toMatchObject({ kind: 'reset-password', name: 'Ada Lovelace' });
    const link = linkPath(service, mail);
    const weak = await browser.post(link, { password: 'password1' }, from);
    expect(weak.status).toBe(400);
    const changed = await browser.post(link, { password: 'seven new lanterns' }, from);
    const back = await browser.follow(changed);
    expect(back.text).toContain('Your password is changed');
    expect((await browser.post(link, { password: 'yet another password' }, from)).status).toBe(410);
    expect((await service.refresh(before.tokens.refresh_token)).status).toBe(403);
    const silent = await before.browser.get(new AppFlow(service).authorizePath({ prompt: 'none' }));
    expect(silent.location).toContain('error=login_required');
    expect((await service.refresh(bystander.tokens.refresh_token)).status).toBe(200);
    await expect(signIn(service, email)).rejects.toThrow('no code');
    await signIn(service, email, 'seven new lanterns');
    expect(await service.newestMail(email)).toMatchObject({
      kind: 'password-changed',
      name: 'Ada Lovelace',
      link: `${service.appOrigin}/auth/reset-password`,
    });
  });

  it('asks for a sign-in when a session is older than the last reset, or its account is gone', async () => {
    const { email, sub } = await newAccount(service);
    const { browser, tokens } = await signIn(service, email);
    const { pool } = service.database;
    const silent = async () =>
      (await browser.get(new AppFlow(service).authorizePath({ prompt: 'none' }))).location;
    await pool.query(`UPDATE identity.account SET credentials_changed_at = $2 WHERE sub = $1`, [
      sub,
      new Date(Date.now() + 5000),
    ]);
    expect(await silent()).toContain('error=login_required');
    expect((await service.refresh(tokens.refresh_token)).status).toBe(403);
    await pool.query('DELETE FROM identity.account WHERE sub = $1', [sub]);
    expect(await silent()).toContain('error=login_required');
    const other = await newAccount(service);
    const flow = new AppFlow(service);
    const page = await flow.begin(browser);
    const answer = await browser.follow(await browser.post(page, { email: other.email, password: PASSWORD }));
    expect(decodeJwt((await flow.exchange(codeOf(answer))).id_token).sub).toBe(other.sub);
  });

  it('does not show whether an address exists when a reset is requested, and sends no mail to an unknown one', async () => {
    const { email } = await newAccount(service);
    const nobody = newEmail();
    const ask = async (address: string) => {
      const browser = new Browser(service.url);
      const page = await new AppFlow(service).begin(browser);
      const sent = await browser.post(page.replace('sign-in', 'forgot'), { email: address }, network());
      const text = (await browser.follow(sent)).text;
      return text.replaceAll(page.split('/')[2] ?? '', '').replaceAll(address, '');
    };
    expect(await ask(email)).toBe(await ask(nobody));
    await service.newestMail(email);
    expect(service.mails.some((mail) => mail.to === nobody)).toBe(false);
  });

  it('refuses a reset link after an hour', async () => {
    const { email } = await newAccount(service);
    const browser = new Browser(service.url);
    const from = network();
    const page = await new AppFlow(service).begin(browser);
    await browser.post(page.replace('sign-in', 'forgot'), { email }, from);
    const link = linkPath(service, await service.newestMail(email));
    service.advanceMinutes(61);
    expect((await browser.post(link, { password: 'seven new lanterns' }, from)).status).toBe(410);
    service.advanceMinutes(-61);
  });

  it('sends again on request, within the limit of the sign-up', async () => {
    const email = newEmail();
    const { browser, page, sent } = await signUp(email, network());
    // Answered before it is written: there is nothing to send again until then.
    await service.identity.settle();
    const again = page.replace('sign-up', 'check-mail');
    await browser.follow(sent);
    const answers = [];
    for (let i = 0; i < 6; i += 1) answers.push(await browser.post(again, {}, network()));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 429, 429]);
    expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(0);
    await service.identity.settle();
    expect(service.mails.filter((mail) => mail.to === email)).toHaveLength(5);
    // A forgotten password has a limit of its own.
    const forgot = await browser.post(
      page.replace('sign-up', 'forgot'),
      { email: email.toUpperCase() },
      network(),
    );
    expect(forgot.status).toBe(303);
  });

  it('lets a person reset the password, whatever sign-up forms others send for the address', async () => {
    const { email } = await newAccount(service);
    const statuses = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await signUp(email, network())).sent.status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    await service.identity.settle();
    // Each of the messages that they caused has a link to a new password too.
    const mails = service.mails.filter((mail) => mail.to === email);
    expect(mails.map(({ kind }) => kind)).toEqual(Array(5).fill('address-already-registered'));
    const [first] = mails;
    const link = first?.kind === 'address-already-registered' ? first.resetLink : '';
    const reader = new Browser(service.url);
    expect((await reader.get(link, network())).text).toContain('Choose a new password');
    const page = await new AppFlow(service).begin(reader);
    const asked = await reader.post(page.replace('sign-in', 'forgot'), { email }, network());
    expect(asked.status).toBe(303);
    const mail = await service.newestMail(email);
    expect(mail.kind).toBe('reset-password');
    await reader.post(linkPath(service, mail), { password: 'seven new lanterns' }, network());
    await signIn(service, email, 'seven new lanterns');
  });

  it('sends links for a new password five times an hour, then rarely, and says that the newest one works', async () => {
    const { email } = await newAccount(service);
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    const ask = () => browser.post(page.replace('sign-in', 'forgot'), { email }, network());
    const statuses = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await ask()).status);
    // The sixth is the first of the rare ones.
    expect(statuses).toEqual([303, 303, 303, 303, 303, 303, 429]);
    const link = linkPath(service, await service.newestMail(email));
    for (const refused of [await ask(), await browser.post(page.replace('sign-in', 'check-mail'), {})]) {
      expect(refused.status).toBe(429);
      expect(refused.text).toContain('the newest link we sent to it still works');
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
    }
    expect((await browser.get(link, network())).status).toBe(200);
    const before = service.mails.length;
    service.advanceMinutes(15);
    expect((await ask()).status).toBe(303);
    expect((await ask()).status).toBe(429);
    await service.identity.settle();
    expect(service.mails.length).toBe(before + 1);
    // Somebody unknown is told the same.
    const nobody = newEmail();
    const answers = [];
    for (let i = 0; i < 7; i += 1)
      answers.push(await browser.post(page.replace('sign-in', 'forgot'), { email: nobody }, network()));
    expect(answers.at(-1)?.text).toContain('the newest link we sent to it still works');
    service.advanceMinutes(-15);
  });

  it('begins with the form that the app asks for', async () => {
    const first = (hint: Record<string, string>) =>
      new AppFlow(service).begin(new Browser(service.url), hint);
    expect(await first({ screen_hint: 'signup' })).toMatch(/\/sign-up$/);
    expect(await first({ screen_hint: 'reset-password' })).toMatch(/\/forgot$/);
    expect(await first({ screen_hint: 'https://evil.example' })).toMatch(/\/sign-in$/);
    expect(await first({})).toMatch(/\/sign-in$/);
  });

  it('refuses weak passwords and bad addresses beside their fields', async () => {
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser, { screen_hint: 'signup' });
    const cases: [Record<string, string>, string][] = [
      [{ email: 'nobody', password: PASSWORD }, 'email-error'],
      [{ email: '', password: PASSWORD }, 'email-error'],
      [{ email: newEmail(), password: 'short' }, 'password-error'],
      [{ email: newEmail(), password: 'Password123' }, 'password-error'],
      [{ email: newEmail(), password: 'x'.repeat(129) }, 'password-error'],
      [{ email: newEmail(), password: PASSWORD, name: 'n'.repeat(101) }, 'name-error'],
    ];
    for (const [fields, id] of cases) {
      const answer = await browser.post(page, fields, network());
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(`id="${id}"`);
      expect(answer.text).toMatch(new RegExp(`aria-describedby="${id}`));
      expect(answer.text).not.toContain(PASSWORD);
    }
  });

  it('shows hostile names and addresses as text', async () => {
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser, {
      screen_hint: 'signup',
      login_hint: '"><script>1',
    });
    expect((await browser.get(page)).text).not.toContain('<script>1');
    const name = '<img src=x onerror=alert(1)>"\'`';
    const answer = await browser.post(
      page,
      { email: 'x"><script>alert(1)</script>', password: 'short', name },
      network(),
    );
    expect(answer.text).not.toMatch(/<img|<script>/);
    expect(answer.text).toContain('&lt;img src=x');
    const email = newEmail();
    await browser.post(page, { email, password: PASSWORD, name: 'Stranger' }, network());
    // A stranger may have typed the name.
    expect((await service.newestMail(email)).name).toBeNull();
  });

  it('opens an account for a command only with a confirmation when asked so', async () => {
    const email = newEmail();
    const input = { email, password: PASSWORD, locale: 'de', emailVerified: false };
    const { sub } = await service.identity.createAccount(input);
    const mail = await service.newestMail(email);
    expect(mail).toMatchObject({ kind: 'confirm-address', locale: 'de' });
    await new Browser(service.url).post(linkPath(service, mail), { password: PASSWORD }, network());
    const { tokens } = await signIn(service, email);
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub, locale: 'de' });
    await expect(service.identity.createAccount({ ...input, emailVerified: true })).rejects.toThrow(
      'already',
    );
    await expect(service.identity.createAccount({ ...input, email: 'no' })).rejects.toThrow('e-mail');
  });
});
