/** No rating changes the public links: neither their markup, order, size nor position, nor that they are seen at once. */
import { expect, type Page, test } from '@playwright/test';
import { shortClasses } from '../../guest/src/style-names.ts';
import { pairs } from '../support/scope.ts';
import { type Harness, type PipelineSettings, startHarness } from './harness.ts';
import { open, rate } from './visitor.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

const sizes = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
const styles: [PipelineSettings['ratingStyle'], (number | 'up' | 'down')[]][] = [
  ['stars', [1, 2, 3, 4, 5]],
  ['thumbs', ['up', 'down']],
];

/** Everything about the links that a visitor could notice. */
async function measure(page: Page) {
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator('main[data-settling]')).toHaveCount(0);
  const list = page.locator(`ul.${shortClasses.publicLinks}`);
  const links = list.getByRole('link');
  return {
    markup: (await list.evaluate((one) => one.outerHTML)).replaceAll(/ ping="[^"]*"/g, ''),
    boxes: await links.evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const { opacity, visibility, color, fontSize } = getComputedStyle(one);
        const seen = one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        return { x, y, width, height, opacity, visibility, color, fontSize, seen };
      }),
    ),
    scrolled: await page.evaluate(() => scrollY),
  };
}

for (const [viewport, scripted] of pairs(sizes, [true, false])) {
  test(`at ${viewport.width} px ${scripted ? 'with' : 'without'} JavaScript`, async ({ browser }) => {
    for (const [ratingStyle, ratings] of styles) {
      let expected: Awaited<ReturnType<typeof measure>> | undefined;
      for (const rating of ratings) {
        const page = await browser.newPage({ viewport, javaScriptEnabled: scripted });
        await open(kit, page, kit.makeCollectPage({}, { ratingStyle }), 'de');
        await rate(page, rating);
        await expect(page.getByRole('link', { name: 'Google' })).toBeVisible();
        await page.mouse.move(1, 1);
        const found = await measure(page);
        expected ??= found;
        expect(found, `${rating}`).toEqual(expected);
        expect(found.scrolled).toBe(0);
        for (const { y, height, seen } of found.boxes) {
          expect(height).toBeGreaterThanOrEqual(48);
          expect(y + height).toBeLessThanOrEqual(viewport.height);
          expect(seen).toBe(true);
        }
        const box = await page.locator('#message').boundingBox();
        expect(box?.y).toBeGreaterThan(Math.max(...found.boxes.map(({ y, height }) => y + height)));
        await page.close();
      }
    }
  });
}

test('opening and closing the private box moves no link', async ({ page }) => {
  await open(kit, page, kit.makeCollectPage());
  await rate(page, 5);
  await page.mouse.move(1, 1);
  const before = await measure(page);
  await page.locator('#message').evaluate((one: HTMLDetailsElement) => {
    one.open = true;
  });
  expect(await measure(page)).toEqual(before);
});
