/** The gallery: each layout in a frame, with width and color chosen without a script. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { languages } from '../../contract/src/constants.ts';
import { embedLayouts } from '../../contract/src/embed-settings.ts';
import { siteAddress } from '../../contract/src/site.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { matrix, pairs } from '../support/scope.ts';
import { expect, test } from '../support/test.ts';

const product = useProduct();

const frame = (page: Page, layout: string, theme: 'light' | 'dark') =>
  page.locator(`iframe.frame-${layout}.frame-${theme}`);
/** The content of a frame, which loads when it is scrolled into view. */
async function shown(page: Page, layout: string, theme: 'light' | 'dark') {
  await frame(page, layout, theme).scrollIntoViewIfNeeded();
  return frame(page, layout, theme).contentFrame().locator('main section').first();
}

test('shows every layout, and none is taller than its frame', async ({ page }) => {
  for (const width of matrix([390, 768, 1440], [390, 1440]))
    await test.step(`at ${width} px`, async () => {
      await resize(page, { width, height: 900 });
      await page.goto(`${product().url}/gallery`);
      await expect(page.locator('.sample')).toHaveCount(embedLayouts.length);
      for (const layout of embedLayouts) {
        await expect(await shown(page, layout, 'light'), `${layout} at ${width}`).toBeAttached();
        await expect(frame(page, layout, 'dark')).toBeHidden();
        const overhang = await frame(page, layout, 'light')
          .contentFrame()
          .locator('html')
          .evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
            scrollHeight - clientHeight,
            scrollWidth - clientWidth,
          ]);
        expect.soft(overhang, `${layout} at ${width}`).toEqual([0, 0]);
      }
    });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('width and color can be chosen', async ({ page }) => {
    // Only the first sample is checked; without scripts all frames would load at once.
    await page.route(/\/gallery\/..\/(?!list-)/, (route) => route.abort());
    for (const prefix of matrix(
      languages.map((one) => siteAddress('/', one).replace(/\/$/, '')),
      ['', '/de'],
    ))
      await test.step(`${prefix}/gallery`, async () => {
        await page.goto(`${product().url}${prefix}/gallery`);
        const light = await shown(page, 'list', 'light');
        await expect(light).toHaveCSS('background-color', 'rgb(255, 255, 255)');
        await page.locator('label[for="theme-dark"]').click();
        await expect(frame(page, 'list', 'light')).toBeHidden();
        const dark = await shown(page, 'list', 'dark');
        await expect(dark).toHaveCSS('background-color', 'rgb(23, 26, 33)');
        await page.locator('label[for="width-phone"]').click();
        await expect.poll(async () => (await frame(page, 'list', 'dark').boundingBox())?.width).toBe(360);
      });
  });
});

// e2e/embed checks all layouts with the same rules.
test('the samples pass the accessibility rules', async ({ page }) => {
  await resize(page, { width: 768, height: 900 });
  for (const [layout, theme] of pairs(matrix(embedLayouts, ['list', 'badge-card']), ['light', 'dark'])) {
    await page.goto(`${product().url}/gallery/en/${layout}-${theme}.html`);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .setLegacyMode()
      .analyze();
    expect
      .soft(
        violations.map(({ id }) => id),
        `${layout}, ${theme}`,
      )
      .toEqual([]);
  }
});
