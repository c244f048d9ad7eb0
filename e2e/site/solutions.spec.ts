/** What is special on the pages that explain the product: the two prices, the table on a phone, the honest words. */
import type { Page } from '@playwright/test';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();
const paths = ['/online-presence', '/reviews', '/multiple-platforms', '/get-nfc-card', '/pricing'];

const byMonth = (page: Page) => page.getByText('per month');
const byYear = (page: Page) => page.getByText('per year');

test('the way of paying is chosen by keyboard, and the price of the choice is seen', async ({ page }) => {
  await page.goto(`${product().url}/pricing`);
  await expect(byMonth(page)).toBeVisible();
  await expect(byMonth(page)).toContainText('15');
  await expect(byYear(page)).toBeHidden();
  await page.getByRole('radio', { name: 'Monthly' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^Yearly/ })).toBeChecked();
  await expect(byYear(page)).toBeVisible();
  await expect(byYear(page)).toContainText('144');
  await expect(byYear(page)).toContainText('12');
  await expect(byMonth(page)).toBeHidden();
  await page.keyboard.press('ArrowLeft');
  await expect(byMonth(page)).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the choice of price works by touch as well', async ({ page }) => {
    await page.goto(`${product().url}/pricing`);
    await page.locator('label[for="pay-year"]').click();
    await expect(byYear(page)).toBeVisible();
    await expect(byMonth(page)).toBeHidden();
  });

  test('no mark of the build is left for visitors to read', async ({ page }) => {
    for (const path of paths) {
      await page.goto(`${product().url}${path}`);
      expect(await page.content(), path).not.toContain('[[');
    }
  });
});

test('on a phone every cell of the table says what it is about', async ({ page }) => {
  await resize(page, { width: 390, height: 800 });
  await page.goto(`${product().url}/multiple-platforms`);
  const cell = page.locator('td').first();
  const shown = await cell.evaluate((found) => getComputedStyle(found, '::before').content);
  expect(shown).toBe('"Read"');
});

test('the drawing of the review page shows the same links after two and after five stars', async ({
  page,
}) => {
  await page.goto(`${product().url}/get-nfc-card`);
  const links = page.locator('#same .page-links');
  await expect(links).toHaveCount(2);
  const [low, high] = await links.evaluateAll((found) =>
    found.map((list) => ({ html: list.innerHTML, height: list.clientHeight })),
  );
  expect(low).toEqual(high);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test(`the pages are accessible and fit at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await resize(page, { width, height: 800 });
      for (const path of paths) {
        await page.goto(`${product().url}${path}`);
        await expectNoSidewaysScroll(page, path);
        await expectAccessible(page, path);
      }
    });
  }
}
