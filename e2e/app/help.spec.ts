/** Help: the contact form, and instead of it the chat of a help desk, which may be blocked, slow or broken. */
import type { Page } from '@playwright/test';
import { signUpByRequest } from '../support/accounts.ts';
import { type HelpDesk, startHelpDesk } from '../support/help-desk.ts';
import { resize } from '../support/painting.ts';
import { newPerson } from '../support/people.ts';
import { type Product, useOwnProduct, useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

interface Mail {
  subject: string;
  text: string;
  to: string[];
}

async function mailsTo(page: Page, product: Product, address: string): Promise<Mail[]> {
  const answer = await page.request.get(`${product.mailboxUrl}/api/mails`, { params: { to: address } });
  return ((await answer.json()) as { mails: Mail[] }).mails;
}

const launcher = (page: Page) => page.getByRole('button', { name: 'Help', exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: 'How can we help?' });

test.describe('the contact form', () => {
  const product = useProduct();

  test('a signed-in user', async ({ page }) => {
    const person = await signUpByRequest(page, product());
    await page.goto(`${product().url}/dashboard`);

    for (const scheme of ['dark', 'light'] as const)
      await test.step(`on a phone it is a sheet of full width, ${scheme}`, async () => {
        await resize(page, { width: 390, height: 844 });
        await page.emulateMedia({ colorScheme: scheme });
        await launcher(page).click();
        await expect(panel(page)).toBeVisible();
        await expect
          .poll(async () => {
            const box = await panel(page).boundingBox();
            return [box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))];
          })
          .toEqual([0, 390, 844]);
        await expectNoSidewaysScroll(page, 'the dashboard with help open');
        if (scheme === 'light') await expectAccessible(page, 'the help sheet');
        await panel(page).getByRole('button', { name: 'Close' }).click();
        await expect(panel(page)).toBeHidden();
      });

    await test.step('a message gets a reference and a copy, and reaches support', async () => {
      await resize(page, { width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await launcher(page).click();
      await expect(panel(page)).toBeVisible();
      await expect(panel(page).getByText(`We answer to ${person.email}.`)).toBeVisible();
      const topics = panel(page).getByRole('region', { name: 'Questions about this screen' });
      await expect(topics.locator('summary').first()).toBeFocused();
      await topics.getByText('How do I get started?').click();
      await expect(topics.getByText(/^Connect a platform, and your reviews appear here/)).toBeVisible();
      await expectAccessible(page, 'the help panel');
      await panel(page).getByLabel('Your message').fill('My widget <b>does not</b> show.');
      await panel(page).getByRole('button', { name: 'Send message' }).click();
      await expect(panel(page).getByRole('heading', { name: 'Your message has arrived' })).toBeFocused();
      const reference = /H-[2-9A-Z]{6}/.exec((await panel(page).textContent()) ?? '')?.[0] ?? '';
      expect(reference).not.toBe('');
      for (const address of ['support@kindling.local', person.email])
        await expect
          .poll(async () =>
            (await mailsTo(page, product(), address)).filter(
              ({ subject, text }) => subject.includes(reference) && text.includes('does not'),
            ),
          )
          .toHaveLength(1);
    });
  });

  test('a visitor’s message from a public page sends no e-mail to the typed address', async ({ page }) => {
    await page.goto(product().url);
    await launcher(page).click();
    await expect(panel(page).getByLabel('Your message')).toBeFocused();
    await expectAccessible(page, 'help on a public page');
    await panel(page).getByLabel('Your message').fill('A question from outside');
    await panel(page).getByLabel('Your e-mail address').fill('visitor@example.com');
    await panel(page).getByRole('button', { name: 'Send message' }).click();
    await expect(panel(page).getByText('Your message has arrived')).toBeVisible();
    await expect
      .poll(async () =>
        (await mailsTo(page, product(), 'support@kindling.local')).filter(({ text }) =>
          text.includes('A question from outside'),
        ),
      )
      .toHaveLength(1);
    expect(await mailsTo(page, product(), 'visitor@example.com')).toEqual([]);
  });

  test.describe('on the sign-in page', () => {
    // With an extra request header the browser would first ask (CORS preflight) whether it may send the form to the
    // other origin.
    test.use({ extraHTTPHeaders: {} });

    test('a message from the sign-in page is confirmed there, without losing the sign-in', async ({
      page,
      watch,
    }) => {
      await page.goto(`${product().url}/auth/sign-in`);
      await page.getByLabel('E-mail address', { exact: true }).fill('greta@example.com');
      const signIn = page.url();
      const box = page.locator('details.help');
      await box.locator('summary').click();
      await box.getByLabel('Your message').fill('I cannot sign in');
      await box.getByLabel('Your e-mail address').fill('nobody');
      await box.getByLabel('Your e-mail address').evaluate((field) => field.setAttribute('type', 'text'));
      watch.expectFault(/status of 400/);
      await box.getByRole('button', { name: 'Send message' }).click();
      await expect(box.getByRole('status')).toContainText('Your message was not sent');
      await box.getByLabel('Your e-mail address').fill('greta@example.com');
      await box.getByRole('button', { name: 'Send message' }).click();
      await expect(box.getByRole('status')).toHaveText(/^Your message has arrived\. We answer by e-mail/);
      await expect(box.getByLabel('Your message')).toBeHidden();
      expect(page.url()).toBe(signIn);
      await expect(page.getByLabel('E-mail address', { exact: true })).toHaveValue('greta@example.com');
      await expect
        .poll(async () =>
          (await mailsTo(page, product(), 'support@kindling.local')).filter(({ text }) =>
            text.includes('I cannot sign in'),
          ),
        )
        .toHaveLength(1);
    });
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('the form of the public pages opens, is sent and confirmed', async ({ page }) => {
      await page.goto(product().url);
      await launcher(page).click();
      await expect(panel(page)).toBeVisible();
      await panel(page).getByLabel('Your message').fill('Without any script');
      await panel(page).getByLabel('Your e-mail address').fill('visitor@example.com');
      await panel(page).getByRole('button', { name: 'Send message' }).click();
      await expect(page).toHaveURL(`${product().url}/#help-sent`);
      await expect(page.getByRole('heading', { name: 'Your message has arrived' })).toBeVisible();
      await expect
        .poll(async () =>
          (await mailsTo(page, product(), 'support@kindling.local')).filter(({ text }) =>
            text.includes('Without any script'),
          ),
        )
        .toHaveLength(1);
    });
  });
});

test.describe('with a help desk', () => {
  let desk: HelpDesk;
  test.beforeAll(async () => {
    desk = await startHelpDesk();
  });
  const product = useOwnProduct(async () => ({ env: { KINDLING_HELPDESK_SIMULATOR_URL: desk.url } }));
  test.beforeEach(() => desk.reset());
  test.afterAll(() => desk.stop());

  const chat = (page: Page) => page.frameLocator('#chatwoot_live_chat_widget');

  test('nothing is loaded from it before the click; then it knows the user and the language until sign-out', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(desk.url)) asked.push(request.url());
    });
    await page.goto(product().url);
    const person = await signUpByRequest(page, product(), newPerson('Ada Berg'));
    await page.goto(`${product().url}/dashboard`);
    await page.getByRole('link', { name: 'Reviews' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible();
    expect(asked).toEqual([]);
    await launcher(page).click();
    await expect(chat(page).getByText('Ada Berg (identified)')).toBeVisible();
    await expect(panel(page)).toBeHidden();
    const heard = await desk.heard();
    expect(heard.find(({ event }) => event === 'set-user')).toMatchObject({
      websiteToken: 'kindling-local',
      verified: true,
      detail: { user: { name: 'Ada Berg', email: person.email } },
    });
    expect(heard.find(({ event }) => event === 'set-locale')?.detail).toMatchObject({ locale: 'en' });
    await launcher(page).click();
    await expect(page.locator('#chatwoot_live_chat_widget')).toBeHidden();
    await launcher(page).click();
    await expect(chat(page).getByText('Ada Berg (identified)')).toBeVisible();

    await test.step('signing out deletes the conversation’s cookies', async () => {
      await launcher(page).click();
      const ours = async () =>
        (await page.context().cookies(product().url)).filter(({ name }) => name.startsWith('cw_'));
      await expect.poll(ours).not.toEqual([]);
      await page.getByRole('link', { name: 'Dashboard' }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
      await page.getByRole('button', { name: /^Account menu of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(page).toHaveURL(`${product().url}/`);
      expect(await ours()).toEqual([]);
    });
  });

  /** Opens the help and lets the loading timeout of the chat pass. */
  async function openUntilTimeout(page: Page): Promise<void> {
    const asked = page.waitForRequest('**/packs/js/sdk.js');
    await launcher(page).click();
    await asked;
    await page.clock.fastForward(10_000);
  }

  /** Expects the contact form with its explanation, and types into it. */
  async function expectForm(page: Page, what: string): Promise<void> {
    await expect(panel(page).getByText('The chat could not be loaded.')).toBeVisible();
    await panel(page).getByLabel('Your message').fill(`The chat was ${what}`);
  }

  const deskFailures: { what: string; arrange: (page: Page) => Promise<unknown> }[] = [
    { what: 'blocked', arrange: (page) => page.route('**/packs/js/sdk.js', (route) => route.abort()) },
    {
      what: 'answering with an error',
      arrange: () => desk.control({ action: 'fail', with: 'status', status: 503, match: 'sdk.js' }),
    },
    { what: 'no script', arrange: () => desk.control({ action: 'script', is: 'garbage' }) },
    { what: 'a script that offers nothing', arrange: () => desk.control({ action: 'script', is: 'empty' }) },
    {
      what: 'a script whose chat never comes',
      arrange: (page) => page.route('**/widget?**', (route) => route.abort()),
    },
  ];

  test('a visitor of a public page', async ({ page, watch }) => {
    watch.expectFault(/ERR_FAILED|status of 503|Unexpected token|SyntaxError/);
    await page.clock.install();
    await test.step('can chat without a name', async () => {
      await page.goto(product().url);
      await launcher(page).click();
      await expect(chat(page).getByText('Visitor')).toBeVisible();
      expect((await desk.heard()).filter(({ event }) => event === 'set-user')).toEqual([]);
    });
    for (const { what, arrange } of deskFailures)
      await test.step(`${what}: the contact form appears instead and says so`, async () => {
        await desk.reset();
        await page.unrouteAll();
        await arrange(page);
        await page.goto(product().url);
        await openUntilTimeout(page);
        await expectForm(page, what);
        await panel(page).getByLabel('Your e-mail address').fill('v@example.com');
        if (what === 'blocked') await expectAccessible(page, `help with a desk that is ${what}`);
      });
  });

  test('a user in the app', async ({ page, watch }) => {
    watch.expectFault(/ERR_FAILED/);
    await page.clock.install();
    await signUpByRequest(page, product());
    await test.step('blocked: the contact form appears instead and says so', async () => {
      await page.route('**/packs/js/sdk.js', (route) => route.abort());
      await page.goto(`${product().url}/dashboard`);
      await launcher(page).click();
      await expectForm(page, 'blocked');
      await expectAccessible(page, 'help with a desk that is blocked');
      await page.unrouteAll();
    });
    await test.step('a chat that loads late does not replace the form', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route('**/packs/js/sdk.js', async (route) => {
        await promise;
        await route.continue();
      });
      await page.reload();
      await openUntilTimeout(page);
      await expectForm(page, 'late');
      const ready = page.evaluate(
        () => new Promise<void>((done) => addEventListener('chatwoot:ready', () => done(), { once: true })),
      );
      resolve();
      await ready;
      await expect(panel(page).getByLabel('Your message')).toHaveValue('The chat was late');
      await expect(page.locator('#chatwoot_live_chat_widget')).toBeHidden();
    });
  });
});
