/** Special parts of the product pages: the two prices, the table on a phone, the drawing of the review page. */
import type { Page } from '@playwright/test';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

const product = useProduct();

const byMonth = (page: Page) => page.getByText('per month');
const byYear = (page: Page) => page.getByText('per year');

test('the prices, the drawing and the table', async ({ page }) => {
  await test.step('the billing period is chosen by keyboard, and its price is shown', async () => {
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

  await test.step('the drawing of the review page shows the same links after two and after five stars', async () => {
    await page.goto(`${product().url}/get-nfc-card`);
    const links = page.locator('#same .page-links');
    await expect(links).toHaveCount(2);
    const [low, high] = await links.evaluateAll((found) =>
      found.map((list) => ({ html: list.innerHTML, height: list.clientHeight })),
    );
    expect(low).toEqual(high);
  });

  await test.step('on a phone every cell of the table has a label', async () => {
    await resize(page, { width: 390, height: 800 });
    await page.goto(`${product().url}/multiple-platforms`);
    const cell = page.locator('td').first();
    const shown = await cell.evaluate((found) => getComputedStyle(found, '::before').content);
    expect(shown).toBe('"Sync"');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the billing period can also be chosen by touch', async ({ page }) => {
    await page.goto(`${product().url}/pricing`);
    await page.locator('label[for="pay-year"]').click();
    await expect(byYear(page)).toBeVisible();
    await expect(byMonth(page)).toBeHidden();
  });
});
