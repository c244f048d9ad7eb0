/** Signing in and out, and the security of the session. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { signInByRequest, signUpByRequest } from '../support/accounts.ts';
import {
  expectDashboard,
  fillSignIn,
  fillSignUp,
  linkFromMail,
  newPerson,
  type Person,
  signIn,
} from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

const product = useProduct();
let person: Person;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  person = await signUpByRequest(page, product());
  await page.close();
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(`${product().url}/`);
}

test('signing in and out', async ({ page, watch }) => {
  // The sign-in service answers a rejected sign-in with 400 or 401.
  watch.expectFault(/\/u\/.*\/sign-in|status of 40[01]/);
  await test.step('a wrong password is reported, the right one opens the dashboard, signing out closes it', async () => {
    await page.goto(`${product().url}/auth/sign-in`);
    await fillSignIn(page, { ...person, password: 'seven loud harbours' });
    await expect(page.getByRole('alert')).toContainText('The e-mail address and the password do not match.');
    await expect(page.getByLabel('E-mail address', { exact: true })).toHaveValue(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectDashboard(page, product());
    await signOut(page);
    await page.goto(`${product().url}/widgets`);
    await page.waitForURL(`${product().url}/`);
  });

  await test.step('after signing out the sign-in service asks for the password again', async () => {
    await page.goto(`${product().url}/auth/sign-in`);
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  });

  await test.step('a user whom the server rejects is signed out of the sign-in service too', async () => {
    await page.route('**/api/users/savelogin', (route) =>
      route.fulfill({ json: { data: { status: false } } }),
    );
    await fillSignIn(page, person);
    await page.waitForURL(`${product().url}/`);
    await page.unroute('**/api/users/savelogin');
    await page.goto(`${product().url}/auth/sign-in`);
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  });
});

test('a session', async ({ page, context, watch }) => {
  watch.expectFault(/status of 40[013]/);
  const tokens = new Set<string>();
  page.on('request', (request) => {
    const bearer = request.headers().authorization;
    if (bearer?.startsWith('Bearer ')) tokens.add(bearer.slice('Bearer '.length));
  });
  await test.step('rejected calls renew the access token, each time with a new refresh token', async () => {
    const renewals: { sent: string; status: number }[] = [];
    page.context().on('response', async (response) => {
      if (!response.url().endsWith('/oauth/token')) return;
      const form = new URLSearchParams(response.request().postData() ?? '');
      const sent = form.get('refresh_token');
      if (form.get('grant_type') === 'refresh_token' && sent !== null)
        renewals.push({ sent, status: response.status() });
    });
    await signIn(page, product(), person);
    for (const screen of ['Reviews', 'Widgets']) {
      const before = renewals.length;
      const pattern = screen === 'Reviews' ? '**/api/v1/reviews?**' : '**/api/v1/embeds?**';
      // All tokens sent so far are rejected as if expired.
      const expired = new Set(tokens);
      await page.route(pattern, (route) => {
        const bearer = route.request().headers().authorization ?? '';
        if (!expired.has(bearer.slice('Bearer '.length))) return route.continue();
        return route.fulfill({
          status: 401,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'about:blank', title: 'x', status: 401, code: 'unauthenticated' }),
        });
      });
      await page.getByRole('link', { name: screen }).click();
      await expect(page.getByText(/^No reviews yet$|^No widgets yet$/)).toBeVisible();
      await expect.poll(() => renewals.length).toBeGreaterThan(before);
      await page.unroute(pattern);
    }
    expect(renewals.length).toBeGreaterThanOrEqual(2);
    expect(new Set(renewals.map(({ sent }) => sent)).size).toBe(renewals.length);
    expect(renewals.every(({ status }) => status === 200)).toBe(true);
  });

  await test.step('a reload keeps the session, and no token is ever in a storage', async () => {
    await page.goto(`${product().url}/dashboard`);
    await page.reload();
    await expectDashboard(page, product());
    await page.goto(`${product().url}/widgets`);
    await expect(page.getByRole('heading', { level: 1, name: 'Widgets' })).toBeVisible();
    expect(tokens.size).toBeGreaterThanOrEqual(2);
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    for (const token of tokens) expect(stored).not.toContain(token);
    // No JWT at all: three base64url parts, the first a JSON object.
    expect(stored).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
    expect(stored).not.toMatch(/refresh_token|access_token|id_token/);
  });

  await test.step('a session that ends while the app is open is renewed in a popup, and the screen continues', async () => {
    await context.clearCookies({ name: /identity_/ });
    const unauthenticated = { code: 'unauthenticated', status: 401, requestId: 'r-1' };
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 401, contentType: 'application/problem+json', json: unauthenticated }),
    );
    await page.route('**/oauth/token', (route) =>
      route.fulfill({
        status: 403,
        headers: { 'access-control-allow-origin': product().url },
        json: { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' },
      }),
    );
    await page.getByRole('link', { name: 'Businesses' }).first().click();
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(ended).toBeVisible();
    await page.unroute('**/api/**');
    await page.unroute('**/oauth/token');
    const opened = page.waitForEvent('popup');
    await ended.getByRole('button', { name: 'Sign in again' }).click();
    const popup = await opened;
    await expect(popup.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    const closed = popup.waitForEvent('close');
    await fillSignIn(popup, person);
    await closed;
    await expect(ended).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Businesses' })).toBeVisible();
  });
});

test('a forgotten password is reset by e-mail, and the old one stops working', async ({ page, watch }) => {
  watch.expectFault(/\/u\/.*\/sign-in|status of 40[01]/);
  const forgetful = await signUpByRequest(page, product(), newPerson('Bo Dahl'));
  await page.context().clearCookies();
  await page.goto(`${product().url}/auth/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail address', { exact: true }).fill(forgetful.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  await page.goto(await linkFromMail(page.request, product(), forgetful.email, /^Choose a new password/));
  const password = 'nine calm lighthouses';
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText(/password is (changed|saved)/)).toBeVisible();
  await page.goto(`${product().url}/auth/sign-in`);
  await fillSignIn(page, forgetful);
  await expect(page.getByRole('alert')).toContainText('do not match');
  await fillSignIn(page, { email: forgetful.email, password });
  await expectDashboard(page, product());
});

test('protected and unknown paths, signed out', async ({ page, watch }) => {
  watch.expectFault(/status of (404|503)/);
  await test.step('a protected path redirects signed-out visitors to the start page', async () => {
    for (const path of [
      '/dashboard/',
      '/widgets/edit-widget/bogus',
      '/connections/google',
      '/admin/users',
      '/billing',
    ]) {
      await page.goto(`${product().url}${path}`);
      await page.waitForURL(`${product().url}/`);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    }
  });

  await test.step('an unknown path answers 404 with an HTML page', async () => {
    const response = await page.goto(`${product().url}/no-such-page`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/no page here|not found/i);
    await expect(page.getByRole('link').first()).toBeVisible();
    const nested = await page.goto(`${product().url}/auth/404`);
    expect(nested?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/no page here|not found/i);
  });

  await test.step('without its configuration the app shows an error and starts when retried', async () => {
    await page.route('**/api/v1/config', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(`${product().url}/auth/sign-in`);
    await expect(page.getByRole('heading', { name: 'The app could not start' })).toBeVisible();
    await page.unroute('**/api/v1/config');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  });
});

test('forbidden paths and a failing start-up, signed in', async ({ page, watch }) => {
  watch.expectFault(/status of 400|ERR_FAILED|net::/);
  await signInByRequest(page, product(), person);

  await test.step('admin paths redirect other users to the dashboard; unknown paths show the not-found page', async () => {
    for (const path of ['/admin/dashboard', '/admin/users', '/dashboard/']) {
      await page.goto(`${product().url}${path}`);
      await expectDashboard(page, product());
    }
    for (const path of ['/widgets/edit-widget/bogus', '/connections/myspace']) {
      await page.goto(`${product().url}${path}`);
      await expect(page.getByRole('heading', { level: 1, name: 'There is no page here' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    }
  });

  await test.step('when the user record fails to load, the user is signed out and can sign in again', async () => {
    await page.route('**/api/users/getuserbyemail', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('heading', { name: 'We could not sign you in' })).toBeVisible();
    await expect(page.getByText('We could not reach the server.')).toBeVisible();
    await page.unroute('**/api/users/getuserbyemail');
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expectDashboard(page, product());
  });
});

interface IdentityTexts {
  signUp: { heading: string; submit: string };
  common: { email: string; password: string };
  checkMail: { heading: string };
}

test('sign-up', async ({ page }) => {
  await test.step('signing up with a known address is answered by e-mail only', async () => {
    await page.goto(`${product().url}/auth/sign-up`);
    await fillSignUp(page, person);
    const link = await linkFromMail(page.request, product(), person.email, /^You already have an account/);
    await page.goto(link);
    await fillSignIn(page, person);
    await expectDashboard(page, product());
    await page.context().clearCookies();
  });

  await test.step('the sign-in pages and their e-mails are in German when it is chosen', async () => {
    const read = (area: string): unknown =>
      JSON.parse(readFileSync(new URL(`../../locales/de/${area}.json`, import.meta.url), 'utf8'));
    const german = read('identity') as IdentityTexts;
    const mail = read('mail') as { confirm: { subject: string } };
    await page.goto(`${product().url}/auth/sign-up`);
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page.getByRole('heading', { name: german.signUp.heading })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    expect(page.url()).toContain('lng=de');
    const newcomer = newPerson('Uta Kern');
    await page.getByLabel(german.common.email, { exact: true }).fill(newcomer.email);
    await page.getByLabel(german.common.password, { exact: true }).fill(newcomer.password);
    await page.getByRole('button', { name: german.signUp.submit }).click();
    await expect(page.getByRole('heading', { name: german.checkMail.heading })).toBeVisible();
    const subject = new RegExp(mail.confirm.subject.split('{{brand}}')[0] ?? '');
    await page.goto(await linkFromMail(page.request, product(), newcomer.email, subject));
    await expectDashboard(page, product());
  });
});
