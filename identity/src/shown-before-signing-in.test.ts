import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from './locale.ts';
import { AppFlow, Browser } from './testing/browser.ts';
import { databaseKinds } from './testing/database.ts';
import { newEmail, startService, type TestService } from './testing/service.ts';

const { common } = textsOf('en');

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
});
