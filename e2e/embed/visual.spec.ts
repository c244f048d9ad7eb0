/**
 * Compares every layout and badge with the pictures in `baselines/`. Differences between machines are excluded: our
 * own font, fixed widths and scale, no movement, constant data. Pictures have half the scale: they stay small, and a
 * shift of two pixels is still visible.
 */
import { expect, type Page, test } from '@playwright/test';
import { embedLayouts, isBadge } from '../../contract/src/embed-settings.ts';
import { shortClasses } from '../../guest/src/style-names.ts';
import { resize, waitForPaint } from '../support/painting.ts';
import { matrix } from '../support/scope.ts';
import { type Harness, type Snapshot, startHarness } from './harness.ts';
import { pinFonts } from './pinned-fonts.ts';

test.use({ deviceScaleFactor: 0.5, contextOptions: { reducedMotion: 'reduce' } });

/**
 * Height of the picture by width: the content below looks like the content above, and all pictures together stay under
 * a megabyte.
 */
const heights: Readonly<Record<number, number>> = { 320: 600, 768: 560, 1280: 480 };

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

type Settings = Parameters<Harness['makeSnapshot']>[1];
type Fields = Parameters<Harness['makeSnapshot']>[0];

const omitted = (count: number) => (count > 0 ? [{ reason: 'limit' as const, count }] : []);
const shows = (reviews: Snapshot['reviews']): Fields => ({
  reviews,
  disclosure: {
    shown: reviews.length,
    total: 300,
    omitted: omitted(300 - reviews.length),
    minimumRating: 1,
  },
});
/** Two sources, a reply, a recommendation, a review without a text. */
const usual = (): Fields => ({
  ...shows([
    kit.makeReview(0, { reply: { text: 'Thank you. We bake twice a day since May.', at: null } }),
    kit.makeReview(3, { source: 'facebook', rating: null, recommendation: 'positive' }),
    kit.makeReview(5, { text: null }),
    ...[1, 2, 4].map((index) => kit.makeReview(index)),
  ]),
  figures: [
    kit.makeFigure({ writeUrl: 'https://example.com/write' }),
    kit.makeFigure({ source: 'facebook', average: null, count: 44, recommended: 41, notRecommended: 3 }),
  ],
});

/** Unusual contents of a business. */
const cases: Record<string, { fields: () => Fields; settings?: Settings; page?: string; badges: boolean }> = {
  none: {
    fields: () => ({
      reviews: [],
      figures: [],
      disclosure: { shown: 0, total: 0, omitted: [], minimumRating: 1 },
    }),
    badges: true,
  },
  one: { fields: () => shows([kit.makeReview(3)]), badges: false },
  three: { fields: () => shows([3, 5, 9].map((index) => kit.makeReview(index))), badges: false },
  long: {
    fields: () =>
      shows([kit.makeReview(0, { text: 'Warm bread at seven. '.repeat(191) }), kit.makeReview(1)]),
    badges: false,
  },
  'no-photos': { fields: usual, settings: { photo: 'none', author: 'short' }, badges: false },
  emojis: {
    fields: () =>
      shows([
        kit.makeReview(0, { text: `${'w'.repeat(400)} 🥐🥖🍞 👩‍👩‍👧‍👦`, authorName: '🥐'.repeat(30) }),
        kit.makeReview(1, {
          text: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen',
          authorName: 'N'.repeat(80),
        }),
      ]),
    badges: false,
  },
  rtl: { fields: usual, page: 'rtl', badges: true },
};

/** Compares the picture of the element, or of the window for a fixed layout. */
async function compare(page: Page, snapshot: Snapshot, width: number, name: string, host = 'plain') {
  kit.publish(snapshot);
  await resize(page, { width, height: heights[width] ?? 600 });
  await page.goto(kit.page(host));
  await page.addStyleTag({ content: 'body{margin:16px}#own,#after{visibility:hidden}' });
  await pinFonts(page, kit.origin);
  await expect(page.locator('kindling-reviews section')).toBeAttached();
  // It arrives a moment later.
  if (snapshot.settings.layout === 'toast')
    await expect(page.locator(`.${shortClasses.toast}`)).toBeVisible();
  // The script fills the element before the browser requests its font.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await waitForPaint(page);
  await expect.soft(page).toHaveScreenshot([snapshot.settings.layout, `${name}.png`], {
    animations: 'disabled',
    caret: 'hide',
    scale: 'device',
    // Edges of letters differ slightly between builds of a browser; a moved line differs far more.
    threshold: 0.15,
    maxDiffPixelRatio: 0.004,
  });
}

const looks = [
  ['light', 320],
  ['light', 768],
  ['dark', 768],
  ['light', 1280],
] as const;
/** Layouts whose pictures with empty, long and other contents represent all: a row of cards and columns. */
const shapes: readonly string[] = matrix<string>(embedLayouts, ['list', 'masonry', 'badge-card']);

for (const layout of embedLayouts)
  test(`${layout} looks as it did`, async ({ page }) => {
    const font = { layout, font: 'named', fontName: 'Pinned' } as const;
    for (const [theme, width] of matrix(looks, [looks[0], looks[2]]))
      await test.step(`${theme} at ${width}`, () => {
        const settings = { ...font, theme, showWrite: true, showHistogram: true };
        return compare(page, kit.makeSnapshot(usual(), settings), width, `${theme}-${width}`);
      });
    if (!shapes.includes(layout)) return;
    for (const [name, { fields, settings, page: host, badges }] of Object.entries(cases)) {
      // A badge has no reviews, so their number and length do not matter.
      if (isBadge(layout) && !badges) continue;
      await test.step(name, () =>
        compare(page, kit.makeSnapshot(fields(), { ...font, ...settings }), 320, name, host),
      );
    }
  });
