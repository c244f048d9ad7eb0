import { expect, test } from '@playwright/test';
import { shortClasses } from '../../guest/src/style-names.ts';
import { resize } from '../support/painting.ts';
import { type Harness, startHarness } from './harness.ts';
import { mixedSnapshot, open } from './mixed-snapshot.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

test.describe('a floating button', () => {
  test('takes no space, opens its panel, and returns the focus', async ({ page }) => {
    await resize(page, { width: 320, height: 640 });
    await open(kit, page, { layout: 'floating', pageSize: 3 });
    expect((await page.locator('kindling-reviews').boundingBox())?.height).toBe(0);
    const button = page.locator(`summary.${shortClasses.floatingButton}`);
    const panel = page.getByRole('dialog', { name: 'Reviews of Harbour Street Bakery' });
    await expect(button).toContainText('4.6');
    await expect(button).toContainText('44 reviews');
    const box = await button.boundingBox();
    expect(box?.y).toBeGreaterThan(500);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeCloseTo(305, 0);
    await expect(panel).toBeHidden();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(panel).toBeFocused();
    await expect(panel).toBeInViewport({ ratio: 1 });
    await expect(panel.getByText('Showing the 12 newest of 300 reviews')).toBeAttached();
    await expect(panel.getByText('Read more').first()).toBeVisible();
    await expect(button.getByText('Close')).toBeVisible();
    await expect(button.getByText('44 reviews')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await button.click();
    await expect(panel).toBeHidden();
  });

  test('is at the start of the line where the settings want it, which is the right side of a right-to-left page', async ({
    page,
  }) => {
    const x = async (name: string) => {
      kit.publish(mixedSnapshot(kit, { layout: 'floating', side: 'start' }));
      await page.goto(kit.page(name));
      return (await page.locator(`summary.${shortClasses.floatingButton}`).boundingBox())?.x ?? -1;
    };
    expect(await x('plain')).toBe(15);
    expect(await x('rtl')).toBeGreaterThan(640);
  });

  test('opens without any script on a page of its own', async ({ browser }) => {
    kit.publish(mixedSnapshot(kit, { layout: 'floating', date: 'relative' }));
    const context = await browser.newContext({ javaScriptEnabled: false });
    try {
      const page = await context.newPage();
      await page.goto(`${kit.scriptOrigin}/f/${mixedSnapshot(kit, {}).code}`);
      await page.locator(`summary.${shortClasses.floatingButton}`).click();
      await expect(page.getByText('Showing the 12 newest of 300 reviews')).toBeVisible();
      await expect(page.locator('time').first()).toHaveText('Oct 28, 2026');
    } finally {
      await context.close();
    }
  });
});

test('each script adds the behavior of its own layout, whichever runs first', async ({ page }) => {
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  const settings = { clampLines: 2, date: 'relative' } as const;
  const embeds = page.locator('kindling-reviews');
  // The second script loads after the first one has run.
  await page.route(kit.script('secondcode'), async (route) => {
    await expect(embeds.first().locator('section')).toBeAttached();
    await route.continue();
  });
  for (const [first, second] of [
    ['list', 'carousel'],
    ['carousel', 'list'],
    ['floating', 'carousel'],
  ] as const)
    await test.step(`${first} first, then ${second}`, async () => {
      kit.publish(
        mixedSnapshot(kit, { ...settings, layout: first }),
        mixedSnapshot(kit, { ...settings, layout: second }, 'secondcode'),
      );
      await page.goto(kit.page('two'));
      const carousel = embeds.nth([first, second].indexOf('carousel'));
      await expect(carousel.getByRole('button', { name: 'Next reviews' })).toBeVisible();
      await carousel.getByRole('button', { name: 'Next reviews' }).click();
      await expect
        .poll(() => carousel.locator(`.${shortClasses.row}`).evaluate((element) => element.scrollLeft))
        .toBeGreaterThan(100);
      for (const one of [0, 1]) await expect(embeds.nth(one).locator('time').first()).toHaveText(/ago|day/);
      expect(faults).toEqual([]);
    });
});

test('shows ages in the language of the embed, and the day in the title', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-11T12:00:00Z');
  await open(kit, page, { date: 'relative', language: 'de' });
  const times = page.locator('kindling-reviews time');
  await expect(times.nth(0)).toHaveText('vor 2 Wochen');
  await expect(times.nth(0)).toHaveAttribute('title', '28. Okt. 2026');
  await page.clock.setFixedTime('2026-10-29T23:00:00Z');
  await open(kit, page, { date: 'relative', language: 'de' });
  await expect(times.nth(0)).toHaveText('gestern');
  await expect(times.nth(1)).toHaveText('vor 4 Tagen');
});

test('"show more" moves the focus to the first new review', async ({ page }) => {
  await open(kit, page, { pageSize: 2, clampLines: 2 });
  const reviews = page.locator('kindling-reviews article');
  await expect(reviews.nth(2)).toBeHidden();
  const more = page.getByText('Show 2 more').first();
  await more.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await more.press('Enter');
  await expect(reviews.nth(2)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await expect(reviews.nth(2).getByText('Read more')).toBeVisible();
  await expect(reviews.nth(4)).toBeHidden();
});
