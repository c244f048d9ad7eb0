/** Businesses and their locations: create, edit, move, archive, remove. */
import type { Page } from '@playwright/test';
import { connectByRequest, signUpByRequest } from '../support/accounts.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const product = useProduct('shop');

async function open(page: Page): Promise<void> {
  await page.goto(`${product().url}/businesses`);
  await expect(page.getByRole('heading', { level: 1, name: 'Businesses' })).toBeVisible();
}

const card = (page: Page, name: string) => page.getByRole('region', { name });

test('businesses are created, edited, given locations and listings, archived and removed', async ({
  page,
}) => {
  await signUpByRequest(page, product());
  await connectByRequest(page, product(), 'Google');
  const dialog = page.getByRole('dialog');
  await test.step('each business shows the platforms’ figures, and a combined figure names its sources', async () => {
    await open(page);
    const first = page
      .getByRole('region')
      .filter({ has: page.getByRole('definition') })
      .first();
    await expect(first.getByRole('term').first()).toHaveText('Google');
    await expect(first.getByRole('link', { name: 'Reviews of this location' }).first()).toBeVisible();
  });
  await test.step('a business is created', async () => {
    await page.getByRole('button', { name: 'Add a business' }).click();
    await dialog.getByLabel('Name').fill('Bakery South');
    await dialog.getByRole('button', { name: 'Add a business' }).click();
    await expect(card(page, 'Bakery South')).toBeVisible();
  });
  await test.step('it is edited', async () => {
    await page.getByRole('button', { name: 'Actions for Bakery South' }).first().click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByLabel('Website').fill('not an address');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('This does not look like a web address.')).toBeVisible();
    await dialog.getByLabel('Website').fill('south.example');
    await dialog.getByLabel('Category').fill('Bakery');
    await expectAccessible(page, 'the form of a business');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(card(page, 'Bakery South').getByRole('link', { name: 'south.example' })).toBeVisible();
  });
  await test.step('a location is added', async () => {
    await card(page, 'Bakery South').getByRole('button', { name: 'Add a location' }).click();
    await dialog.getByLabel('Name').fill('Harbour');
    await dialog.getByLabel('Address').fill('1 Quay');
    await expectAccessible(page, 'the form of a location');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(card(page, 'Bakery South').getByRole('heading', { name: 'Harbour' })).toBeVisible();
  });
  await test.step('the location is removed', async () => {
    await page.getByRole('button', { name: 'Actions for Harbour' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(card(page, 'Bakery South').getByRole('heading', { name: 'Harbour' })).toHaveCount(0);
  });
  await test.step('it is archived and restored', async () => {
    await page.getByRole('button', { name: 'Actions for Bakery South' }).first().click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await dialog.getByRole('button', { name: 'Archive' }).click();
    await expect(card(page, 'Bakery South')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show 1 archived business' }).click();
    await page.getByRole('button', { name: 'Actions for Bakery South' }).first().click();
    await page.getByRole('menuitem', { name: 'Bring back' }).click();
    await expect(page.getByRole('button', { name: 'Show 1 archived business' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Hide archived businesses' })).toHaveCount(0);
  });
  await test.step('it is removed', async () => {
    await page.getByRole('button', { name: 'Actions for Bakery South' }).first().click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(card(page, 'Bakery South')).toHaveCount(0);
  });
  await test.step('a listing is moved to another location with its reviews', async () => {
    await page.getByRole('button', { name: 'Add a business' }).click();
    await dialog.getByLabel('Name').fill('Branch');
    await dialog.getByRole('button', { name: 'Add a business' }).click();
    await expect(card(page, 'Branch')).toContainText('Nothing is connected to this location yet.');
    await page
      .getByRole('button', { name: /^Move / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Branch: Branch' }).click();
    await expect(card(page, 'Branch').getByRole('term')).not.toHaveCount(0);
    await card(page, 'Branch').getByRole('link', { name: 'Reviews of this location' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
