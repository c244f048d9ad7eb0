/** The mosaic: tiles that open their reviews below their row. */
import { expect, type Page, test } from '@playwright/test';
import { shortClasses } from '../../guest/src/style-names.ts';
import { resize } from '../support/painting.ts';
import { type Harness, startHarness } from './harness.ts';
import { mixedSnapshot, open, type Settings } from './mixed-snapshot.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

const settings: Settings = { layout: 'mosaic' };
const tiles = (page: Page) => page.locator(`.${shortClasses.tile} > summary`);
const reviews = (page: Page) => page.locator(`.${shortClasses.mosaic} > article`);
/** Names of the squares' places, and whether all tiles of a row end together. */
const places = (page: Page) =>
  page.locator(`.${shortClasses.quad}`).evaluateAll((quads) =>
    quads.map((quad) => {
      const { x, width } = quad.getBoundingClientRect();
      return [Math.round(x), Math.round(width)].join();
    }),
  );

test('fills its rows at every width, each square near a square', async ({ page }) => {
  await open(kit, page, settings);
  for (const width of [320, 390, 600, 768, 1024, 1280, 1440]) {
    await resize(page, { width, height: 900 });
    const rows = await page.locator(`.${shortClasses.mosaic}`).evaluate((mosaic, quadClass) => {
      const { right } = mosaic.getBoundingClientRect();
      const ends = new Map<number, number>();
      for (const quad of mosaic.querySelectorAll(`.${quadClass}`)) {
        const box = quad.getBoundingClientRect();
        ends.set(Math.round(box.top), Math.max(ends.get(Math.round(box.top)) ?? 0, box.right));
      }
      return [...ends.values()].map((end) => Math.abs(end - right) < 1.5);
    }, shortClasses.quad);
    expect.soft(rows, `${width} px`).not.toContain(false);
    const flat = await page.locator(`.${shortClasses.quad}`).evaluateAll((quads) =>
      quads.map((quad) => {
        const box = quad.getBoundingClientRect();
        return box.width / box.height;
      }),
    );
    expect.soft(Math.max(...flat), `${width} px`).toBeLessThan(1.7);
    expect.soft(Math.min(...flat), `${width} px`).toBeGreaterThan(0.5);
  }
});

test('a tile opens its review below its row and moves no square; only one is open, and Escape returns', async ({
  page,
}) => {
  await resize(page, { width: 1024, height: 900 });
  await open(kit, page, settings);
  await expect(tiles(page).first()).toBeVisible();
  const before = await places(page);
  await expect(reviews(page).nth(1)).toBeHidden();
  await tiles(page).nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(reviews(page).nth(1)).toBeFocused();
  await expect(reviews(page).nth(1)).toBeVisible();
  expect(await places(page)).toEqual(before);
  const tile = await tiles(page).nth(1).boundingBox();
  const review = await reviews(page).nth(1).boundingBox();
  expect(review?.y).toBeGreaterThan((tile?.y ?? 0) + (tile?.height ?? 0) - 1);

  await tiles(page).nth(4).click();
  await expect(reviews(page).nth(4)).toBeVisible();
  await expect(reviews(page).nth(1)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(reviews(page).nth(4)).toBeHidden();
  await expect(tiles(page).nth(4)).toBeFocused();
  await tiles(page).nth(0).click();
  await tiles(page).nth(0).click();
  await expect(reviews(page).nth(0)).toBeHidden();
});

test('opens without any script on a page of its own', async ({ browser }) => {
  kit.publish(mixedSnapshot(kit, settings));
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${kit.scriptOrigin}/f/${mixedSnapshot(kit, {}).code}`);
    await expect(reviews(page).nth(2)).toBeHidden();
    await tiles(page).nth(2).click();
    await expect(reviews(page).nth(2)).toBeVisible();
    await expect(reviews(page).nth(3)).toBeHidden();
  } finally {
    await context.close();
  }
});
