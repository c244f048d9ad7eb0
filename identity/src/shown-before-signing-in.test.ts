import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from './locale.ts';
import { AppFlow, Browser } from './testing/browser.ts';
import { databaseKinds } from './testing/database.ts';
import { newAccount, newEmail, PASSWORD, signIn, startService, type TestService } from './testing/service.ts';

const { signIn: signInTexts, common } = textsOf('en');
const here = (email: string) => signInTexts.here.replace('{{email}}', `<strong>${email}</strong>`);

describe.each(databaseKinds())('what the forms say first, over %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(kind);
  });
  afterAll(() => service.stop());

  it('says to an invited person which address counts, on both forms and after a mistake', async () => {
    const browser = new Browser(service.url);
    const flow = new AppFlow(service);
    const page = await flow.begin(browser, { screen_hint: 'signup', 'ext-invited': 'true' });
    expect((await browser.get(page)).text).toContain(common.invitedAddress);
    expect((await browser.get(page.replace('sign-up', 'sign-in'))).text).toContain(common.invitedAddress);
    const mistake = await browser.post(page, { email: newEmail(), password: 'short' });
    expect(mistake.status).toBe(400);
    expect(mistake.text).toContain(common.invitedAddress);
  });

  it('says nothing of an invitation to anybody else', async () => {
    for (const extra of [{}, { 'ext-invited': 'no' }, { 'ext-invited': '' }]) {
      const browser = new Browser(service.url);
      const page = await new AppFlow(service).begin(browser, { screen_hint: 'signup', ...extra });
      expect((await browser.get(page)).text).not.toContain(common.invitedAddress);
    }
  });

  it('says who is signed in here before somebody else signs in, and only in that browser', async () => {
    const { email } = await newAccount(service);
    const other = await newAccount(service);
    const { browser } = await signIn(service, email);
    const page = await new AppFlow(service).begin(browser, { prompt: 'login', login_hint: other.email });
    const form = await browser.get(page);
    expect(form.text).toContain(here(email));
    expect(form.text).toContain(`value="${other.email}"`);
    const wrong = await browser.post(page, { email: other.email, password: 'not this one' });
    expect(wrong.text).toContain(here(email));
    await browser.follow(await browser.post(page, { email: other.email, password: PASSWORD }));
    const next = await new AppFlow(service).begin(browser, { prompt: 'login' });
    expect((await browser.get(next)).text).toContain(here(other.email));
    const elsewhere = new Browser(service.url);
    const empty = await new AppFlow(service).begin(elsewhere, { prompt: 'login', login_hint: email });
    expect((await elsewhere.get(empty)).text).not.toContain(here(email));
  });

  it('names nobody once the session has ended', async () => {
    const { email, sub } = await newAccount(service);
    const { browser } = await signIn(service, email);
    await service.database.pool.query(
      'UPDATE identity.account SET credentials_changed_at = $2 WHERE sub = $1',
      [sub, new Date(Date.now() + 5000)],
    );
    const page = await new AppFlow(service).begin(browser, { prompt: 'login' });
    expect((await browser.get(page)).text).not.toContain(email);
  });

  it('offers a trial where new accounts begin with one, and not elsewhere', async () => {
    const { signUp } = textsOf('en');
    const shown = async (of: TestService) => {
      const browser = new Browser(of.url);
      const page = await new AppFlow(of).begin(browser, { screen_hint: 'signup' });
      const { text } = await browser.get(page);
      return [signUp.lead, signUp.leadWithoutTrial].map((lead) => text.includes(lead));
    };
    expect(await shown(service)).toEqual([true, false]);
    const without = await startService(kind, [], false);
    try {
      expect(await shown(without)).toEqual([false, true]);
    } finally {
      await without.stop();
    }
  });
});
