import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Accounts } from './accounts.ts';
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

const STRANGERS = 'the password of a stranger';
const OWN = 'seven new lanterns';
const REGISTERED = 'https://kindling.app/registered';

describe.each(databaseKinds())('a confirmation link in another browser over %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind, ['127.0.0.0/8']);
  });
  afterAll(() => service.stop());

  let networks = 0;
  const network = () => ({ 'x-forwarded-for': `198.51.100.${++networks}` });

  /** A sign-up in one browser, and another one that has the link of its mail. */
  async function signUp(password = PASSWORD) {
    const email = newEmail();
    const browser = new Browser(service.url);
    const flow = new AppFlow(service);
    const page = await flow.begin(browser, { screen_hint: 'signup' });
    await browser.post(page, { email, password, name: 'Ada' }, network());
    const link = linkPath(service, await service.newestMail(email));
    const from = network();
    const other = new Browser(service.url);
    const confirm = (typed: Record<string, string>) => other.post(link, typed, from);
    return { email, browser, flow, page, link, other, from, confirm };
  }
  type SignedUp = Awaited<ReturnType<typeof signUp>>;

  /** The address of the page for a new password, as the page of the link shows it. */
  async function otherWay({ other, link, from }: SignedUp): Promise<string> {
    const href = /href="([^"]+)">I did not choose this password/.exec(
      (await other.get(link, from)).text,
    )?.[1];
    if (href === undefined) throw new Error('no link to the other way');
    return href;
  }

  it('opens no account with the password of a stranger for the owner of the address', async () => {
    const { email, link, other, from, confirm } = await signUp(STRANGERS);
    const asked = await other.get(link, from);
    expect([asked.status, asked.location]).toEqual([200, null]);
    expect(asked.text).toContain(email);
    expect(asked.text).not.toContain('Ada');
    await confirm({});
    await confirm({ password: '' });
    await confirm({ password: 'a password of the owner' });
    await expect(signIn(service, email, STRANGERS)).rejects.toThrow('no code');
  });

  it('asks for the password of the sign-up, and the first sign-in still counts as such', async () => {
    const { email, browser, page, link, other, from, confirm } = await signUp();
    const early = await browser.post(page.replace('sign-up', 'sign-in'), { email, password: PASSWORD }, from);
    expect(early.location).toMatch(/\/check-mail$/);
    const missing = await confirm({ password: '' });
    expect(missing.status).toBe(400);
    expect(missing.text).toMatch(/aria-describedby="password-error/);
    const wrong = await confirm({ password: 'not this one' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('id="password-error"');
    expect(wrong.text).not.toContain('not this one');
    const done = await confirm({ password: PASSWORD });
    expect([done.status, done.location]).toEqual([200, null]);
    expect(done.text).toContain('Address confirmed');
    expect(done.text).toContain(`href="${service.appOrigin}/auth/sign-in?lng=en"`);
    expect((await confirm({ password: PASSWORD })).status).toBe(410);
    expect((await other.get(link, from)).status).toBe(410);
    const { tokens } = await signIn(service, email);
    expect(decodeJwt(tokens.id_token)).toMatchObject({ [REGISTERED]: true, name: 'Ada' });
  });

  it('goes on with the sign-in of this browser after the right password', async () => {
    const { email, browser, flow, page, link, from } = await signUp(OWN);
    await browser.post(page, { email, password: PASSWORD }, network());
    expect((await browser.get(link, from)).text).toContain('name="password"');
    expect((await browser.post(link, { password: PASSWORD }, from)).status).toBe(400);
    const answer = await browser.follow(await browser.post(link, { password: OWN }, from));
    expect(decodeJwt((await flow.exchange(codeOf(answer))).id_token)).toMatchObject({ email, name: 'Ada' });
  });

  it('counts wrong passwords with those of the sign-in, and then refuses the right one', async () => {
    const { email, link, other, from, confirm } = await signUp();
    await other.get(link, from);
    const page = await new AppFlow(service).begin(other);
    const statuses = [];
    for (let i = 0; i < 5; i += 1) {
      statuses.push((await confirm({ password: `guess number ${i}` })).status);
      statuses.push((await other.post(page, { email, password: `guess number ${i}` }, from)).status);
    }
    expect(statuses).toEqual(Array(10).fill(400));
    const refused = await confirm({ password: PASSWORD });
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('Too many attempts');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    service.advanceMinutes(16);
    expect((await confirm({ password: PASSWORD })).status).toBe(200);
    service.advanceMinutes(-16);
  });

  it('limits a browser without cookies by address and network, and logs what failed', async () => {
    const { link } = await signUp();
    const from = { 'x-forwarded-for': '203.0.113.70' };
    const guess = (password: string) => new Browser(service.url).post(link, { password }, from);
    for (let i = 0; i < 10; i += 1) expect((await guess(`guess number ${i}`)).status).toBe(400);
    expect((await guess(PASSWORD)).status).toBe(429);
    const lines = service.logged.filter((line) => line.includes('203.0.113.70'));
    expect(lines.filter((line) => line.includes('wrong-password'))).toHaveLength(10);
    expect(lines.filter((line) => line.includes('too-many-attempts'))).toHaveLength(1);
    expect(lines.join()).not.toMatch(/@|guess number/);
  });

  it('lets the owner of the address choose a password, which makes the stranger’s void', async () => {
    const strange = await signUp(STRANGERS);
    const { email, link, other, from, confirm, browser } = strange;
    const way = await otherWay(strange);
    const form = await other.get(way, from);
    expect(form.text).toContain('confirms the address and opens your account');
    expect(form.text).toContain(`href="${link}">Confirm with it`);
    expect(form.text).not.toMatch(/new password|signed out/i);
    // The stranger agreed to the terms, not the owner.
    expect(form.text).toContain(`href="${service.appOrigin}/terms-and-conditions"`);
    expect((await other.post(way, { password: 'password1' }, from)).status).toBe(400);
    const done = await other.post(way, { password: OWN }, from);
    expect(done.status).toBe(200);
    expect(done.text).toContain('Address confirmed');
    expect(done.text).not.toMatch(/changed|signed out/i);
    expect(done.text).toContain(`href="${service.appOrigin}/auth/sign-in?lng=en"`);
    expect((await other.post(way, { password: 'yet another password' }, from)).status).toBe(410);
    expect((await confirm({ password: STRANGERS })).status).toBe(410);
    expect((await browser.get(link, network())).status).toBe(410);
    await expect(signIn(service, email, STRANGERS)).rejects.toThrow('no code');
    const { tokens } = await signIn(service, email, OWN);
    expect(decodeJwt(tokens.id_token)).toMatchObject({ [REGISTERED]: true, email_verified: true });
    expect(decodeJwt(tokens.id_token).name).not.toBe('Ada');
    const { rows } = await service.database.pool.query(
      'SELECT terms_version, terms_accepted_at, created_at FROM identity.account WHERE email = $1',
      [email],
    );
    expect(rows[0]).toMatchObject({ terms_version: '2026-11-01', terms_accepted_at: rows[0].created_at });
  });

  it('opens the account with the chosen password in the sign-in that asked for it', async () => {
    const { email, browser, flow, page } = await signUp();
    await browser.post(page.replace('sign-up', 'forgot'), { email }, network());
    const link = linkPath(service, await service.newestMail(email));
    const form = (await browser.get(link)).text;
    expect(form).toContain('confirms the address and opens your account');
    expect(form).toContain(`href="${page.replace('sign-up', 'sign-in')}"`);
    const answer = await browser.follow(await browser.post(link, { password: OWN }, network()));
    expect(decodeJwt((await flow.exchange(codeOf(answer))).id_token)).toMatchObject({ email });
  });

  it('cannot choose a password when the address has an account, also by a second link', async () => {
    const first = await signUp();
    const { email, browser, page, link, other, from } = first;
    await browser.post(page.replace('sign-up', 'check-mail'), {}, network());
    const second = linkPath(service, await service.newestMail(email));
    const stranger = new Browser(service.url);
    const strangersPage = await new AppFlow(service).begin(stranger, { screen_hint: 'signup' });
    await stranger.post(strangersPage, { email, password: STRANGERS }, network());
    const third = linkPath(service, await service.newestMail(email));
    const resetOf = (path: string) => path.replace('/confirm?', '/reset?');
    expect((await other.get(resetOf(second), from)).status).toBe(200);
    await first.confirm({ password: PASSWORD });
    for (const late of [link, second, third]) {
      expect((await other.get(late, from)).status).toBe(410);
      expect((await other.post(late, { password: STRANGERS }, from)).status).toBe(410);
      expect((await other.get(resetOf(late), from)).status).toBe(410);
      expect((await other.post(resetOf(late), { password: OWN }, from)).status).toBe(410);
    }
    expect((await stranger.get(third, network())).status).toBe(410);
    await signIn(service, email);
  });

  it('does not take the link of a reset for one of a sign-up', async () => {
    const { email } = await newAccount(service);
    const browser = new Browser(service.url);
    const page = await new AppFlow(service).begin(browser);
    await browser.post(page.replace('sign-in', 'forgot'), { email }, network());
    const link = linkPath(service, await service.newestMail(email)).replace('/reset?', '/confirm?');
    expect((await browser.get(link, network())).status).toBe(410);
    expect((await browser.post(link, { password: PASSWORD }, network())).status).toBe(410);
  });

  it('still acts at once in the same browser and sign-in, and not in another sign-in of it', async () => {
    const { email, browser, flow, link } = await signUp();
    const elsewhere = link.replace(/\/u\/[^/]+\//, '/u/-/');
    expect((await browser.get(elsewhere)).text).toContain('name="password"');
    expect((await browser.post(elsewhere, {})).status).toBe(400);
    const answer = await browser.follow(await browser.get(link));
    expect(decodeJwt((await flow.exchange(codeOf(answer))).id_token)).toMatchObject({ email });
  });

  it('opens no account with the password of a stranger, though the mail is sent again to the browser of the owner', async () => {
    const { email, browser, flow, page } = await signUp(OWN);
    const stranger = new Browser(service.url);
    const strangersPage = await new AppFlow(service).begin(stranger, { screen_hint: 'signup' });
    await stranger.post(strangersPage, { email, password: STRANGERS, name: 'Stranger' }, network());
    const strangersLink = linkPath(service, await service.newestMail(email));
    await browser.post(page.replace('sign-up', 'check-mail'), {}, network());
    const link = linkPath(service, await service.newestMail(email));
    expect(link).not.toBe(strangersLink);
    const answer = await browser.follow(await browser.get(link));
    expect(decodeJwt((await flow.exchange(codeOf(answer))).id_token)).toMatchObject({ email, name: 'Ada' });
    await expect(signIn(service, email, STRANGERS)).rejects.toThrow('no code');
    await signIn(service, email, OWN);
  });

  it('asks for the password when another sign-up is confirmed in the sign-in of this browser', async () => {
    const { email, browser, page } = await signUp(OWN);
    const accounts = new Accounts(service.database.pool, () => new Date());
    const another = { email, passwordHash: 'x', displayName: null, locale: 'en', termsVersion: null };
    const { sub } = await accounts.register(another);
    const uid = page.split('/')[2] ?? '';
    const token = await accounts.issueToken('confirm', sub, uid);
    const asked = await browser.get(`/u/${uid}/confirm?token=${token}`);
    expect([asked.status, asked.location]).toEqual([200, null]);
    expect(asked.text).toContain('name="password"');
  });

  it('refuses forms that our own page did not send', async () => {
    const { email, link } = await signUp();
    for (const path of [link, link.replace('/confirm?', '/reset?')]) {
      const foreign = await new Browser(service.url).request(path, {
        method: 'POST',
        body: new URLSearchParams({ password: PASSWORD }),
        headers: { origin: 'https://evil.example' },
      });
      expect(foreign.status).toBe(403);
    }
    await expect(signIn(service, email)).rejects.toThrow('no code');
  });
});
