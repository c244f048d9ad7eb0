/** Layouts whose cards stand in columns: how many there are, in which order, and what opening a text does to them. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { resize } from '../support/painting.ts';
import { type Harness, startHarness } from './harness.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

type Settings = NonNullable<Parameters<Harness['makeSnapshot']>[1]>;

function publish(settings: Settings, reviews = 12) {
  const texts = (index: number) => ({ text: `${index}. ${'a word '.repeat(4 + ((index * 37) % 60))}` });
  const snapshot = kit.makeSnapshot(
    { reviews: Array.from({ length: reviews }, (_, index) => kit.makeReview(index, texts(index))) },
    settings,
  );
  kit.publish(snapshot);
  return snapshot;
}

const cards = (page: Page) => page.locator('kindling-reviews article');

/** Left edges of the cards in the order of the markup. */
function edges(all: Locator): Promise<number[]> {
  return all.evaluateAll((found) => found.map((card) => Math.round(card.getBoundingClientRect().left)));
}

const columnsOf = async (page: Page): Promise<number> => new Set(await edges(cards(page))).size;

for (const layout of ['grid', 'masonry', 'wall'] as const) {
  test(`has as many columns as fit, and never more than asked for: ${layout}`, async ({ page }) => {
    const expected = { 320: 1, 600: 2, 1024: 3, 1280: 4, 1500: 5, 1700: 6 };
    for (const [width, columns] of Object.entries(expected)) {
      await resize(page, { width: Number(width), height: 900 });
      for (const most of [0, 3]) {
        publish({ layout, columns: most });
        await page.goto(kit.page('plain'));
        await expect(cards(page).first()).toBeVisible();
        expect(await columnsOf(page), `${width} px, ${most}`).toBe(Math.min(columns, most || columns));
        // A column too many would stand beside the embed, where nobody sees it.
        const outside = await cards(page).evaluateAll(
          (found) => found.filter((card) => card.getBoundingClientRect().right > innerWidth).length,
        );
        expect(outside).toBe(0);
      }
    }
  });

  test(`begins at the left with the first review on a page that is read from the right: ${layout}`, async ({
    page,
  }) => {
    publish({ layout });
    await resize(page, { width: 1280, height: 900 });
    await page.goto(kit.page('rtl'));
    await expect(cards(page).first()).toBeVisible();
    const lefts = await edges(cards(page));
    expect(lefts[0]).toBe(Math.min(...lefts));
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  });
}

for (const layout of ['masonry', 'wall'] as const) {
  test(`keeps every card in its column when a text is opened: ${layout}`, async ({ page }) => {
    publish({ layout, clampLines: 2, columns: 3 });
    await resize(page, { width: 1280, height: 900 });
    await page.goto(kit.page('plain'));
    const buttons = page.locator('kindling-reviews').getByText('Read more');
    await expect(buttons.first()).toBeVisible();
    const before = await edges(cards(page));
    expect(new Set(before).size).toBe(3);
    for (let left = await buttons.filter({ visible: true }).count(); left > 0; left -= 1) {
      await buttons.filter({ visible: true }).first().click();
      expect(await edges(cards(page))).toEqual(before);
    }
  });
}

test('reads row by row in a grid, the cards of a row being of one height', async ({ page }) => {
  publish({ layout: 'grid' });
  await resize(page, { width: 1280, height: 900 });
  await page.goto(kit.page('plain'));
  await expect(cards(page).first()).toBeVisible();
  const boxes = await cards(page).evaluateAll((found) =>
    found.map((card) => card.getBoundingClientRect()).map(({ top, height }) => ({ top, height })),
  );
  for (let row = 0; row < 12; row += 4)
    for (const box of boxes.slice(row, row + 4)) expect(box).toEqual(boxes[row]);
});

test('opens page after page without any script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    for (const layout of ['grid', 'masonry', 'summary', 'sidebar', 'wall'] as const) {
      const { code } = publish({ layout, pageSize: 5 });
      await page.goto(`${kit.scriptOrigin}/f/${code}`);
      const shown = page.locator('article').filter({ visible: true });
      await expect(shown).toHaveCount(5);
      await page.getByText('Show 5 more').click();
      await expect(shown).toHaveCount(10);
      await page.getByText('Show 2 more').click();
      await expect(shown).toHaveCount(12);
      await expect(page.getByText(/^Show \d/).filter({ visible: true })).toHaveCount(0);
    }
  } finally {
    await context.close();
  }
});
