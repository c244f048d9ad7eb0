/** The gallery: every layout in a frame of its own, chosen in width and colour without any script. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { embedLayouts } from '../../contract/src/embed-settings.ts';
import { resize } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { matrix } from '../support/scope.ts';
import { expect, expectNoSidewaysScroll, test } from '../support/test.ts';

const product = useProduct();

const frame = (page: Page, layout: string, theme: 'light' | 'dark') =>
  page.locator(`iframe.frame-${layout}.frame-${theme}`);
/** The content of a frame, asked for by scrolling there. */
async function shown(page: Page, layout: string, theme: 'light' | 'dark') {
  await frame(page, layout, theme).scrollIntoViewIfNeeded();
  return frame(page, layout, theme).contentFrame().locator('main section').first();
}

for (const width of matrix([390, 768, 1440], [390, 1440]))
  test(`shows every layout, and none is taller than its frame, at ${width} px`, async ({ page }) => {
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
      expect(overhang, `${layout} at ${width}`).toEqual([0, 0]);
    }
    await expectNoSidewaysScroll(page, `gallery at ${width}`);
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const prefix of matrix(['', '/fr', '/de', '/nl', '/es', '/sr'], ['', '/de']))
    test(`width and colour are chosen all the same, ${prefix}/gallery`, async ({ page }) => {
      // Only the first sample is looked at; without scripts all frames would be loaded at once.
      await page.route(/\/gallery\/..\/(?!list-)/, (route) => route.abort());
      await page.goto(`${product().url}${prefix}/gallery`);
      expect(await page.content()).not.toContain('[[');
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

test('says that the reviews are invented, beside every sample and in the name of every frame', async ({
  page,
}) => {
  await page.goto(`${product().url}/gallery`);
  await expect(page.getByText('Sample data', { exact: true })).toHaveCount(embedLayouts.length);
  for (const title of await page
    .locator('iframe')
    .evaluateAll((frames) => frames.map((found) => found.getAttribute('title') ?? '')))
    expect(title).toContain('with invented reviews');
});

test('is found in the navigation, in the site map and from the page about widgets', async ({ page }) => {
  const map = await (await page.request.get(`${product().url}/sitemap.xml`)).text();
  expect(map).toContain('/gallery</loc>');
  await page.goto(`${product().url}/online-presence`);
  await page.locator('main').getByRole('link', { name: 'See all widgets and badges' }).click();
  await expect(page).toHaveURL(/\/gallery$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Gallery' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('See every widget before you choose');
});

// The same layouts pass the same rules in e2e/embed.
for (const layout of matrix(embedLayouts, ['list', 'badge-card']))
  test(`the samples of ${layout} pass the rules of accessibility`, async ({ page }) => {
    await resize(page, { width: 768, height: 900 });
    for (const theme of ['light', 'dark']) {
      await page.goto(`${product().url}/gallery/en/${layout}-${theme}.html`);
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(
        violations.map(({ id }) => id),
        theme,
      ).toEqual([]);
    }
  });

test('the documents of the frames are for our own pages and not for search engines', async ({ page }) => {
  const answer = await page.request.get(`${product().url}/gallery/en/list-light.html`);
  expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(answer.headers()['x-robots-tag']).toBe('noindex');
});
