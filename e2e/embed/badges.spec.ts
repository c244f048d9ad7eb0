/**
 * Badges on a page: accessible, never taller than their reserved space, and the corner badge that visitors can close.
 */
import type { Page } from '@playwright/test';
import { shortClasses } from '../../guest/src/style-names.ts';
import { expectNoShift, recordShifts, resize, waitForPaint } from '../support/painting.ts';
import { matrix, pairs } from '../support/scope.ts';
import { expect, test } from '../support/test.ts';
import { expectAccessibleEmbeds } from './accessible.ts';
import { type Harness, type Snapshot, startHarness } from './harness.ts';
import { expectFitsReservedSpace } from './reserved-space.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

type Settings = Parameters<Harness['makeSnapshot']>[1];

const inPage = ['badge-line', 'badge-card', 'badge-sources', 'badge-ribbon', 'badge-picture'] as const;
const all = [...inPage, 'badge-corner'] as const;

/** Two sources, one with stars and one with recommendations, and reviews of other locations left out. */
function badge(settings: Settings, fields: Partial<Snapshot> = {}): Snapshot {
  return kit.makeSnapshot(
    {
      reviews: [],
      figures: [
        kit.makeFigure({
          average: 4.64,
          count: 1300,
          url: 'https://example.com/g',
          writeUrl: 'https://example.com/w',
        }),
        kit.makeFigure({
          source: 'facebook',
          average: null,
          count: 44,
          recommended: 41,
          notRecommended: 3,
          url: 'https://example.com/f',
        }),
      ],
      disclosure: { shown: 42, total: 57, omitted: [{ reason: 'location', count: 15 }], minimumRating: 1 },
      ...fields,
    },
    settings,
  );
}

/** Of first-party reviews: stars and thumbs. */
function ownFigure(): Snapshot['figures'][number] {
  return kit.makeFigure({
    source: 'first-party',
    average: 4.2,
    count: 12,
    recommended: 43,
    notRecommended: 2,
    url: 'https://example.com/r/bakery',
    writeUrl: 'https://example.com/c/bakery',
  });
}
const howWeAsk = [{ businessName: 'Harbour Street Bakery', url: 'https://example.com/r/bakery/how-we-ask' }];

const panel = (page: Page) => page.locator('kindling-reviews section');

test('each badge passes the accessibility rules of WCAG AA, in light or dark, and says what is left out', async ({
  page,
}) => {
  const themes = ['light', 'dark'] as const;
  const shown = pairs(all, themes).map(([layout, theme]) =>
    badge(
      { layout, theme, showWrite: true, side: theme === 'light' ? 'start' : 'end' },
      { code: `${layout}-${theme}` },
    ),
  );
  kit.publish(...shown);
  // Tall enough that the corner badges cover none of the others: axe skips covered elements.
  await resize(page, { width: 1280, height: 2400 });
  await page.goto(kit.page('plain'));
  await expect(panel(page)).toHaveCount(shown.length);
  for (const { code } of shown) {
    const one = page.locator(`kindling-reviews[code="${code}"] section`);
    await expect.soft(one, code).toBeVisible();
    const omitted = one.getByText('Showing 42 of 57 reviews; 15 not shown: from other locations');
    await expect.soft(omitted, code).toBeVisible();
    await expect.soft(one.getByRole('link', { name: 'Shown with Kindling' }), code).toBeVisible();
  }
  await expectAccessibleEmbeds(page);
});

const variants: readonly Settings[] = [
  {},
  { textSize: 20, language: 'de', showWrite: true, spacing: 'airy' },
  { textSize: 12, language: 'sr', border: 3, spacing: 'compact' },
];
test('is never taller than the space that the pasted code reserves, and does not overflow it', async ({
  page,
}) => {
  const disclosure = { shown: 0, total: 0, omitted: [], minimumRating: 1 };
  const snapshots = inPage.flatMap((layout) => [
    ...variants.map((variant, index) =>
      badge({ layout, ...variant }, { code: `${layout}-variant-${index}` }),
    ),
    badge({ layout, showWrite: true }, { code: `${layout}-first-party`, figures: [ownFigure()], howWeAsk }),
    badge({ layout }, { code: `${layout}-no-figures`, figures: [], disclosure }),
    badge(
      { layout },
      { code: `${layout}-no-reviews`, figures: [kit.makeFigure({ average: null, count: 0 })], disclosure },
    ),
  ]);
  await expectFitsReservedSpace(kit, page, snapshots, [320, 414, 599, 600, 768, 1280], 0.4);
});

test('badges cause no layout shift when they load', async ({ page }) => {
  await recordShifts(page, 'all');
  for (const width of matrix([320, 768, 1280], [320])) {
    await resize(page, { width, height: 700 });
    for (const layout of all) {
      kit.publish(badge({ layout }));
      const release = kit.hold();
      await page.goto(kit.page('plain'), { waitUntil: 'commit' });
      await page.locator('#after').waitFor();
      await waitForPaint(page);
      release();
      await expect(panel(page)).toBeVisible();
      await expectNoShift(page, `${layout}, ${width} px`);
    }
  }
});

test.describe('the corner badge', () => {
  const size = { width: 1000, height: 600 };
  const place = async (page: Page) => {
    const box = await panel(page).boundingBox();
    if (box === null) throw new Error('The corner is not there');
    const right = await page.evaluate(() => document.documentElement.clientWidth);
    return { left: box.x, right: right - box.x - box.width, bottom: size.height - box.y - box.height };
  };

  test('is at the start or the end of the line, for both reading directions, and stays there when the page scrolls', async ({
    page,
  }) => {
    await resize(page, size);
    for (const [name, side, edge] of [
      ['plain', 'end', 'right'],
      ['plain', 'start', 'left'],
      ['rtl', 'end', 'left'],
      ['rtl', 'start', 'right'],
    ] as const) {
      const what = `${side} of ${name}`;
      kit.publish(badge({ layout: 'badge-corner', side }));
      await page.goto(kit.page(name));
      await page.addStyleTag({ content: 'body{height:3000px}' });
      const before = await place(page);
      expect.soft(before[edge], what).toBe(15);
      expect.soft(before.bottom, what).toBe(15);
      await page.mouse.wheel(0, 900);
      await expect.poll(() => page.evaluate(() => scrollY), what).toBeGreaterThan(0);
      expect.soft(await place(page), what).toEqual(before);
      expect.soft((await page.locator('kindling-reviews').boundingBox())?.height, what).toBe(0);
    }
  });

  test('leaves most of a small window uncovered', async ({ page }) => {
    for (const width of [320, 768]) {
      await resize(page, { width, height: 640 });
      kit.publish(badge({ layout: 'badge-corner', language: 'de' }));
      await page.goto(kit.page('plain'));
      expect.soft((await panel(page).boundingBox())?.height, `${width} px`).toBeLessThan(250);
      kit.publish(badge({ layout: 'badge-corner', textSize: 20, language: 'de' }));
      await page.reload();
      const box = await panel(page).boundingBox();
      expect.soft(box?.x, `${width} px`).toBeGreaterThanOrEqual(0);
      expect.soft((box?.x ?? 0) + (box?.width ?? 0), `${width} px`).toBeLessThanOrEqual(width);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect.soft(overflow, `${width} px`).toBe(false);
    }
  });

  test('is closed by a click or by a key, only for this view of the page, and stores nothing', async ({
    page,
  }) => {
    kit.publish(badge({ layout: 'badge-corner' }));
    await page.goto(kit.page('plain'));
    const close = panel(page).locator('summary');
    await expect(close).toHaveAccessibleName('Close');
    const target = await close.boundingBox();
    expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await close.click();
    await expect(panel(page)).toBeHidden();
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    expect(await page.context().cookies()).toEqual([]);
    await page.reload();
    await expect(panel(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(close).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeHidden();
  });

  test('is part of the page inside a frame', async ({ page }) => {
    const snapshot = badge({ layout: 'badge-corner' });
    kit.publish(snapshot);
    await page.goto(`${kit.scriptOrigin}/f/${snapshot.code}`);
    await expect(page.locator('main section')).toHaveCSS('position', 'static');
    expect((await page.locator('main').boundingBox())?.height).toBeGreaterThan(60);
  });
});

test.describe('the badge as a picture', () => {
  test('the script creates the same nodes as the HTML parser does for the same markup', async ({ page }) => {
    const snapshot = badge({ layout: 'badge-picture' });
    kit.publish(snapshot);
    await page.goto(kit.page('unreserved'));
    await expect(
      page.getByRole('img', { name: 'Google: 4.6 out of 5 stars, 1,300 reviews. Facebook: 41 recommend' }),
    ).toBeVisible();
    const { html } = kit.renderEmbed(snapshot);
    const [built, parsed, drawn] = await page.evaluate((markup) => {
      const shadow = document.querySelector('kindling-reviews')?.shadowRoot;
      const paths = [...(shadow?.querySelectorAll('path') ?? [])];
      return [
        shadow?.innerHTML,
        new DOMParser().parseFromString(markup, 'text/html').body.innerHTML,
        paths.every((path) => path.getBoundingClientRect().width > 0),
      ];
    }, html);
    expect(built).toBe(parsed);
    expect(drawn).toBe(true);
  });

  test('uses the light or dark colors that its reader prefers', async ({ page }) => {
    kit.publish(badge({ layout: 'badge-picture', theme: 'auto' }));
    const words = panel(page).locator(`.${shortClasses.toneFore}`).first();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(kit.page('plain'));
    await expect(words).toHaveCSS('fill', 'rgb(236, 238, 242)');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(words).toHaveCSS('fill', 'rgb(27, 35, 48)');
  });

  test('is valid XML with any text, and opens as a picture', async ({ page }) => {
    const texts = kit.hostileTexts.filter((words) => words.length < 2000);
    const half = Math.ceil(texts.length / 2);
    // The renderer's tests put each text in both places.
    const pictures = texts.slice(0, half).map((businessName, index) =>
      kit.renderPicture(
        badge(
          {},
          {
            businessName,
            brand: { name: texts[half + index] ?? businessName, url: 'https://kindling.app/' },
          },
        ),
      ),
    );
    await page.goto(kit.page('plain'));
    const faults = await page.evaluate(
      (list) =>
        list.flatMap((svg) => {
          const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
          const strange = read.querySelector('parsererror, script, image, foreignObject, a, use, [href]');
          return strange === null ? [] : [strange.outerHTML.slice(0, 200)];
        }),
      pictures,
    );
    expect(faults).toEqual([]);
    const size = await page.evaluate(
      async (svg) => {
        const image = new Image();
        image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      },
      kit.renderPicture(badge({})),
    );
    expect(size[0]).toBe(320);
    expect(size[1]).toBeGreaterThan(150);
    expect(await page.evaluate((name) => name in window, kit.tripwire)).toBe(false);
  });
});
