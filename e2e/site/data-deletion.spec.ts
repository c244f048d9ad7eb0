/** The page for somebody who asked Facebook to delete their data. */
import { readFileSync } from 'node:fs';
import { languages } from '../../contract/src/constants.ts';
import { askForDeletion } from '../support/deletion.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();
/** The Facebook user who connected the demo's pages. */
const owner = '10158842217730611';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page shows what was found, and later that it is deleted', async ({ page }) => {
    const url = await askForDeletion(product(), owner);
    await expect(async () => {
      await page.goto(url);
      await expect(page.getByRole('heading', { name: 'Everything was deleted' })).toBeVisible({ timeout: 1 });
    }).toPass();
    const fact = (name: string) => page.locator('dl div', { hasText: name }).locator('dd');
    await expect(fact('Confirmation code')).toHaveText(url.split('/').at(-1) ?? '');
    await expect(fact('Connections with your account')).toHaveText('1');
    await expect(fact('Synced pages')).toHaveText('2');
    await expect(fact('Synced reviews')).toHaveText(/^[1-9]\d*$/);
    await expect(fact('Deleted')).toHaveText(/2\d{3}.* UTC$/);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('it is in the language of its visitor, fits the screen and is accessible', async ({ page }) => {
    const url = await askForDeletion(product(), '999');
    await expect(async () => {
      await page.goto(url);
      await expect(page.getByRole('heading', { name: 'There was nothing to delete' })).toBeVisible({
        timeout: 1,
      });
    }).toPass();
    await expectAccessible(page, 'the page of a deletion');
    for (const language of languages) {
      const texts = readFileSync(
        new URL(`../../locales/${language}/site-data-deletion.json`, import.meta.url),
        'utf8',
      );
      const { title } = JSON.parse(texts);
      await page.goto(`${url}?lng=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expectNoSidewaysScroll(page, `the page of a deletion in ${language}`);
    }
  });
});
