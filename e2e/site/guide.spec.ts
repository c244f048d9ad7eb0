/** The long texts of the site: the guide for embedding, the terms, the privacy policy. */

import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();
const addresses = ['/embedding', '/terms-and-conditions', '/privacy-policy'] as const;
const prefixes = ['', '/fr', '/de', '/nl', '/es', '/sr'] as const;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const address of addresses) {
    test(`${address} is whole in every language, with nothing left unfilled`, async ({ page }) => {
      const chapters = new Set<number>();
      for (const prefix of prefixes) {
        const response = await page.goto(`${product().url}${prefix}${address}`);
        expect(response?.status(), prefix).toBe(200);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        const words = (await page.locator('main').textContent()) ?? '';
        expect(words, prefix).not.toMatch(/\[\[|\{\{\w|undefined/);
        expect(words.length, prefix).toBeGreaterThan(5000);
        chapters.add(await page.getByRole('heading', { level: 2 }).count());
      }
      expect(chapters.size, 'all languages have the same chapters').toBe(1);
    });

    test(`every entry of the contents of ${address} leads to its chapter`, async ({ page }) => {
      await page.goto(`${product().url}${address}`);
      const links = await page.locator('.prose-contents a').all();
      expect(links.length).toBeGreaterThanOrEqual(10);
      for (const link of links) {
        const place = (await link.getAttribute('href')) ?? '';
        expect(place).toMatch(/^#[a-z]+$/);
        await expect(page.locator(place).getByRole('heading', { level: 2 })).toHaveText(
          (await link.textContent()) ?? '',
        );
      }
    });
  }

  test('the guide shows the code with the address of this installation', async ({ page }) => {
    await page.goto(`${product().url}/embedding`);
    const code = await page.locator('#script pre').textContent();
    expect(code).toContain(`<script async src="${product().url}/e/`);
    expect(code).toMatch(
      /<kindling-reviews code="[^"]+" style="display:flow-root;width:100%;min-width:[^"]+"><span style="[^"]*padding-bottom:max\(/,
    );
    await expect(page.locator('#csp pre').first()).toContainText(`script-src ${product().url}`);
    for (const builder of ['WordPress', 'Shopify', 'Wix', 'Squarespace', 'Webflow'])
      await expect(page.getByRole('heading', { level: 2, name: builder })).toBeVisible();
  });

  test('the operator is named, and a missing postal address is said to be missing', async ({ page }) => {
    for (const address of ['/terms-and-conditions', '/privacy-policy']) {
      await page.goto(`${product().url}${address}`);
      await expect(page.locator('address')).toContainText('Kindling');
      await expect(page.getByText('has not published an address yet')).toBeVisible();
      expect(await page.locator('a[href^="mailto:"]').count()).toBeGreaterThanOrEqual(2);
    }
  });
});

for (const scheme of ['light', 'dark'] as const) {
  test(`accessible and within the window, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    for (const address of addresses)
      for (const width of [390, 1440]) {
        await resize(page, { width, height: 900 });
        await page.goto(`${product().url}/de${address}`);
        await expectNoSidewaysScroll(page, address);
        await expectAccessible(page, `${address} at ${width}`);
      }
  });
}
