/** Every public page and every page of the sign-in service: pictures, and what they are held to. */

import { look, sizeOf, widths } from '../support/look.ts';
import { countShifts, expectNoShift } from '../support/painting.ts';
import { newPerson } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectNoSidewaysScroll, settled, test } from '../support/test.ts';

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
  terms: '/terms-and-conditions',
  privacy: '/privacy-policy',
  '404': '/no-such-page',
  '500': '/auth/500',
} as const;

const identityPages = {
  'sign-in': { path: '/auth/sign-in', heading: 'Welcome back' },
  'sign-up': { path: '/auth/sign-up', heading: 'Create your account' },
  'reset-password': { path: '/auth/reset-password', heading: /password/i },
} as const;

// Each worker has a product of its own and takes its share of the pages.
test.describe.configure({ mode: 'parallel' });

for (const width of widths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: sizeOf(width) });

    test.beforeEach(async ({ page }) => {
      await countShifts(page);
    });

    for (const [name, path] of Object.entries(pages)) {
      test(name, async ({ page, watch }) => {
        watch.expectFault(/status of (404|500)/);
        await page.goto(product().url + path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await settled(page);
        await expectNoShift(page);
        await look(page, name, width, 'site');
      });
    }

    // German has the longest words.
    test('every page in German', async ({ page, watch }) => {
      watch.expectFault(/status of (404|500)/);
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(`${product().url}/de${path}`);
        await expect(page.locator('html')).toHaveAttribute('lang', 'de');
        await settled(page);
        await expectNoShift(page, name);
        await expectNoSidewaysScroll(page, `${name} in German`);
      }
    });

    for (const [name, { path, heading }] of Object.entries(identityPages)) {
      test(name, async ({ page }) => {
        await page.goto(product().url + path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await settled(page);
        await expectNoShift(page);
        await look(page, name, width, 'identity');
      });
    }

    test('check-mail', async ({ page }) => {
      const person = newPerson();
      await page.goto(`${product().url}/auth/sign-up`);
      await page.getByLabel('Your name', { exact: true }).fill(person.name);
      await page.getByLabel('E-mail address', { exact: true }).fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
      await look(page, 'check-mail', width, 'identity');
    });
  });
}
