/** A widget begins with a template: by keyboard, on a phone, and in the colors of the owner's site. */
import type { Page } from '@playwright/test';
import { signInByRequest } from '../support/accounts.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New widget' });
/** The pictures are hidden from the accessibility tree, so they are found by the embed inside. */
const pictures = (page: Page) => dialog(page).locator('[inert] section[lang]');

test('templates show the own reviews, and one is chosen with keys', async ({ page }) => {
  await signInByRequest(page, product(), product().demo);
  for (const width of [1440, 390]) {
    await resize(page, { width, height: 900 });
    await page.goto(`${product().url}/widgets`);
    await page.getByRole('button', { name: 'Create a widget' }).click();
    await expect(pictures(page).first()).toBeAttached();
    await expect(dialog(page).getByText(/the pictures show invented ones/)).toHaveCount(0);
    // Nothing inside a picture can be reached.
    await expect(dialog(page).getByRole('article')).toHaveCount(0);
    await expectNoSidewaysScroll(page, `the templates at ${width} px`);
    await expectAccessible(page, `the templates at ${width} px`);
  }

  await test.step('a page that does not answer is reported', async () => {
    const site = dialog(page).getByRole('textbox', { name: 'Your website' });
    await site.fill('not an address');
    await site.press('Enter');
    await expect(dialog(page).getByText('This is not the address of a page.')).toBeVisible();
    // No address on the public web.
    await site.fill('http://127.0.0.1/');
    await site.press('Enter');
    await expect(dialog(page).getByText(/^The page did not respond/)).toBeVisible();
  });

  await test.step('a place is reached by its name, and a template by Tab', async () => {
    await dialog(page).getByRole('button', { name: 'Footer', exact: true }).press('Enter');
    await expect(dialog(page).getByRole('heading', { name: 'Footer' })).toBeFocused();
    await page.keyboard.press('Tab');
    const first = dialog(page).getByRole('button', { name: 'Moving band' });
    await expect(first).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Moving band' })).toBeVisible();
  });
});
