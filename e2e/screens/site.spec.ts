/**
 * Opens every public page and every page of the sign-in service: takes a picture, and checks layout shifts, width and
 * accessibility.
 */
import { pathOf } from '@kindling/contract/screens';
import type { Page } from '@playwright/test';
import { checkScreen, displays, setTheme, viewportOf } from '../support/check-screen.ts';
import { expectNoShift, recordShifts } from '../support/painting.ts';
import { fillSignUp, linkFromMail, newPerson } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { runsEverything } from '../support/scope.ts';
import { expect, expectNoSidewaysScroll, test, waitUntilSettled } from '../support/test.ts';

const product = useProduct();

const pages = {
  landing: '/',
  'online-presence': '/online-presence',
  'reviews-public': '/reviews',
  'multiple-platforms': '/multiple-platforms',
  'qr-code-generator': '/qr-code-generator',
  'get-nfc-card': '/get-nfc-card',
  pricing: '/pricing',
  gallery: '/gallery',
  embedding: '/embedding',
  'self-host': '/self-host',
  docs: '/docs',
  status: '/status',
  terms: '/terms-and-conditions',
  privacy: '/privacy-policy',
  processing: '/data-processing-agreement',
  '404': '/no-such-page',
  '500': pathOf('serverError'),
} as const;

const identityPages = {
  'sign-in': { path: pathOf('signIn'), heading: 'Welcome back' },
  'reset-password': { path: pathOf('resetPassword'), heading: /password/i },
  'sign-up': { path: pathOf('signUp'), heading: 'Create your account' },
} as const;

/** States of a page after an action on it. */
const states: Record<string, { path: string; act: (page: Page, width: number) => Promise<void> }> = {
  'landing-menu': {
    path: '/',
    act: (page, width) =>
      page
        .getByRole('banner')
        .getByRole('button', { name: width < 992 ? 'Menu' : 'Solutions' })
        .click(),
  },
  'qr-code-problem': {
    path: '/qr-code-generator',
    act: async (page) => {
      await page.locator('#qr-address').fill('shop');
      await expect(page.locator('#qr-address-problem')).not.toBeEmpty();
    },
  },
};

for (const display of displays) {
  const { width, theme } = display;
  test.describe(`in ${theme} at ${width} px`, () => {
    test.use({ viewport: viewportOf(width) });

    test.beforeEach(async ({ page }) => {
      await recordShifts(page);
      await setTheme(page, product().url, theme);
    });

    test('every public page', async ({ page, watch }) => {
      watch.expectFault(/status of (404|500)/);
      for (const [name, path] of Object.entries(pages))
        await test.step(name, async () => {
          await page.goto(product().url + path);
          await expect.soft(page.getByRole('heading', { level: 1 }), name).toBeVisible();
          await waitUntilSettled(page);
          await expectNoShift(page, name);
          await checkScreen(page, name, display, 'site');
        });
      for (const [name, { path, act }] of Object.entries(states))
        await test.step(name, async () => {
          await page.goto(product().url + path);
          await act(page, width);
          await checkScreen(page, name, display, 'site');
        });
    });

    // German has the longest words, which narrow windows cut first.
    if (width <= 390 || runsEverything)
      test('every public page in German', async ({ page, watch }) => {
        watch.expectFault(/status of (404|500)/);
        for (const [name, path] of Object.entries(pages))
          await test.step(`${name} in German`, async () => {
            await page.goto(`${product().url}/de${path}`);
            await expect.soft(page.locator('html'), name).toHaveAttribute('lang', 'de');
            await waitUntilSettled(page);
            await expectNoShift(page, `${name} in German`);
            await expectNoSidewaysScroll(page, `${name} in German`);
          });
      });

    // The sign-in service has the system's light and dark theme only.
    if (theme === 'colored') return;
    test('every page of the sign-in service', async ({ page }) => {
      const person = newPerson();
      for (const [name, { path, heading }] of Object.entries(identityPages))
        await test.step(name, async () => {
          await page.goto(product().url + path);
          await expect.soft(page.getByRole('heading', { level: 1, name: heading }), name).toBeVisible();
          await expect.soft(page.getByLabel('E-mail address', { exact: true }), name).toBeVisible();
          await waitUntilSettled(page);
          await expectNoShift(page, name);
          await checkScreen(page, name, display, 'identity');
        });
      await test.step('check-mail', async () => {
        await fillSignUp(page, person);
        await checkScreen(page, 'check-mail', display, 'identity');
      });
      await test.step('confirm, in another browser', async () => {
        const link = await linkFromMail(page.request, product(), person.email, /^Confirm/);
        await page.context().clearCookies();
        await page.goto(link);
        await checkScreen(page, 'confirm', display, 'identity');
        await page.getByRole('link', { name: 'I did not choose this password' }).click();
        await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
        await checkScreen(page, 'confirm-new-password', display, 'identity');
      });
    });
  });
}
