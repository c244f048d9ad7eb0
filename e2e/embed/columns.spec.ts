/** Layouts with cards in columns: their number, their order, and what happens when a text opens. */
import { expect, type Page, test } from '@playwright/test';
import { resize } from '../support/painting.ts';
import { type Harness, type Snapshot, startHarness } from './harness.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

type Settings = NonNullable<Parameters<Harness['makeSnapshot']>[1]>;

function columns(settings: Settings, code = 'k3v9xq2mzt'): Snapshot {
  const texts = (index: number) => ({ text: `${index}. ${'a word '.repeat(4 + ((index * 37) % 60))}` });
  const all = Array.from({ length: 12 }, (_, index) => kit.makeReview(index, texts(index)));
  return kit.makeSnapshot({ code, reviews: all }, settings);
}

async function open(page: Page, name: string, ...snapshots: Snapshot[]): Promise<void> {
  kit.publish(...snapshots);
  await page.goto(kit.page(name));
  await expect(page.locator('kindling-reviews section')).toHaveCount(snapshots.length);
}

const cards = (page: Page, code = 'k3v9xq2mzt') => page.locator(`kindling-reviews[code="${code}"] article`);

/** Left edges of the cards in the order of the markup. */
function edges(page: Page, code?: string): Promise<number[]> {
  return cards(page, code).evaluateAll((found) =>
    found.map((card) => Math.round(card.getBoundingClientRect().left)),
  );
}

const layouts = ['grid', 'masonry', 'wall'] as const;

test('has as many columns as fit, and never more than the settings allow', async ({ page }) => {
  const asked = layouts.flatMap((layout) =>
    [0, 3].map((most) => ({ layout, most, code: `${layout}-most-${most}` })),
  );
  await open(
    page,
    'plain',
    ...asked.map(({ layout, most, code }) => columns({ layout, columns: most }, code)),
  );
  const expected = { 320: 1, 600: 2, 1024: 3, 1280: 4, 1500: 5, 1700: 6 };
  for (const [width, most] of Object.entries(expected)) {
    await resize(page, { width: Number(width), height: 900 });
    for (const { code, layout, most: wanted } of asked) {
      const found = new Set(await edges(page, code)).size;
      // Twelve cards in rows of five would leave two alone, so a grid stays with rows of four.
      const fitting = layout === 'grid' ? Math.min(most, 4) : most;
      expect.soft(found, `${code}, ${width} px`).toBe(Math.min(fitting, wanted || fitting));
      // An extra column would be beside the embed, where nobody sees it.
      const outside = await cards(page, code).evaluateAll(
        (all) => all.filter((card) => card.getBoundingClientRect().right > innerWidth).length,
      );
      expect.soft(outside, `${code}, ${width} px`).toBe(0);
    }
  }
});

test('starts at the right with the first review on a right-to-left page', async ({ page }) => {
  await resize(page, { width: 1280, height: 900 });
  await open(page, 'rtl', ...layouts.map((layout) => columns({ layout }, layout)));
  for (const layout of layouts) {
    const lefts = await edges(page, layout);
    expect.soft(lefts[0], layout).toBe(Math.min(...lefts));
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
});

test('keeps every card in its column when a text is opened', async ({ page }) => {
  await resize(page, { width: 1280, height: 900 });
  for (const layout of ['masonry', 'wall'] as const) {
    await open(page, 'plain', columns({ layout, clampLines: 2, columns: 3 }));
    const buttons = page.locator('kindling-reviews').getByText('Read more');
    await expect(buttons.first()).toBeVisible();
    const before = await edges(page);
    expect(new Set(before).size, layout).toBe(3);
    for (let left = await buttons.filter({ visible: true }).count(); left > 0; left -= 1) {
      await buttons.filter({ visible: true }).first().click();
      expect(await edges(page), layout).toEqual(before);
    }
  }
});

test('is read row by row in a grid, and the cards of a row have the same height', async ({ page }) => {
  await resize(page, { width: 1280, height: 900 });
  await open(page, 'plain', columns({ layout: 'grid' }));
  const boxes = await cards(page).evaluateAll((found) =>
    found.map((card) => card.getBoundingClientRect()).map(({ top, height }) => ({ top, height })),
  );
  for (let row = 0; row < 12; row += 4)
    for (const box of boxes.slice(row, row + 4)) expect(box).toEqual(boxes[row]);
});

test('shows page after page without any script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    for (const layout of ['grid', 'masonry', 'summary', 'sidebar', 'wall'] as const) {
      const snapshot = columns({ layout, pageSize: 5 });
      kit.publish(snapshot);
      await page.goto(`${kit.scriptOrigin}/f/${snapshot.code}`);
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
