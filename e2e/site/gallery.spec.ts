/** The gallery: each layout as a live widget, with look, color, theme and width chosen on the page. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { languages } from '../../contract/src/constants.ts';
import { embedLayouts } from '../../contract/src/embed-settings.ts';
import { siteAddress } from '../../contract/src/site-address.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { matrix } from '../support/scope.ts';
import { expect, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();

/** The widget of a layout; the example page shows some a second time. */
const widget = (page: Page, layout: string) => page.locator(`[data-live="${layout}"] section`).first();

test('shows every layout, each stage as tall as its content, at every width', async ({ page }) => {
  for (const width of matrix([390, 768, 1440], [390, 1440]))
    await test.step(`at ${width} px`, async () => {
      await resize(page, { width, height: 900 });
      await page.goto(`${product().url}/gallery`);
      // What is fixed in the window takes no room in its section.
      for (const layout of embedLayouts)
        await expect(widget(page, layout).locator(':visible').first(), layout).toBeVisible();
      await expectNoSidewaysScroll(page, `the gallery at ${width} px`);
      const empty = await page.locator('.sample .stage-room').evaluateAll((rooms) =>
        rooms.flatMap((room) => {
          const shown = room.querySelector('[data-live]')?.shadowRoot?.querySelector('section');
          const left = room.clientHeight - (shown?.getBoundingClientRect().height ?? 0);
          // Cards leave room for their shadows.
          return Math.abs(left) > 2 ? [`${left} px`] : [];
        }),
      );
      expect.soft(empty, `at ${width}`).toEqual([]);
    });
});

test('a look, a color and the theme change every sample, and the behavior goes on', async ({ page }) => {
  await page.goto(`${product().url}/gallery`);
  const list = widget(page, 'list');
  await expect(list).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.getByLabel('Look', { exact: true }).selectOption({ label: 'Terracotta' });
  await expect(list).toHaveCSS('background-color', 'rgb(255, 244, 236)');
  await page.getByLabel('Look', { exact: true }).selectOption({ label: 'Night' });
  await expect(list).toHaveCSS('background-color', 'rgb(23, 26, 33)');
  const stars = page.locator('[data-live="badge-line"] svg svg').first();
  const before = await stars.evaluate((one) => getComputedStyle(one).color);
  await page.locator('label[for="color-violet"]').click();
  await expect.poll(() => stars.evaluate((one) => getComputedStyle(one).color)).not.toBe(before);
  const floating = page.locator('[data-live="floating"] section > details');
  await floating.locator('> summary').click();
  await expect(floating.getByRole('dialog')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(floating.getByRole('dialog')).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the samples are there, and width, theme and color can be chosen', async ({ page }) => {
    for (const prefix of matrix(
      languages.map((one) => siteAddress('/', one).replace(/\/$/, '')),
      ['', '/de'],
    ))
      await test.step(`${prefix}/gallery`, async () => {
        await page.goto(`${product().url}${prefix}/gallery`);
        const list = widget(page, 'list');
        await expect(list).toHaveCSS('background-color', 'rgb(255, 255, 255)');
        await expect(page.locator('#look')).toBeHidden();
        await page.locator('label[for="theme-dark"]').click();
        await expect(list).toHaveCSS('background-color', 'rgb(23, 26, 33)');
        await page.locator('label[for="width-phone"]').click();
        await expect.poll(async () => (await list.boundingBox())?.width).toBe(360);
      });
  });
});

test('the samples pass the accessibility rules in both themes', async ({ page }) => {
  for (const width of matrix([390, 1440], [768]))
    for (const theme of ['light', 'dark'])
      await test.step(`${theme} at ${width} px`, async () => {
        await resize(page, { width, height: 900 });
        await page.goto(`${product().url}/gallery`);
        await page.locator(`label[for="theme-${theme}"]`).click();
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
          .analyze();
        expect
          .soft(
            violations.map(({ id }) => id),
            theme,
          )
          .toEqual([]);
      });
});
