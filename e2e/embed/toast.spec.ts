/** A toast arrives after the page, turns pages, and stays away once it is closed. */
import { expect, type Page, test } from '@playwright/test';
import { shortClasses } from '../../guest/src/style-names.ts';
import { expectNoShift, recordShifts, resize, waitForPaint } from '../support/painting.ts';
import { expectAccessibleEmbeds } from './accessible.ts';
import { type Harness, startHarness } from './harness.ts';
import { mixedSnapshot, open, type Settings } from './mixed-snapshot.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

const settings: Settings = { layout: 'toast', autoplay: true, interval: 3 };
const toast = (page: Page) => page.locator(`kindling-reviews .${shortClasses.toast}`);
const close = (page: Page) => toast(page).getByRole('button', { name: 'Close' });
const pause = (page: Page) => toast(page).getByRole('button', { name: 'Pause the movement' });
const row = (page: Page) => toast(page).getByRole('group', { name: 'Reviews side by side' });
/** The number of the review in view, from 0. */
const current = (page: Page) =>
  row(page).evaluate(({ scrollLeft, clientWidth }) => Math.round(scrollLeft / clientWidth));
const arrived = async (page: Page) => {
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(toast(page)).toBeVisible({ timeout: 100 });
  }).toPass();
};
const untilMovedFrom = (page: Page, place: number) =>
  expect(async () => {
    await page.clock.runFor(1000);
    expect(await current(page)).not.toBe(place);
  }).toPass();
const expectStill = async (page: Page) => {
  await page.clock.runFor(10_000);
  const place = await current(page);
  for (let step = 0; step < 3; step += 1) {
    await page.clock.runFor(4000);
    expect(await current(page)).toBe(place);
  }
  return place;
};

test.describe('with the clock of the test', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
  });

  test('arrives after the page without taking room, and lies within the window at every width', async ({
    page,
  }) => {
    await recordShifts(page, 'all');
    for (const width of [320, 1280]) {
      await resize(page, { width, height: 640 });
      await open(kit, page, settings);
      await expect(toast(page)).toBeHidden();
      await arrived(page);
      expect((await page.locator('kindling-reviews').boundingBox())?.height).toBe(0);
      await expect(toast(page)).toBeInViewport({ ratio: 1 });
      const box = await toast(page).boundingBox();
      expect(box?.width).toBeLessThanOrEqual(25 * 15);
      if (width === 320) expect(box?.width).toBeGreaterThan(280);
      expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeCloseTo(16, -1);
      await expect(toast(page).getByText('Showing the 12 newest of 300 reviews')).toBeAttached();
      await expectNoShift(page, `${width} px`);
    }
  });

  test('closed, it stays away until the page is loaded again, in a new element too', async ({ page }) => {
    await open(kit, page, settings);
    await arrived(page);
    await close(page).click();
    await expect(toast(page)).toBeHidden();
    await page.evaluate(() => {
      const element = document.querySelector('kindling-reviews');
      element?.replaceWith(element.cloneNode());
    });
    await expect(toast(page)).toBeAttached();
    await page.clock.runFor(10_000);
    await expect(toast(page)).toBeHidden();
    expect(await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual([
      '',
      0,
      0,
    ]);
    await page.reload();
    await arrived(page);
    await close(page).focus();
    await page.keyboard.press('Escape');
    await expect(toast(page)).toBeHidden();
  });

  test('turns its pages by itself, but not under the pointer, with the focus in it, or paused', async ({
    page,
  }) => {
    await open(kit, page, settings);
    await arrived(page);
    await untilMovedFrom(page, 0);
    await toast(page).hover();
    await expectStill(page);
    await page.mouse.move(5, 5);
    await close(page).focus();
    const place = await expectStill(page);
    await close(page).blur();
    await untilMovedFrom(page, place);
    await pause(page).click();
    await page.mouse.move(5, 5);
    await expect(pause(page)).toHaveAttribute('aria-pressed', 'true');
    await expectStill(page);
  });

  test('moves by its arrows only for visitors who prefer reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(kit, page, settings);
    await arrived(page);
    await expect(pause(page)).toHaveCount(0);
    expect(await expectStill(page)).toBe(0);
    await toast(page).getByRole('button', { name: 'Next reviews' }).click();
    await expect.poll(() => current(page)).toBe(1);
    await toast(page).getByRole('button', { name: 'Previous reviews' }).click();
    await expect.poll(() => current(page)).toBe(0);
  });

  test('stays away with nothing to show', async ({ page }) => {
    kit.publish({ ...mixedSnapshot(kit, settings), reviews: [] });
    await page.goto(kit.page('plain'));
    await expect(toast(page)).toBeAttached();
    await page.clock.runFor(10_000);
    await expect(toast(page)).toBeHidden();
  });
});

test('is accessible in both themes, and reached by keys', async ({ page }) => {
  for (const theme of ['light', 'dark'] as const) {
    await open(kit, page, { ...settings, theme, showWrite: true });
    await expect(toast(page)).toBeVisible();
    await waitForPaint(page);
    await expectAccessibleEmbeds(page);
  }
  await page.getByRole('button', { name: 'Next reviews' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(close(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(row(page)).toBeFocused();
});

test('is at the side that the settings want, which is the other one on a right-to-left page', async ({
  page,
}) => {
  const x = async (name: string, side: 'start' | 'end') => {
    kit.publish(mixedSnapshot(kit, { ...settings, side }));
    await page.goto(kit.page(name));
    await expect(toast(page)).toBeVisible();
    return (await toast(page).boundingBox())?.x ?? -1;
  };
  expect(await x('plain', 'start')).toBeLessThan(30);
  expect(await x('plain', 'end')).toBeGreaterThan(640);
  expect(await x('rtl', 'start')).toBeGreaterThan(640);
  expect(await x('rtl', 'end')).toBeLessThan(30);
});

test('stands in a page of its own, without any script', async ({ browser }) => {
  kit.publish(mixedSnapshot(kit, settings));
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${kit.scriptOrigin}/f/${mixedSnapshot(kit, {}).code}`);
    await expect(page.locator(`.${shortClasses.toast}`)).toBeVisible();
    await expect(page.getByText('Showing the 12 newest of 300 reviews')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Close' })).toBeHidden();
  } finally {
    await context.close();
  }
});
